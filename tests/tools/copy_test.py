# SPDX-License-Identifier: BSD-3-Clause
"""The results of `weft copy`: bytes, parts, layouts; and that a failure leaves nothing behind."""

import json
import os
import signal
import shutil
import subprocess
import time

from classic import Classic, Variable
from support import FERRET, WEFT, ToolTest, main, run, weft

KINDS = {"classic": "classic", "64-bit-offset": "nc6", "cdf5": "cdf5"}  # ours, nccopy's


def sample(version=1):
    return Classic(version, [("t", 0), ("x", 4), ("y", 3)], [("title", "char", b"sample")],
                   [Variable("a", "int", [1], [1, 2, 3, 4], [("units", "char", b"m")]),
                    Variable("m", "short", [2, 1], list(range(12))),
                    Variable("r", "short", [0, 2], list(range(15))), Variable("b", "byte", [0], [1, 2, 3, 4, 5]),
                    Variable("q", "double", [0, 2, 1], [i / 4 for i in range(60)])], record_count=5)


class CopyTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.source = sample().write(self.folder / "in.nc")
        self.target = self.folder / "out.nc"

    def info(self, path):
        return json.loads(self.ok("info", "--json", path))

    def data(self, path):
        return json.loads(self.ok("dump", "--json", path))["data"]

    def nothing_else(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def test_no_change_is_byte_identical(self):
        content = self.source.read_bytes()
        for content in (content, content + b"more behind the data", content[:-5]):
            self.source.write_bytes(content)
            for options in ([], ["-k", "classic"], ["-v", "a,m,r,b,q"], ["-d", "x,0,3"]):
                self.assertEqual(weft("copy", "--truncated", *options, self.source, self.target).returncode, 0)
                self.assertEqual(self.target.read_bytes(), content)
        self.nothing_else("in.nc", "out.nc")

    def test_formats_there_and_back(self):
        for kind in KINDS:
            self.ok("copy", "-k", kind, self.source, self.target)
            self.ok("check", "--strict", self.target)
            back = self.folder / "back.nc"
            self.ok("copy", "-k", "classic", "--var-align", "4", self.target, back)
            self.assertEqual(back.read_bytes(), self.source.read_bytes())

    def test_real_files_as_nccopy_makes_them(self):
        files = sorted(FERRET.glob("*"))
        if not files or shutil.which("nccopy") is None:
            self.skipTest("no data sets, or no nccopy")
        theirs = self.folder / "theirs.nc"
        for file in files:
            for kind, name in KINDS.items():
                self.ok("copy", "-k", kind, "--var-align", "4", "--record-align", "4", file, self.target)
                self.assertEqual(run("nccopy", "-k", name, file, theirs).returncode, 0)
                self.assertTrue(self.target.read_bytes() == theirs.read_bytes(), (file, kind))

    def test_variables_and_ranges(self):
        self.ok("copy", "-v", "q,m", "-d", "t,1,3", "-d", "x,2,3", "-d", "y,1,1", self.source, self.target)
        data = self.data(self.target)
        self.assertEqual(data["m"], [[6, 7]])
        self.assertEqual(data["q"], [[[(r * 12 + 4 + x) / 4 for x in (2, 3)]] for r in (1, 2, 3)])
        self.assertEqual(list(data), ["m", "q"])
        self.ok("copy", "-v", "a", self.source, self.target)
        self.assertEqual(self.info(self.target)["dimension_count"], 1)
        self.ok("copy", "-v", "b", "-d", "t,4,4", self.source, self.target)  # the only record variable is not padded
        self.assertEqual(self.data(self.target), {"b": [5]})
        self.ok("copy", "-d", "t,0,1", self.source, self.target)
        self.assertEqual(self.data(self.target)["b"], [1, 2])

    def test_alignment(self):
        self.ok("copy", "--var-align", "1024", "--header-free", "2000", "--record-align", "4096", self.source, self.target)
        info = self.info(self.target)
        self.assertEqual((info["header_extent"] % 1024, info["record_begin"] % 4096), (0, 0))
        self.assertGreaterEqual(info["header_extent"], info["header_bytes"] + 2000)
        self.ok("diff", self.source, self.target)

    def test_what_a_format_cannot_hold(self):
        large = Classic(5, [("n", 3)], [], [Variable("u", "uint64", [0], [1, 2, 1 << 63])]).write(self.folder / "large.nc")
        self.assertIn("variable 'u' is of type uint64", self.fails(1, "copy", "-k", "classic", large, self.target))
        long = Classic(5, [("n", 1 << 31)]).write(self.folder / "long.nc")
        self.assertIn("dimension 'n'", self.fails(1, "copy", "-k", "64-bit-offset", long, self.target))
        self.nothing_else("in.nc", "large.nc", "long.nc")

    def test_the_source_is_never_the_target(self):
        link, hard = self.folder / "link.nc", self.folder / "hard.nc"
        link.symlink_to(self.source)
        hard.hardlink_to(self.source)
        before = self.source.read_bytes()
        for target in (self.source, link, hard, self.folder / "." / "in.nc"):
            self.assertIn("same file", self.fails(1, "copy", "-k", "cdf5", self.source, target))
        self.assertEqual(self.source.read_bytes(), before)

    def test_a_link_is_followed_and_permissions_stay(self):
        self.target.write_bytes(b"old")
        self.target.chmod(0o640)
        link = self.folder / "link.nc"
        link.symlink_to("out.nc")
        self.ok("copy", self.source, link)
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.target.read_bytes(), self.source.read_bytes())
        self.assertEqual(self.target.stat().st_mode & 0o777, 0o640)

    def test_failures_leave_everything_as_it_was(self):
        self.target.write_bytes(b"precious")
        text = self.folder / "text"
        text.write_text("not a netCDF file")
        for code, words in ((1, [text, self.target]), (1, [self.folder / "missing", self.target]),
                            (1, ["-v", "nosuch", self.source, self.target]), (1, ["-d", "x,1,4", self.source, self.target]),
                            (1, ["-d", "z,0,0", self.source, self.target]), (2, ["-d", "x,one", self.source, self.target]),
                            (2, ["-k", "hdf9", self.source, self.target]), (2, [self.source]),
                            (1, [self.source, self.folder]), (1, [self.source, self.folder / "no" / "where"])):
            self.fails(code, "copy", *words)
        self.assertEqual(self.target.read_bytes(), b"precious")
        self.nothing_else("in.nc", "out.nc", "text")

    def test_a_full_disk_leaves_nothing(self):
        big = Classic(2, [("n", 4 << 20)], [], [Variable("v", "byte", [0])]).write(self.folder / "big.nc")
        import resource
        limit = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
        done = weft("copy", "-k", "cdf5", big, self.target, preexec_fn=limit)
        self.assertEqual(done.returncode, 1, done)
        self.nothing_else("big.nc", "in.nc")

    def test_a_signal_leaves_nothing(self):
        # Sparse: 64 GiB of zeros take long enough to be interrupted.
        header = Classic(5, [("n", 1 << 36)], [], [Variable("v", "byte", [0])])
        big = self.folder / "big.nc"
        big.write_bytes(header.header([len(header.header([0]))]))
        os.truncate(big, big.stat().st_size + (1 << 36))
        process = subprocess.Popen([WEFT, "copy", "--var-align", "4096", big, self.target], stderr=subprocess.DEVNULL)
        while len(os.listdir(self.folder)) <= 2 and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)
        self.nothing_else("big.nc", "in.nc")

    def test_truncated_source(self):
        self.source.write_bytes(self.source.read_bytes()[:-100])
        for options in ([], ["-k", "cdf5"], ["-v", "q"]):
            self.assertIn("in.nc: error: the file ends before its data: --truncated goes on", self.fails(1, "copy", *options, self.source, self.target))
        self.assertFalse(self.target.exists())
        done = weft("copy", "--truncated", "-k", "cdf5", self.source, self.target)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"in.nc: warning: the file ends before its data", done.stderr)
        self.assertEqual(weft("diff", "--truncated", "-v", "a,m,r,b,q", self.source, self.target).returncode, 0)
        self.ok("copy", "-v", "a", self.source, self.target)  # which is there

    def test_json_says_what_was_done(self):
        report = json.loads(self.ok("copy", "--json", "-k", "cdf5", "-v", "a", self.source, self.target))
        self.assertEqual((report["identical"], report["format"], report["variables"]), (False, "cdf5", 1))
        self.assertEqual(report["bytes"], self.target.stat().st_size)

    def test_records_large_and_small(self):
        """Through the kernel, through the buffer, and both in one file."""
        big = Classic(2, [("t", 0), ("n", 40_000)], [],
                      [Variable("l", "int", [0, 1], list(range(200_000))), Variable("s", "short", [0], [1, 2, 3, 4, 5]),
                       Variable("k", "int", [0, 1], list(range(200_000, 400_000)))], record_count=5)
        big.write(self.source)
        for variables in ("l,s", "s,k", "l", "s", "k"):
            self.ok("copy", "-v", variables, self.source, self.target)
            self.ok("diff", "-v", variables, self.source, self.target)
        self.ok("copy", "-d", "n,100,39000", self.source, self.target)
        self.assertEqual(self.data(self.target)["k"][4], list(range(200_000 + 160_100, 200_000 + 199_001)))

    def test_every_way_of_a_large_copy(self):
        """In the kernel and through memory in turns, then only the faster way."""
        header = "netcdf a { dimensions: t = UNLIMITED ; n = 3000000 ; variables: float a(n), r(t, n) ; }"
        self.assertEqual(weft("gen", "-k", "2", "-o", self.source, "-", input=header.encode()).returncode, 0)
        values = os.urandom(5 * 12_000_000)
        begin = next(v["offset"] for v in self.info(self.source)["variables"] if v["name"] == "a")
        with open(self.source, "r+b") as file:
            file.seek(4)
            file.write((4).to_bytes(4, "big"))
            file.seek(begin)
            file.write(values)
        self.ok("copy", "-k", "cdf5", "--var-align", "4", "--record-align", "4", self.source, self.target)
        copied = self.target.read_bytes()
        self.assertEqual(copied[-len(values):], values)
        self.ok("check", "--strict", self.target)


if __name__ == "__main__":
    main()
