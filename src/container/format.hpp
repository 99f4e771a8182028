// SPDX-License-Identifier: BSD-3-Clause
// The description of a format: the entry that the room of its container adds to the table of
// formats (formats/table.hpp). Only the table's readers ask which format a dataset has.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "container/anatomy.hpp"
#include "container/container.hpp"
#include "container/settings.hpp"
#include "parts/set_id.hpp"
#include "storage/store.hpp"

namespace weft::container {

/// A format may have several kinds of files, as the classic one has.
struct Kind {
    int number = 0;  // NC_FORMAT_*
    int flag = 0;    // asks ncmpi_create for this kind; 0: none does
    std::string_view name;
    // The first bytes of a file, at most 8; empty: the same as another kind's.
    std::string_view signature = {};
    // The names of the kind in commands (`weft dump -k`, `weft copy -k`), that of ncdump first.
    std::span<const std::string_view> words = {};
    bool stores_chunks = false;  // variables may have chunks and filters
    bool grows_freely = false;   // any number of dimensions may be unlimited, in any place
};

struct Format {
    std::string_view name;  // in the hint weft_format
    std::span<const Kind> kinds;
    // A block of the program's own data may precede the signature, as in HDF5
    // (format/signature.hpp).
    bool has_user_block = false;
    /// The container of a new dataset, which has no definition yet. `id` is unique and uniform.
    /// Null: Weft does not write the format.
    std::unique_ptr<Container> (*create)(const Context& context, const parts::SetId& id) = nullptr;
    /// The container of an existing dataset, which is then read. Null: Weft does not read it.
    std::unique_ptr<Container> (*open)(const Context& context) = nullptr;
    /// The message, after the path, for a file that Weft does not read.
    std::string_view refusal = {};
    /// Called on every rank after the definition has been read: replaces the container by another
    /// one if the definition asks for that. Null: it never does.
    Status (*recognise)(std::unique_ptr<Container>& container) = nullptr;
    /// What commands show of the files of a dataset, even of damaged ones. Null: nothing.
    std::unique_ptr<Anatomy> (*anatomy)(const std::string& path) = nullptr;
    /// A writer of a new file of this kind and definition. Null: none can be written.
    Result<std::unique_ptr<ExactWriter>> (*exact_writer)(const ExactPlan& plan) = nullptr;
    /// The files beside the one at `path` that belong to the dataset there, and are removed with
    /// it; none if that is no dataset of this format. Null: datasets are one file.
    Result<std::vector<std::string>> (*other_files)(storage::Store& store,
                                                    const std::string& path) = nullptr;
};

}  // namespace weft::container
