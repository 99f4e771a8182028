# SPDX-License-Identifier: BSD-3-Clause
"""`weft dump --json` is JSON and brings every value back."""

import json
import math
import random

import random_files
from classic import Classic, Variable
from support import ToolTest, main, replay_of, seeds

SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def flat(data):
    """The values of nested lists, with strings for special numbers as numbers."""
    if isinstance(data, list):
        return [value for part in data for value in flat(part)]
    return [SPECIAL.get(data, data)]


def depth(data):
    return 1 + depth(data[0]) if isinstance(data, list) and data else 0


def same(kind, one, other):
    if kind == "float":
        one = random_files.as_float(one)
    return one == other or (isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other))


class JsonTest(ToolTest):
    def dump(self, file, *options):
        return json.loads(self.ok("dump", "--json", *options, file))

    def test_random_files_come_back(self):
        for seed in seeds(150, 0):
            with self.subTest(replay_of(seed)):
                made = random_files.dataset(random.Random(seed))
                read = self.dump(made.write(self.folder / "file.nc"))
                self.assertEqual([d["name"] for d in read["dimensions"]], [name for name, _ in made.dimensions])
                self.assertEqual([v["name"] for v in read["variables"]], [v.name for v in made.variables])
                for variable, about in zip(made.variables, read["variables"]):
                    data = read["data"][variable.name]
                    self.assertEqual(about["type"], variable.kind)
                    self.assertEqual(math.prod(about["shape"]), len(variable.values))
                    if variable.kind == "char" or not variable.values:
                        continue
                    self.assertEqual(depth(data), len(variable.dimensions))
                    pairs = list(zip(flat(data), variable.values, strict=True))
                    self.assertTrue(all(same(variable.kind, one, other) for one, other in pairs), (variable.name, pairs))

    def test_text_and_large_numbers(self):
        made = Classic(5, [("n", 2), ("s", 6)], [("t", "char", "ä\n\"\0".encode() + b"\xff")],
                       [Variable("c", "char", [0, 1], b"a\0b\0\0\0" + "\u20acx".encode() + b"\xe2\x82"),
                        Variable("u", "uint64", [0], [2**64 - 1, 2**53 + 1]), Variable("one", "char", [], b"x")])
        read = self.dump(made.write(self.folder / "file.nc"))
        self.assertEqual(read["attributes"], [{"name": "t", "type": "char", "value": "ä\n\"\0ÿ"}])
        self.assertEqual(read["data"], {"c": ["a\0b", "\u20acx\u00e2\u0082"], "u": [2**64 - 1, 2**53 + 1], "one": "x"})

    def test_shape_and_selection(self):
        made = Classic(1, [("t", 0), ("x", 3)], [], [Variable("a", "int", [0, 1], [1, 2, 3, 4, 5, 6]),
                                                       Variable("b", "float", [], [0.1])], record_count=2)
        file = made.write(self.folder / "file.nc")
        read = self.dump(file)
        self.assertEqual(read["format"], "classic")
        self.assertEqual(read["dimensions"], [{"name": "t", "length": 2, "unlimited": True},
                                              {"name": "x", "length": 3, "unlimited": False}])
        self.assertEqual(read["data"], {"a": [[1, 2, 3], [4, 5, 6]], "b": 0.1})
        self.assertEqual(self.dump(file, "-v", "b")["data"], {"b": 0.1})
        self.assertEqual(self.dump(file, "-c")["data"], {})
        self.assertNotIn("data", self.dump(file, "-h"))


if __name__ == "__main__":
    main()
