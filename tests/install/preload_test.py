# SPDX-License-Identifier: BSD-3-Clause
"""Programs that are linked to PnetCDF, Debian's, with the installed library put under them (docs/moving.md)."""

import pathlib
import shutil
import unittest

from support import FACTS, PREFIX, SCRATCH, SOURCE, environment, main, run

RUN_MPI = SOURCE / "tests" / "run_mpi"
LIB = PREFIX / FACTS["lib"]
WEFT = LIB / f"libweft.so.{FACTS['soversion']}"
IN_C = """
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ncid, dimension, variable;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int code = ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &ncid);
    if (code == NC_NOERR) code = ncmpi_def_dim(ncid, "x", 2, &dimension);
    if (code == NC_NOERR) code = ncmpi_def_var(ncid, "v", NC_INT, 1, &dimension, &variable);
    if (code == NC_NOERR) code = ncmpi_enddef(ncid);
    const MPI_Offset start = rank, count = 1;
    const int value = 10 + rank;
    if (code == NC_NOERR) code = ncmpi_put_vara_int_all(ncid, variable, &start, &count, &value);
    if (code == NC_NOERR) code = ncmpi_close(ncid);
    if (rank == 0) puts(ncmpi_inq_libvers());
    MPI_Finalize();
    return code == NC_NOERR ? 0 : 1;
}
"""
IN_CXX = """
#include <mpi.h>
#include <cstdio>
#include <pnetcdf>
#include <vector>
using namespace PnetCDF;
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        NcmpiFile file(MPI_COMM_WORLD, argv[1], NcmpiFile::replace, NcmpiFile::classic5);
        const std::vector<NcmpiDim> dimensions(1, file.addDim("x", 2));
        const NcmpiVar variable = file.addVar("v", ncmpiInt, dimensions);
        file.enddef();
        const std::vector<MPI_Offset> start(1, rank), count(1, 1);
        const int value = 10 + rank;
        variable.putVar_all(start, count, &value);
    }
    if (rank == 0) puts(ncmpi_inq_libvers());
    MPI_Finalize();
    return 0;
}
"""
IN_FORTRAN = """
program columns
  use mpi
  use pnetcdf
  implicit none
  integer :: code, rank, ncid, dimension_id, variable
  integer(kind=MPI_OFFSET_KIND) :: start(1), count(1)
  integer :: values(1)
  character(len=1000) :: name
  call get_command_argument(1, name)
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call check(nf90mpi_create(MPI_COMM_WORLD, trim(name), ior(NF90_CLOBBER, NF90_64BIT_DATA), MPI_INFO_NULL, ncid))
  call check(nf90mpi_def_dim(ncid, 'x', 2_MPI_OFFSET_KIND, dimension_id))
  call check(nf90mpi_def_var(ncid, 'v', NF90_INT, [dimension_id], variable))
  call check(nf90mpi_enddef(ncid))
  start = rank + 1
  count = 1
  values = 10 + rank
  call check(nf90mpi_put_var_all(ncid, variable, values, start, count))
  call check(nf90mpi_close(ncid))
  if (rank == 0) print '(a)', trim(nf90mpi_inq_libvers())
  call MPI_Finalize(code)
contains
  subroutine check(code)
    integer, intent(in) :: code
    if (code /= NF90_NOERR) error stop 'PnetCDF failed'
  end subroutine
end program
"""


def debians():
    """Folders of its headers, modules and library; nothing where it is not installed."""
    header = pathlib.Path("/usr/include/pnetcdf.h")
    library = next(pathlib.Path("/usr/lib").glob("*/libpnetcdf.so"), None)
    if not header.exists() or library is None or FACTS["mpi"] != "openmpi":
        return None
    modules = next(pathlib.Path("/usr/lib").glob("*/fortran/*/pnetcdf.mod"), library).parent
    return header.parent, modules, library.parent


@unittest.skipIf(debians() is None, "no PnetCDF of Debian for this MPI: package libpnetcdf-dev")
class PreloadTest(unittest.TestCase):
    def setUp(self):
        self.folder = SCRATCH / self._testMethodName
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def program(self, compiler, name, text):
        include, modules, library = debians()
        source = self.folder / name
        source.write_text(text)
        program = source.with_suffix("")
        run(compiler, source, f"-I{modules}", f"-I{include}", "-o", program, f"-L{library}", "-lpnetcdf", env=environment())
        self.assertRegex(run("ldd", program, env=environment()), r"libpnetcdf\.so\.\S+ => /usr/lib|libpnetcdf\.so\.\S+ => /lib")
        return program

    def said_by(self, program, *settings):
        """Of two ranks; the file is right in any case."""
        made = self.folder / "made.nc"
        made.unlink(missing_ok=True)
        said = run(RUN_MPI, "--mpi", FACTS["mpi"], "--ranks", "2", "--timeout", "60", "--", "env", *settings, program, made,
                   env=environment())
        self.assertEqual(made.read_bytes()[-8:], bytes([0, 0, 0, 10, 0, 0, 0, 11]))
        return said

    def check(self, program):
        self.assertNotIn("by Weft", self.said_by(program))
        self.assertIn("by Weft", self.said_by(program, f"LD_PRELOAD={WEFT}"))

    def test_a_program_in_c(self):
        self.check(self.program(FACTS["cc"], "in_c.c", IN_C))

    def test_a_program_in_cxx(self):
        self.check(self.program("mpicxx.openmpi", "in_cxx.cpp", IN_CXX))

    def test_a_program_in_fortran(self):
        if not FACTS["fortran"]:
            self.skipTest("no Fortran")
        self.check(self.program(FACTS["fc"], "in_fortran.f90", IN_FORTRAN))

    def test_what_does_not_work_is_as_the_page_says(self):
        program = self.program(FACTS["cc"], "in_c.c", IN_C)
        self.assertNotIn("by Weft", self.said_by(program, f"LD_LIBRARY_PATH={LIB}"))
        script = LIB / "libpnetcdf.so"
        said = self.said_by(program, f"LD_PRELOAD={script}")
        self.assertNotIn("by Weft", said)
        self.assertIn(f"'{script}' from LD_PRELOAD cannot be preloaded", said)
        self.assertIn(f"LD_PRELOAD takes {WEFT.name}", script.read_text())


if __name__ == "__main__":
    main()
