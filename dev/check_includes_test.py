#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the check of headers finds, in sources made for it."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from check_includes import check


def findings(**sources):
    """By the names of files in src/base, with _ for the dot."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "src/base").mkdir(parents=True)
        for name, text in sources.items():
            (root / "src/base" / name.replace("_", ".")).write_text(text)
        return check(root)


class IncludesTest(unittest.TestCase):
    def test_a_name_needs_its_header(self):
        self.assertEqual(findings(a_cpp="int b;\nstd::vector<int> a;\n"), ["src/base/a.cpp:2: uses std::vector and has no <vector>"])
        self.assertEqual(findings(a_cpp="#include <vector>\nstd::vector<int> a;\n"), [])

    def test_headers_of_the_project_give_theirs(self):
        self.assertEqual(findings(a_cpp='#include "base/b.hpp"\nstd::vector<int> a;\n', b_hpp='#include "base/c.hpp"\n', c_hpp="#include <vector>\n"), [])
        self.assertEqual(len(findings(a_cpp='#include "base/b.hpp"\nstd::vector<int> a;\n', b_hpp='#include "base/a.hpp"\n', a_hpp="#pragma once\n")), 1)

    def test_headers_of_the_library_that_give_others(self):
        self.assertEqual(findings(a_cpp="#include <string>\nstd::string_view a;\n"), [])
        self.assertEqual(len(findings(a_cpp="#include <string_view>\nstd::string a;\n")), 1)

    def test_comments_and_strings_use_nothing(self):
        self.assertEqual(findings(a_cpp='// std::vector\nauto a = "std::vector";\n'), [])


if __name__ == "__main__":
    unittest.main()
