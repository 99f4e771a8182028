# SPDX-License-Identifier: BSD-3-Clause
"""The programs of examples/consumers, built against the installation in every way that programs use, and run."""

import os
import shutil
import unittest

from support import FACTS, PREFIX, SCRATCH, SOURCE, environment, main, run

RUN_MPI = SOURCE / "tests" / "run_mpi"
CONSUMERS = SOURCE / "examples" / "consumers"
LIB = PREFIX / FACTS["lib"]
IN_C = ["columns_c"]
IN_FORTRAN = ["columns_f90"] if FACTS["fortran"] else []
WITH_FORTRAN = f"-DWITH_FORTRAN={'ON' if FACTS['fortran'] else 'OFF'}"
IN_FORTRAN_77 = ["columns_f77"] if FACTS["fortran"] else []


class ConsumersTest(unittest.TestCase):
    def folder(self):
        """A copy of the sources to build in."""
        folder = SCRATCH / self._testMethodName
        shutil.rmtree(folder, ignore_errors=True)
        return shutil.copytree(CONSUMERS, folder)

    def check_program(self, program, static=False):
        """It uses this library and no other, needs Fortran only if it is Fortran, and runs."""
        needed = [line.split()[0] for line in run("ldd", program, env=environment()).splitlines()]
        libraries = {name.split(".so")[0] for name in needed if name.startswith(("libweft", "libpnetcdf"))}
        in_fortran = program.name in IN_FORTRAN + IN_FORTRAN_77
        expected = set() if static else {"libweft", "libweft_fortran"} if in_fortran else {"libweft"}
        self.assertEqual(libraries, expected, program)
        if not in_fortran:
            self.assertFalse([name for name in needed if name.startswith("libgfortran")], needed)
        scratch = SCRATCH / "runs" / f"{self._testMethodName}.{program.name}"
        said = run(RUN_MPI, "--mpi", FACTS["mpi"], "--ranks", "2", "--timeout", "60", "--scratch", scratch, "--", program,
                   env=environment())
        self.assertIn("by Weft", said)

    def check_programs(self, folder, names, static=False):
        for name in names:
            with self.subTest(name):
                self.check_program(folder / name, static)

    def build_by_cmake(self, project, *settings):
        folder = self.folder()
        said = run("cmake", "-S", folder / project, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={PREFIX}", *settings,
                   env=environment())
        self.assertNotIn("Warning", said)
        run("cmake", "--build", folder / "build", env=environment())
        return folder / "build"

    def build_by_make(self, makefile, *variables, **settings):
        folder = self.folder()
        run("make", "-C", folder, "-f", makefile, *variables, env=environment(**settings))
        return folder

    def test_cmake_pnetcdf(self):
        folder = self.build_by_cmake("cmake-pnetcdf", WITH_FORTRAN)
        self.check_programs(folder, IN_C + ["columns_cxx", "columns_by_variables"] + IN_FORTRAN + IN_FORTRAN_77)

    def test_cmake_fortran(self):
        if not FACTS["fortran"]:
            self.skipTest("no Fortran")
        folder = self.build_by_cmake("cmake-fortran", f"-DMPI_Fortran_COMPILER={FACTS['fc']}")
        self.check_programs(folder, IN_FORTRAN)

    def test_cmake_weft(self):
        folder = self.build_by_cmake("cmake-weft", WITH_FORTRAN)
        self.check_programs(folder, IN_C + ["columns_cxx"] + IN_FORTRAN)

    def test_make_pnetcdf_config(self):
        path = f"{PREFIX / FACTS['bin']}{os.pathsep}{os.environ['PATH']}"
        folder = self.build_by_make("Makefile.pnetcdf-config", PATH=path)
        self.check_programs(folder, IN_C + ["columns_cxx"] + IN_FORTRAN + IN_FORTRAN_77)

    def test_make_pkg_config(self):
        folder = self.build_by_make("Makefile.pkg-config", PKG_CONFIG_PATH=LIB / "pkgconfig")
        self.check_programs(folder, IN_C + ["columns_cxx"] + IN_FORTRAN)

    def by_hand(self, *variables):
        return self.build_by_make("Makefile.by-hand", f"PNETCDF={PREFIX}", f"LIBDIR={LIB}", f"CC={FACTS['cc']}",
                                  f"FC={FACTS['fc']}", f"PROGRAMS={' '.join(IN_C + IN_FORTRAN)}", *variables)

    def test_make_by_hand(self):
        self.check_programs(self.by_hand(), IN_C + IN_FORTRAN)

    def test_make_static(self):
        if not FACTS["static"]:
            self.skipTest("no static libraries")
        self.check_programs(self.by_hand("LINK=static"), IN_C + IN_FORTRAN, static=True)

    def test_linkers(self):
        """libpnetcdf.so is a text that every linker must understand, with the library's name and with its path."""
        here = {name for name in ("bfd", "gold", "lld", "mold") if shutil.which(f"ld.{name}")}
        self.assertTrue(here)
        for linker in sorted(here):
            for library in ("-lpnetcdf", str(LIB / "libpnetcdf.so")):
                folder = self.by_hand(f"LIBRARY_shared=-fuse-ld={linker} -L{LIB} -Wl,-rpath,{LIB} {library}")
                self.check_programs(folder, IN_C + IN_FORTRAN)


if __name__ == "__main__":
    main()
