// SPDX-License-Identifier: BSD-3-Clause
// The references of a variable of a netCDF-4 file whose values are no array: its chunks are in the
// file, or it has none there (compact, or never written).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "chunks/grid.hpp"
#include "container/references.hpp"
#include "hdf5/books/description.hpp"
#include "hdf5/library.hpp"
#include "hdf5/stored_file.hpp"

namespace weft::hdf5 {

class ChunkReferences final : public container::References {
public:
    /// `number`: of the file, among those of the dataset. All arguments outlive this.
    ChunkReferences(StoredFile& file, std::size_t number, const DescribedVariable& variable,
                    const chunks::Grid& grid);

    Status visit(const Use& use) override;
    [[nodiscard]] std::vector<std::byte> fill() const override;
    [[nodiscard]] Result<std::vector<std::byte>> encode(
        std::span<const std::byte> chunk) const override;

private:
    using Kind = container::ReferredChunk::Kind;

    [[nodiscard]] Status failure(const Status& status) const;
    [[nodiscard]] bool reaches_beyond(std::span<const std::int64_t> place) const;
    [[nodiscard]] Kind kind_of(std::span<const std::int64_t> place, const StoredChunk& its) const;

    StoredFile& file_;
    std::size_t number_;
    const DescribedVariable& described_;
    const chunks::Grid& grid_;
};

}  // namespace weft::hdf5
