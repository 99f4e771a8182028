# SPDX-License-Identifier: BSD-3-Clause
"""`weft dump --exact` and `weft gen` keep everything beside the values: gaps, padding, unusual headers and sizes."""

import json
import random
import shutil

import random_files
from classic import Classic, Variable
from support import ToolTest, main, replay_of, run, seeds, weft

SEED = 20250601


class LayoutTest(ToolTest):
    def round_trip(self, content):
        """Checks that the bytes come back, and returns the text."""
        file, text, again = self.folder / "file.nc", self.folder / "text.cdl", self.folder / "again.nc"
        file.write_bytes(content)
        text.write_bytes(weft("dump", "--exact", file).stdout)
        self.ok("gen", "-o", again, text)
        after = again.read_bytes()
        if after != content:
            at = next((i for i, (one, other) in enumerate(zip(content, after)) if one != other), min(len(content), len(after)))
            self.fail(f"{len(content)} bytes became {len(after)}; the first that differs is {at}\n{text.read_bytes()[:3000]}")
        return text.read_text(errors="replace")

    def notes(self, content):
        return [line.split("// weft: ")[1] for line in self.round_trip(content).splitlines() if "// weft: " in line]

    def sample(self, **options):
        return Classic(1, [("t", 0), ("x", 3)], [("title", "char", b"abcde")],
                       [Variable("b", "byte", [1], [1, 2, 3]), Variable("s", "short", [0, 1], list(range(12))),
                        Variable("c", "char", [0, 1], b"abcdefghijkl")], record_count=4, **options)

    def begins(self, made):
        return made.begins(len(made.header([0] * len(made.variables))) + made.gap)

    def test_padding_is_told_once_for_all_records(self):
        made = self.sample()
        b, s, c = self.begins(made)
        # Padding of characters is zeros in every program.
        self.assertEqual(self.notes(made.bytes()), [f"bytes {b + 3} = 00", f"bytes {s + 6} every 12 times 4 = 0000"])

    def test_gaps(self):
        made = self.sample(gap=500)
        b, s, c = self.begins(made)
        content = bytearray(made.bytes())
        self.assertEqual(self.notes(bytes(content)), [f"begin {b}", f"begin {s}", f"begin {c}", f"bytes {b + 3} = 00", f"bytes {s + 6} every 12 times 4 = 0000"])
        content[b - 400:b - 300] = b"\xee" * 100
        content[b - 5] = 1
        self.assertIn(f"bytes {b - 400} every 1 times 100 = ee", self.notes(bytes(content)))
        self.assertIn(f"bytes {b - 5} = 01", self.notes(bytes(content)))

    def test_odd_ends_of_the_file(self):
        made = self.sample()
        content = made.bytes()
        end = len(content)
        self.assertEqual(self.notes(content + b"\x07\x08"), self.notes(content)[:0] + [f"size {end + 2}"] + self.notes(content) + [f"bytes {end} = 0708"])
        self.assertIn(f"size {end + 1000}", self.notes(content + bytes(1000)))
        for cut in range(1, 16):  # padding, values, padding, values; what is missing of values is told as zeros
            self.assertIn(f"size {end - cut}", self.notes(content[:-cut]))

    def test_one_record_variable_is_not_padded(self):
        made = Classic(5, [("t", 0)], [], [Variable("b", "byte", [0], list(range(7)))], record_count=7)
        end = self.begins(made)[0] + 7
        self.assertEqual(self.notes(made.bytes()[:end]), [])
        self.assertEqual(self.notes(made.bytes()[:end] + b"\1"), [f"size {end + 1}", f"bytes {end} = 01"])

    def test_headers_that_others_write(self):
        made = self.sample()
        content = bytearray(made.bytes())
        title = content.index(b"abcde")
        header = len(made.header([0] * 3))
        content[title + 6] = 0x41  # padding of the attribute
        self.assertIn(f"header {header} at {title + 6} = 41", self.notes(bytes(content)))
        content = bytearray(made.bytes())
        content[4:8] = b"\xff" * 4  # a record count that the size of the file tells
        self.assertIn(f"header {header} at 4 = ffffffff", self.notes(bytes(content)))
        vsize = header - 8  # of the last variable
        content[vsize:vsize + 4] = b"\0\0\0\7"
        self.round_trip(bytes(content))
        empty = Classic(1)
        content = bytearray(empty.bytes())
        content[11] = 10  # an empty list of dimensions that has the tag of one
        self.assertEqual(self.notes(bytes(content)), ["header 32 at 11 = 0a"])

    def test_random_files(self):
        for seed in seeds(200, SEED):
            source = random.Random(seed)
            made = random_files.dataset(source)
            made.gap = source.choice([0, 3, 4, 6, 8, 500])
            content = bytearray(made.bytes())
            header = len(made.header([0] * len(made.variables)))
            change = source.randrange(5)
            if change == 0:
                del content[max(header, len(content) - source.randint(1, 9)):]
            elif change == 1:
                content += bytes(source.choice([0, 0, 7, 255]) for _ in range(source.randint(1, 100)))
            elif change == 2:
                content += b"\xff" * source.randint(1, 100_000)
            elif change == 3:
                for at in range(header, len(content)):
                    content[at] = content[at] or source.choice([0, 0, 1])
            with self.subTest(replay_of(seed), change=change):
                self.round_trip(bytes(content))

    def test_other_readers_skip_notes(self):
        if shutil.which("ncgen") is None:
            self.skipTest("ncgen is not installed")
        made = self.sample(gap=100)
        content = bytearray(made.bytes()) + b"behind"
        content[content.index(b"abcde") + 6] = 0x41
        text, theirs = self.round_trip(bytes(content)), self.folder / "theirs.nc"
        self.assertIn("// weft: header", text)
        self.assertEqual(run("ncgen", "-o", theirs, self.folder / "text.cdl").returncode, 0)
        self.ok("diff", self.folder / "file.nc", theirs)

    def made_of(self, text):
        (self.folder / "text.cdl").write_text(text)
        return weft("gen", "-o", self.folder / "made.nc", self.folder / "text.cdl")

    def test_notes_that_no_longer_fit_are_refused(self):
        made = self.sample(gap=40)
        content = bytearray(made.bytes()) + b"behind"
        content[content.index(b"abcde") + 6] = 0x41
        text = self.round_trip(bytes(content))
        for old, new, reason in (
                ('"abcde"', '"' + "x" * 60 + '"', "begins inside the header"), ('"abcde"', '"abcdefghi"', "the header has 204 bytes"),
                ("byte b(x) ; // weft: begin", "byte b(x) ; // begin", "variable 'b' has no note"),
                ('"jkl"', '"jkl", "mno"', "'// weft: size'"), ("// weft: size", "// size", "behind the end of the file"),
                ("// weft: size ", "// weft: size 1\n// ", "less than the header"), ("bytes", "byte", "weft does not know the note"),
                (" = 0000\n", " = 000000\n", "the data end at")):
            changed = text.replace(old, new, 1) if old != '"jkl"' else text.replace('"jkl"', '"jkl", "mno"').replace("9, 10, 11", "9, 10, 11, 12, 13, 14")
            self.assertNotEqual(changed, text, old)
            if "size" == reason[-5:-1]:
                changed = "\n".join(line for line in changed.splitlines() if "// weft: bytes" not in line)
            done = self.made_of(changed)
            self.assertEqual(done.returncode, 1, (old, done))
            self.assertIn(reason, done.stderr.decode(), old)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["again.nc", "file.nc", "text.cdl"])

    def test_notes_never_reach_values(self):
        text = self.round_trip(self.sample(gap=40).bytes())
        begin = int(text.split("// weft: begin ")[1].split()[0])
        for note in (f"bytes {begin} = ff", f"bytes {begin - 1} = ffff", "bytes 0 = ff", f"bytes {begin + 3} every 1 times 2000 = ff",
                     f"bytes 9223372036854775807 = ff", f"bytes 400 every 9223372036854775807 times 9 = ff"):
            done = self.made_of(text.rstrip().removesuffix("}") + f"// weft: {note}\n}}\n")
            self.assertEqual(done.returncode, 1, note)

    def test_another_format_has_a_layout_of_its_own(self):
        self.round_trip(bytes(self.sample(gap=40).bytes()) + b"behind")
        made = self.folder / "made.nc"
        self.ok("gen", "-k", "cdf5", "-o", made, self.folder / "text.cdl")
        self.assertEqual(weft("diff", "-q", self.folder / "file.nc", made).returncode, 1)  # the format
        self.ok("check", "--strict", made)
        self.ok("copy", "-k", "classic", "--var-align", "4", made, self.folder / "back.nc")
        self.ok("diff", self.folder / "file.nc", self.folder / "back.nc")

    def test_part_of_the_data(self):
        """Other data are fill values; the layout stays."""
        file, made = self.folder / "file.nc", self.folder / "made.nc"
        file.write_bytes(self.sample(gap=40).bytes() + b"behind")
        for options in (["-h"], ["-v", "s"]):
            (self.folder / "text.cdl").write_bytes(weft("dump", "--exact", *options, file).stdout)
            self.ok("gen", "-o", made, self.folder / "text.cdl")
            first, second = (json.loads(self.ok("info", "--json", name))["variables"] for name in (file, made))
            self.assertEqual([v["offset"] for v in first], [v["offset"] for v in second])


if __name__ == "__main__":
    main()
