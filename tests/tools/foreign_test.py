# SPDX-License-Identifier: BSD-3-Clause
"""Files of other formats: every command fails and says what to use; diff says what it has not compared."""

import bz2
import gzip
import json
import lzma

from classic import Classic, Variable
from support import ToolTest, main, weft

FILE_COMMANDS = ("dump", "info", "stats", "check", "recover")


def sample(**changes):
    return Classic(1, [("t", 0), ("x", changes.get("x", 3))], [("history", "char", changes.get("history", b"made"))],
                   [Variable("a", changes.get("kind", "int"), [1], [1] * changes.get("x", 3)), Variable("r", "short", [0], list(range(changes.get("records", 4)))),
                    Variable("s", "int", [], [5])], record_count=changes.get("records", 4))


class ForeignTest(ToolTest):
    def said_of(self, command, path):
        done = weft(command, path)
        self.assertEqual(done.returncode, 2 if command == "check" and done.stderr else 1, (command, done))
        return (done.stdout + done.stderr).decode()

    def test_what_to_use_instead(self):
        content = sample().write(self.folder / "plain.nc").read_bytes()
        for name, bytes_of_file, word in (("gz", gzip.compress(content), "gzip -dk"), ("bz2", bz2.compress(content), "bzip2 -dk"),
                                          ("xz", lzma.compress(content), "xz -dk"), ("zst", b"\x28\xb5\x2f\xfd" + bytes(50), "zstd -d"),
                                          ("grib", b"GRIB" + bytes(100), "cdo -f nc"), ("zip", b"PK\x03\x04" + bytes(100), "unzip"),
                                          ("text", b"not a netCDF file at all", "begins neither with CDF"), ("empty", b"", "")):
            path = self.folder / f"{name}.nc"
            path.write_bytes(bytes_of_file)
            for command in FILE_COMMANDS:
                said = self.said_of(command, path)
                self.assertIn(word, said, command)
                self.assertIn("NC_ENOTNC" if word else "NC_E", said, command)
            for words in (["copy", path, self.folder / "out.nc"], ["split", "-n", "2", path, self.folder / "out.nc"], ["concat", path, self.folder / "out.nc"]):
                self.assertIn(word, self.fails(1, *words))
            self.assertIn(word, self.fails(2, "diff", path, path))

    def test_web_addresses(self):
        address = "ftp://host/a.nc"
        for command in FILE_COMMANDS:
            self.assertIn("curl -O", self.said_of(command, address))
        self.assertIn("curl -O", self.fails(2, "diff", address, address))
        self.assertIn("cannot reach files by", self.fails(1, "dump", "s4://bucket/a.nc"))

    def test_diff_names_what_it_did_not_compare(self):
        one = sample().write(self.folder / "one.nc")
        for changes, name, reason in (({"kind": "float"}, "a", "it is int in one file and float in the other"),
                                      ({"x": 2}, "a", "its shape is 3 in one file and 2 in the other"),
                                      ({"records": 6}, "r", "records 4 to 5, which only the second file has"),
                                      ({"records": 1}, "r", "records 1 to 3, which only the first file has")):
            other = sample(**changes).write(self.folder / "other.nc")
            self.assertIn(f'Not compared: variable "{name}": {reason}\n', weft("diff", one, other).stdout.decode())
            self.assertEqual(json.loads(weft("diff", "--json", one, other).stdout)["not_compared"], [{"name": name, "reason": reason}])
            self.assertNotIn("Not compared", weft("diff", "-h", one, other).stdout.decode())
        lacks = sample()
        lacks.variables.pop()
        text = weft("diff", one, lacks.write(self.folder / "other.nc")).stdout.decode()
        self.assertIn('Not compared: variable "s": only the first file has it\n', text)
        self.assertEqual(json.loads(self.ok("diff", "--json", one, one))["not_compared"], [])

    def test_diff_without_attributes(self):
        one, two = sample().write(self.folder / "one.nc"), sample(history=b"made again").write(self.folder / "two.nc")
        self.assertEqual(weft("diff", one, two).returncode, 1)
        self.ok("diff", "--no-attributes", one, two)
        self.ok("diff", "--skip-attributes", "date,history", one, two)
        self.assertEqual(weft("diff", "--skip-attributes", "date", one, two).returncode, 1)
        self.fails(2, "diff", "--no-attributes", "--skip-attributes", "history", one, two)
        bare = sample()
        bare.attributes.clear()
        self.ok("diff", "--skip-attributes", "history", one, bare.write(self.folder / "bare.nc"))


if __name__ == "__main__":
    main()
