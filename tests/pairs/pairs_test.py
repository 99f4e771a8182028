# SPDX-License-Identifier: BSD-3-Clause
"""Pairs of jobs that write to one file: pairs_test.py openmpi|mpich JOB_PAIRS DELAYS [WEFT]

WEFT_JOB_PAIRS: how many pairs in all (otherwise few). Each has a seed of its own, which repeats it."""

import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import python_tests

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
USUAL_PAIRS = {"openmpi": 90, "mpich": 30}
# Ranks of the two jobs. More ranks than cores wait busily under MPICH.
SIZES = {"openmpi": [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 3)], "mpich": [(1, 1), (2, 1)]}
APART = 3  # so many pairs of each are jobs of their own, started side by side


class Pairs:
    def __init__(self, mpi, program, delays, weft):
        self.mpi, self.program, self.delays, self.weft = mpi, program, delays, weft

    def start(self, folder, ranks, *arguments):
        # The shim goes to the ranks, not to their launcher.
        command = [LAUNCHER, "--mpi", self.mpi, "--ranks", str(ranks), "--timeout", "300", "--",
                   "/usr/bin/env", f"LD_PRELOAD={self.delays}", self.program, *map(str, arguments)]
        return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def finish(self, *started):
        said = [process.communicate()[0] for process in started]
        assert not any(process.returncode for process in started), "\n".join(said)

    def in_one_job(self, folder, seed, rounds, sizes):
        self.finish(self.start(folder, sum(sizes), "both", seed, rounds, sizes[0]))

    def apart(self, folder, seed, sizes):
        self.finish(self.start(folder, 1, "make", seed, sum(sizes)))
        self.finish(*[self.start(folder, sizes[which], "job", seed, *sizes, which) for which in (0, 1)])
        self.finish(self.start(folder, 1, "check", seed, sum(sizes), sizes[0]))

    def check_files(self, folder):
        files = sorted(path.name for path in pathlib.Path(folder).glob("pair.*.nc"))
        assert files
        if self.weft:
            done = subprocess.run([self.weft, "check", *files], cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr


def main():
    pairs = Pairs(*sys.argv[1:5], *([None] if len(sys.argv) < 5 else []))
    total = int(os.environ.get("WEFT_JOB_PAIRS", USUAL_PAIRS[pairs.mpi]))
    sizes = SIZES[pairs.mpi]
    rounds = -(-total // len(sizes))
    first, fresh = python_tests.seeds(2, 1000)
    for begin in (first, fresh * 1000000):
        for number, ranks in enumerate(sizes):
            seed = begin + number * rounds
            with tempfile.TemporaryDirectory(prefix="pairs-") as folder:
                for target in ("t1", "t2"):
                    os.mkdir(os.path.join(folder, target))
                print(f"ranks {ranks}, seeds {seed} to {seed + rounds // 2 - 1}", flush=True)
                pairs.in_one_job(folder, seed, max(1, rounds // 2), ranks)
                if number < APART:
                    pairs.apart(folder, seed + rounds, ranks)
                pairs.check_files(folder)


if __name__ == "__main__":
    main()
