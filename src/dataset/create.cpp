// SPDX-License-Identifier: BSD-3-Clause
// Creating a file: its format, and how rank 0 makes it.
#include <fmt/format.h>

#include <string>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "formats/files.hpp"

namespace weft::dataset {
namespace {

/// The format for these flags.
Result<container::Format> format_of(int flags, int default_format) {
    using namespace mode_flags;
    if ((flags & (diskless | mmap)) != 0)
        return Status(Code::einval_cmode, "NC_DISKLESS and NC_MMAP need memory files");
    const bool wants_netcdf4 = (flags & netcdf4) != 0;
    const int asked = ((flags & cdf2) != 0) + ((flags & cdf5) != 0) + wants_netcdf4;
    if (asked > 1) return Status(Code::einval_cmode, "the flags name several file formats");
    if (wants_netcdf4) return Status(Code::enotbuilt, "NetCDF-4 files are not supported");
    if ((flags & bp) != 0) return Status(Code::enotbuilt, "ADIOS BP files are not supported");
    if ((flags & cdf5) != 0) return container::Format::cdf5;
    if ((flags & cdf2) != 0) return container::Format::cdf2;
    return static_cast<container::Format>(default_format);
}

}  // namespace

Opened Dataset::create(MPI_Comm original, const char* path, int flags, int default_format,
                       const mpi::Hints& hints, const Status& ready) {
    return start(original, {path, flags, default_format, hints, ready}, true);
}

/// Of a call that creates or opens; rank 0's on all ranks.
Status Dataset::take_flags(int flags, int default_format) {
    if (!is_new() && (flags & (mode_flags::diskless | mode_flags::mmap)) != 0)
        return {Code::einval_omode, "NC_DISKLESS and NC_MMAP need memory files"};
    if (!is_new()) return {};
    const Result<container::Format> format = format_of(flags, default_format);
    if (!format.ok()) return format.status();
    definition_.format = format.value();
    classic_model_ = (flags & mode_flags::classic_model) != 0;
    state_ = State::define;
    return {};
}

Status Dataset::make_file(int flags) {
    const bool is_exclusive = (flags & mode_flags::no_clobber) != 0;
    const bool striped = !shared_.settings().striping.is_the_folders();
    std::string left;
    Result<storage::Opened> file = is_exclusive
                                       ? formats::exclusive_file(shared_.store(), path_, striped)
                                       : formats::fresh_file(shared_.store(), path_, striped, left);
    if (!file.ok()) return file.status();
    if (!left.empty())
        condition_.notes.push_back("a file of the replaced set could not be removed: " + left);
    shared_.take(path_, std::move(file).value());
    shared_.note_made(path_);
    return {};
}

}  // namespace weft::dataset
