# SPDX-License-Identifier: BSD-3-Clause
"""Imported first by each test: finds the package in the source tree, or, where WEFT_INSTALLED is set, the installed one."""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))
if not os.environ.get("WEFT_INSTALLED"):
    sys.path.insert(0, str(ROOT / "python"))
