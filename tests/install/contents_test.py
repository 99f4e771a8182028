# SPDX-License-Identifier: BSD-3-Clause
"""What is installed, what it exports, and that nothing in it remembers where it was built."""

import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from support import FACTS, PREFIX, SCRATCH, SOURCE, STAGED, STAGED_PREFIX, environment, main, run

LIB, INCLUDE = FACTS["lib"], FACTS["include"]
VERSION, SOVERSION = FACTS["version"], FACTS["soversion"]


def files_below(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def dynamic_section(library):
    """Pairs of a tag and its value, as readelf prints them: ("SONAME", "libweft.so.0")."""
    return re.findall(r"\((\w+)\)[^\[\n]*\[([^\]]*)\]", run("readelf", "--dynamic", "--wide", library))


class ContentsTest(unittest.TestCase):
    def libraries(self):
        return ["weft", "weft_fortran"] if FACTS["fortran"] else ["weft"]

    def test_everything_is_there(self):
        wanted = [f"{INCLUDE}/{name}" for name in ("pnetcdf.h", "weft.h", "pnetcdf", "pnetcdf_cxx/file.hpp")]
        wanted += [f"{LIB}/lib{name}.so{end}" for name in self.libraries() for end in ("", f".{SOVERSION}", f".{VERSION}")]
        wanted += [f"{LIB}/libweft_remote.so.{SOVERSION}", f"{LIB}/libweft_hdf5.so.{SOVERSION}"]
        wanted += [f"{FACTS['libexec']}/weft/weft-books"]
        wanted += [f"{LIB}/libpnetcdf.so", f"{LIB}/pkgconfig/pnetcdf.pc", f"{LIB}/pkgconfig/weft.pc"]
        wanted += [f"{LIB}/cmake/Weft/{name}.cmake" for name in ("WeftConfig", "WeftConfigVersion", "WeftTargets")]
        wanted += [f"{LIB}/cmake/PnetCDF/pnetcdf-config{end}.cmake" for end in ("", "-version")]
        wanted += [f"{FACTS['bin']}/pnetcdf-config", f"{FACTS['data']}/modulefiles/weft/{VERSION}"]
        wanted += [f"{FACTS['data']}/man/man1/{page.name}" for page in (SOURCE / "man/man1").iterdir()]
        if FACTS["fortran"]:
            wanted += [f"{INCLUDE}/pnetcdf.inc", f"{INCLUDE}/pnetcdf.mod"]
        if FACTS["static"]:
            wanted += [f"{LIB}/lib{name}.a" for name in [*self.libraries(), "pnetcdf"]]
        if FACTS["tool"]:
            wanted += [f"{FACTS['bin']}/weft"]
        self.assertEqual(set(wanted) - files_below(PREFIX), set())

    def test_staging_gives_the_same_files(self):
        staged = pathlib.Path(f"{STAGED}{STAGED_PREFIX}")
        self.assertEqual(files_below(staged), files_below(PREFIX))
        self.assertEqual(files_below(STAGED), {f"{STAGED_PREFIX[1:]}/{name}" for name in files_below(staged)})

    def test_no_text_names_the_build(self):
        for name in files_below(PREFIX):
            content = (PREFIX / name).read_bytes()
            if b"\0" in content:
                continue
            for folder in (FACTS["build"], SCRATCH):
                self.assertNotIn(str(folder).encode(), content, name)

    def test_libraries_look_beside_themselves_and_not_in_the_build(self):
        for name in self.libraries():
            section = dynamic_section(PREFIX / LIB / f"lib{name}.so")
            self.assertIn(("SONAME", f"lib{name}.so.{SOVERSION}"), section)
            paths = [value for tag, value in section if tag in ("RPATH", "RUNPATH")]
            self.assertEqual(paths[0].split(":")[0], "$ORIGIN")
            self.assertNotIn(FACTS["build"], paths[0])

    def test_c_programs_do_not_need_fortran(self):
        needed = [value for tag, value in dynamic_section(PREFIX / LIB / "libweft.so") if tag == "NEEDED"]
        self.assertFalse([name for name in needed if "fortran" in name], needed)

    def test_the_library_exports_the_interface(self):
        run(sys.executable, SOURCE / "dev" / "check_symbols.py", PREFIX / LIB / "libweft.so")

    def test_the_fortran_library_exports_its_interface_only(self):
        if not FACTS["fortran"]:
            self.skipTest("no Fortran")
        listed = run("nm", "--dynamic", "--defined-only", "--format=posix", PREFIX / LIB / "libweft_fortran.so")
        names = {line.split()[0].split("@")[0].lower() for line in listed.splitlines()}
        declared = re.findall(r"external (nfmpi_\w+)", (PREFIX / INCLUDE / "pnetcdf.inc").read_text())
        self.assertGreater(len(declared), 400)
        self.assertEqual({f"{name}_" for name in declared} - names, set())
        foreign = [name for name in names if not name.startswith(("nfmpi_", "__pnetcdf", "weft_"))]
        self.assertEqual(foreign, [])

    def test_the_header_tells_the_truth(self):
        text = (PREFIX / INCLUDE / "pnetcdf.h").read_text()
        self.assertIn(f"#define PNETCDF_ENABLE_FORTRAN {int(FACTS['fortran'])}\n", text)
        self.assertIn("#define PNETCDF_ENABLE_CXX 1\n", text)
        built_in = (SOURCE / "include" / "pnetcdf.h").read_text()
        self.assertRegex(text, r'#if .*defined\(\w+\)\n#error "This Weft was built with ' + re.escape(FACTS["cc"]))
        without = re.compile(r"#define PNETCDF_ENABLE_FORTRAN \d|#if .*defined\(\w+\)\n#error .*\n#endif\n")
        self.assertEqual(without.sub("", text), without.sub("", built_in))

    def test_the_command_runs(self):
        if not FACTS["tool"]:
            self.skipTest("the weft command was not built")
        self.assertIn(VERSION, run(PREFIX / FACTS["bin"] / "weft", "--version", env=environment()))

    def test_the_command_finds_the_process_for_files_that_are_not_trusted(self):
        if not FACTS["tool"] or importlib.util.find_spec("netCDF4") is None:
            self.skipTest("the weft command was not built, or there is no netCDF4")
        import netCDF4
        path = SCRATCH / "sound.nc"
        with netCDF4.Dataset(path, "w") as file:
            file.createDimension("x", 100)
            file.createVariable("v", "i4", ("x",), zlib=True)[:] = range(100)
        weft = PREFIX / FACTS["bin"] / "weft"
        self.assertIn("0 errors", run(weft, "check", path, env=environment()))

    def test_the_module_file_leads_here(self):
        if shutil.which("tclsh") is None:
            self.skipTest("no tclsh")
        file = PREFIX / FACTS["data"] / "modulefiles" / "weft" / VERSION
        script = f"""
            proc say args {{ puts $args }}
            foreach name {{conflict setenv prepend-path module-whatis}} {{ interp alias {{}} $name {{}} say }}
            set ModulesCurrentModulefile {{{file}}}
            source {{{file}}}"""
        done = subprocess.run(["tclsh"], input=script, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = done.stdout.split()
        for folder in (PREFIX, PREFIX / FACTS["bin"], PREFIX / LIB, PREFIX / INCLUDE, PREFIX / LIB / "pkgconfig"):
            self.assertIn(str(folder), said)


if __name__ == "__main__":
    main()
