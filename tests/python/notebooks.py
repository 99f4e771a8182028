#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs the notebooks of docs/notebooks, each in an empty folder: their cells in order, and what the last line of each is
shown as."""

import ast
import json
import os
import sys
import tempfile
import unittest

from package import ROOT

import python_tests

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def code_cells(notebook):
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def show(value):
    """As a notebook does."""
    picture = getattr(value, "_repr_html_", None)
    return picture() if picture else repr(value)


def run_cell(text, names, where):
    """What is shown of it, or None."""
    tree = ast.parse(text, where)
    last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    value = None if last is None else eval(compile(last, where, "eval"), names)
    return None if value is None else show(value)


class Notebooks(unittest.TestCase):
    def run_all(self, path):
        notebook = json.loads(path.read_text())
        self.assertEqual(notebook["nbformat"], 4)
        cells, names, shown = code_cells(notebook), {}, 0
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for number, cell in enumerate(cells, 1):
                    result = run_cell(cell, names, f"{path.name}, cell of code {number}")
                    self.assertNotEqual(result, "")
                    shown += result is not None
            finally:
                os.chdir(before)
        self.assertTrue(shown, "no cell shows anything")

    def test_all_run(self):
        self.assertGreaterEqual(len(NOTEBOOKS), 2)
        for path in NOTEBOOKS:
            with self.subTest(path.name):
                try:
                    self.run_all(path)
                except ImportError as missing:
                    self.skipTest(str(missing))

    def test_they_are_kept_without_what_was_shown(self):
        for path in NOTEBOOKS:
            for cell in json.loads(path.read_text())["cells"]:
                self.assertFalse(cell.get("outputs"), path.name)


python_tests.main(sys.argv)
