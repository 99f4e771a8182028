// SPDX-License-Identifier: BSD-3-Clause
// A netCDF file from what a CDL text says, in the layout that every netCDF library gives a file
// without alignment: variables side by side, padding and missing values filled.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cdl/reader.hpp"
#include "storage/file.hpp"
#include "tools/gen_blocks.hpp"

namespace weft::tools {

struct GenTarget {
    std::string source;                      // the text, which is never replaced
    std::string path;                        // empty: the dataset's name with ".nc"
    std::optional<format::Version> version;  // stronger than the text's own wish
};

/// The file appears under its name when finish() succeeds. Until then it has another name beside
/// it, which is removed when finish() fails or is not called.
class GeneratedFile final : public cdl::Sink {
public:
    explicit GeneratedFile(GenTarget target) : target_(std::move(target)) {}
    ~GeneratedFile() override;
    GeneratedFile(const GeneratedFile&) = delete;
    GeneratedFile& operator=(const GeneratedFile&) = delete;

    Status begin(const cdl::Header& header) override;
    Status begin_variable(int id) override;
    Status put(std::span<const std::byte> values) override;
    Status end_variable() override;
    Status finish();

    /// The file's name; known after begin().
    [[nodiscard]] const std::string& path() const { return target_.path; }

private:
    /// A variable's place in the file and how much of it has been written.
    struct Place {
        std::int64_t begin = 0;
        std::int64_t slab = 0;   // bytes of values that lie side by side
        std::int64_t pitch = 0;  // from one slab to the next
        std::int64_t pad = 0;    // bytes behind each slab
        std::int64_t slabs = 1;  // -1: as many as there are records
        std::int64_t written = 0;
    };

    Status choose_version(const std::optional<format::Version>& wish);
    Status place();
    Status create();
    Status put_values(int id, std::span<const std::byte> values);
    Status fill_up(int id, std::int64_t bytes);
    Status fill_rest();
    Status write_header();

    GenTarget target_;
    format::Schema schema_;
    std::vector<Place> places_;
    std::string part_path_;
    std::unique_ptr<storage::File> file_;
    std::optional<BlockWriter> writer_;
    int id_ = -1;                  // of the variable that is being written
    std::vector<std::byte> fill_;  // of it, repeated
};

}  // namespace weft::tools
