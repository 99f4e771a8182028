# SPDX-License-Identifier: BSD-3-Clause
"""A program of one MPI with a Weft of the other: it is told so, when it is compiled and when it runs."""

import shutil
import subprocess
import unittest

from support import FACTS, PREFIX, SCRATCH, SOURCE, environment, main

OTHER = {"openmpi": "mpich", "mpich": "openmpi"}[FACTS["mpi"]]
MPICC = shutil.which(f"mpicc.{OTHER}")
LIB = PREFIX / FACTS["lib"]
PROGRAM = """
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <weft.h>

int main(int argc, char** argv) {
    int file, code;
    MPI_Init(&argc, &argv);
    code = ncmpi_create(MPI_COMM_WORLD, "never.nc", NC_CLOBBER, MPI_INFO_NULL, &file);
    printf("%s: %s\\n", ncmpi_strerrno(code), weft_last_error(-1));
    MPI_Finalize();
    return 0;
}
"""


@unittest.skipIf(MPICC is None, f"mpicc.{OTHER} is not installed")
class OtherMpiTest(unittest.TestCase):
    def compile(self, include):
        self.folder = SCRATCH / "other_mpi"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        (self.folder / "program.c").write_text(PROGRAM)
        return subprocess.run([MPICC, "program.c", "-o", "program", f"-I{include}", f"-L{LIB}", f"-Wl,-rpath,{LIB}", "-lweft",
                               "-Wl,--allow-shlib-undefined"], cwd=self.folder, env=environment(), text=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_the_compiler_says_it(self):
        compiled = self.compile(PREFIX / FACTS["include"])
        self.assertNotEqual(compiled.returncode, 0)
        self.assertIn(f"This Weft was built with {FACTS['cc']}", compiled.stdout)

    def test_a_program_that_runs_is_told(self):
        compiled = self.compile(SOURCE / "include")  # as one that was compiled against another Weft's header
        self.assertEqual(compiled.returncode, 0, compiled.stdout)
        ran = subprocess.run([self.folder / "program"], cwd=self.folder, text=True, timeout=60, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, env=environment(OMPI_ALLOW_RUN_AS_ROOT=1,
                                                                       OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1))
        self.assertIn("NC_EMPI: this Weft was built for", ran.stdout)
        self.assertIn("--cc", ran.stdout)
        self.assertFalse((self.folder / "never.nc").exists())


if __name__ == "__main__":
    main()
