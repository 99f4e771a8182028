// SPDX-License-Identifier: BSD-3-Clause
// The values of a text in a new dataset of a format that stores chunks: they come one after the
// other, and are written by whole chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/memory_pool.hpp"
#include "base/result.hpp"
#include "model/schema.hpp"
#include "tools/shared/new_dataset.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// Writes the values of a text to a dataset with chunks. It keeps the chunks in memory that the
/// values of one index of the first chunked dimension touch.
class ChunkedValues {
public:
    /// Creates the dataset like NewDataset::create(). `schema` has storage for each variable.
    Status create(const std::string& path, const std::string& source, int kind,
                  const model::Schema& schema);

    // These functions are like those of cdl::Sink.
    Status begin_variable(int id);
    Status put(std::span<const std::byte> values);
    Status end_variable();

    /// Gives the dataset its name.
    Status finish();
    /// Whether the dataset could not be written.
    [[nodiscard]] bool has_failed() const { return has_failed_; }

private:
    /// The shape as far as values have come, and where values may be cut.
    struct Current {
        int id = -1;
        std::vector<std::int64_t> shape = {};
        std::vector<std::int64_t> inner = {};  // elements from one index to the next
        std::size_t axis = 0;    // chunks have a length of 1 along dimensions before it
        std::int64_t chunk = 1;  // along `axis`
        std::int64_t value_bytes = 1;
        std::int64_t written = 0;  // elements
    };
    [[nodiscard]] std::int64_t cut_before(std::int64_t element) const;
    Status write(std::int64_t count);
    Status fill_rest();

    Team team_ = Team::alone();
    NewDataset dataset_;
    Current current_;
    PooledBytes values_;  // that have not been written, in file form
    std::vector<bool> has_come_;
    bool has_failed_ = false;
};

}  // namespace weft::tools
