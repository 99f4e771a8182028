# SPDX-License-Identifier: BSD-3-Clause
"""The names of PnetCDF's tools: their options and exit codes."""

import json
import os
import pathlib
import shutil
import subprocess

from check_test import sample
from support import WEFT, ToolTest, main, run, weft


class NamesTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.links = self.folder / "bin"
        self.links.mkdir()
        self.one = sample().write(self.folder / "one.nc")
        other = sample(5)
        other.variables[0].values = [1, 2, 4]
        self.other = other.write(self.folder / "other.nc")

    def call(self, name, *arguments, code=0, **options):
        link = self.links / name
        if not link.exists():
            link.symlink_to(os.path.abspath(WEFT))
        done = run(link, *arguments, **options)
        self.assertEqual(done.returncode, code, done)
        return done.stdout.decode()

    def test_links_stand_beside_the_program(self):
        for name in ("ncmpidump", "ncmpigen", "ncmpidiff", "cdfdiff", "ncvalidator", "ncoffsets", "pnetcdf_version"):
            self.assertTrue(os.path.samefile(pathlib.Path(WEFT).parent / name, WEFT), name)

    def test_dump(self):
        self.assertEqual(self.call("ncmpidump", "-p", "3,5", "-v", "s", self.one),
                         self.ok("dump", "--file-format", "-p", "3,5", "-v", "s", self.one))
        header = self.call("ncmpidump", "-h", "-n", "name", self.one)
        self.assertEqual(header.replace("// file format: CDF-1\n", ""), self.ok("dump", "-h", "-n", "name", self.one))
        self.assertEqual(header.splitlines()[:2], ["netcdf name {", "// file format: CDF-1"])
        self.assertIn("\n// file format: CDF-5 (big variables)\n", self.call("ncmpidump", "-h", self.other))
        self.call("ncmpidump", "-f", "c", self.one, code=1)
        self.assertEqual(self.call("ncmpidump", "-k", self.one), "classic\n")
        self.assertIn("CDF-5", self.call("ncmpidump", "-V", self.other))
        self.call("ncmpidump", self.folder / "missing.nc", code=1)
        self.call("ncmpidump", code=1)
        self.call("ncmpidump", "-z", self.one, code=1)

    def test_gen(self):
        text = self.folder / "one.cdl"
        text.write_text(self.ok("dump", self.one))
        made = self.folder / "made.nc"
        self.call("ncmpigen", "-o", made, text)
        self.ok("diff", self.one, made)
        self.call("ncmpigen", "-v", "64-bit-variable", "-xb", "-o", made, text)
        self.assertEqual(self.ok("dump", "-k", made), "cdf5\n")
        made.unlink()
        before = sorted(os.listdir(self.folder))
        self.call("ncmpigen", text, cwd=self.folder)  # checks the text only
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.call("ncmpigen", "-b", text, cwd=self.folder)
        self.ok("diff", self.one, self.folder / "one.nc")
        text.write_text("netcdf broken {")
        self.call("ncmpigen", text, code=1)
        self.call("ncmpigen", "-c", text, code=1)
        self.call("ncmpigen", "-l", "c", text, code=1)

    def test_diff(self):
        for name in ("ncmpidiff", "cdfdiff"):
            self.assertIn("SAME: ", self.call(name, "-b", self.one, sample().write(self.folder / "twin.nc")))
            self.assertEqual(self.call(name, "-q", self.one, self.other, code=1), "")
            self.assertIn("3 != 4", self.call(name, "-va", self.one, self.other, code=1))
            self.call(name, "-t", "1,0", "-v", "a", self.one, self.other)
            self.call(name, "-h", self.one, self.other, code=1)
            self.call(name, self.one, self.folder / "missing.nc", code=1)
            self.call(name, self.one, code=1)
        self.call("ncmpidiff", self.one, self.one, code=1)

    def test_validator(self):
        self.assertIn("0 errors", self.call("ncvalidator", self.one))
        self.assertIn("gap before", self.call("ncvalidator", "-t", self.one))
        sound = self.one.read_bytes()
        self.one.write_bytes(sound.replace(b"title\0", b"title\1", 1))
        self.assertEqual(self.call("ncvalidator", "-q", self.one, code=1), "")
        self.assertIn("repaired", self.call("ncvalidator", "-x", self.one))
        self.assertEqual(self.one.read_bytes(), sound)
        self.call("ncvalidator", self.folder / "missing.nc", code=1)
        self.call("ncvalidator", "-q", pathlib.Path(__file__), code=1)
        self.assertIn("Usage", self.call("ncvalidator", "-h"))

    def test_offsets(self):
        text = self.call("ncoffsets", "-sgrd", self.one)
        for part in ("// file format: CDF-1", "record variables:", "(record 1)", "size in bytes", "gap from prev var"):
            self.assertIn(part, text)
        self.assertNotIn("short  r", self.call("ncoffsets", "-v", "a", self.one))
        self.assertEqual(self.call("ncoffsets", "-x", self.one), "0\n")
        gaps = sample()
        gaps.variables.append(gaps.variables[0].__class__("z", "int", [1], [1, 2, 3]))
        gaps.gap = 32
        self.assertEqual(self.call("ncoffsets", "-x", gaps.write(self.folder / "gaps.nc")), "1\n")
        self.call("ncoffsets", code=1)

    def test_offsets_as_pnetcdf_prints_them(self):
        if shutil.which("ncoffsets") is None:
            self.skipTest("PnetCDF's tools are not installed")
        numbers = lambda text: [line.split("(")[0].split() for line in text.splitlines() if "file offset" in line]
        theirs = run("ncoffsets", "-r", self.one).stdout.decode()
        self.assertEqual(numbers(self.call("ncoffsets", "-r", self.one)), numbers(theirs))
        self.assertGreater(len(numbers(theirs)), 8)

    def test_version(self):
        self.assertRegex(self.call("pnetcdf_version", "-v"), r"^PnetCDF Version: +\d+\.\d+\.\d+\n")
        self.assertIn("MPICC:", self.call("pnetcdf_version", "-b"))
        interface = json.loads(self.call("weft", "version", "--json"))["interface"]
        for options in ([], ["-v"]):
            text = self.call("pnetcdf_version", *options)
            found = [line.split()[-1] for line in text.splitlines() if "version" in line.lower()]
            self.assertEqual(found, [interface], text)
            self.assertIn("\nWeft: ", text)
        self.call("pnetcdf_version", "-z", code=1)

    def test_completion_for_bash(self):
        if shutil.which("bash") is None:
            self.skipTest("no bash")
        script = pathlib.Path(__file__).resolve().parents[2] / "packaging" / "completion" / "weft.bash"
        def complete(*words):
            words = [WEFT, *map(str, words)]
            quoted = " ".join(f"'{word}'" for word in words)
            code = (f"compopt() {{ :; }}; source '{script}'; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; "
                    'cur=; _weft; printf "%s\\n" "${COMPREPLY[@]}"')
            return subprocess.run(["bash", "-c", code], capture_output=True, timeout=60, text=True).stdout.split()
        self.assertEqual(complete("di"), ["diff"])
        self.assertIn("--var-align", complete("copy", "--v"))
        self.assertEqual(complete("dump", self.one, "-v", ""), ["a", "r", "s"])
        self.assertEqual(complete("dump", "-v", "a,", self.one)[:0] or complete("dump", self.one, "-v", "a,s"), ["a,s"])
        self.assertEqual(complete("copy", self.one, "-d", ""), ["t,", "x,"])
        self.assertEqual(complete("diff", "--progress", "j"), ["json"])


if __name__ == "__main__":
    main()
