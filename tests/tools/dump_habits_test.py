# SPDX-License-Identifier: BSD-3-Clause
"""`weft dump -f` and `weft dump -x`: the text of ncdump, byte by byte."""

import random
import re
import xml.etree.ElementTree

import random_files
from classic import Classic, Variable
from support import FERRET, ToolTest, main, need, replay_of, run, seeds, weft

need("ncdump")
SEED = 20261127


def dataset(draw):
    """With names and attributes that need no escapes in XML, and integers that a double holds: ncdump writes others wrongly."""
    made = random_files.dataset(draw)
    plain = lambda name: re.sub('[<>&"]', "_", name)
    made.dimensions = [(plain(name), length) for name, length in made.dimensions]
    for owner in (made, *made.variables):
        owner.attributes = [(plain(name), kind, [one // 4096 for one in values] if kind in ("int64", "uint64") else
                             values.rstrip(b"\0").replace(b"\0", b"0") if kind == "char" else values) for name, kind, values in owner.attributes]
    for variable in made.variables:
        variable.name = plain(variable.name)
    return made


class DumpHabitsTest(ToolTest):
    def compare(self, file, *options):
        theirs = run("ncdump", *options, file)
        self.assertEqual(theirs.returncode, 0, theirs)
        ours = weft("dump", *options, file)
        self.assertEqual((ours.returncode, ours.stderr), (0, b""), options)
        self.same_text(theirs.stdout, ours.stdout, f"{file} {options}")

    def test_random_files(self):
        for seed in seeds(60, SEED):
            with self.subTest(replay_of(seed)):
                draw = random.Random(seed)
                made = dataset(draw)
                file = made.write(self.folder / f"file{seed}.nc")
                precision = f"{draw.randint(1, 9)},{draw.randint(1, 17)}"
                self.compare(file, "-x")
                self.compare(file, "-x", "-p", precision)
                self.compare(file, "-f", "c", "-p", precision, "-l", draw.randint(10, 100))
                # Of a variable without dimensions ncdump prints what lies before its list of indices.
                made.variables = [variable for variable in made.variables if variable.dimensions]
                self.compare(made.write(file), "-f", "f")

    def test_real_files(self):
        for file in sorted(FERRET.glob("*"))[:8]:
            self.compare(file, "-x")
            self.compare(file, "-c", "-f", "f")

    def test_single_values(self):
        file = Classic(1, [("x", 2)], [], [Variable("s", "int", [], [7]), Variable("c", "char", [], b"x")]).write(self.folder / "in.nc")
        self.compare(file, "-f", "c", "-t")
        self.assertIn(' s = 7;  // s(1)\n    \n c = "x";  // c(1)\n    }\n', self.ok("dump", "-f", "f", file))

    def test_a_part_has_the_indices_of_the_part(self):
        file = Classic(1, [("x", 5)], [], [Variable("v", "int", [0], [1, 2, 3, 4, 5])]).write(self.folder / "in.nc")
        self.assertIn(" v = 3,   // v(0)\n    5;  // v(1)\n", self.ok("dump", "-f", "c", "-d", "x,2,4,2", file))

    def test_a_noted_text_makes_the_same_file(self):
        made = Classic(1, [("t", 0), ("x", 3)], [], [Variable("v", "float", [0, 1], [1.5, -2.0, 9.969209968386869e36, 4.0, 5.0, 6.0]), Variable("n", "char", [1], b"a\nb")],
                       record_count=2)
        file = made.write(self.folder / "in.nc")
        for form in "cf":
            (self.folder / "in.cdl").write_text(self.ok("dump", "-f", form, file))
            self.ok("gen", "-o", self.folder / "out.nc", self.folder / "in.cdl")
            self.ok("diff", file, self.folder / "out.nc")

    def test_xml_that_ncdump_writes_wrongly(self):
        """Names that need escapes in XML are written so that every program reads them, and integers are exact."""
        odd = "a<b>&\"'c"
        made = Classic(5, [(odd, 2)], [(odd, "int64", [-2**63, 2**63 - 1, 2**53 + 1]), ("u", "uint64", [2**64 - 1])], [Variable("v" + odd, "int", [0], [1, 2], [("units", "char", odd.encode())])])
        text = self.ok("dump", "-x", made.write(self.folder / "a&b.nc"))
        root = xml.etree.ElementTree.fromstring(text.encode())
        dimension, signed, unsigned, variable = root
        self.assertTrue(root.get("location").endswith("a&b.nc"))
        self.assertEqual((dimension.get("name"), signed.get("name")), (odd, odd))
        self.assertEqual((variable.get("name"), variable.get("shape"), variable[0].get("value")), ("v" + odd, odd, odd))
        self.assertEqual((signed.get("value"), unsigned.get("value")), (f"{-2**63} {2**63 - 1} {2**53 + 1}", str(2**64 - 1)))

    def test_words(self):
        file = dataset(random.Random(SEED)).write(self.folder / "in.nc")
        for words in (["-xh"], ["-hx"], ["-xs"], ["-x", "-c"], ["-x", "-n", "other"]):
            self.compare(file, *words)
        for words in (["-f", "x"], ["-f", "c", "-b", "c"], ["-x", "--json"], ["-x", "--exact"]):
            self.fails(2, "dump", *words, file)
        self.fails(1, "dump", "-x", "-v", "nosuch", file)


if __name__ == "__main__":
    main()
