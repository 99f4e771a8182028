#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs what docs/python.md shows, in an empty folder: page.py alone | page.py parallel, under mpiexec."""

import os
import re
import sys
import tempfile

from package import ROOT


def blocks():
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/python.md").read_text(), re.MULTILINE | re.DOTALL)


def main(kind):
    wanted = [block for block in blocks() if ("mpi4py" in block) == (kind == "parallel")]
    assert wanted, "the page shows nothing"
    names = {}
    for block in wanted:
        exec(compile(block, "docs/python.md", "exec"), names)
    if kind == "parallel":
        size, rank = names["comm"].size, names["comm"].rank
        assert names["values"][1].tolist() == [size - 1 if size > 1 else 100, *[size - 1] * 3], names["values"]
        print(f"rank {rank}: passed")


if sys.argv[1] == "alone":
    os.chdir(tempfile.mkdtemp(prefix="weft-page-"))
try:
    main(sys.argv[1])
except ImportError as missing:
    print(f"skipped: python.page: {missing}")
    sys.exit(77)
