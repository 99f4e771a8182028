// SPDX-License-Identifier: BSD-3-Clause
// A classic file that is written value by value, whose number of records only the end tells:
// variables side by side, as every netCDF library places them without alignment, or where they are
// asked for; with padding and fill values.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "classic/gaps.hpp"
#include "container/exact.hpp"
#include "format/header.hpp"
#include "storage/block_writer.hpp"
#include "storage/file.hpp"

namespace weft::classic {

class ExactFile final : public container::ExactWriter {
public:
    /// Lays the file out. Fails if the version cannot hold the definitions in these places.
    static Result<std::unique_ptr<container::ExactWriter>> of(const container::ExactPlan& plan);

    void write_to(storage::File& file) override;
    Status begin_variable(int id) override;
    Status put(std::span<const std::byte> values) override;
    Status end_variable() override;
    Status put_oddity(const container::Oddity& odd) override;
    Status finish() override;
    [[nodiscard]] bool has_failed() const override { return has_failed_; }

private:
    /// A variable's place in the file and how much of it has been written.
    struct VariablePlace {
        std::int64_t begin = 0;
        std::int64_t slab = 0;   // bytes of contiguous values
        std::int64_t pitch = 0;  // from one slab to the next
        std::int64_t pad = 0;    // bytes behind each slab
        std::int64_t slabs = 1;  // -1: one for each record
        std::int64_t written = 0;
    };

    ExactFile(format::Version version, const model::Schema& schema)
        : version_(version), schema_(schema) {}

    [[nodiscard]] format::HeaderView header() const { return {version_, schema_, begins_}; }
    Status lay_out(const container::AskedPlaces& asked);
    Status follow(const container::AskedPlaces& asked);
    Status place();
    Status put_values(int id, std::span<const std::byte> values);
    Status write(std::int64_t offset, std::span<const std::byte> bytes);
    Status put_at(std::int64_t offset, std::span<const std::byte> bytes, bool is_padding);
    Status fill_up(int id, std::int64_t bytes);
    Status fill_rest();
    Status keep_for_header(const container::Oddity& odd);
    Status put_between(const container::Oddity& odd);
    Status write_header();
    Status give_size();

    format::Version version_;
    model::Schema schema_;
    format::Begins begins_;
    GapMap gaps_;
    std::optional<std::int64_t> file_bytes_;  // as asked for
    std::vector<VariablePlace> places_;
    storage::File* file_ = nullptr;
    std::optional<storage::BlockWriter> writer_;
    bool has_failed_ = false;
    int id_ = -1;                                       // of the current variable
    std::vector<std::byte> fill_;                       // its fill value, repeated
    std::map<std::int64_t, std::byte> header_changes_;  // by offset
    /// The first odd byte behind the data, which must end before it.
    std::int64_t tail_begin_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace weft::classic
