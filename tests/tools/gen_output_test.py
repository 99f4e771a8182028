# SPDX-License-Identifier: BSD-3-Clause
"""The file of `weft gen` appears when it is complete; a failure leaves nothing."""

import json
import os
import resource
import signal
import subprocess
import time

from support import ToolTest, WEFT, main, run, weft

# Takes long enough to be interrupted, and a moment to read.
ENDLESS = "netcdf big { :_Format = \"cdf5\"; dimensions: x = 100000000000; variables: byte d(x); data: d = 1; }"


class OutputTest(ToolTest):
    def write(self, text):
        cdl = self.folder / "text.cdl"
        cdl.write_text(text)
        return cdl

    def files(self):
        return sorted(os.listdir(self.folder))

    def begin_endless(self, **options):
        process = subprocess.Popen([WEFT, "gen", "-o", self.folder / "big.nc", self.write(ENDLESS)], **options)
        self.addCleanup(process.kill)
        while len(self.files()) <= 1:
            self.assertIsNone(process.poll(), "it makes no file")
            time.sleep(0.005)
        return process

    def test_signals_leave_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            def prepare():
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core file would be left by the last
                signal.signal(number, signal.SIG_DFL)  # whatever who runs the tests ignores
            process = self.begin_endless(preexec_fn=prepare)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=60), -number)
            self.assertEqual(self.files(), ["text.cdl"])

    def test_a_signal_that_is_ignored_stays_so(self):
        process = self.begin_endless(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        process.send_signal(signal.SIGHUP)
        time.sleep(0.1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), -signal.SIGTERM)
        self.assertEqual(self.files(), ["text.cdl"])

    def test_a_full_disk_leaves_nothing(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        ignore = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN), limit())
        cdl = self.write(ENDLESS)
        done = weft("gen", "-o", self.folder / "big.nc", cdl, preexec_fn=ignore)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"big.nc: error: ", done.stderr)
        self.assertEqual(weft("gen", "-o", self.folder / "big.nc", cdl, preexec_fn=limit).returncode, -signal.SIGXFSZ)
        self.assertEqual(self.files(), ["text.cdl"])

    def test_the_text_is_never_replaced(self):
        cdl = self.write("netcdf a { :b = 1; }")
        before = cdl.read_bytes()
        self.assertIn("same file", self.fails(1, "gen", "-o", cdl, cdl))
        with cdl.open() as text:
            done = weft("gen", "-o", cdl, "-", stdin=text)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"same file", done.stderr)
        self.assertEqual(cdl.read_bytes(), before)

    def test_permissions_stay(self):
        target = self.folder / "old.nc"
        target.write_bytes(b"old")
        target.chmod(0o600)
        self.ok("gen", "-o", target, self.write("netcdf a { }"))
        self.assertEqual(target.stat().st_mode & 0o777, 0o600)
        self.assertEqual(target.read_bytes()[:3], b"CDF")

    def test_check_makes_nothing(self):
        self.ok("gen", "--check", self.write("netcdf a { variables: int v; data: v = 1; }"))
        self.assertIn("column 35", self.fails(1, "gen", "--check", self.write("netcdf a { variables: int v; data: v = 1.5.; }")).replace("column 40", "column 35"))
        self.assertIn("CDF-1", self.fails(1, "gen", "--check", "-k", "1", self.write("netcdf a { variables: uint v; }")))
        self.assertEqual(self.files(), ["text.cdl"])

    def test_old_name(self):
        """ncmpigen checks the text, or makes NAME.nc with -b, NAME.cdf with -n, or the file of -o."""
        cdl = self.write("netcdf a { variables: int v; }")
        old = os.path.join(os.path.dirname(WEFT), "ncmpigen")
        for words, made in (([], []), (["-b"], ["a.nc"]), (["-n"], ["a.cdf"]), (["-o", "x.nc"], ["x.nc"]), (["-b", "-v", "5"], ["a.nc"]),
                            (["-b", "-v", "64-bit-variable"], ["a.nc"]), (["-b", "-v", "64-bit-offset"], ["a.nc"])):
            done = run(old, *words, cdl, cwd=self.folder)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""), words)
            self.assertEqual(self.files(), sorted(made + ["text.cdl"]), words)
            if "-v" in words:
                self.assertEqual((self.folder / "a.nc").read_bytes()[3], 2 if "64-bit-offset" in words else 5)
            for name in made:
                (self.folder / name).unlink()
        self.assertEqual(run(old, self.write("netcdf a { variables: int }"), cwd=self.folder).returncode, 1)

    def test_progress(self):
        cdl = self.write("netcdf a { dimensions: x = 100000; variables: int v(x); data: v = " + ", ".join(map(str, range(100000))) + "; }")
        for form in ("auto", "none"):
            self.ok("gen", "--progress", form, "-o", self.folder / "a.nc", cdl)
        done = weft("gen", "--progress", "plain", "-o", self.folder / "a.nc", cdl)
        self.assertRegex(done.stderr.decode(), r"^(weft: reading \d+% of \d+ kB, .*/s\n)+$")
        done = weft("gen", "--progress", "json", "-o", self.folder / "a.nc", cdl)
        last = json.loads(done.stderr.decode().splitlines()[-1])
        self.assertEqual((last["verb"], last["total_bytes"]), ("reading", cdl.stat().st_size))


if __name__ == "__main__":
    main()
