# SPDX-License-Identifier: BSD-3-Clause
"""The CDL that `weft gen` accepts, what it refuses, and its messages."""

import os
import struct

from gen_files import all_types
from support import ToolTest, main, run, weft, WEFT

HEAD = "netcdf q { dimensions: x = 3, y = 2; t = UNLIMITED; variables: "

SAMPLE = """netcdf sample { // a comment
dimensions:
 x = 3 ; t = unlimited ; // (2 currently)
variables:
 float \\1st\\ \u00fc(t, x), other ;
  \\1st\\ \u00fc:units = "m\\tn", "\\x41\\101" ;
  \\1st\\ \u00fc:_FillValue = -1 ;
 char s(t, x) ;
  byte s:flags = 1, -0x1, 'c', 0177 ;
  :title = 'x' ;
  :none = ;
  double :numbers = 1, 2.5, NaN, -Infinity ;
data:
 \\1st\\ \u00fc = 1, _, 3e0, 4f, 5., .6 ;
 s = "abc", 'd', '\\'' ;
 other = NaN(0x7fc00001) ;
}"""


class TextTest(ToolTest):
    def make(self, text, *options):
        """The file from a text, dumped again; and the finished process."""
        cdl, file = self.folder / "q.cdl", self.folder / "q.nc"
        cdl.write_bytes(text if isinstance(text, bytes) else text.encode())
        file.unlink(missing_ok=True)
        done = weft("gen", *options, "-o", file, cdl)
        self.assertIn(done.returncode, (0, 1), done)
        self.assertEqual(done.returncode == 0, file.exists())
        self.assertEqual(list(self.folder.glob(".weft-*")), [])
        return done

    def lines(self, text, *options):
        done = self.make(text, *options)
        self.assertEqual((done.returncode, done.stderr), (0, b""), text)
        return [" ".join(line.split()) for line in self.ok("dump", self.folder / "q.nc").splitlines()]

    def refused(self, text, *parts):
        done = self.make(text)
        self.assertEqual(done.returncode, 1, text)
        for part in parts:
            self.assertIn(part, done.stderr.decode())

    def test_attributes_without_a_type(self):
        for value, shown in (("1", "1"), ("1b", "1b"), ("200b", "-56b"), ("-1s", "-1s"), ("7L", "7"), ("7ll", "7LL"), ("7u", "7U"), ("7ub", "7UB"),
                             ("7Us", "7US"), ("7UL", "7U"), ("7uLL", "7ULL"), ("0x10", "16"), ("010", "8"), ("0xFFs", "255s"), ("3000000000", "3000000000U"),
                             ("-3000000000", "-3000000000LL"), ("18446744073709551615", "18446744073709551615ULL"), ("1, 3000000000", "1U, 3000000000U"),
                             ("-1, 3000000000", "-1LL, 3000000000LL"), ("1.", "1."), ("1d", "1."), (".5f", "0.5f"), ("1e3", "1000."), ("1e-50f", "0.f"),
                             ("nan", "NaN"), ("-inf", "-Infinity"), ("INFINITYF", "Infinityf"), ("nanf, -Inff", "NaNf, -Infinityf"), ("'a', '\\377', 2b", "97b, -1b, 2b"),
                             ('"a", "b"', '"ab"'), ('"a", \'b\'', None), ("", '""'), ('"\\x41\\102\\n"', '"AB\\n", ""'), ("1e400000000000000000000f", None),
                             ("1.5, 2", None), ("1, 2LL", None), ('"a", 1', None), ("300ub", None), ("-1u", None), ("99999999999999999999", None),
                             ("09", None), ("1x", None), ("0x", None), ("1e", None), ("--1", None), ("1,", None), ("''", None), ("'ab'", None), ('"a', None)):
            text = f"netcdf q {{ :a = {value} ; }}"
            if shown is None:
                self.refused(text, "line 1, column ")
            else:
                lines = " ".join(self.lines(text))
                self.assertIn(f":a = {shown} ;", lines, value)

    def test_attributes_with_a_type(self):
        for value, shown in (("byte :a = 1, 255, -128", "1b, -1b, -128b"), ("int64 :a = 1s, 2.9", "1LL, 2LL"), ("float :a = 1, 'a', 0x10", "1.f, 97.f, 16.f"),
                             ("char :a = 65, 'b', \"c\"", '"Abc"'), ("real :a = 1", "1.f"), ("integer :a = 1.9", "1"), ("ushort :a = ", '""'),
                             ("double :a = 0.1f", "0.100000001490116"), ("ubyte :a = 256", None), ("short :a = 1e10", None), ("int :a = NaN", None),
                             ("float :a = 1e39", None), ("float :a = \"x\"", None), ("string :a = \"x\"", None)):
            text = f"netcdf q {{ variables: {value} ; }}"
            if shown is None:
                self.refused(text, "line 1, column ")
            else:
                self.assertIn(f":a = {shown} ;", self.lines(text))

    def test_data(self):
        for variable, values, shown in (
                ("int v(x)", "1, _", "v = 1, _, _ ;"), ("int v(x)", "", "v = _, _, _ ;"), ("float v; v:_FillValue = -9;", "_", "v = _ ;"),
                ("byte v(x)", "'a', 255, -1b", "v = 97, -1, -1 ;"), ("double v(x)", "1e400", None), ("double v(x)", "99999999999999999999, -36893488147419103232", "v = 1e+20, -3.68934881474191e+19, _ ;"),
                ("float v", "99999999999999999999", "v = 1e+20 ;"), ("uint64 v", "18446744073709551616", None), ("double v", "0x10000000000000000", None), ("double v(x)", "1e-400, 0x10, 'a'", "v = 0, 16, 97 ;"),
                ("int v(x)", "1, 2, 3, 4", None), ("int v", "2147483648", None), ("uint64 v", "18446744073709551615", "v = 18446744073709551615 ;"),
                ("char v(x)", '"a", "b"', 'v = "ab" ;'), ("char v(y, x)", '"a", "bcd"', 'v = "a", "bcd" ;'), ("char v(y, x)", '"abcd"', 'v = "abc", "d" ;'),
                ("char v(y, x)", "'a', 'b', 'c', 'd'", 'v = "abc", "d" ;'), ("char v(y, x)", "'a', \"b\"", 'v = "a", "b" ;'),
                ("char v(y, x)", '"", "b"', 'v = "", "b" ;'), ('char v(y, x); v:_FillValue = "-";', '"a"', 'v = "a--", "---" ;'),
                ("char v(t)", '"abc", "de"', 'v = "abcde" ;'), ("char v(t, x)", '"abcde"', 'v = "abc", "de" ;'), ("char v", '"x"', 'v = "x" ;'),
                ("char v(y)", '"abc"', None), ("int v(t, x)", "1, 2, 3, 4", "v = 1, 2, 3, 4, _, _ ;"), ("char v(x)", "65, 66b, 'c'", 'v = "ABc" ;'),
                ("int v", "\"1\"", None), ("int v(x)", "{1, 2}", None)):
            text = f"{HEAD} {variable.rstrip(';')} ; data: v = {values} ; }}"
            if shown is None:
                self.refused(text, "line 1, column ")
            else:
                self.assertIn(shown, " ".join(self.lines(text)), text)

    def test_records_of_the_longest_variable(self):
        lines = " ".join(line for line in self.lines(HEAD + "short a(t); byte b(t, x); int c; data: a = 1, 2, 3 ; c = 5 ; }") if line)
        self.assertIn("(3 currently)", lines)
        self.assertIn("a = 1, 2, 3 ; b = -127, -127, -127, -127, -127, -127, -127, -127, -127 ; c = 5 ;", lines)

    def test_special_attributes_and_comments(self):
        text = 'netcdf q {\n// file format: CDF-2 (large file)\nvariables: int v; v:_Storage = "contiguous"; v:_Endianness = "big"; v:_NoFill = "true";'
        self.assertNotIn("_Storage", " ".join(self.lines(text + "}")))
        self.assertEqual((self.folder / "q.nc").read_bytes()[3], 2)
        for name, version in (("classic", 1), ("64-bit offset", 2), ("64-bit data", 5), ("cdf5", 5), ("netCDF-4", ord("F")), ("netCDF-4 classic model", ord("F"))):
            self.lines(f'{text} :_Format = "{name}" ; }}')
            self.assertEqual((self.folder / "q.nc").read_bytes()[3], version)
        self.refused(text + ':_Format = "tape" ; }', "expected the name of a format")
        self.refused('netcdf q { :_Format = "classic"; :a = 1ULL; }', "CDF-1", "'a'")

    def test_oldest_format_that_holds_all(self):
        for definition, version in (("int v", 1), ("uint v", 5), ("int v; v:a = 1ub", 5), ("byte v(big)", 1)):
            self.lines(f"netcdf q {{ dimensions: big = 10; variables: {definition} ; }}")
            self.assertEqual((self.folder / "q.nc").read_bytes()[3], version, definition)

    def test_positions(self):
        for text, line, column, what in (
                ("", 1, 1, "expected the word 'netcdf', found the end"), ("CDF\x01\x00", 1, 1, "this is a netCDF file"), ("netcdf q", 1, 9, "expected '{'"), ("netcdf q {\n dimensions: x 3;}", 2, 16, "expected '='"),
                ("netcdf q { dimensions: x = y; }", 1, 28, "expected the length"), ("netcdf q { dimensions: x = 0; }", 1, 28, "1 to 2^63-1"),
                ("netcdf q { dimensions: t = UNLIMITED; u = UNLIMITED; }", 1, 43, "an unlimited dimension exists already"),
                ("netcdf q { variables:\n\n  int a b; }", 3, 9, "expected ';' after the variable, found 'b'"), ("netcdf q { variables: quark a; }", 1, 23, "'quark'"),
                (HEAD + "int v(q); }", 1, 70, "no dimension 'q'"), (HEAD + "int v(x, t); }", 1, 73, "only the first"), (HEAD + "int x, x; }", 1, 71, "already"),
                (HEAD + "int v; v:a = 1; v:a = 2; }", 1, 82, "already"), (HEAD + "w:a = 1; }", 1, 64, "no variable 'w'"), (HEAD + "int v; data: w = 1; }", 1, 77, "no variable 'w'"),
                (HEAD + "int v; data: v = 1; v = 2; }", 1, 84, "occur a second time"), ("netcdf q { } x", 1, 14, "expected the end of the text"),
                ("netcdf q { types: }", 1, 12, "netCDF-4"), ("netcdf q { group: g { } }", 1, 12, "netCDF-4"), ("netcdf q { variables: int v; v:_FillValue = 1, 2; }", 1, 45, "one value"),
                ("netcdf q { \u00fc }", 1, 14, "expected"), ("netcdf q { :a = \"\u00fc\" \"b\"; }", 1, 21, "expected ';'"), ("netcdf q { :a# = 1; }", 1, 14, "'#'")):
            self.refused(text, f"line {line}, column {column}: ", what)

    def test_truncated_anywhere(self):
        self.assertEqual(self.make(SAMPLE).returncode, 0)
        content = SAMPLE.encode()
        for length in range(len(content)):
            done = self.make(content[:length])
            self.assertEqual(done.returncode, 1, length)
            self.assertRegex(done.stderr, rb"error: line \d+, column \d+: ")

    def test_changed_anywhere(self):
        """No byte in any place crashes it; accepted texts make files that `weft check` accepts."""
        content = SAMPLE.encode()
        for at in range(0, len(content), 4):
            for byte in b'"\'{};:,(\\0x-\0\xff':
                done = self.make(content[:at] + bytes([byte]) + content[at + 1:])
                if done.returncode == 0 and at % 8 == 0:
                    self.assertEqual(weft("check", self.folder / "q.nc").returncode, 0, (at, byte))

    def test_hostile_sizes(self):
        for text in ("netcdf " + "a" * 10000 + " {", HEAD + "int " + "v" * 10000 + "; }", HEAD + "int v; data: v = " + "1" * 100000 + "; }",
                     "netcdf q { dimensions: x = 9223372036854775807; variables: double v(x); }", HEAD + "int v" + "(" * 10000):
            self.refused(text, "line 1, column ")

    def test_standard_input_and_names(self):
        done = run("sh", "-c", f"cd '{self.folder}' && printf 'netcdf made\\\\ here {{ :a = 1; }}' | '{WEFT}' gen -")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(":a = 1 ;", self.ok("dump", self.folder / "made here.nc"))
        done = run("sh", "-c", f"cd '{self.folder}' && printf 'netcdf a/b {{ }}' | '{WEFT}' gen -")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"-o", done.stderr)
        self.fails(1, "gen", self.folder / "missing.cdl")

    def test_a_failure_leaves_the_old_file(self):
        old, cdl = self.folder / "old.nc", self.folder / "old.cdl"
        all_types(1).write(old)
        before = old.read_bytes()
        cdl.write_text(HEAD + "int v(x); data: v = 1, 2, 3, 4; }")
        self.fails(1, "gen", "-o", old, cdl)
        self.assertEqual(old.read_bytes(), before)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["old.cdl", "old.nc"])

    def test_what_cannot_be_replaced(self):
        cdl, link, file = self.folder / "text.cdl", self.folder / "link.nc", self.folder / "real.nc"
        cdl.write_text("netcdf q { :a = 1; }")
        for target, why in ((self.folder, "not a regular file"), ("/dev/null", "not a regular file"), (cdl, "the same file"),
                            (self.folder / "no folder" / "x.nc", "NC_ENOENT")):
            self.assertIn(why, self.fails(1, "gen", "-o", target, cdl))
        file.write_bytes(b"old")
        link.symlink_to(file)
        self.ok("gen", "-o", link, cdl)
        self.assertTrue(link.is_symlink())
        self.assertEqual(file.read_bytes()[:3], b"CDF")

    def test_memory_does_not_grow_with_the_data(self):
        cdl, file = self.folder / "big.cdl", self.folder / "big.nc"
        count = 3_000_000
        with cdl.open("w") as text:
            text.write(f"netcdf big {{ dimensions: x = {count}; variables: double d(x); char c(x); data: d = ")
            text.write(", ".join(["1.25"] * count) + '; c = "')
            text.write("c" * count + '"; }')
        done = run("sh", "-c", f"ulimit -v 200000 && '{WEFT}' gen -o '{file}' '{cdl}'") if not sanitized() else weft("gen", "-o", file, cdl)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(file.read_bytes()[-count - 8:], struct.pack(">d", 1.25) + b"c" * count)


def sanitized():
    return os.environ.get("WEFT_SANITIZE", "") in ("ON", "1", "TRUE")


if __name__ == "__main__":
    main()
