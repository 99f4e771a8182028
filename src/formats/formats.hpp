// SPDX-License-Identifier: BSD-3-Clause
// Which format keeps a dataset: by the flags and hints of a new one, by the first bytes of an
// existing one (table.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "container/anatomy.hpp"
#include "container/container.hpp"
#include "container/settings.hpp"
#include "parts/set_id.hpp"

namespace weft::formats {

// The numbers of kinds of files are those of NC_FORMAT_*.

/// Whether new datasets may be of this kind. Code::einval for a number that no kind has,
/// Code::enotbuilt for a kind that Weft does not write.
Status check_writable(int kind);
/// The flag of ncmpi_create that asks for this kind; 0: none does.
int flag_of(int kind);
/// The kind that commands call so (`weft copy -k`). Code::einval with all words that there are;
/// Code::enotbuilt for a kind that Weft does not write.
Result<int> kind_called(std::string_view word);
/// The name of a kind in commands; "unknown" for a number that no kind has.
std::string_view word_of(int kind);
/// The name of a kind for people, such as "CDF-5"; "unknown" for a number that no kind has.
std::string_view title_of(int kind);
/// Whether variables in files of this kind may have chunks and filters.
bool stores_chunks(int kind);
/// Whether any number of the dimensions may be unlimited, in any place of a variable.
bool grows_freely(int kind);
/// The kind of a new dataset: of the format that the hint names, by the flags of ncmpi_create, or
/// `usual`. A netCDF-4 dataset in parts has a master of another kind, and the settings then say
/// what its parts are. Code::einval_cmode for flags of several formats, Code::enotbuilt;
/// Code::einval for hints that do not go together.
Result<int> kind_of_new(int flags, int usual, container::Settings& settings);
/// The kind of the file at a path. Code::efile for a file that is too short, Code::enotnc for one
/// of no format.
Result<int> kind_of_file(const std::string& path);
/// The value of the hint weft_format for this kind, if there are several formats to choose from;
/// else empty.
std::string chosen_format(int kind);

/// The container of a new dataset of the kind `definition.format`. `id`: of the set, if it becomes
/// one (uniform).
std::unique_ptr<container::Container> container_of_new(const container::Context& context,
                                                       const parts::SetId& id);

/// Called on rank 0: opens the file at `context.path`. A single rank reads the definition;
/// otherwise appends to `told` the input of hear(). Code::enotbuilt for a format that Weft does not
/// read.
Status open(const container::Context& context, std::vector<std::byte>& told,
            std::unique_ptr<container::Container>& container);

/// Called on all ranks, if there are several.
Status hear(const container::Context& context, std::span<const std::byte> told,
            std::unique_ptr<container::Container>& container);

/// A new file of a kind of which each byte is told. Code::enotsupport if the format has no such
/// writer; fails if it cannot hold the definitions in the places that are asked for.
Result<std::unique_ptr<container::ExactWriter>> exact_writer(const container::ExactPlan& plan);

/// The anatomy of the dataset at a path. Fails if the file cannot be opened. A file that cannot be
/// read, or has no format that Weft reads, counts as a classic one, whose findings then say so.
/// Code::enotsupport for a format without an anatomy.
Result<std::unique_ptr<container::Anatomy>> anatomy_of(const std::string& path);

}  // namespace weft::formats
