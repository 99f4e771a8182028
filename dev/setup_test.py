#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What dev/setup asks for on a machine where nothing is installed and nobody may install: a command with all packages."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).resolve().parent / "setup"
OF_PROFILE = {"build": "g++", "demo": "python3-netcdf4", "test": "clang-14", "bench": "libbenchmark-dev", "docs": "mkdocs"}


class SetupTest(unittest.TestCase):
    def asked_for(self, profile):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("dpkg-query", "exit 1"), ("id", "echo 1000"), ("sudo", "exit 1")):
                program = pathlib.Path(folder) / name
                program.write_text(f"#!/bin/sh\n{text}\n")
                program.chmod(0o755)
            done = subprocess.run([SETUP, profile], env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
                                  capture_output=True, text=True)
        lines = done.stderr.splitlines()
        self.assertEqual((done.returncode, done.stdout, len(lines)), (1, "", 2), done)
        return lines[1].split("--no-install-recommends ")[1].split()

    def test_each_profile_names_its_packages(self):
        everything = set(self.asked_for("all"))
        for profile, package in OF_PROFILE.items():
            packages = self.asked_for(profile)
            self.assertIn(package, packages)
            self.assertIn("cmake", packages)
            self.assertLessEqual(set(packages), everything)
        self.assertGreater(len(everything), 30)


if __name__ == "__main__":
    unittest.main()
