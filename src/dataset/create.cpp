// SPDX-License-Identifier: BSD-3-Clause
// Creating a file. Rank 0 makes it, then everybody opens it.
#include <fmt/format.h>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/startup.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

using storage::OpenOptions;

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

/// Rank 0: a fresh file at the path. An existing regular file is unlinked, so that programs which
/// still read it keep their copy; a link is kept and what it points to is emptied.
Result<std::unique_ptr<storage::File>> make_file(storage::Store& store, const std::string& path,
                                                 int flags) {
    const auto facts = store.inspect(path);
    const bool exists = facts.ok() && facts.value().exists;
    if (exists && (flags & mode_flags::no_clobber) != 0) {
        return Status(Code::eexist, fmt::format("'{}' exists and NC_NOCLOBBER was given", path));
    }
    if (exists && facts.value().is_regular && !facts.value().is_symlink) {
        const Status removed = store.remove(path);
        if (!removed.ok()) return removed;
    }
    return store.open(path, {.writable = true, .create = true, .truncate = true});
}

}  // namespace

Opened Dataset::create(MPI_Comm original, const char* path, int flags, int default_version,
                       const mpi::Hints& hints, bool has_id) {
    Result<mpi::Comm> comm = mpi::Comm::duplicate(original);
    if (!comm.ok()) return {comm.status(), nullptr};
    const mpi::CommView view = comm.value().view();
    const Startup startup = agree_on_startup(view, path, flags, default_version, hints, has_id);
    Status status = startup.status;
    std::shared_ptr<Dataset> dataset(new Dataset(original, std::move(comm).value(), startup));
    Status failure;
    const Result<format::Version> version = version_of(startup.flags, startup.default_version);
    if (startup.failed) {
        failure = startup.status;
    } else if (!version.ok()) {
        failure = version.status();  // the same on all ranks, as the flags are rank 0's
    } else {
        dataset->schema_.version = version.value();
        dataset->classic_model_ = (startup.flags & mode_flags::classic_model) != 0;
        dataset->writable_ = dataset->is_new_ = true;
        dataset->state_ = State::define;
        failure = dataset->open_everywhere(
            [&](storage::Store& store) { return make_file(store, startup.path, startup.flags); });
    }
    if (!failure.ok()) {
        dataset->comm_.close();
        return {failure, nullptr};
    }
    dataset->learn_block_size();
    dataset->start_engine();
    if (startup.flags_differ) status = {Code::emultidefine_cmode, "rank 0's creation mode is used"};
    return {status, dataset};
}

}  // namespace weft::dataset
