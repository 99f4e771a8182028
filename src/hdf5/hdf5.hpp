// SPDX-License-Identifier: BSD-3-Clause
// A dataset as a netCDF-4 file, which is HDF5's format; Weft reads it. The books are libhdf5's
// (books.hpp). An array in one place is moved as a variable of a classic file is; every other
// variable has a space of its own, of chunks that a target reads and decompresses.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "chunks/grid.hpp"
#include "container/container.hpp"
#include "hdf5/books/description.hpp"
#include "hdf5/file_container.hpp"
#include "hdf5/stored_file.hpp"

namespace weft::hdf5 {

class Hdf5 final : public FileContainer {
public:
    using FileContainer::FileContainer;

    [[nodiscard]] container::Limits limits() const override;

    Status read(storage::AsOpened& file, std::vector<std::byte>& told) override;
    Status hear(std::span<const std::byte> told) override;
    void attach() override;

    // These do nothing or fail, because the file is only read.
    Status place(const container::Alignment& alignment) override;
    [[nodiscard]] PooledBytes encoded() const override { return {}; }
    [[nodiscard]] PooledBytes encoded_without_records() const override { return {}; }
    [[nodiscard]] Result<model::Schema> decoded(std::span<const std::byte> bytes) const override;
    [[nodiscard]] Status compare_places(std::span<const std::byte> roots,
                                        const container::Alignment& alignment) const override;
    Status write_ahead(std::span<const std::byte> encoded) override;
    Status commit(const container::Alignment& alignment, PooledBytes encoded) override;
    Status rewrite() override;
    Status fill(int variable, const container::ElementRange& range) override;
    Status announce_records() override { return {}; }
    Status settle_sizes(bool /*is_changed*/) override { return {}; }

    [[nodiscard]] std::optional<layout::Place> place_of(int variable) const override;
    void spread(const container::Prepared& prepared, const engine::Piece& model,
                container::Transfer& transfer) const override;
    [[nodiscard]] bool is_one_file() const override { return false; }
    Status raise_records(std::int64_t count) override;
    [[nodiscard]] files::SharedFile::LatePlace target_of(int variable) override;
    [[nodiscard]] const chunks::Grid* grid_of(int variable) const override {
        const auto& grid = grids_[static_cast<std::size_t>(variable)];
        return grid ? &*grid : nullptr;
    }
    [[nodiscard]] Result<std::vector<std::string>> read_strings(
        int variable, const container::Block& block) override;

    [[nodiscard]] Result<std::unique_ptr<container::References>> references(
        int variable, std::int64_t array_chunk_bytes) override;

    [[nodiscard]] std::int64_t header_bytes() const override { return 0; }
    [[nodiscard]] std::int64_t header_extent() const override { return 0; }
    [[nodiscard]] std::int64_t offset_of(int variable) const override;
    [[nodiscard]] std::vector<std::string> groups() const override { return description_.groups; }
    [[nodiscard]] std::vector<model::NamedType> types() const override {
        return description_.types;
    }
    [[nodiscard]] std::optional<model::Origin> origin() const override {
        return description_.origin;
    }
    [[nodiscard]] Result<container::Stored> stored() const override;
    [[nodiscard]] Result<std::vector<std::int64_t>> stored_bytes() const override;
    [[nodiscard]] std::vector<report::ChunkUse> chunk_uses() const override;
    [[nodiscard]] Result<std::optional<std::int64_t>> lost_bytes() const override;

private:
    Status take(Description description);
    [[nodiscard]] Status make_grids();
    [[nodiscard]] const DescribedVariable& described(int variable) const {
        return description_.variables[static_cast<std::size_t>(variable)];
    }

    Description description_;
    std::unique_ptr<OpenedBooks> books_;              // on rank 0, until the file has them
    std::vector<std::optional<chunks::Grid>> grids_;  // null: an array in one place, or no values
    std::unique_ptr<StoredFile> file_;
    std::vector<std::unique_ptr<engine::Target>> targets_;
};

}  // namespace weft::hdf5
