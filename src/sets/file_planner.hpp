// SPDX-License-Identifier: BSD-3-Clause
// Plans the files of a dataset for its next definition: how new variables are divided among the
// parts, on which storage targets these are, and where variables lie in the master.
#pragma once

#include <functional>
#include <memory>

#include "base/result.hpp"
#include "container/container.hpp"
#include "format/header.hpp"
#include "layout/layout.hpp"
#include "parts/table.hpp"
#include "sets/file_set.hpp"
#include "sets/part_files.hpp"

namespace weft::sets {

using container::Alignment;

/// Plans the files of a set, and changes none of them.
class FilePlanner {
public:
    /// `id`: of a new set; uniform. The context outlives the planner.
    explicit FilePlanner(const container::Context& context, const parts::SetId& id = {})
        : context_(context), id_(id) {}

    /// Collective. Before new variables are divided: makes sure that no part has one with their
    /// numbers, left by an interrupted change. `last_number`: the largest that this rank finds.
    Status find_free_numbers(const std::function<Result<int>()>& last_number);
    /// Collective. Chooses the targets of a new set's parts, if Weft is to choose and there is
    /// something to divide.
    Status choose_targets();

    /// The set that the dataset becomes with the definition `whole`; nothing for a single file. A
    /// file that was made without a set does not become one. `now`: the set that it is; null: a
    /// single file.
    [[nodiscard]] Result<std::shared_ptr<FileSet>> next_files(const FileSet* now,
                                                              const format::HeaderView& whole,
                                                              const Alignment& alignment) const;
    /// The set with this table, and with the places of variables in the master, which may have to
    /// move.
    [[nodiscard]] Result<std::shared_ptr<FileSet>> files_of(parts::Table table, const FileSet* now,
                                                            const format::HeaderView& whole,
                                                            const Alignment& alignment) const;

private:
    [[nodiscard]] Result<layout::Layout> place_master(const model::Schema& master,
                                                      const FileSet* now, format::Version version,
                                                      const Alignment& alignment) const;

    const container::Context& context_;
    parts::SetId id_;
    int next_number_ = 1;  // of the next divided variable, at least (uniform)
};

}  // namespace weft::sets
