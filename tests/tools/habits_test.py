# SPDX-License-Identifier: BSD-3-Clause
"""The habits of users of ncdump, nccopy, ncks and CDO, and the messages after a typing error."""

import json
import os
import shutil
import subprocess

from classic import Classic, Variable
from support import WEFT, ToolTest, main, run, weft


def text(words):
    return ("char", words.encode())


def model():
    """An ocean whose variables need each other in all the ways of CF."""
    names = lambda **given: [(name, *text(words)) for name, words in given.items()]
    return Classic(1, [("time", 0), ("lev", 2), ("y", 2), ("x", 3), ("nv", 2)], [], [
        Variable("time", "double", [0], [0.0, 1.5], names(units="days since 2000-01-01", calendar="noleap", bounds="time_bnds")),
        Variable("time_bnds", "double", [0, 4], [0.0, 1.0, 1.0, 2.0]),
        Variable("lev", "double", [1], [0.25, 0.75], names(formula_terms="sigma: lev ps: ps ptop: ptop")),
        Variable("ptop", "float", [], [10.0]), Variable("ps", "float", [0, 2, 3], [1000.0] * 12, names(units="hPa")),
        Variable("lat", "float", [2, 3], [float(i) for i in range(6)]), Variable("lon", "float", [2, 3], [float(i) for i in range(6)]),
        Variable("area", "float", [2, 3], [1.0] * 6), Variable("crs", "int", [], [0]), Variable("flag", "byte", [0, 1, 2, 3], [1] * 24),
        Variable("T", "float", [0, 1, 2, 3], [i / 4 for i in range(24)],
                 names(coordinates="lat lon", grid_mapping="crs: lat lon", ancillary_variables="flag", cell_measures="area: area")),
        Variable("S", "float", [0, 1, 2, 3], [float(i) for i in range(24)], names(grid_mapping="crs")), Variable("name", "char", [2, 3], b"abcdef"),
        Variable("other", "int", [3], [1, 2, 3])], record_count=2)


class HabitsTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.source, self.target = model().write(self.folder / "in.nc"), self.folder / "out.nc"

    def copied(self, *words):
        self.ok("copy", *words, self.source, self.target)
        return {variable["name"] for variable in json.loads(self.ok("dump", "-h", "--json", self.target))["variables"]}

    def test_chosen_variables_bring_what_they_need(self):
        needed = {"time", "time_bnds", "lev", "ptop", "ps", "lat", "lon", "area", "crs", "flag", "T"}
        self.assertEqual(self.copied("-v", "T"), needed)
        self.assertEqual(self.copied("-v", "T[0,:,:,1]"), needed)
        self.assertEqual(self.copied("-v", "S"), {"S", "time", "time_bnds", "lev", "ptop", "ps", "crs"})
        self.assertEqual(self.copied("-v", "other"), {"other"})
        self.assertEqual(self.copied("-C", "-v", "T"), {"T"})
        everything = self.copied()
        self.assertEqual(self.copied("-x", "-v", "T,lat"), everything - {"T", "lat"})
        self.assertEqual(self.copied("-x", "-v", "t*"), everything - {"time", "time_bnds"})
        self.assertEqual(self.copied("-C", "-v", "?"), {"T", "S"})
        if shutil.which("ncks") is not None:  # which knows fewer of the attributes
            self.assertEqual(run("ncks", "-O", "-h", "-v", "T", self.source, self.target).returncode, 0)
            theirs = {variable["name"] for variable in json.loads(self.ok("dump", "-h", "--json", self.target))["variables"]}
            self.assertLessEqual(theirs, needed)

    def test_data_of_dump_with_what_they_need(self):
        data = lambda *words: set(json.loads(self.ok("dump", "--json", *words, self.source))["data"])
        self.assertEqual(data("-v", "S"), {"S"})
        self.assertEqual(data("--coordinates", "-v", "S"), {"S", "time", "time_bnds", "lev", "ptop", "ps", "crs"})

    def test_options_of_ncdump(self):
        if shutil.which("ncdump") is None:
            self.skipTest("ncdump is not installed")
        for words in (["-t"], ["-i"], ["-t", "-i", "-v", "time_bnds"], ["-s", "-h"], ["-hs"], ["-sh"], ["-s"], ["-b", "c"], ["-b", "f"], ["-b", "c", "-v", "T,name"], ["-ct"], ["-v", "T", "-s"]):
            theirs = run("ncdump", *(["-t", "-i"] if words == ["-i"] else words), self.source)
            self.same_text(theirs.stdout.decode(), self.ok("dump", *words, self.source), words)
        self.assertIn("time = 1 ;", self.ok("dump", "-s", "time=2000-01-02", self.source).replace("UNLIMITED ; // (1 currently)", "1 ;"))

    def test_a_fixed_length_for_records(self):
        self.ok("copy", "-u", self.source, self.target)
        self.ok("check", "--strict", self.target)
        self.assertIn("\ttime = 2 ;", self.ok("dump", "-h", self.target))
        self.assertEqual(json.loads(self.ok("dump", "--json", self.target))["data"], json.loads(self.ok("dump", "--json", self.source))["data"])
        if shutil.which("nccopy") is not None:
            theirs = self.folder / "theirs.nc"
            self.assertEqual(run("nccopy", "-u", self.source, theirs).returncode, 0)
            self.assertEqual(weft("diff", self.target, theirs).returncode, 0)
        self.ok("copy", "-u", "-d", "time,1", "-d", "x,0,2,2", self.source, self.target)
        self.assertEqual(json.loads(self.ok("dump", "--json", "-v", "T", self.target))["data"]["T"], [[[[3, 3.5], [3.75, 4.25]], [[4.5, 5], [5.25, 5.75]]]])
        empty = Classic(1, [("t", 0)], [], [Variable("v", "int", [0], [])]).write(self.folder / "empty.nc")
        self.assertIn("there are no records", self.fails(1, "copy", "-u", empty, self.target))

    def test_hints_for_programs_are_not_obeyed(self):
        """The report of a job's program is not written over, and names of files are those of the command line."""
        report = self.folder / "report.json"
        for hints in (f"weft_report={report}", "weft_remote=weft://127.0.0.1:9/x"):
            for command in (["dump"], ["dump", "-h"], ["stats"], ["info"], ["diff", self.source]):
                self.assertEqual(weft(*command, self.source, env={**os.environ, "PNETCDF_HINTS": hints}).stderr, b"")
        self.assertFalse(report.exists())

    def test_a_copy_to_standard_output(self):
        self.assertEqual(weft("copy", self.source, "-").stdout, self.source.read_bytes())
        self.ok("copy", "-k", "cdf5", "-v", "T", self.source, self.target)
        self.assertEqual(weft("copy", "-k", "cdf5", "-v", "T", self.source, "-").stdout, self.target.read_bytes())
        self.fails(2, "copy", "--json", self.source, "-")
        self.assertEqual(self.fails(1, "copy", "-v", "none", self.source, "-").count("\n"), 1)
        with subprocess.Popen([WEFT, "copy", str(self.source), "-"], stdout=subprocess.PIPE) as process:
            process.stdout.close()  # nobody reads: it ends

    def test_words_that_are_wrong(self):
        for words, reason in ((["copy", "-4", self.source, self.target], "copy has no option '-4'"), (["dump", "-7", self.source], "dump has no option '-7'")):
            self.assertIn(reason, self.fails(2, *words))
        self.ok("explain", "-51")
        for name, reason in (("T[0:3", "'T[0:3' lacks a bracket"), ("TIME", "there is no variable 'TIME'; did you mean 'time'?"), ("t", "did you mean 'T'?"),
                             ("Q*", "there is no variable 'Q*'")):
            for command in (["dump", "-v", name, self.source], ["copy", "-v", name, self.source, self.target], ["plot", "-v", name, self.source]):
                self.assertIn(reason, self.fails(1, *command))

    def test_files_that_are_none(self):
        no_netcdf = "not a netCDF file: it begins neither with CDF and 1, 2 or 5 nor with HDF5's signature"
        for content, reason in ((b"", "the file is empty: too short for a netCDF file"), (b"CDF", "too short for a netCDF file: it has 3 bytes"), (b"CDF\1", "too short for a netCDF file: it has 4 bytes"),
                                (b"time,temp\n1,2\n", f'{no_netcdf}; it looks like text that begins with "time,temp"'),
                                (b"\xef\xbb\xbfnetcdf x {}", "it looks like CDL, of which weft gen makes a file"), (b"<!DOCTYPE html><html>", "a page of the web"), (bytes(100), "it begins with zeros"),
                                (b"\x93NUMPY\1\0v\0", f"{no_netcdf} (")):
            path = self.folder / "file"
            path.write_bytes(content)
            for command in (["dump", path], ["stats", path], ["copy", path, self.target]):
                self.assertIn(reason, self.fails(1, *command))
            self.assertIn(reason.rstrip(" ("), weft("check", path).stdout.decode())

    def test_meaning_of_stored_values(self):
        """Missing, valid, packed and unsigned values in stats, plot and diff."""
        number = lambda name, kind, *values: (name, kind, list(values))
        made = Classic(1, [("x", 4), ("y", 2)], [], [
            Variable("a", "int", [0], [1, -999, -99, 3], [number("missing_value", "int", -999, -99)]), Variable("b", "float", [0], [1.0, 1e20, 2.0, 3.0], [number("missing_value", "double", 1e20)]),
            Variable("u", "byte", [0], [-1, 1, 2, 3], [("_Unsigned", *text("true"))]), Variable("f", "byte", [0], [-1, 1, 2, 3], [("_Unsigned", *text("TRUE")), number("_FillValue", "byte", -1)]),
            Variable("p", "short", [0], [0, 10, 20, 30], [number("scale_factor", "double", -0.5), number("add_offset", "float", 100.0), number("_FillValue", "short", 30)]),
            Variable("r", "short", [0], [0, 10, 20, 30], [number("scale_factor", "double", 0.1), number("valid_range", "double", 1.0, 2.0)]),
            Variable("s", "short", [0], [0, 10, 20, 30], [number("scale_factor", "double", 0.1), number("valid_range", "short", 1, 2)]),
            Variable("m", "float", [0], [0.0, 10.0, 20.0, 30.0], [number("valid_min", "float", 5.0), number("valid_max", "int", 20)]),
            Variable("map", "byte", [1, 0], [-1, 1, 2, 3, 4, 5, 6, 7], [("_Unsigned", *text("true"))])])
        path = made.write(self.folder / "values.nc")
        done = weft("stats", "--json", path)
        self.assertEqual(done.stderr.decode(), f"weft: {path}: warning: missing_value of 'b' is ignored: it has a number that the variable's type, float, lacks\n")
        found = {v["name"]: (v["missing"], v["min"], v["max"], v["mean"]) for v in json.loads(done.stdout)[0]["variables"]}
        self.assertEqual(found, {"a": (2, 1, 3, 2.0), "b": (0, 1.0, 1e20, found["b"][3]), "u": (0, 1, 255, 65.25), "f": (1, 1, 3, 2.0), "p": (1, 90.0, 100.0, 95.0), "r": (4, None, None, None),
                                 "s": (4, None, None, None), "m": (2, 10.0, 20.0, 15.0), "map": (0, 1, 255, found["map"][3])})
        for name, title in (("u", "u: 1 to 255, 0 of 4 missing"), ("p", "p: 90 to 100, 1 of 4 missing"), ("a", "a: 1 to 3, 2 of 4 missing"), ("m", "m: 10 to 20, 2 of 4 missing")):
            self.assertTrue(self.ok("plot", "-v", name, path).startswith(title), name)
        made.variables[2].values = [1, 1, 2, 3]
        done = weft("diff", path, made.write(self.folder / "other.nc"))
        self.assertIn(b"first at [0]: 255 != 1; largest difference 254 absolute", done.stdout)

    def test_cdl_of_other_hands(self):
        for content, kind in ((b"16SU", "ushort"), (b"20BU", "ubyte"), (b"1bu", "ubyte"), (b"1000000llu", "uint64"), (b"7lU", "uint"), (b"16US", "ushort"), (b"20UB", "ubyte")):
            source = self.folder / "x.cdl"
            source.write_bytes(b"\xef\xbb\xbfnetcdf x { :a = " + content + b" ; }")
            self.ok("gen", "-o", self.target, source)
            self.assertEqual(json.loads(self.ok("dump", "--json", self.target))["attributes"][0]["type"], kind)


if __name__ == "__main__":
    main()
