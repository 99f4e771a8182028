#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the check of ARCHITECTURE.md finds in a small project, and what it lets pass."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from check_architecture import findings, table_findings

SOURCES = {
    "src/room/box.hpp": "class Box { Status open(); };\nusing Key = int;",
    "src/room/box.cpp": "Status Box::open() { return {}; }",
    "src/other/lid.hpp": "void close_lid();",
}


class Check(unittest.TestCase):
    def found_in(self, page):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**SOURCES, "ARCHITECTURE.md": page}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            subprocess.run(["git", "init", "-q"], cwd=root, check=True)
            subprocess.run(["git", "add", "."], cwd=root, check=True)
            return list(findings(root))

    def test_names_that_exist(self):
        page = "`room` has `box.hpp`, `room/box.cpp`, `src/other/lid.hpp`, `src/*/lid.hpp`,\n`Box::open`, `open(name)`, `Key`."
        self.assertEqual(self.found_in(page), [])

    def test_names_that_nothing_has(self):
        for name in ["room/lid.hpp", "Box::shut", "Lid", "shut(name)", "src/nowhere/", "src/*/key.hpp", "Box::close_lid"]:
            self.assertEqual(self.found_in(f"First this.\n\n`{name}`"), [f"ARCHITECTURE.md:3: nothing is called `{name}`"])

    def test_a_file_name_alone_belongs_to_the_folder_named_before(self):
        self.assertEqual(len(self.found_in("`other` has `box.hpp`")), 1)

    def test_what_is_no_single_name_is_not_looked_at(self):
        self.assertEqual(self.found_in("`weft copy -k 5`, `weft_parts=auto`, `a + b`, `close_lid(a, b)`"), [])

    def test_rows_of_rooms_say_what_the_rooms_may_use(self):
        may_use = {"base": [], "engine/plan": ["base"], "engine": ["engine/plan"], "files": ["base", "engine", "engine/plan"]}
        page = "| `base` | sums | - |\n| `engine` | moves | base |\n| `files` | opens | base, engine |\n"
        self.assertEqual(list(table_findings(page, may_use)), [])
        self.assertEqual(list(table_findings(page.replace("base, engine", "base"), may_use)),
                         ["ARCHITECTURE.md:3: `files` may use base, engine"])
        self.assertEqual(list(table_findings(page.replace("`files`", "`file`"), may_use)),
                         ["ARCHITECTURE.md: the table has no row for `files`"])


if __name__ == "__main__":
    unittest.main()
