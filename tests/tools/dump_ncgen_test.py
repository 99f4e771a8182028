# SPDX-License-Identifier: BSD-3-Clause
"""ncgen reads what `weft dump` writes, and makes the same dataset from it."""

import random

import random_files
from support import FERRET, ToolTest, main, need, replay_of, run, seeds, weft

need("ncgen")
KINDS = {1: "classic", 2: "64-bit offset", 5: "cdf5"}
PLAIN_NAMES = ["lat", "lon", "time", "depth", "a_b", "x.y", "x-y", "T2", "über", "a b", "x(1)", "sea+ice"]


def tame_values(kind, values):
    """Without what ncgen 4.9 loses: the sign of -0, large whole numbers without an exponent, lines within text, and
    the NUL at the end of a text, with which the last record of a series of characters goes."""
    if kind == "char":
        values = values.replace(b"\n", b"n")
        return values[:-1] + b"n" if values.endswith(b"\0") else values
    if kind in ("float", "double"):
        return [0.5 if value == 0 or value == value // 1 and abs(value) > 1e6 else value for value in values]
    return values


def without_empty_texts(made, variable):
    """Without texts of a record variable that are all NUL: ncgen 4.9 crashes on most of them (`t = "", "b"`)."""
    length = made.dimensions[variable.dimensions[-1]][1] or max(1, len(variable.values))
    texts = [variable.values[at:at + length] for at in range(0, len(variable.values), length)]
    return b"".join(text if text.strip(b"\0") else b"n" * len(text) for text in texts)


def tame(made):
    """Without what CDL or ncgen 4.9 cannot express: empty numeric attributes, int64 (read as int), records nobody uses."""
    made.attributes = [a for a in made.attributes if len(a[2]) > 0]
    for variable in made.variables:
        if variable.kind == "int64":
            variable.kind = "uint64"
            variable.values = [abs(value) for value in variable.values]
        variable.attributes = [a for a in variable.attributes if len(a[2]) > 0 and a[0] != "_FillValue"]
        variable.values = tame_values(variable.kind, variable.values)
        if variable.kind == "char" and made.is_record(variable):
            variable.values = without_empty_texts(made, variable)
    if not any(made.is_record(variable) for variable in made.variables):
        made.record_count = 0
    return made


class RoundTripTest(ToolTest):
    def round_trip(self, file, kind):
        """Dumps, generates and dumps again, with digits that distinguish all values."""
        options = ("dump", "-n", "file", "-p", "9,17")
        first = weft(*options, file)
        self.assertEqual((first.returncode, first.stderr), (0, b""))
        text = self.folder / "file.cdl"
        text.write_bytes(first.stdout)
        again = self.folder / "again.nc"
        done = run("ncgen", "-k", kind, "-o", again, text)
        self.assertEqual(done.returncode, 0, (file, done.stderr))
        self.same_text(first.stdout, weft(*options, again).stdout, file)

    def test_random_files(self):
        for seed in seeds(120, 0):
            with self.subTest(replay_of(seed)):
                made = tame(random_files.dataset(random.Random(seed), PLAIN_NAMES))
                self.round_trip(made.write(self.folder / f"seed{seed}.nc"), KINDS[made.version])

    def test_real_file(self):
        file = FERRET / "etopo60.cdf"
        if not file.exists():
            self.skipTest(f"{file} is missing")
        self.round_trip(file, "classic")


if __name__ == "__main__":
    main()
