# SPDX-License-Identifier: BSD-3-Clause
"""The test of snippets finds what is wrong in a page."""

import pathlib
import sys
import unittest

from place import Place
from programs import run_framed, run_whole
from session import matches, run_commands, run_session
from snippets import snippets_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import python_tests


def page(language, text, marker=""):
    line = f"<!-- snippet: {marker} -->\n" if marker else ""
    return snippets_of("page.md", f"{line}```{language}\n{text}\n```\n")[0]


class ParserTest(unittest.TestCase):
    def test_blocks(self):
        found = snippets_of("p.md", "a\n  ```c\n  int x;\n  ```\n<!-- snippet: file f -->\n```\nb\n```\n")
        self.assertEqual([(s.line, s.language, s.marker, s.text) for s in found],
                         [(3, "c", "", "int x;\n"), (7, "", "file f", "b\n")])

    def test_mistakes(self):
        for text in ("```c\nint x;\n", "<!-- snippet: file f -->\ntext\n", "<!-- snippet: fiel f -->\n```\n```\n"):
            with self.assertRaises(ValueError):
                snippets_of("p.md", text)

    def test_lines_that_are_left_out(self):
        self.assertTrue(matches(["a", "...", "d"], ["a", "b", "c", "d"]))
        self.assertTrue(matches(["...", "d"], ["d"]))
        self.assertFalse(matches(["a", "...", "d"], ["a", "b"]))
        self.assertFalse(matches([], ["a"]))
        self.assertFalse(matches(["a"], []))


class RunTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = Place("self_test")

    def wrong(self, run, *arguments):
        with self.assertRaises(AssertionError):
            run(self.place, *arguments)

    def test_sessions(self):
        run_session(self.place, page("console", "$ echo a; echo b\na\nb"))
        self.wrong(run_session, page("console", "$ echo a\nb"))
        self.wrong(run_session, page("console", "$ echo a\n$ echo b\nb"))
        self.wrong(run_session, page("console", "$ no_such_command"))

    def test_commands(self):
        run_commands(self.place, page("sh", "true\ntrue"))
        self.wrong(run_commands, page("sh", "false\ntrue"))

    def test_programs(self):
        run_whole(self.place, page("c", "int main(void) { return 0; }"))
        self.wrong(run_whole, page("c", "int main(void) { return 1; }"))
        self.wrong(run_whole, page("c", "int main(void) { return x; }"))

    def test_frames(self):
        run_framed(self.place, "c", [page("c", "ncmpi_begin_indep_data(ncid);", "frame data")])
        self.wrong(run_framed, "c", [page("c", "ncmpi_begin_indep_data(ncid);", "frame define")])
        self.wrong(run_framed, "fortran", [page("fortran", "code = nf90mpi_sync(ncid)", "frame define")])
        self.wrong(run_framed, "cpp", [page("cpp", 'NcmpiFile f(MPI_COMM_WORLD, "no/f", NcmpiFile::read);', "frame free")])
        self.wrong(run_framed, "c", [page("c", ";", "frame nowhere")])

    def test_declarations(self):
        run_framed(self.place, "c", [page("c", "int ncmpi_close(int ncid);", "declaration")])
        self.wrong(run_framed, "c", [page("c", "int ncmpi_close(long ncid);", "declaration")])


if __name__ == "__main__":
    python_tests.main(sys.argv, verbosity=2)
