// SPDX-License-Identifier: BSD-3-Clause
// A set as the one file that it would be without parts, to be read: byte for byte what a program
// would have written that asked for no set, and zeros where nobody has written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dataset/file_set.hpp"
#include "parts/master.hpp"
#include "storage/read_only_file.hpp"
#include "storage/store.hpp"

namespace weft::dataset {

class JoinedFile final : public storage::ReadOnlyFile {
public:
    /// Of the master `master`, at `path`, which has been read as this set. Parts are opened when
    /// something of them is read; errors name them. The store must outlive the file.
    static Result<std::unique_ptr<JoinedFile>> of(storage::Store& store, std::string path,
                                                  std::unique_ptr<storage::File> master,
                                                  format::Schema masters_schema, parts::Set set);

    [[nodiscard]] const format::Schema& schema() const { return whole_; }
    [[nodiscard]] const parts::Table& table() const { return files_.table(); }

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Result<std::int64_t> size() override { return layout_.file_bytes(whole_.record_count); }
    Status close() override;

private:
    JoinedFile(storage::Store& store, std::string path, std::unique_ptr<storage::File> master,
               FileSet files, parts::Set set, const layout::Layout& layout);

    /// A variable's bytes, of one record if it has records.
    struct Slab {
        int variable;
        std::int64_t begin;  // in the whole file, in record 0
        std::int64_t bytes;
    };
    static std::vector<Slab> slabs_of(const format::Schema& whole, bool records);

    Status read_slabs(const std::vector<Slab>& slabs, std::int64_t record, std::int64_t offset,
                      std::span<std::byte> bytes);
    Status read_slab(const Slab& slab, std::int64_t record, std::int64_t first,
                     std::span<std::byte> bytes);
    Result<storage::File*> part(int number);

    storage::Store& store_;
    std::string path_;
    std::unique_ptr<storage::File> master_;
    std::vector<std::unique_ptr<storage::File>> parts_;  // null: not opened yet
    FileSet files_;
    format::Schema whole_;
    layout::Layout layout_;
    PooledBytes header_;
    std::vector<Slab> fixed_;  // both by where they begin
    std::vector<Slab> record_;
};

}  // namespace weft::dataset
