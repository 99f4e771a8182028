#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs what docs/python.md shows, in an empty folder: page.py alone | page.py parallel, under mpiexec; with the
word `first` behind it only the first program of the kind, which needs nothing but the package and, in parallel, mpi4py."""

import os
import re
import sys
import tempfile

from package import ROOT


def blocks():
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/python.md").read_text(), re.MULTILINE | re.DOTALL)


def main(kind, extent=""):
    wanted = [block for block in blocks() if ("mpi4py" in block) == (kind == "parallel")]
    assert wanted, "the page shows nothing"
    names = {}
    for block in wanted[:1] if extent == "first" else wanted:
        exec(compile(block, "docs/python.md", "exec"), names)
    if kind == "parallel":
        size, rank = names["comm"].size, names["comm"].rank
        assert names["values"][1].tolist() == [size - 1 if size > 1 else 100, *[size - 1] * 3], names["values"]
        print(f"rank {rank}: passed")
    else:
        with names["nc"].Dataset("sea.nc") as sea:
            row = sea["height"][1, :4].tolist()
        assert row == [0.5, None, 0.5, None], row


if sys.argv[1] == "alone":
    os.chdir(tempfile.mkdtemp(prefix="weft-page-"))
try:
    main(*sys.argv[1:])
except ImportError as missing:
    print(f"skipped: python.page: {missing}")
    sys.exit(77)
