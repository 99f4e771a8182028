// SPDX-License-Identifier: BSD-3-Clause
// Files: NcmpiFile.
#pragma once

#include "group.hpp"

namespace PnetCDF {

/// An open file, closed at the end of its life. Opening and closing are collective, also when the
/// destructor closes; only close() says whether that went well.
class NcmpiFile : public NcmpiGroup {
public:
    enum FileMode {
        read,     ///< an existing file, for reading
        write,    ///< an existing file, for reading and writing
        replace,  ///< a new file, in the place of one that exists
        newFile   ///< a new file where none exists
    };
    enum FileFormat {
        classic = NC_FORMAT_CLASSIC,
        classic2 = NC_FORMAT_CDF2,
        nc4 = NC_FORMAT_NETCDF4,
        nc4classic = NC_FORMAT_NETCDF4_CLASSIC,
        classic5 = NC_FORMAT_CDF5,
        BadFormat = NC_FORMAT_UNKNOWN
    };
    enum FillMode { Fill = NC_FILL, NoFill = NC_NOFILL, Bad = -1 };

    NcmpiFile() = default;
    NcmpiFile(const MPI_Comm& comm, const std::string& path, FileMode mode,
              const MPI_Info& info = MPI_INFO_NULL) {
        open(comm, path, mode, info);
    }
    /// The format is that of a new file; an existing one has its own.
    NcmpiFile(const MPI_Comm& comm, const std::string& path, FileMode mode, FileFormat format,
              const MPI_Info& info = MPI_INFO_NULL) {
        open(comm, path, mode, format, info);
    }
    NcmpiFile(const NcmpiFile&) = delete;
    NcmpiFile& operator=(const NcmpiFile&) = delete;
    NcmpiFile(NcmpiFile&& other) noexcept { take(other); }
    NcmpiFile& operator=(NcmpiFile&& other) noexcept {
        if (this != &other) {
            close_quietly();
            take(other);
        }
        return *this;
    }
    ~NcmpiFile() override { close_quietly(); }

    void open(const MPI_Comm& comm, const std::string& path, FileMode mode,
              const MPI_Info& info = MPI_INFO_NULL);
    void open(const MPI_Comm& comm, const std::string& path, FileMode mode, FileFormat format,
              const MPI_Info& info = MPI_INFO_NULL);
    void close();

    /// What was wrong when the file was opened and could be opened all the same
    /// (NC_EMULTIDEFINE_OMODE, ...), or NC_NOERR.
    int warning() const { return warning_; }

    FileFormat getFormat() const;
    /// How variables that are defined from now on are filled.
    void set_fill(FillMode mode, FillMode* old_mode = nullptr);

    // Modes
    void enddef();
    void redef();
    void Begin_indep_data();
    void End_indep_data();
    void sync();
    void sync_numrecs();
    void flush();

    // Nonblocking requests. `count` may be NC_REQ_ALL, NC_GET_REQ_ALL or NC_PUT_REQ_ALL.
    void Wait_all(int count, int* requests, int* statuses);
    void Wait(int count, int* requests, int* statuses);
    void Cancel(int count, int* requests, int* statuses);
    void Buffer_attach(MPI_Offset bytes);
    void Buffer_detach();
    void Inq_nreqs(int* count);
    void Inq_buffer_usage(MPI_Offset* bytes);
    void Inq_buffer_size(MPI_Offset* bytes);

    // About the file
    void Inq_path(int* length, char* path);
    void Inq_file_info(MPI_Info* info);
    void Inq_put_size(MPI_Offset* bytes);
    void Inq_get_size(MPI_Offset* bytes);
    void Inq_header_size(MPI_Offset* bytes);
    void Inq_header_extent(MPI_Offset* bytes);

private:
    void open_with(const MPI_Comm& comm, const std::string& path, FileMode mode, int format_flags,
                   const MPI_Info& info);
    void take(NcmpiFile& other) noexcept {
        ncid_ = other.ncid_;
        warning_ = other.warning_;
        other.ncid_ = -1;
    }
    void close_quietly() noexcept {
        if (ncid_ >= 0) static_cast<void>(ncmpi_close(ncid_));
        ncid_ = -1;
    }

    int warning_ = NC_NOERR;
};

}  // namespace PnetCDF
