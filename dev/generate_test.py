#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The generator itself, on copies of the tables in which one cell is another: what follows from a row, and what is said
about a row that is wrong."""

import pathlib
import re
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import generate

# The rooms of the formats are named by their table.
ROOMS = re.findall(r'^#include "(\w+)/format\.hpp"', (generate.ROOT / "src/formats/table.cpp").read_text(), re.MULTILINE)
READ = ("api", "docs", "fortran", "include", "packaging", "python/weftnc", "src/engine", "src/formats", *(f"src/{room}" for room in ROOMS))
RECSIZE = "about a file\tint\tncmpi_inq_recsize\tint ncid, MPI_Offset* recsize"


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in READ:
            shutil.copytree(generate.ROOT / name, self.root / name, symlinks=True)

    def files_after(self, file, old, new):
        """What is printed while the file has the new text once in place of the old."""
        path, text = self.root / file, (self.root / file).read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))
        try:
            return generate.print_all(self.root)
        finally:
            path.write_text(text)

    def rejects(self, file, old, new, *words):
        with self.assertRaises(ValueError) as raised:
            self.files_after(file, old, new)
        for word in words:
            self.assertIn(word, str(raised.exception))

    def test_one_row_makes_a_function_of_c_and_fortran_and_of_the_reference_and_tests(self):
        row = "about a file\tint\tncmpi_inq_age\tint ncid, MPI_Offset* days\tIts age.\tncid age\tncid days\n"
        before = generate.print_all(self.root)
        after = self.files_after("api/functions.tsv", RECSIZE, row + RECSIZE)
        new = {path for path in after if after[path] != before[path]}
        lines = {
            "include/pnetcdf.h": "int ncmpi_inq_age(int ncid, MPI_Offset* days);",
            "packaging/abi/libweft.symbols": "\nncmpi_inq_age\n",
            "packaging/abi/libweft_fortran.symbols": "\n__pnetcdf_control_MOD_nf90mpi_inq_age\n",
            "include/pnetcdf.inc": "      external nfmpi_inq_age\n",
            "fortran/generated/interfaces.f90": "integer function nfmpi_inq_age(ncid, age)",
            "fortran/generated/control.f90": "code = nfmpi_inq_age(ncid, days)",
            "fortran/generated/nfmpi_control.cpp": "return ncmpi_inq_age(*ncid, age);",
            "docs/reference/inquiry.md": "integer function nf90mpi_inq_age(ncid, days)\n",
            "docs/reference/names.md": "(inquiry.md#ncmpi_inq_age)",
            "docs/reference/index.md": "names](names.md)",
            "tests/generated/call_every_function.c": "EXPECT(NC_EBADID, ncmpi_inq_age(bad, memory));",
            "tests/generated/call_in_every_mode.c": "return ncmpi_inq_age(ncid, memory);",
            "tests/fortran/generated/call_every_function.f90": "nfmpi_inq_age(",
        }
        self.assertEqual(new, set(lines))
        for path, line in lines.items():
            self.assertIn(line, after[path])

    def test_a_function_of_wefts_own_is_in_its_header_alone(self):
        row = "about a file\tint\tweft_inq_age\tint ncid, MPI_Offset* days\tIts age.\tncid age\tncid days\n"
        after = self.files_after("api/functions.tsv", RECSIZE, row + RECSIZE)
        self.assertIn("int weft_inq_age(int ncid, MPI_Offset* days);", after["include/weft.h"])
        self.assertNotIn("weft_inq_age", after["include/pnetcdf.h"])
        self.assertIn("\nweft_inq_age\n", after["packaging/abi/libweft.symbols"])

    def test_names_of_methods_come_from_their_entries(self):
        row = "    ROW(direct_method)"
        after = self.files_after("src/engine/method_table.cpp", row, row.replace("direct", "reference") + " \\\n" + row)
        self.assertIn("`reference`, `direct`, `sieve`", after["docs/hints.md"])
        self.assertEqual(after["docs/design.md"].count("| reference | rank 0 does everything"), 2)

    def hint_of_formats(self, files):
        return re.search(r"(\S+(?: or|,) .*): the format of a new dataset", files["docs/hints.md"])[1].split(" | ")[-1]

    def test_a_format_can_be_chosen_where_there_are_several(self):
        known = re.findall("`(\\w+)`", self.hint_of_formats(generate.print_all(self.root)))
        self.assertIn("netcdf4", known)
        (self.root / "src/flat").mkdir()
        (self.root / "src/flat/format.cpp").write_text('x = {.name = "flat", .kinds = kinds, .create = make}')
        include = '#include "sets/format.hpp"'
        after = self.files_after("src/formats/table.cpp", include, '#include "flat/format.hpp"\n' + include)
        self.assertIn('"weft_format"', after["src/files/hint_table.hpp"])
        self.assertEqual(re.findall("`(\\w+)`", self.hint_of_formats(after)), [*known[:-1], "flat", known[-1]])

    def test_it_cannot_where_there_is_one(self):
        for room in ROOMS[:-1]:
            entry = self.root / "src" / room / "format.cpp"
            entry.write_text(entry.read_text().replace(".create = ", ".makes = "))
        self.assertNotIn("weft_format", generate.print_all(self.root)["src/files/hint_table.hpp"])

    def test_a_function_that_is_there_twice_is_rejected(self):
        self.rejects("api/functions.tsv", "ncmpi_inq_recsize", "ncmpi_inq_format", "twice", "ncmpi_inq_format")

    def test_a_cell_too_many_is_rejected(self):
        self.rejects("api/functions.tsv", "\tncid recsize\t=", "\tncid recsize\t=\tmore", "functions.tsv", "more")

    def test_other_numbers_of_arguments_in_fortran_are_rejected(self):
        self.rejects("api/functions.tsv", "ncid recsize\t=", "ncid\t=", "ncmpi_inq_recsize")
        self.rejects("api/functions.tsv", "ncid size\tncid h_size", "ncid size\tncid", "ncmpi_inq_header_size")

    def test_a_parameter_that_fortran_does_not_know_is_rejected(self):
        self.rejects("api/functions.tsv", "MPI_Offset* recsize", "double* recsize", "double* recsize", "inq_recsize")

    def test_a_module_function_that_nobody_has_written_is_rejected(self):
        self.rejects("api/functions.tsv", "inquire()", "inquired()", "nf90mpi_inquired")

    def test_a_group_without_rules_or_without_a_page_is_rejected(self):
        self.rejects("api/functions.tsv", RECSIZE, RECSIZE.replace("about a file", "odd"), "odd")
        self.rejects("api/reference.toml", '"about a dimension", ', "", "about a dimension")

    def test_a_rule_about_nothing_is_rejected(self):
        self.rejects("api/rules.toml", "[function.ncmpi_open]", "[function.ncmpi_opened]", "ncmpi_opened")

    def test_a_code_that_is_none_is_rejected(self):
        self.rejects("api/rules.toml", '"NC_EBADID"', '"NC_EBAD"', "NC_EBAD'")

    def test_a_call_of_nothing_is_rejected(self):
        self.rejects("api/calls.tsv", "ncmpi_strerror", "ncmpi_strerr", "calls.tsv", "ncmpi_strerr'")

    def test_an_option_that_is_there_twice_or_completes_nothing_is_rejected(self):
        self.rejects("api/commands/diff.toml", '["-q",', '["-b",', "diff.toml", "twice")
        self.rejects("api/commands/diff.toml", '"files"', '"file"', "diff.toml", "FILE1")

    def test_a_page_without_the_place_of_a_table_is_rejected(self):
        self.rejects("docs/tools.md", "<!-- options: diff -->", "", "tools.md", "diff")
        self.rejects("docs/hints.md", "<!-- hints: file -->", "", "hints.md", "file")

    def test_what_the_package_has_not_or_does_not_describe_is_rejected(self):
        self.rejects("api/python.tsv", "\tDataset", "\tDatabase", "Database")
        head = "class Dimension:\n"
        self.rejects("python/weftnc/_dimension.py", head, f"{head}    name = 0\n", "Dimension", "docstring")


if __name__ == "__main__":
    unittest.main()
