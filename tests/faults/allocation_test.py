# SPDX-License-Identifier: BSD-3-Clause
"""Memory runs out on one rank, at every place: allocation_test.py MPI PROGRAM RANKS

Each session ends: with codes on the ranks, or, where others wait for that rank, with the job.
"""

import pathlib
import subprocess
import sys
import tempfile

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
ENDED_FOR_MEMORY = 77


def sessions_from(command, directory):
    """Runs until all is done or the job ends; which sessions there were, and whether all is done."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=directory)
    lines = done.stdout.splitlines()
    sessions = [int(line.split()[1]) for line in lines if line.startswith("session ")]
    assert sessions, f"{command}: {done.returncode}\n{done.stdout}{done.stderr}"
    if done.returncode == 0:
        assert lines[-1] == "done", done.stdout
        return sessions, True
    assert done.returncode == ENDED_FOR_MEMORY, f"session {sessions[-1]}: {done.returncode}\n{done.stdout}{done.stderr}"
    return sessions, False


def main():
    mpi, program, ranks = sys.argv[1], sys.argv[2], int(sys.argv[3])
    for rank in sorted({0, ranks - 1}):
        first, all_done, ended = 0, False, 0
        while not all_done:
            with tempfile.TemporaryDirectory() as directory:
                command = [LAUNCHER, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "30", "--", program, str(rank),
                           str(first)]
                sessions, all_done = sessions_from(command, directory)
            ended += not all_done
            first = sessions[-1] + 1
        print(f"rank {rank} of {ranks}: {first - 1} places, at {ended} of them the job ended")
        assert first > 100, "hardly any allocation was met"
        assert ranks > 1 or ended == 0, "a rank that is alone need not end the job"


if __name__ == "__main__":
    main()
