// SPDX-License-Identifier: BSD-3-Clause
// ncmpi_open and ncmpi_inq_file_format: files that are not netCDF, and modes.
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

const std::string hdf5_signature = "\211HDF\r\n\032\n";

int try_open(const std::string& name, int omode, int* ncid) {
    *ncid = 12345;
    return ncmpi_open(MPI_COMM_WORLD, name.c_str(), omode, MPI_INFO_NULL, ncid);
}

void expect_refused(const std::string& name, int wanted, std::string_view what,
                    Place place = here()) {
    for (const int omode : {NC_NOWRITE, NC_WRITE}) {
        int ncid = 0;
        const int code = try_open(name, omode, &ncid);
        expect(code, wanted, what, place);
        expect_equal(ncid, -1, "ncid after a failure", place);
        if (code == NC_NOERR) ncmpi_close(ncid);
    }
}

void expect_no_netcdf(const std::string& bytes, int wanted, std::string_view what,
                      Place place = here()) {
    make_file(path(), bytes);
    expect_refused(path(), wanted, what, place);
    meet();
}

void missing_path() {
    int ncid = 0;
    expect(ncmpi_open(MPI_COMM_WORLD, nullptr, NC_NOWRITE, MPI_INFO_NULL, &ncid), NC_EBAD_FILE);
    expect_equal(ncid, -1, "ncid");
    expect_refused("", NC_EBAD_FILE, "empty");
    int format = 0;
    expect(ncmpi_inq_file_format(nullptr, &format), NC_EBAD_FILE);
}

void missing_file() {
    int format = 0;
    expect_refused(path(), NC_ENOENT, "missing");
    expect(ncmpi_inq_file_format(path().c_str(), &format), NC_ENOENT);
    expect_refused(path("") + "/none/file.nc", NC_ENOENT, "missing directory");
    expect_refused(std::string(300, 'n'), NC_EBAD_FILE, "name too long");
    if (rank() == 0) mkdir(here_of(path("")).c_str(), 0777);
    meet();
    expect_refused(path(""), NC_EFILE, "a directory");
}

void short_files() {
    for (std::size_t bytes = 0; bytes < 8; ++bytes) {
        expect_no_netcdf(std::string("CDF\1\0\0\0", 7).substr(0, bytes), NC_EFILE, "short");
    }
}

void unknown_signatures() {
    expect_no_netcdf(std::string(64, '\0'), NC_ENOTNC, "zeros");
    expect_no_netcdf("This is a text, and no netCDF file at all.", NC_ENOTNC, "text");
    expect_no_netcdf(std::string("CDF\3", 4) + std::string(60, '\0'), NC_ENOTNC, "CDF-3");
    expect_no_netcdf(std::string("CDE\1", 4) + std::string(60, '\0'), NC_ENOTNC, "CDE");
    int format = 0;
    expect(ncmpi_inq_file_format(path().c_str(), &format), NC_ENOTNC);
}

/// The signature of an HDF5 file stands at 0 or behind a user block of 512, 1024, 2048, ... bytes.
void hdf5_files() {
    for (const std::size_t offset : {0, 512, 1024, 2048, 4096}) {
        const std::string bytes = std::string(offset, 'u') + hdf5_signature + std::string(40, '\0');
        expect_no_netcdf(bytes, NC_EHDFERR, "HDF5 without anything behind its signature");
        int format = 0;
        ok(ncmpi_inq_file_format(path().c_str(), &format), "inq_file_format");
        expect_equal(format, NC_FORMAT_NETCDF4, "format");
        meet();
    }
    expect_no_netcdf(std::string(100, 'u') + hdf5_signature + std::string(40, 'u'), NC_ENOTNC,
                     "not where a user block can end");
}

/// A header that ends early is an error, wherever it ends, and never a crash.
void truncated_headers() {
    const Sample file = sample();
    MPI_Offset header = 0;
    ok(ncmpi_inq_header_size(file.ncid, &header));
    close_file(file.ncid);
    const std::string whole = bytes_of(path());
    for (std::size_t bytes = 8; bytes < static_cast<std::size_t>(header); bytes += 13) {
        make_file(path(".cut"), whole.substr(0, bytes));
        int ncid = 0;
        const int code = try_open(path(".cut"), NC_NOWRITE, &ncid);
        expect_true(code == NC_ENOTNC || code == NC_EFILE, "cut at " + std::to_string(bytes));
        expect_equal(ncid, -1, "ncid");
        if (code == NC_NOERR) ncmpi_close(ncid);
        meet();
    }
}

void no_permission() {
    if (is_far() && geteuid() == 0) return skip("the server stays the administrator");
    close_file(sample().ncid);
    if (rank() == 0) chmod(here_of(path()).c_str(), 0444);
    meet();
    const bool root = geteuid() == 0;
    if (root && seteuid(65534) != 0) return skip("cannot become another user");
    int ncid = 0;
    expect(try_open(path(), NC_WRITE, &ncid), NC_EACCESS, "writing a read-only file");
    expect_equal(ncid, -1, "ncid");
    const int code = try_open(path(), NC_NOWRITE, &ncid);
    expect(code, NC_NOERR, "reading it");
    if (code == NC_NOERR) close_file(ncid);
    meet();
    if (root) expect_equal(seteuid(0), 0, "seteuid");
}

bool is_on_file_system_of_one_host() {
    struct statfs facts {};
    if (statfs(".", &facts) != 0) return false;
    constexpr std::array<long, 5> magics = {0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630};
    return std::find(magics.begin(), magics.end(), facts.f_type) != magics.end();
}

// The last rank has another file of the name, as ranks on another host may have in /tmp.
void another_file_of_the_name() {
    if (is_far() || ranks() == 1 || !is_on_file_system_of_one_host())
        return skip("all ranks have the same file");
    close_file(sample().ncid);
    const std::string name = std::filesystem::path(path()).filename();
    const std::filesystem::path before = std::filesystem::current_path();
    if (rank() == ranks() - 1) {
        const std::string bytes = bytes_of(path());
        std::filesystem::create_directory(path(".own"));
        std::filesystem::current_path(path(".own"));
        std::ofstream(name, std::ios::binary) << bytes;
    }
    meet();
    int ncid = 0;
    expect(try_open(name, NC_WRITE, &ncid), NC_EFILE, "what one rank writes would be lost");
    const int code = try_open(name, NC_NOWRITE, &ncid);
    expect(code, NC_NOERR, "a copy is as good to read");
    if (code == NC_NOERR) close_file(ncid);
    expect(ncmpi_create(MPI_COMM_WORLD, name.c_str(), NC_CLOBBER, MPI_INFO_NULL, &ncid), NC_EFILE);
    meet();
    std::filesystem::current_path(before);
    meet();
}

void state_of_an_opened_file() {
    const Sample file = sample_for_reading(2);
    expect_equal(record_count(file.ncid), 2, "records");
    expect(ncmpi_wait(file.ncid, 0, nullptr, nullptr), NC_ENOTINDEP, "collective data mode");
    expect(ncmpi_redef(file.ncid), NC_EPERM);
    expect(ncmpi_enddef(file.ncid), NC_ENOTINDEFINE);
    expect_values(values_of(file.ncid, file.record, 12), std::vector<int>(12, 0), "values");
    close_file(file.ncid);
}

/// The modes differ: a warning, and rank 0's mode is used.
void differing_modes() {
    close_file(sample().ncid);
    const bool odd = ranks() > 1 && rank() == ranks() - 1;
    int ncid = 0;
    expect(try_open(path(), odd ? NC_NOWRITE : NC_WRITE, &ncid),
           odd ? NC_EMULTIDEFINE_OMODE : NC_NOERR);
    ok(ncmpi_redef(ncid), "rank 0 asked for writing");
    ok(ncmpi_enddef(ncid));
    close_file(ncid);
}

void differing_modes_in_safe_mode() {
    close_file(sample().ncid);
    const Variable safe("PNETCDF_SAFE_MODE", "1");
    const bool odd = ranks() > 1 && rank() == ranks() - 1;
    int ncid = 0;
    expect(try_open(path(), odd ? NC_NOWRITE : NC_WRITE, &ncid),
           ranks() > 1 ? NC_EMULTIDEFINE_OMODE : NC_NOERR, "all ranks");
    if (ncid >= 0) close_file(ncid);
}

/// Only formats of files matter; flags of other formats are ignored.
void flags_without_meaning() {
    close_file(sample(NC_CLOBBER).ncid);
    const int ncid = open_file(path(), NC_WRITE | NC_SHARE | NC_64BIT_OFFSET);
    int format = 0;
    ok(ncmpi_inq_format(ncid, &format));
    expect_equal(format, NC_FORMAT_CLASSIC, "format");
    close_file(ncid);
}

void impossible_modes() {
    close_file(sample(NC_CLOBBER).ncid);
    for (const int mode : {NC_DISKLESS, NC_MMAP}) {
        int ncid = 0;
        expect(try_open(path(), NC_WRITE | mode, &ncid), NC_EINVAL_OMODE);
        expect_equal(ncid, -1, "ncid after a failure");
    }
    meet();
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"missing_path", missing_path},
                {"missing_file", missing_file},
                {"short_files", short_files},
                {"unknown_signatures", unknown_signatures},
                {"hdf5_files", hdf5_files},
                {"truncated_headers", truncated_headers},
                {"no_permission", no_permission},
                {"another_file_of_the_name", another_file_of_the_name},
                {"state_of_an_opened_file", state_of_an_opened_file},
                {"differing_modes", differing_modes},
                {"differing_modes_in_safe_mode", differing_modes_in_safe_mode},
                {"impossible_modes", impossible_modes},
                {"flags_without_meaning", flags_without_meaning}});
}
