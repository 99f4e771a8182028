# SPDX-License-Identifier: BSD-3-Clause
"""The installed libraries export what packaging/abi/ lists, under their versions; and the check sees what vanishes."""

import shutil
import subprocess
import sys
import unittest

from support import FACTS, PREFIX, SCRATCH, SOURCE, environment, main, run

LIB = PREFIX / FACTS["lib"]
CHECK = SOURCE / "dev" / "check_abi.py"
GONE = "ncmpi_put_vara_float_all"


class AbiTest(unittest.TestCase):
    def check(self, folder):
        return subprocess.run([sys.executable, CHECK, folder], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=60, env=environment())

    def test_every_symbol_is_there(self):
        done = self.check(LIB)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_symbol_that_vanishes_is_named(self):
        folder = SCRATCH / "without_a_symbol"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        names = set((SOURCE / "packaging/abi/libweft.symbols").read_text().split())
        (folder / "rest.c").write_text("".join(f"void {name}(void) {{}}\n" for name in sorted(names - {GONE})))
        run(FACTS["cc"], "-shared", "-fPIC", "-o", folder / "libweft.so", folder / "rest.c", env=environment())
        done = self.check(folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"libweft.so: {GONE} has vanished", done.stdout)
        self.assertEqual(len(done.stdout.splitlines()), 1)

    def test_symbols_have_versions(self):
        said = run("objdump", "-T", LIB / "libweft.so", env=environment())
        line = next(line for line in said.splitlines() if line.endswith(f" {GONE}"))
        self.assertIn(f"WEFT_{FACTS['soversion']}", line.split())


if __name__ == "__main__":
    main()
