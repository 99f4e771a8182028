# SPDX-License-Identifier: BSD-3-Clause
"""Random programs on nodes whose caches disagree: stale_test.py openmpi|mpich RANDOM_PROGRAMS_ON_PLANNED_STORES

Every rank is a node and has a cache of its own, which nobody keeps true (storage/testing/stale_store.hpp). A program that is
told so gets right bytes; one that is told the contrary does not, or the caches would prove nothing."""

import pathlib
import subprocess
import sys
import tempfile

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
RANKS = 4


def run(mpi, program, coherence, seed, programs):
    hints = f"PNETCDF_HINTS=weft_pretended_nodes={RANKS};weft_coherence={coherence}"
    with tempfile.TemporaryDirectory(prefix="scratch-") as directory:
        command = [LAUNCHER, "--mpi", mpi, "--ranks", str(RANKS), "--timeout", "300", "--env", hints,
                   "--env", "WEFT_PLANNED_STORE=stale", "--", program,
                   "--dir", directory, "--seed", seed, "--programs", str(programs)]
        done = subprocess.run(command, capture_output=True, text=True)
    print(done.stdout, done.stderr, sep="")
    return done


def main():
    mpi, program = sys.argv[1:]
    for coherence in ("weak", "close_to_open"):
        for seed in ("1", "fresh"):
            assert run(mpi, program, coherence, seed, 250).returncode == 0
    misled = run(mpi, program, "coherent", "1", 100)
    assert misled.returncode != 0 and "ncmpi_get" in misled.stderr


if __name__ == "__main__":
    main()
