// SPDX-License-Identifier: BSD-3-Clause
// What a file has beyond definitions and values, for a text of which the same file can be made
// again, byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "storage/file.hpp"

namespace weft::container {

/// Where things are, unless they are in their usual places.
struct ExactPlaces {
    std::vector<std::int64_t> begins;        // of the variables, side by side: empty
    std::optional<std::int64_t> file_bytes;  // unless it follows from the rest
};

/// Bytes that are not the usual ones.
struct Oddity {
    // 0: they are between values, or behind them. Else they are in a header of so many bytes.
    std::int64_t header_bytes = 0;
    std::int64_t offset = 0;  // in the file, of the first byte
    std::int64_t pitch = 1;   // from one repetition to the next
    std::int64_t times = 1;
    std::span<const std::byte> bytes;  // at least one
};

/// Where a text asks for things to be.
struct AskedPlaces {
    std::vector<std::optional<std::int64_t>> begins;  // of each variable, or of none
    std::optional<std::int64_t> file_bytes;
};

struct ExactPlan {
    int kind;  // NC_FORMAT_*
    const model::Schema& schema;
    AskedPlaces places;
};

/// Writes a file of which its values, in file form, come one after the other; what does not come is
/// filled. Failures are those of the values, or of the file if has_failed().
class ExactWriter {
public:
    virtual ~ExactWriter() = default;

    /// The file is empty, and outlives the writer. Call first.
    virtual void write_to(storage::File& file) = 0;
    /// Each variable at most once; of its values the first ones, in row-major order.
    virtual Status begin_variable(int id) = 0;
    virtual Status put(std::span<const std::byte> values) = 0;
    virtual Status end_variable() = 0;
    /// Outside of a variable.
    virtual Status put_oddity(const Oddity& odd) = 0;
    virtual Status finish() = 0;
    [[nodiscard]] virtual bool has_failed() const = 0;
};

}  // namespace weft::container
