# SPDX-License-Identifier: BSD-3-Clause
"""`weft dump --follow` prints records as they come."""

import os
import signal
import struct
import subprocess

from support import WEFT, ToolTest, main, weft

# netcdf with one record dimension: time(time) int, v(time, x) int with x = 3, fixed(x) int.
HEADER_RECORDS_AT = 4


def begin_of(records):
    """A classic file, of records (n, 10 n, 10 n + 1, 10 n + 2)."""
    def name(text):
        return struct.pack(">i", len(text)) + text.encode() + b"\0" * (-len(text) % 4)
    no_attributes = struct.pack(">ii", 0, 0)
    dimensions = struct.pack(">ii", 10, 2) + name("time") + struct.pack(">i", 0) + name("x") + struct.pack(">i", 3)

    def variables(begins):
        parts = [struct.pack(">ii", 11, 3)]
        for title, ids, bytes_, begin in (("fixed", [1], 12, begins[0]), ("time", [0], 4, begins[1]), ("v", [0, 1], 12, begins[2])):
            parts.append(name(title) + struct.pack(f">i{len(ids)}i", len(ids), *ids) + no_attributes
                         + struct.pack(">iii", 4, bytes_, begin))
        return b"".join(parts)
    def header(begins):
        return b"CDF\1" + struct.pack(">i", records) + dimensions + no_attributes + variables(begins)
    first = len(header([0, 0, 0]))
    made = header([first, first + 12, first + 16]) + struct.pack(">iii", 7, 8, 9)
    return made + b"".join(record(n) for n in range(records))


def record(n):
    return struct.pack(">iiii", n, 10 * n, 10 * n + 1, 10 * n + 2)


class FollowTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "growing.nc"
        self.path.write_bytes(begin_of(2))

    def append(self, n):
        """As a program does: first the record, then the number."""
        with open(self.path, "r+b", buffering=0) as file:
            file.seek(0, os.SEEK_END)
            file.write(record(n))
            file.seek(HEADER_RECORDS_AT)
            file.write(struct.pack(">i", n + 1))

    def start(self, *options):
        follower = subprocess.Popen([WEFT, "dump", "--follow", *options, str(self.path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                    text=True)
        self.addCleanup(follower.stdout.close)
        self.addCleanup(follower.stderr.close)
        self.addCleanup(follower.wait)
        self.addCleanup(follower.kill)
        return follower

    def read_to(self, follower, line):
        """The lines up to this one, which must come."""
        lines = []
        while not lines or lines[-1] != line + "\n":
            lines.append(follower.stdout.readline())
            self.assertNotEqual(lines[-1], "", f"{line!r} did not come: {lines}, {follower.poll()}")
        return "".join(lines)

    def test_records_are_printed_as_they_come(self):
        follower = self.start()
        so_far = self.read_to(follower, "  10, 11, 12 ;")
        self.assertEqual(so_far + "}\n", weft("dump", self.path).stdout.decode(), "what ncdump prints, but for the end")
        for n in (2, 3):
            self.append(n)
            self.assertEqual(self.read_to(follower, f"  {10 * n}, {10 * n + 1}, {10 * n + 2} ;"),
                             f"\n time(time={n}) = {n} ;\n\n v(time={n}) =\n  {10 * n}, {10 * n + 1}, {10 * n + 2} ;\n")
        follower.send_signal(signal.SIGINT)
        self.assertEqual(follower.stdout.read(), "}\n")
        self.assertEqual((follower.wait(), follower.stderr.read()), (130, ""))

    def test_several_records_at_a_time(self):
        follower = self.start("-v", "time")
        self.read_to(follower, " time = 0, 1 ;")
        with open(self.path, "r+b", buffering=0) as file:
            file.seek(0, os.SEEK_END)
            file.write(record(2) + record(3))
            file.seek(HEADER_RECORDS_AT)
            file.write(struct.pack(">i", 4))
        self.assertEqual(self.read_to(follower, " time(time=3) = 3 ;"), "\n time(time=2) = 2 ;\n\n time(time=3) = 3 ;\n")
        follower.terminate()
        self.assertEqual(follower.stdout.read(), "}\n")
        self.assertEqual(follower.wait(), 0)

    def test_a_file_that_is_removed_or_replaced(self):
        follower = self.start("-v", "time")
        self.read_to(follower, " time = 0, 1 ;")
        self.append(2)
        self.path.unlink()
        self.assertEqual(follower.stdout.read(), "\n time(time=2) = 2 ;\n}\n", "the last record is there")
        self.assertEqual(follower.wait(), 1)
        self.assertIn("it has been removed", follower.stderr.read())
        self.path.write_bytes(begin_of(2))
        follower = self.start("-v", "time")
        self.read_to(follower, " time = 0, 1 ;")
        other = self.folder / "other.nc"
        other.write_bytes(begin_of(5))
        other.rename(self.path)
        self.assertEqual(follower.wait(), 1)
        self.assertIn("another file has its name now", follower.stderr.read())

    def test_an_end_of_the_reader_is_an_end(self):
        follower = self.start()
        self.read_to(follower, "  10, 11, 12 ;")
        follower.stdout.close()
        self.assertEqual(follower.wait(), 0)

    def test_netcdf4_files_are_followed(self):
        netcdf4 = self.folder / "growing4.nc"
        text = "netcdf g { dimensions: time = UNLIMITED ; variables: int time(time) ; data: time = %s ; }"
        source = self.folder / "g.cdl"
        source.write_text(text % "0")
        self.ok("gen", "-k", "nc4", "-o", netcdf4, source)
        self.path = netcdf4
        follower = self.start()
        self.read_to(follower, " time = 0 ;")
        source.write_text(text % "0, 5")
        longer = self.folder / "longer.nc"
        self.ok("gen", "-k", "nc4", "-o", longer, source)
        with open(netcdf4, "r+b") as file:  # the same file, with other bytes
            file.write(longer.read_bytes())
        self.read_to(follower, " time(time=1) = 5 ;")
        follower.terminate()
        self.assertEqual(follower.wait(), 0)

    def test_what_cannot_be_followed_is_refused(self):
        self.assertIn("not standard input", self.fails(2, "dump", "--follow", "-"))
        self.assertIn("one file", self.fails(2, "dump", "--follow", self.path, self.path))
        self.assertIn("whole records", self.fails(2, "dump", "--follow", "-v", "v[0]", self.path))
        self.fails(2, "dump", "--follow", "--json", self.path)
        self.assertIn("has records", self.fails(1, "dump", "--follow", "-v", "fixed", self.path))
        source = self.folder / "fixed.cdl"
        source.write_text("netcdf f { dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2 ; }")
        self.ok("gen", "-o", self.folder / "fixed.nc", source)
        self.assertIn("no unlimited dimension", self.fails(1, "dump", "--follow", self.folder / "fixed.nc"))


if __name__ == "__main__":
    main()
