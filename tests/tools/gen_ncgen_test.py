# SPDX-License-Identifier: BSD-3-Clause
"""`weft gen` makes the files that netCDF-C's ncgen makes, from the text of ncdump and from text of people."""

import random

import random_files
from dump_ncgen_test import KINDS, PLAIN_NAMES, tame
from support import FERRET, ToolTest, main, need, replay_of, run, seeds, weft

need("ncgen")
SEED = 20250312

HAND_WRITTEN = [
    "dimensions: x = 3, y = 2 ; t = unlimited ; variables: int v(x), w ; long l(t) ; real r(y, x) ; integer i ; data: v = 1, _ ; l = 1, 2, 3 ; r = .5, 1e3 ;",
    "dimensions: x = 5 ; y = 3 ; variables: char s(y, x) ; char one ; char line(x) ; data: s = \"a\", \"bcd\" ; one = 'x' ; line = \"ab\", \"c\" ;",
    "dimensions: x = 3 ; y = 2 ; variables: char s(y, x) ; s:_FillValue = \"-\" ; data: s = 'a', 'b', 'c', 'd' ;",
    "dimensions: t = unlimited ; x = 3 ; variables: short a(t, x) ; byte b(t) ; double d(x) ; data: a = 1, 2, 3, 4 ; d = NaN, -Infinity, 1e-300 ;",
    "dimensions: t = unlimited ; variables: byte b(t) ; data: b = 'a', '\\n', '\\377', -1, 255 ;",
    "variables: float f ; f:_FillValue = -999 ; f:a = 1b, 2b ; f:b = 1s ; f:c = 1.f, 2.5f ; f:d = 0.1, 2. ; f:e = 'a' ; f:g = \"one\\n\", \"two\\t\\\"\" ; data: f = _ ;",
    "variables: int v ; byte v:a = 1, 2 ; double v:b = 1, 2 ; v:c = 010, 7 ; v:d = +3 ; v:e = 3L ; :title = \"x\" ; data: v = 0x7f ;",
    "dimensions: x = 3 ; variables: short a(x) ; byte b(x) ; char c(x) ; short d(x) ; a:_FillValue = 7s ;",
    "variables: int v ; v:a = \"abc\\000\", \"\\102\\101\" ; data: v = 5 ; ",
]


class NcgenTest(ToolTest):
    def compare(self, text, kind):
        cdl, theirs, ours = self.folder / "text.cdl", self.folder / "theirs.nc", self.folder / "ours.nc"
        cdl.write_bytes(text)
        done = run("ncgen", "-k", kind, "-o", theirs, cdl)
        self.assertEqual(done.returncode, 0, (text, done.stderr))
        self.assertEqual(self.ok("gen", "-k", kind, "-o", ours, cdl), "")
        # An empty CDF-5 file of netCDF-C ends with zeros, which the note of its size describes.
        first, second = (weft("dump", "--exact", "-n", "x", file).stdout.splitlines(keepends=True) for file in (theirs, ours))
        self.same_text(b"".join(line for line in first if not line.startswith(b"// weft: size")), b"".join(second), text)
        self.assertEqual(theirs.read_bytes().rstrip(b"\0"), ours.read_bytes().rstrip(b"\0"), text)

    def test_hand_written(self):
        for text in HAND_WRITTEN:
            for kind in KINDS.values():
                self.compare(f"netcdf text {{ {text} }}".encode(), kind)

    def test_random_files(self):
        for seed in seeds(60, SEED):
            with self.subTest(replay_of(seed)):
                made = tame(random_files.dataset(random.Random(seed), PLAIN_NAMES))
                for owner in [made, *made.variables]:  # ncgen makes a zero byte of empty text
                    owner.attributes = [a for a in owner.attributes if a[1] != "char" or a[2].rstrip(b"\0")]
                text = weft("dump", "-n", "x", "-p", "9,17", made.write(self.folder / "made.nc")).stdout
                self.compare(text, KINDS[made.version])

    def test_real_file(self):
        file = FERRET / "etopo60.cdf"
        if not file.exists():
            self.skipTest(f"{file} is missing; dev/setup installs it")
        self.compare(run("ncdump", file).stdout, "classic")


if __name__ == "__main__":
    main()
