# SPDX-License-Identifier: BSD-3-Clause
"""pnetcdf-config: every option of the interface, the same answers as pnetcdf.h, and where it is, it says."""

import re
import subprocess
import unittest

from support import FACTS, PREFIX, SCRATCH, environment, main, run

CONFIG = PREFIX / FACTS["bin"] / "pnetcdf-config"

# Feature options, and the macro of pnetcdf.h that says the same.
FEATURES = {
    "gio": "DRIVER_GIO", "netcdf4": "DRIVER_NETCDF4", "adios": "DRIVER_ADIOS",
    "relax-coord-bound": "RELAX_COORD_BOUND", "in-place-swap": "BYTE_SWAP_IN_PLACE", "erange-fill": "ERANGE_FILL",
    "subfiling": "SUBFILING", "null-byte-header-padding": "NULL_BYTE_HEADER_PADDING",
    "burst-buffering": "BURST_BUFFERING", "profiling": "PROFILING", "thread-safe": "THREAD_SAFE", "debug": "DEBUG_MODE",
}
OTHERS = ["cc", "cflags", "cppflags", "has-c++", "c++", "cxxflags", "has-fortran", "f77", "fflags", "fppflags", "fc",
          "fcflags", "ldflags", "libs", "prefix", "includedir", "libdir", "version", "release-date", "config-date"]


def ask(option, program=CONFIG):
    return run(program, f"--{option}", env=environment()).rstrip("\n")


def macros():
    text = (PREFIX / FACTS["include"] / "pnetcdf.h").read_text()
    return {name: value.strip('"') for name, value in re.findall(r'#define PNETCDF_(\w+) ("[^"]*"|\d+)', text)}


class ConfigTest(unittest.TestCase):
    def test_features_are_those_of_the_header(self):
        for option, macro in FEATURES.items():
            self.assertEqual(ask(option), "enabled" if macros()[macro] == "1" else "disabled", option)
        self.assertEqual(ask("has-c++"), "yes" if macros()["ENABLE_CXX"] == "1" else "no")
        self.assertEqual(ask("has-fortran"), "yes" if macros()["ENABLE_FORTRAN"] == "1" else "no")

    def test_versions(self):
        self.assertEqual(ask("version"), f"PnetCDF {macros()['VERSION']}")
        self.assertEqual(ask("release-date"), macros()["RELEASE_DATE"])

    def test_directories_follow_the_prefix(self):
        self.assertEqual(ask("prefix"), str(PREFIX))
        self.assertEqual(ask("libdir"), str(PREFIX / FACTS["lib"]))
        self.assertEqual(ask("includedir"), str(PREFIX / FACTS["include"]))
        link = SCRATCH / "a link to pnetcdf-config"
        link.unlink(missing_ok=True)
        link.symlink_to(CONFIG)
        self.assertEqual(ask("prefix", link), str(PREFIX))

    def test_flags_lead_to_the_headers_and_the_library(self):
        for option in ("cppflags", "cflags", "cxxflags", "fppflags", "fflags", "fcflags"):
            self.assertIn(f"-I{PREFIX / FACTS['include']}", ask(option).split())
        flags = f"-L{PREFIX / FACTS['lib']} -Wl,-rpath,{PREFIX / FACTS['lib']}"
        self.assertEqual(ask("ldflags"), flags)
        self.assertEqual(ask("libs"), f"{flags} -lpnetcdf")

    def test_libs_link_as_they_are(self):
        """Build systems hand over what --libs says and nothing else."""
        source = SCRATCH / "uses_libs.c"
        source.write_text("#include <pnetcdf.h>\n#include <stdio.h>\nint main(void) { puts(ncmpi_inq_libvers()); return 0; }\n")
        program = SCRATCH / "uses_libs"
        run(ask("cc"), *ask("cppflags").split(), source, "-o", program, *ask("libs").split(), env=environment())
        said = run(program, env=environment())
        self.assertIn("by Weft", said)

    def test_compilers_are_those_of_mpi(self):
        self.assertEqual(ask("cc"), FACTS["cc"])
        if FACTS["fortran"]:
            self.assertEqual(ask("fc"), FACTS["fc"])
            self.assertEqual(ask("f77"), FACTS["fc"])
        self.assertEqual(ask("c++"), ask("cxx"))

    def test_all_has_every_option(self):
        listed = set(re.findall(r"--([\w+-]+) +->", ask("all")))
        self.assertEqual(listed & {*FEATURES, *OTHERS}, {*FEATURES, *OTHERS})
        usage = ask("help")
        for option in [*FEATURES, *OTHERS, "all", "help"]:
            self.assertIn(f"--{option} ", usage)

    def test_other_options_fail(self):
        for arguments in (["--bogus"], []):
            done = subprocess.run([CONFIG, *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("usage:", done.stderr)


if __name__ == "__main__":
    main()
