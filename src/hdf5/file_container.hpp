// SPDX-License-Identifier: BSD-3-Clause
// The common base of the containers of a netCDF-4 file that is read and of one that is written: the
// file may be a whole dataset, or one of several files of a dataset that another container keeps.
#pragma once

#include <cstddef>
#include <cstdint>

#include "chunks/grid.hpp"
#include "container/container.hpp"
#include "hdf5/stored_file.hpp"

namespace weft::hdf5 {

/// The place of a file in a dataset of several files.
struct PlaceInSet {
    std::size_t file = 0;         // its number among the shared files; 0: it is the whole dataset
    StoredFile::Manner manner{};  // of manner_for(), which is collective
};

class FileContainer : public container::Container {
public:
    explicit FileContainer(const container::Context& context, const PlaceInSet& place = {})
        : Container(context), place_(place) {}

    // The following functions are for the container of several files, which knows how many records
    // there are, and numbers the spaces of chunks.

    /// Called before attach(): the dataset has at least so many records. Records that the file does
    /// not know have the fill value.
    virtual Status raise_records(std::int64_t count) = 0;
    /// The target that keeps the space of a variable without place_of().
    [[nodiscard]] virtual files::SharedFile::LatePlace target_of(int variable) = 0;
    /// The grid of such a variable; null for others.
    [[nodiscard]] virtual const chunks::Grid* grid_of(int variable) const = 0;

protected:
    [[nodiscard]] bool is_whole() const { return place_.file == 0; }
    [[nodiscard]] std::size_t number_of_file() const { return place_.file; }
    [[nodiscard]] storage::File& its_file() const {
        return *context_.shared.file(place_.file).bytes;
    }
    /// Collective, if the file is the whole dataset.
    [[nodiscard]] StoredFile::Manner manner() const {
        return is_whole() ? manner_for(context_) : place_.manner;
    }
    /// Each variable has a space of its own, behind the file itself.
    [[nodiscard]] static std::size_t space_of(int variable) {
        return static_cast<std::size_t>(variable) + 1;
    }
    /// The engine learns the spaces of so many variables, if the file is the whole dataset.
    void expect_targets(std::size_t variables) {
        if (!is_whole()) return;
        context_.shared.expect_late(1, variables, [this](std::size_t space) {
            return target_of(static_cast<int>(space) - 1);
        });
    }

private:
    PlaceInSet place_;
};

}  // namespace weft::hdf5
