#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The sweep must not pass without injected faults: no_faults_test.py openmpi|mpich SWEEP_WITHOUT_FAULTS"""

import pathlib
import subprocess
import sys

RUN_MPI = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"


def main():
    mpi, program = sys.argv[1:]
    for ranks in ("1", "3"):
        done = subprocess.run([RUN_MPI, "--mpi", mpi, "--ranks", ranks, "--timeout", "120", "--", program, "direct"],
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        assert done.returncode == 1, f"{ranks} ranks: exit code {done.returncode}\n{done.stdout}"
        # Every rank of both scenarios is reported, and nothing else is wrong with the file.
        for rank in range(int(ranks)):
            for scenario in ("create", "reopen"):
                wanted = f"--only {scenario} {rank}:open:1:EIO"
                said = [line for line in done.stdout.splitlines() if wanted in line]
                assert said and said[0].endswith("the fault was not reported"), f"{wanted}:\n{done.stdout}"
        print(f"{ranks} ranks: {done.stdout.splitlines()[-1]}")


main()
