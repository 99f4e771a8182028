// SPDX-License-Identifier: BSD-3-Clause
// The files of a dataset that is a set (parts/table.hpp), and where its variables are in them. The
// master is file 0 of the shared files, part p is file p + 1.
//
// The header of a part is read when the part is first needed. It decides where data are in the
// part: an interrupted change of definitions may have left the part ahead of its master.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chunks/grid.hpp"
#include "layout/layout.hpp"
#include "model/schema.hpp"
#include "parts/master.hpp"
#include "parts/part.hpp"
#include "parts/share.hpp"
#include "parts/table.hpp"

namespace weft::sets {

/// The program's variables of a file, with their places in it.
inline model::Schema programs_share(const model::Schema& file, const model::Schema& defined) {
    return parts::first_of(file, defined.dimension_count(), defined.variable_count());
}

/// The content of a part's header. In a netCDF-4 file, arrays have their places in the layout, and
/// every other variable has a grid of chunks.
struct PartInFile {
    parts::Part part;
    format::Version version;
    layout::Layout layout;
    std::vector<const chunks::Grid*> grids = {};  // by id in the part; null: an array

    [[nodiscard]] format::HeaderView header() const {
        return {version, part.schema, layout.begins};
    }
};

class FileSet {
public:
    FileSet(parts::Table table, layout::Placed master)
        : table_(std::move(table)), master_(std::move(master)) {}

    [[nodiscard]] const parts::Table& table() const { return table_; }
    /// The master, including the variables of CF conventions behind the program's.
    [[nodiscard]] const layout::Placed& master() const { return master_; }
    [[nodiscard]] layout::Placed& master() { return master_; }

    [[nodiscard]] static std::size_t file_of(int part) {
        return static_cast<std::size_t>(part) + 1;
    }
    [[nodiscard]] const parts::Division& division_of(int variable) const {
        return table_.variables[static_cast<std::size_t>(variable)];
    }

    [[nodiscard]] bool knows(int part) const {
        const auto number = static_cast<std::size_t>(part);
        return number < parts_.size() && parts_[number] != nullptr;
    }
    void learn(int part, PartInFile read) {
        const auto number = static_cast<std::size_t>(part);
        if (number >= parts_.size()) parts_.resize(number + 1);
        parts_[number] = std::make_shared<const PartInFile>(std::move(read));
    }

    /// Takes over what was known of the set's parts before more were added.
    void take_known(const FileSet& before) { parts_ = before.parts_; }

    /// The place of a variable in the master, or in a part that has some of it and has been read.
    [[nodiscard]] layout::Place place_in_master(int variable) const {
        return layout::place_of(master_.schema, master_.layout, variable);
    }
    [[nodiscard]] layout::Place place_in_part(int variable, int part) const {
        const PartInFile& known = *parts_[static_cast<std::size_t>(part)];
        return layout::place_of(known.part.schema, known.layout, id_in_part(variable, part));
    }
    [[nodiscard]] int id_in_part(int variable, int part) const {
        const PartInFile& known = *parts_[static_cast<std::size_t>(part)];
        return known.part.variable_ids[static_cast<std::size_t>(variable)];
    }
    /// The grid of its chunks there; null if it is an array.
    [[nodiscard]] const chunks::Grid* grid_in_part(int variable, int part) const {
        const PartInFile& known = *parts_[static_cast<std::size_t>(part)];
        if (known.grids.empty()) return nullptr;
        return known.grids[static_cast<std::size_t>(id_in_part(variable, part))];
    }
    /// The space of these chunks. Variables keep their numbers when others are defined.
    [[nodiscard]] std::size_t space_of(int variable, int part) const {
        const auto parts = static_cast<std::size_t>(table_.part_count());
        return file_of(static_cast<int>(parts)) + static_cast<std::size_t>(variable) * parts +
               static_cast<std::size_t>(part);
    }
    /// The facts that were read from a part.
    [[nodiscard]] const PartInFile& known(int part) const {
        return *parts_[static_cast<std::size_t>(part)];
    }

private:
    parts::Table table_;
    layout::Placed master_;
    std::vector<std::shared_ptr<const PartInFile>>
        parts_;  // missing ones, also behind the end, are not known yet
};

}  // namespace weft::sets
