// SPDX-License-Identifier: BSD-3-Clause
// A set, read as the single file that it stands for: byte for byte the file that a program without
// a set would have written, with zeros in unwritten places.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "parts/master.hpp"
#include "sets/file_set.hpp"
#include "sets/read_part.hpp"
#include "storage/read_only_file.hpp"
#include "storage/store.hpp"

namespace weft::sets {

class JoinedFile final : public storage::ReadOnlyFile {
public:
    /// `master`, at `path`, has been read as this set. Parts are opened at the first read of their
    /// bytes; errors name them. The store must outlive the file.
    static Result<std::unique_ptr<JoinedFile>> of(storage::Store& store, const std::string& path,
                                                  std::unique_ptr<storage::File> master,
                                                  format::Header masters_header, parts::Set set);

    /// Opens all files, and lists the paths of those that end before the data that the master
    /// announces; the missing bytes are zeros. From then on the size goes up to the last byte that
    /// any file stores, as that of a single file. A part that cannot be read counts as complete:
    /// reads of it fail.
    std::vector<std::string> find_short_files();

    [[nodiscard]] const model::Schema& schema() const { return whole_; }
    [[nodiscard]] const layout::Layout& layout() const { return layout_; }
    [[nodiscard]] const parts::Table& table() const { return files_.table(); }

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Result<std::int64_t> size() override { return bytes_; }
    Status close() override;

private:
    JoinedFile(storage::Store& store, const std::string& path,
               std::unique_ptr<storage::File> master, FileSet files, parts::Set set,
               layout::Layout layout);

    static constexpr int masters_number = -1;  // the master's place among the parts' numbers

    /// The bytes of a variable, or of one record if it has records.
    struct Slab {
        int variable;
        std::int64_t begin;  // in the whole file, in record 0
        std::int64_t bytes;
    };
    /// The range that is stored.
    struct Reach {
        std::int64_t end = 0;
        bool is_complete = true;
    };
    [[nodiscard]] std::vector<Slab> slabs_of(bool records) const;
    [[nodiscard]] WholeSet set() const { return {version_, whole_, files_.table()}; }

    Status read_slabs(const std::vector<Slab>& slabs, std::int64_t record, std::int64_t offset,
                      std::span<std::byte> bytes);
    Status read_slab(const Slab& slab, std::int64_t record, std::int64_t first,
                     std::span<std::byte> bytes);
    [[nodiscard]] parts::Stripes stripes_of(int variable) const;
    Result<storage::File*> part(int number);
    Result<std::unique_ptr<storage::File>> open_part(int number);
    [[nodiscard]] Result<Reach> reach_of(storage::File& file, int number) const;
    void add_reach(const Slab& slab, int number, std::int64_t file_bytes, Reach& reach) const;

    storage::Store& store_;
    std::string path_;  // with links resolved
    std::unique_ptr<storage::File> master_;
    std::vector<std::unique_ptr<storage::File>> parts_;  // null: not opened yet
    FileSet files_;
    format::Version version_;
    model::Schema whole_;
    layout::Layout layout_;
    std::int64_t bytes_;
    PooledBytes header_;
    std::vector<Slab> fixed_;  // both sorted by where they begin
    std::vector<Slab> record_;
};

}  // namespace weft::sets
