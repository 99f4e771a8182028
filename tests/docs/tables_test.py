# SPDX-License-Identifier: BSD-3-Clause
"""Every row of every table has as many cells as its header: what is more is not shown, and two rows on one line are one."""

import pathlib
import sys
import unittest

from tables import cells_of, faults_of, tables_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import python_tests

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])

FOUR_ROWS_ON_ONE_LINE = """\
| you want to | read |
|---|---|
| speed up programs | [MPI-IO](mpiio.md) | | use one dataset | [Sets](parts.md) | | use files | [Far](remote.md) | | work | [Python](python.md) |
| understand an error | [Errors](errors.md) |
"""


class TablesTest(unittest.TestCase):
    def test_rows_have_the_cells_of_their_header(self):
        self.assertEqual([fault for page in PAGES for fault in faults_of(page.relative_to(ROOT), page.read_text())], [])

    def test_tables_are_found(self):
        self.assertGreater(sum(len(tables_of(page.read_text())) for page in PAGES), 80)
        self.assertEqual([len(table) for table in tables_of((ROOT / "docs/index.md").read_text())], [21])

    def test_cells(self):
        for row, cells in {"| a | b |": ["a", "b"], "|a|": ["a"], "| | b |": ["", "b"], r"| a \| b | c |": [r"a \| b", "c"],
                           "| `a|b` | c |": ["`a|b`", "c"], "| ``a`|b`` | c |": ["``a`|b``", "c"], "| a | b": None, "a | b |": None}.items():
            self.assertEqual(cells_of(row), cells, row)

    def test_faults(self):
        self.assertEqual(faults_of("page", FOUR_ROWS_ON_ONE_LINE), ["page:3: 11 cells in a table of 2 columns"])
        head = "| a | b |\n|---|---|\n"
        for row in ("| 1 |", "| 1 | 2 | 3 |", "| 1 | 2", "| 1 `|` 2 |"):
            self.assertEqual(len(faults_of("page", f"{head}| 1 | 2 |\n{row}\n")), 1, row)
        for text in ("| a | b |\n| 1 | 2 |\n| 3 | 4 |\n", head, "| a | b |\n|---|\n| 1 | 2 |\n", "text\n\n| a | b |\n"):
            self.assertNotEqual(faults_of("page", text), [], text)
        for text in (f"{head}| 1 | 2 |\n", f"```\n{FOUR_ROWS_ON_ONE_LINE}```\n", "    | a | b |\n    |---|\n", "no table"):
            self.assertEqual(faults_of("page", text), [], text)


if __name__ == "__main__":
    python_tests.main(sys.argv, verbosity=2)
