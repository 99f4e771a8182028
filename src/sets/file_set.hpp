// SPDX-License-Identifier: BSD-3-Clause
// The files of a dataset that is a set (parts/table.hpp), and where its variables are in them. The
// master is file 0 of the shared files, part p is file p + 1.
//
// What a part's file says of itself is read when the part is first needed. It is the truth about
// where data are in it: a change of definitions that did not come to its end may have left the part
// ahead of its master.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "format/schema.hpp"
#include "layout/layout.hpp"
#include "parts/master.hpp"
#include "parts/part.hpp"
#include "parts/share.hpp"
#include "parts/table.hpp"

namespace weft::sets {

/// Of what a file has: the variables that the program has defined, with their places there.
inline format::Schema programs_share(const format::Schema& file, const format::Schema& defined) {
    return parts::first_of(file, defined.dimension_count(), defined.variable_count());
}

class FileSet {
public:
    FileSet(parts::Table table, layout::Header master)
        : table_(std::move(table)), master_(std::move(master)) {}

    [[nodiscard]] const parts::Table& table() const { return table_; }
    /// With the variables of CF conventions behind the program's.
    [[nodiscard]] const layout::Header& master() const { return master_; }
    [[nodiscard]] layout::Header& master() { return master_; }

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
    void learn(int part, parts::Part read, const layout::Layout& layout) {
        const auto number = static_cast<std::size_t>(part);
        if (number >= parts_.size()) parts_.resize(number + 1);
        parts_[number] = std::make_shared<const KnownPart>(KnownPart{std::move(read), layout});
    }

    /// What was known of the parts of this set before it had more of them.
    void take_known(const FileSet& before) { parts_ = before.parts_; }

    /// Where a variable is: in the master, or in a part that is known and has some of it.
    [[nodiscard]] layout::Place place_in_master(int variable) const {
        return {master_.schema, master_.schema.variable(variable), master_.layout.record_bytes};
    }
    [[nodiscard]] layout::Place place_in_part(int variable, int part) const {
        const KnownPart& known = *parts_[static_cast<std::size_t>(part)];
        const int id = known.part.variable_ids[static_cast<std::size_t>(variable)];
        return {known.part.schema, known.part.schema.variable(id), known.layout.record_bytes};
    }

private:
    struct KnownPart {
        parts::Part part;
        layout::Layout layout;
    };

    parts::Table table_;
    layout::Header master_;
    std::vector<std::shared_ptr<const KnownPart>> parts_;  // none, or behind the end: not known yet
};

}  // namespace weft::sets
