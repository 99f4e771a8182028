# SPDX-License-Identifier: BSD-3-Clause
"""Survivors of a killed rank end with an error, and nothing is left behind: killed_rank_test.py PROGRAM WEFT"""

import pathlib
import subprocess
import sys
import tempfile

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
RANKS = 3
NC_EFILE = -204


def segments_of(directory):
    """Those that the ranks have made, by whose process ids they are named; other tests have theirs."""
    pids = [path.read_text() for path in pathlib.Path(directory).glob("pid.*")]
    assert len(pids) == RANKS, pids
    return [path.name for pid in pids for path in pathlib.Path("/dev/shm").glob(f"weft.{pid}.*")]


def main():
    program, weft = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        done = subprocess.run([LAUNCHER, "--mpi", "openmpi", "--ranks", str(RANKS), "--timeout", "120", "--env",
                               "OMPI_MCA_odls_base_sigkill_timeout=10", "--", program, directory],
                              capture_output=True, text=True)
        codes = {path.name: path.read_text().strip() for path in pathlib.Path(directory).glob("survivor.*")}
        wanted = {f"survivor.{rank}": str(NC_EFILE) for rank in range(RANKS - 1)}
        assert codes == wanted, f"{codes}\n{done.stdout}{done.stderr}"
        assert done.returncode not in (0, 124), done.returncode
        subprocess.run([weft, "check", f"{directory}/file.nc"], check=True)
        left = segments_of(directory)
        assert not left, left


if __name__ == "__main__":
    main()
