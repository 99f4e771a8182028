# SPDX-License-Identifier: BSD-3-Clause
"""Random programs on nodes that share no memory: pretended_test.py openmpi|mpich RANDOM_PROGRAMS NODES

The programs compare with a model in memory, and files of different runs byte by byte."""

import pathlib
import subprocess
import sys
import tempfile

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
RANKS = 4
RUNS = [["--seed", seed, *programs] for seed in ("1", "fresh")
        for programs in (["--programs", "125"], ["--programs", "30", "--same-bytes"])]


def main():
    mpi, program, nodes = sys.argv[1:]
    hints = f"PNETCDF_HINTS=weft_method=two_phase;weft_pretended_nodes={nodes}"
    for arguments in RUNS:
        with tempfile.TemporaryDirectory(prefix="scratch-") as directory:
            command = [LAUNCHER, "--mpi", mpi, "--ranks", str(RANKS), "--timeout", "400", "--env", hints, "--",
                       program, "--dir", directory, *arguments]
            done = subprocess.run(command, capture_output=True, text=True)
        print(done.stdout, done.stderr, sep="")
        assert done.returncode == 0, f"{command} returned {done.returncode}"


if __name__ == "__main__":
    main()
