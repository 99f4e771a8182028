# SPDX-License-Identifier: BSD-3-Clause
"""The text of `weft dump` is that of ncdump, byte by byte."""

import random

import random_files
from support import FERRET, ToolTest, main, need, replay_of, run, seeds, weft

need("ncdump")
SEED = 20240607


class DumpTest(ToolTest):
    def compare(self, file, *options):
        expected = run("ncdump", *options, file)
        actual = weft("dump", *options, file)
        self.assertEqual(expected.returncode, actual.returncode, (options, actual.stderr))
        self.same_text(expected.stdout, actual.stdout, f"{file} {options}")

    def test_real_files_in_full(self):
        files = sorted(FERRET.glob("*"))
        if not files:
            self.skipTest(f"no data sets in {FERRET}")
        for file in files:
            self.compare(file)

    def test_real_files_with_options(self):
        file = FERRET / "coads_climatology.cdf"
        if not file.exists():
            self.skipTest(f"{file} is missing")
        for options in (["-h"], ["-c"], ["-k"], ["-h", "-n", "other name"], ["-v", "COADSX,TIME"], ["-v", "SST", "-p", "3"],
                        ["-c", "-p", "4,4"], ["-v", "COADSY", "-l", "40"], ["-v", "AIRT", "-p", "9,17", "-l", "120"]):
            self.compare(file, *options)

    def test_random_files(self):
        for seed in seeds(150, SEED):
            with self.subTest(replay_of(seed)):
                source = random.Random(seed)
                file = random_files.dataset(source).write(self.folder / f"file{seed}.nc")
                self.compare(file)
                self.compare(file, "-l", source.randint(10, 100), "-p", f"{source.randint(1, 9)},{source.randint(1, 17)}")
                self.compare(file, source.choice(["-h", "-c", "-k"]))

    def test_names_of_datasets(self):
        content = random_files.dataset(random.Random(SEED))
        for name in ("plain.nc", "no_suffix", "two.dots.nc", "1st.nc", "a b(c).nc", ".hidden", "ümlaut.nc"):
            self.compare(content.write(self.folder / name), "-h")


if __name__ == "__main__":
    main()
