// SPDX-License-Identifier: BSD-3-Clause
// Creating, opening and closing files, define mode and data mode.
#include "capi/call.hpp"
#include "capi/handles.hpp"
#include "formats/formats.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Alignment;
using dataset::Dataset;

namespace {

/// Gives a newly opened file an id. A file is only opened if every rank has a free id and can read
/// its hints.
template <class Open>
int open_with_id(MPI_Info info, int* ncidp, Open&& open) {
    if (ncidp != nullptr) *ncidp = -1;
    if (const Status right_mpi = dataset::check_mpi_library(); !right_mpi.ok()) {
        keep_error(right_mpi);
        return code_of(right_mpi.code());
    }
    Handles& handles = Handles::instance();
    const int id = handles.reserve();
    try {
        dataset::HintMap hints;
        Status ready = dataset::alone([&] {
            hints = dataset::hints_of(info);
            return id >= 0 ? Status() : Status(Code::enfile, "too many files are open");
        });
        const dataset::Opened opened = open(hints, ready);
        if (opened.dataset != nullptr) {
            handles.put(id, opened.dataset);
            if (ncidp != nullptr) *ncidp = id;
            opened.dataset->remember(opened.status);
        } else if (id >= 0) {
            handles.remove(id);
        }
        keep_error(opened.status);
        return code_of(opened.status.code());
    } catch (const std::bad_alloc&) {
        if (id >= 0) handles.remove(id);
        return code_of(Code::enomem);
    }
}

/// Removes the id whatever close() returns: the file is closed even if that is an error.
template <class End>
int end_file(int ncid, End&& end, const char* caller = __builtin_FUNCTION()) {
    bool has_ended = false;  // no other thread is in a call on the file
    const int code = in_turn(ncid, [&](Dataset& dataset) {
        has_ended = true;
        const Status status =
            dataset.together({caller, caller, true}, [&] { return end(dataset); });
        dataset.leave_file();
        // A report that cannot be written does not fail the call: the dataset remembers the error.
        if (!status.ok()) {
            keep_error(status);
        } else if (!dataset.report_failure().empty()) {
            keep_error(dataset.report_failure());
        }
        return status;
    });
    if (has_ended) Handles::instance().remove(ncid);
    return code;
}

}  // namespace

int ncmpi_create(MPI_Comm comm, const char* path, int cmode, MPI_Info info, int* ncidp) {
    return open_with_id(info, ncidp, [&](const dataset::HintMap& hints, const Status& ready) {
        return Dataset::create(comm, path, cmode, Handles::instance().default_version, hints,
                               ready);
    });
}

int ncmpi_open(MPI_Comm comm, const char* path, int omode, MPI_Info info, int* ncidp) {
    return open_with_id(info, ncidp, [&](const dataset::HintMap& hints, const Status& ready) {
        return Dataset::open(comm, path, omode, hints, ready);
    });
}

int ncmpi_close(int ncid) {
    return end_file(ncid, [](Dataset& dataset) { return dataset.close(); });
}

int ncmpi_abort(int ncid) {
    return end_file(ncid, [](Dataset& dataset) { return dataset.abort(); });
}

int ncmpi_redef(int ncid) {
    return with_all_ranks(ncid, [](Dataset& dataset) { return dataset.redef(); });
}

int ncmpi_enddef(int ncid) {
    return with_all_ranks(ncid, [](Dataset& dataset) { return dataset.enddef({}); });
}

int ncmpi__enddef(int ncid, MPI_Offset h_minfree, MPI_Offset v_align, MPI_Offset v_minfree,
                  MPI_Offset r_align) {
    const auto work = [&](Dataset& dataset) {
        Alignment alignment;
        alignment.header_free = h_minfree;
        alignment.variable_free = v_minfree;
        // Zero means the default.
        if (v_align != 0) alignment.variable_align = v_align;
        if (r_align != 0) alignment.record_align = r_align;
        return dataset.enddef(alignment);
    };
    return with_all_ranks(ncid, work, {"ncmpi__enddef", "ncmpi_enddef"});
}

int ncmpi_sync(int ncid) {
    return with_all_ranks(ncid, [](Dataset& dataset) { return dataset.sync(); });
}

int ncmpi_flush(int ncid) {
    return with_all_ranks(ncid, [](Dataset& dataset) { return dataset.complete(); });
}

int ncmpi_sync_numrecs(int ncid) {
    return with_all_ranks(ncid, [](Dataset& dataset) { return dataset.sync_record_count(); });
}

int ncmpi_begin_indep_data(int ncid) {
    return with_all_ranks(ncid, [](Dataset& dataset) { return dataset.begin_independent(); });
}

int ncmpi_end_indep_data(int ncid) {
    return with_all_ranks(ncid, [](Dataset& dataset) { return dataset.end_independent(); });
}

int ncmpi_delete(const char* path, MPI_Info) {
    if (path == nullptr || *path == '\0') return NC_EBAD_FILE;
    const Status status = dataset::alone([&] { return Dataset::remove(path); });
    keep_error(status);
    return code_of(status.code());
}

int ncmpi_set_default_format(int format, int* old_formatp) {
    const Status known = formats::check_writable(format);
    if (!known.ok()) return code_of(known.code());
    const int old = Handles::instance().default_version.exchange(format);
    if (old_formatp != nullptr) *old_formatp = old;
    return NC_NOERR;
}

int ncmpi_inq_default_format(int* formatp) {
    if (formatp == nullptr) return NC_EINVAL;
    *formatp = Handles::instance().default_version;
    return NC_NOERR;
}
