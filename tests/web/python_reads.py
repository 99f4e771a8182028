#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs tests of the Python package with the files that they open for reading on the web: python_reads.py TEST [ARGUMENT...]

The tests make files in a folder, which a server has as they are when it is asked. Fails if it was asked for nothing.
RCLONE, RCLONE_SERVES: as in suites_test.py.
"""

import os
import pathlib
import runpy
import sys
import tempfile
import urllib.parse

from suites_test import server

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "python"), str(ROOT.parent / "python")]


def read_from(folder, url):
    """Has Dataset open a file of the folder by its name on the web, if it only reads."""
    from weftnc import _dataset
    opened = _dataset.Dataset.__init__

    def open_there(self, filename, mode="r", *arguments, memory=None, **options):
        if mode == "r" and memory is None and isinstance(filename, (str, os.PathLike)):
            path = pathlib.Path(os.path.abspath(filename))
            if path.is_file() and path.is_relative_to(folder):
                key = str(path.relative_to(folder))
                filename = url + (key if url.startswith("s3:") else urllib.parse.quote(key))
        opened(self, filename, mode, *arguments, memory=memory, **options)

    _dataset.Dataset.__init__ = open_there


def main():
    test, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "scratch").resolve()
        folder.mkdir()
        with server()(folder) as (url, environment, requests):
            os.environ.update(environment | {"TMPDIR": str(folder)})
            tempfile.tempdir = str(folder)
            read_from(folder, url.rstrip("/") + "/")
            sys.argv = [test, *arguments]
            try:
                runpy.run_path(test, run_name="__main__")
            except SystemExit as end:
                if end.code:
                    raise
            if requests() == 0:
                sys.exit("no file was read from the web")


if __name__ == "__main__":
    main()
