// SPDX-License-Identifier: BSD-3-Clause
// Members of NcmpiFile.
#pragma once

#include "file.hpp"

namespace PnetCDF {

inline void NcmpiFile::open(const MPI_Comm& comm, const std::string& path, FileMode mode,
                            const MPI_Info& info) {
    open_with(comm, path, mode, 0, info);
}

inline void NcmpiFile::open(const MPI_Comm& comm, const std::string& path, FileMode mode,
                            FileFormat format, const MPI_Info& info) {
    int flags = 0;
    switch (format) {
        case classic:
            flags = NC_32BIT;
            break;
        case classic2:
            flags = NC_64BIT_OFFSET;
            break;
        case classic5:
            flags = NC_64BIT_DATA;
            break;
        case nc4:
            flags = NC_NETCDF4;
            break;
        case nc4classic:
            flags = NC_NETCDF4 | NC_CLASSIC_MODEL;
            break;
        case BadFormat:
            detail::fail(NC_EINVAL_CMODE, "BadFormat is not a format to create");
    }
    open_with(comm, path, mode, flags, info);
}

inline void NcmpiFile::open_with(const MPI_Comm& comm, const std::string& path, FileMode mode,
                                 int format_flags, const MPI_Info& info) {
    close();
    int code = NC_NOERR;
    int ncid = -1;
    switch (mode) {
        case read:
            code = ncmpi_open(comm, path.c_str(), NC_NOWRITE, info, &ncid);
            break;
        case write:
            code = ncmpi_open(comm, path.c_str(), NC_WRITE, info, &ncid);
            break;
        case replace:
            code = ncmpi_create(comm, path.c_str(), NC_CLOBBER | format_flags, info, &ncid);
            break;
        case newFile:
            code = ncmpi_create(comm, path.c_str(), NC_NOCLOBBER | format_flags, info, &ncid);
            break;
    }
    if (ncid < 0) detail::check(code == NC_NOERR ? NC_EINVAL : code, -1);
    ncid_ = ncid;
    warning_ = code;
}

inline void NcmpiFile::close() {
    if (isNull()) return;
    const int ncid = ncid_;
    ncid_ = -1;
    const int code = ncmpi_close(ncid);
    if (code != NC_NOERR) detail::fail(code, "at the close of a file");
}

inline NcmpiFile::FileFormat NcmpiFile::getFormat() const {
    int format = NC_FORMAT_UNKNOWN;
    detail::check(ncmpi_inq_format(getId(), &format), getId());
    switch (format) {
        case NC_FORMAT_CLASSIC:
            return classic;
        case NC_FORMAT_CDF2:
            return classic2;
        case NC_FORMAT_CDF5:
            return classic5;
        case NC_FORMAT_NETCDF4:
            return nc4;
        case NC_FORMAT_NETCDF4_CLASSIC:
            return nc4classic;
        default:
            return BadFormat;
    }
}

inline void NcmpiFile::set_fill(FillMode mode, FillMode* old_mode) {
    int old = NC_NOFILL;
    detail::define(getId(), [&] { return ncmpi_set_fill(getId(), mode, &old); });
    if (old_mode != nullptr) *old_mode = old == NC_FILL ? Fill : NoFill;
}

inline void NcmpiFile::enddef() {
    detail::check(ncmpi_enddef(getId()), getId());
}
inline void NcmpiFile::redef() {
    detail::check(ncmpi_redef(getId()), getId());
}
inline void NcmpiFile::Begin_indep_data() {
    detail::in_data_mode(getId(), [&] { return ncmpi_begin_indep_data(getId()); });
}
inline void NcmpiFile::End_indep_data() {
    detail::check(ncmpi_end_indep_data(getId()), getId());
}
inline void NcmpiFile::sync() {
    detail::in_data_mode(getId(), [&] { return ncmpi_sync(getId()); });
}
inline void NcmpiFile::sync_numrecs() {
    detail::in_data_mode(getId(), [&] { return ncmpi_sync_numrecs(getId()); });
}
inline void NcmpiFile::flush() {
    detail::in_data_mode(getId(), [&] { return ncmpi_flush(getId()); });
}

inline void NcmpiFile::Wait_all(int count, int* requests, int* statuses) {
    detail::in_data_mode(getId(),
                         [&] { return ncmpi_wait_all(getId(), count, requests, statuses); });
}
inline void NcmpiFile::Wait(int count, int* requests, int* statuses) {
    detail::in_data_mode(getId(), [&] { return ncmpi_wait(getId(), count, requests, statuses); });
}
inline void NcmpiFile::Cancel(int count, int* requests, int* statuses) {
    detail::check(ncmpi_cancel(getId(), count, requests, statuses), getId());
}
inline void NcmpiFile::Buffer_attach(MPI_Offset bytes) {
    detail::check(ncmpi_buffer_attach(getId(), bytes), getId());
}
inline void NcmpiFile::Buffer_detach() {
    detail::check(ncmpi_buffer_detach(getId()), getId());
}
inline void NcmpiFile::Inq_nreqs(int* count) {
    detail::check(ncmpi_inq_nreqs(getId(), count), getId());
}
inline void NcmpiFile::Inq_buffer_usage(MPI_Offset* bytes) {
    detail::check(ncmpi_inq_buffer_usage(getId(), bytes), getId());
}
inline void NcmpiFile::Inq_buffer_size(MPI_Offset* bytes) {
    detail::check(ncmpi_inq_buffer_size(getId(), bytes), getId());
}

inline void NcmpiFile::Inq_path(int* length, char* path) {
    detail::check(ncmpi_inq_path(getId(), length, path), getId());
}
inline void NcmpiFile::Inq_file_info(MPI_Info* info) {
    detail::check(ncmpi_inq_file_info(getId(), info), getId());
}
inline void NcmpiFile::Inq_put_size(MPI_Offset* bytes) {
    detail::check(ncmpi_inq_put_size(getId(), bytes), getId());
}
inline void NcmpiFile::Inq_get_size(MPI_Offset* bytes) {
    detail::check(ncmpi_inq_get_size(getId(), bytes), getId());
}
inline void NcmpiFile::Inq_header_size(MPI_Offset* bytes) {
    detail::check(ncmpi_inq_header_size(getId(), bytes), getId());
}
inline void NcmpiFile::Inq_header_extent(MPI_Offset* bytes) {
    detail::check(ncmpi_inq_header_extent(getId(), bytes), getId());
}

}  // namespace PnetCDF
