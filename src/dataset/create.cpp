// SPDX-License-Identifier: BSD-3-Clause
// Creating a file: its format, and how rank 0 makes it.
#include <fmt/format.h>

#include <string>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/set_removal.hpp"
#include "storage/links.hpp"

namespace weft::dataset {
namespace {

/// The format that the flags ask for.
Result<format::Version> version_of(int flags, int default_version) {
    using namespace mode_flags;
    if ((flags & (diskless | mmap)) != 0)
        return Status(Code::einval_cmode, "NC_DISKLESS and NC_MMAP need memory files");
    const bool wants_netcdf4 = (flags & netcdf4) != 0;
    const int asked = ((flags & cdf2) != 0) + ((flags & cdf5) != 0) + wants_netcdf4;
    if (asked > 1) return Status(Code::einval_cmode, "the flags ask for several file formats");
    if (wants_netcdf4) return Status(Code::enotbuilt, "NetCDF-4 files are not supported");
    if ((flags & bp) != 0) return Status(Code::enotbuilt, "ADIOS BP files are not supported");
    if ((flags & cdf5) != 0) return format::Version::cdf5;
    if ((flags & cdf2) != 0) return format::Version::cdf2;
    return static_cast<format::Version>(default_version);
}

/// Rank 0: a file that nobody had before, and that nobody else gets: of several who make it at the
/// same time one succeeds. Whether there is one is not asked first, because the answer may be old.
Result<storage::Opened> exclusive_file(storage::Store& store, const std::string& path,
                                       bool striped) {
    auto made = store.open(
        path,
        {.writable = true, .create = true, .exclusive = true, .striped = striped, .facts = true});
    if (made.code() != Code::eexist) return made;
    return Status(Code::eexist, fmt::format("'{}' exists and NC_NOCLOBBER was given", path));
}

storage::Intent afresh(bool striped) {
    return {.writable = true, .create = true, .truncate = true, .striped = striped, .facts = true};
}

/// A new file in place of a master at `path`, which is no link, and whose parts are aside. The set
/// goes when the new file is there; otherwise all is as it was. `left`: what stays all the same.
Result<storage::Opened> in_place_of_set(storage::Store& store, const std::string& path,
                                        const storage::Intent& intent, SetAside& old,
                                        std::string& left) {
    const Status moved = old.add(path);
    if (!moved.ok()) return moved;
    Result<storage::Opened> file = store.open(path, intent);
    if (!file.ok()) return old.put_back(file.status());
    const Status removed = old.remove();
    if (removed.ok()) return file;
    if (!old.is_empty()) return old.put_back(removed);
    left = removed.context();
    return file;
}

/// Rank 0: a fresh file at the path. An existing regular file is unlinked, so that programs which
/// still read it keep their copy; a link is kept and what it points to is emptied, or replaced
/// where it is a set.
Result<storage::Opened> fresh_file(storage::Store& store, const std::string& path, bool striped,
                                   std::string& left) {
    const auto facts = store.inspect(path);
    const bool exists = facts.ok() && facts.value().exists;
    if (!exists || !facts.value().is_regular) return store.open(path, afresh(striped));
    Result<SetAside> parts = SetAside::parts_of(store, path);
    if (!parts.ok()) return parts.status();
    if (!parts.value().is_empty())
        return in_place_of_set(store, storage::behind_links(path), afresh(striped), parts.value(),
                               left);
    const Status removed = facts.value().is_symlink ? Status() : store.remove(path);
    const bool is_gone = removed.ok() || removed.code() == Code::enoent;  // somebody was quicker
    return is_gone ? store.open(path, afresh(striped)) : removed;
}

}  // namespace

Opened Dataset::create(MPI_Comm original, const char* path, int flags, int default_version,
                       const mpi::Hints& hints, const Status& ready) {
    return start(original, {path, flags, default_version, hints, ready}, true);
}

/// Of a call that creates or opens; rank 0's on all ranks.
Status Dataset::take_flags(int flags, int default_version) {
    if (!is_new_ && (flags & (mode_flags::diskless | mode_flags::mmap)) != 0)
        return {Code::einval_omode, "NC_DISKLESS and NC_MMAP need memory files"};
    if (!is_new_) return {};
    const Result<format::Version> version = version_of(flags, default_version);
    if (!version.ok()) return version.status();
    definition_.schema.version = version.value();
    classic_model_ = (flags & mode_flags::classic_model) != 0;
    state_ = State::define;
    return {};
}

Status Dataset::make_file(int flags) {
    const bool is_exclusive = (flags & mode_flags::no_clobber) != 0;
    const bool striped = !shared_.settings().striping.is_the_folders();
    std::string left;
    Result<storage::Opened> file = is_exclusive ? exclusive_file(shared_.store(), path_, striped)
                                                : fresh_file(shared_.store(), path_, striped, left);
    if (!file.ok()) return file.status();
    if (!left.empty()) notes_.push_back("a file of the set that was here stays: " + left);
    shared_.take(path_, std::move(file).value());
    shared_.note_made(path_);
    return {};
}

}  // namespace weft::dataset
