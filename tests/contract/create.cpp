// SPDX-License-Identifier: BSD-3-Clause
// ncmpi_create: paths, existing files, modes.
#include <sys/stat.h>
#include <unistd.h>
#include <weft.h>

#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

/// One call of ncmpi_create, with an `ncid` that a failure must change.
struct Attempt {
    int ncid = 12345;
    int code;
    explicit Attempt(const char* name, int cmode = NC_CLOBBER)
        : code(ncmpi_create(MPI_COMM_WORLD, name, cmode, MPI_INFO_NULL, &ncid)) {}
};

void expect_refused(const char* name, int cmode, int wanted, std::string_view what,
                    Place place = here()) {
    const Attempt attempt(name, cmode);
    expect(attempt.code, wanted, what, place);
    expect_equal(attempt.ncid, -1, "ncid after a failure", place);
    if (attempt.code == NC_NOERR) ncmpi_abort(attempt.ncid);
}

void missing_path() {
    expect_refused(nullptr, NC_CLOBBER, NC_EBAD_FILE, "NULL");
    expect_refused("", NC_CLOBBER, NC_EBAD_FILE, "empty");
}

/// The test acts as if another MPI's mpiexec had started four processes, each with a world of its
/// own.
void a_process_alone_among_several_writes_no_file() {
    if (ranks() > 1) return;
    const std::string old = path("old");
    const Attempt before(old.c_str());
    expect(before.code, NC_NOERR, "a file from before");
    expect(ncmpi_close(before.ncid), NC_NOERR);
    const Variable of_open_mpi("OMPI_COMM_WORLD_SIZE", "4");
    const Variable of_mpich("PMI_SIZE", "4");
    expect_refused(path().c_str(), NC_CLOBBER, NC_EMPI, "launched by another MPI");
    expect_true(
        std::string(weft_last_error(-1)).find("mpiexec of its own MPI") != std::string::npos,
        weft_last_error(-1));
    expect_true(!exists(path()), "nothing is created");
    int ncid = -1;
    expect(ncmpi_open(MPI_COMM_WORLD, old.c_str(), NC_WRITE, MPI_INFO_NULL, &ncid), NC_EMPI);
    expect(ncmpi_open(MPI_COMM_WORLD, old.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid), NC_NOERR);
    expect(ncmpi_close(ncid), NC_NOERR);
}

void missing_path_on_one_rank() {
    const bool last = rank() == ranks() - 1;
    expect_refused(last ? nullptr : path().c_str(), NC_CLOBBER, NC_EBAD_FILE, "NULL on one rank");
    expect_true(!exists(path()), "nothing is created");
}

void missing_directory() {
    expect_refused((path("") + "/none/file.nc").c_str(), NC_CLOBBER, NC_ENOENT, "no directory");
}

void directory_as_path() {
    if (rank() == 0) mkdir(here_of(path("")).c_str(), 0777);
    meet();
    const Attempt clobber(path("").c_str());
    expect_true(clobber.code != NC_NOERR, "a directory is not replaced");
    expect_equal(clobber.ncid, -1, "ncid");
    expect_refused(path("").c_str(), NC_NOCLOBBER, NC_EEXIST, "NC_NOCLOBBER");
    struct stat facts {};
    expect_true(stat(here_of(path("")).c_str(), &facts) == 0 && S_ISDIR(facts.st_mode), "it stays");
}

void long_name() {
    expect_refused(std::string(300, 'n').c_str(), NC_CLOBBER, NC_EBAD_FILE, "300 bytes");
}

void no_permission() {
    if (is_far() && geteuid() == 0) return skip("the server stays the administrator");
    if (rank() == 0) mkdir(here_of(path("")).c_str(), 0555);
    meet();
    const bool root = geteuid() == 0;
    if (root && seteuid(65534) != 0) return skip("cannot become another user");
    expect_refused((path("") + "/file.nc").c_str(), NC_CLOBBER, NC_EACCESS, "directory");
    if (root) expect_equal(seteuid(0), 0, "seteuid");
}

void existing_file_is_kept() {
    make_file(path(), "precious");
    expect_refused(path().c_str(), NC_NOCLOBBER, NC_EEXIST, "NC_NOCLOBBER");
    expect_text(bytes_of(path()), "precious", "content");
}

void existing_file_is_replaced() {
    make_file(path(), std::string(100000, 'x'));
    if (rank() == 0)
        expect_equal(link(here_of(path()).c_str(), here_of(path(".link")).c_str()), 0, "link");
    meet();
    const int ncid = create_file(path(), NC_CLOBBER);
    ok(ncmpi_enddef(ncid));
    close_file(ncid);
    expect_true(inode_of(path()) != inode_of(path(".link")), "unlinked, not overwritten");
    expect_equal(size_of(path(".link")), 100000, "the old file under its other name");
    expect_equal(size_of(path()), 32, "an empty CDF-1 file");
}

void link_is_kept() {
    make_file(path(".target"), std::string(1000, 'x'));
    if (rank() == 0) {
        expect_equal(symlink(here_of(path(".target")).c_str(), here_of(path()).c_str()), 0,
                     "symlink");
    }
    meet();
    const ino_t target = inode_of(path(".target"));
    meet();
    const int ncid = create_file(path(), NC_CLOBBER);
    close_file(ncid);
    struct stat facts {};
    expect_true(lstat(here_of(path()).c_str(), &facts) == 0 && S_ISLNK(facts.st_mode),
                "still a link");
    expect_true(inode_of(path(".target")) == target, "the same target");
    expect_equal(size_of(path(".target")), 32, "cut and written");
}

void prefixes() {
    if (is_far()) return skip("names of other machines are not those of a file system here");
    for (const char* prefix : {"ufs:", "nfs:", "xfs:", "pvfs2:", "gpfs:", "panfs:", "lustre:",
                               "daos:", "testfs:", "ime:", "quobyte:"}) {
        close_file(create_file(prefix + path()));
        expect_true(exists(path()), prefix);
        close_file(open_file(prefix + path(), NC_NOWRITE));
        int format = 0;
        ok(ncmpi_inq_file_format((prefix + path()).c_str(), &format), prefix);
        meet();
        if (rank() == 0) ok(ncmpi_delete((prefix + path()).c_str(), MPI_INFO_NULL), prefix);
        meet();
        expect_true(!exists(path()), prefix);
    }
}

void colons_in_names() {
    for (const char* name : {"a:b.nc", "other:file.nc", ":x.nc", "t=12:30:00.nc"}) {
        close_file(create_file(name));
        expect_true(exists(name), name);
        close_file(open_file(name, NC_NOWRITE));
    }
}

void impossible_modes() {
    const std::string name = path();
    expect_refused(name.c_str(), NC_64BIT_OFFSET | NC_64BIT_DATA, NC_EINVAL_CMODE, "CDF-2 and 5");
    expect_refused(name.c_str(), NC_64BIT_OFFSET | NC_NETCDF4, NC_EINVAL_CMODE, "CDF-2 and NC4");
    expect_refused(name.c_str(), NC_64BIT_DATA | NC_NETCDF4, NC_EINVAL_CMODE, "CDF-5 and NC4");
    expect_refused(name.c_str(), NC_DISKLESS, NC_EINVAL_CMODE, "NC_DISKLESS");
    expect_refused(name.c_str(), NC_MMAP, NC_EINVAL_CMODE, "NC_MMAP");
    expect_true(!exists(name), "nothing is created");
}

void expect_format(int cmode, int format, int version, Place place = here()) {
    const int ncid = create_file(path(), cmode, place);
    int found = -1;
    ok(ncmpi_inq_format(ncid, &found), "inq_format", place);
    expect_equal(found, format, "format", place);
    ok(ncmpi_inq_version(ncid, &found), "inq_version", place);
    expect_equal(found, version, "version", place);
    close_file(ncid, place);
    ok(ncmpi_inq_file_format(path().c_str(), &found), "inq_file_format", place);
    expect_equal(found, format, "format of the file", place);
    meet();
}

void formats() {
    int old = -1;
    ok(ncmpi_inq_default_format(&old));
    expect_equal(old, NC_FORMAT_CLASSIC, "the default at first");
    expect_format(NC_CLOBBER, NC_FORMAT_CLASSIC, NC_CLASSIC_MODEL);
    expect_format(NC_64BIT_OFFSET, NC_FORMAT_CDF2, NC_64BIT_OFFSET);
    expect_format(NC_64BIT_DATA, NC_FORMAT_CDF5, NC_64BIT_DATA);
    expect_format(NC_SHARE | NC_LOCK, NC_FORMAT_CLASSIC, NC_CLASSIC_MODEL);
    ok(ncmpi_set_default_format(NC_FORMAT_CDF5, &old));
    expect_equal(old, NC_FORMAT_CLASSIC, "old default");
    expect_format(NC_CLOBBER, NC_FORMAT_CDF5, NC_64BIT_DATA);
    expect_format(NC_64BIT_OFFSET, NC_FORMAT_CDF2, NC_64BIT_OFFSET);
    ok(ncmpi_set_default_format(NC_FORMAT_CDF2, nullptr));
    expect_format(NC_CLOBBER, NC_FORMAT_CDF2, NC_64BIT_OFFSET);
    expect(ncmpi_set_default_format(99, nullptr), NC_EINVAL, "unknown format");
    ok(ncmpi_set_default_format(NC_FORMAT_CLASSIC, &old));
    expect_equal(old, NC_FORMAT_CDF2, "a refused format changes nothing");
}

/// The modes of two ranks differ: a warning, and rank 0's mode is used.
void differing_modes() {
    const bool odd = ranks() > 1 && rank() == ranks() - 1;
    const Attempt attempt(path().c_str(), odd ? NC_64BIT_OFFSET : NC_64BIT_DATA);
    expect(attempt.code, odd ? NC_EMULTIDEFINE_CMODE : NC_NOERR);
    int format = 0;
    ok(ncmpi_inq_format(attempt.ncid, &format), "the file is open");
    expect_equal(format, NC_FORMAT_CDF5, "rank 0's format");
    close_file(attempt.ncid);
}

void differing_modes_in_safe_mode() {
    const Variable safe("PNETCDF_SAFE_MODE", "1");
    const bool odd = ranks() > 1 && rank() == ranks() - 1;
    const Attempt attempt(path().c_str(), odd ? NC_64BIT_OFFSET : NC_64BIT_DATA);
    expect(attempt.code, ranks() > 1 ? NC_EMULTIDEFINE_CMODE : NC_NOERR, "all ranks");
    if (attempt.ncid >= 0) close_file(attempt.ncid);
}

void state_of_a_new_file() {
    const Sample file = define_sample();
    int old = -1;
    ok(ncmpi_set_fill(file.ncid, NC_NOFILL, &old), "define mode");
    expect_equal(old, NC_NOFILL, "the default fill mode");
    expect(ncmpi_redef(file.ncid), NC_EINDEFINE);
    ok(ncmpi_enddef(file.ncid));
    expect(ncmpi_wait(file.ncid, 0, nullptr, nullptr), NC_ENOTINDEP, "collective data mode");
    close_file(file.ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"missing_path", missing_path},
                {"a_process_alone_among_several_writes_no_file",
                 a_process_alone_among_several_writes_no_file},
                {"missing_path_on_one_rank", missing_path_on_one_rank},
                {"missing_directory", missing_directory},
                {"directory_as_path", directory_as_path},
                {"long_name", long_name},
                {"no_permission", no_permission},
                {"existing_file_is_kept", existing_file_is_kept},
                {"existing_file_is_replaced", existing_file_is_replaced},
                {"link_is_kept", link_is_kept},
                {"prefixes", prefixes},
                {"colons_in_names", colons_in_names},
                {"impossible_modes", impossible_modes},
                {"formats", formats},
                {"differing_modes", differing_modes},
                {"differing_modes_in_safe_mode", differing_modes_in_safe_mode},
                {"state_of_a_new_file", state_of_a_new_file}});
}
