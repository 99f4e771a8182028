# SPDX-License-Identifier: BSD-3-Clause
"""Survivors of a killed rank end with an error, and nothing is left behind: killed_rank_test.py openmpi|mpich PROGRAM WEFT

Whatever the ranks wait with: shared memory, MPI alone, and what nodes use between them. A launcher that sees a rank die ends the
others, too, so it sees a shell that stays until the others have had their word.
"""

import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
RANKS = 3
NC_EFILE = -204
CALLS = ("put", "get", "wait", "enddef", "sync", "close", "open")
SHELL = f"""
"$0" "$@"
for tries in $(seq 600); do
    [ "$(ls "$1" | grep -c '^survivor')" -lt {RANKS - 1} ] || break
    sleep 0.1
done
exit 3
"""


def segments_of(directory):
    """Those that the ranks have made, which are named after their process ids; other tests have their own."""
    pids = [path.read_text() for path in pathlib.Path(directory).glob("pid.*")]
    assert len(pids) == RANKS, pids
    return [path.name for pid in pids for path in pathlib.Path("/dev/shm").glob(f"weft.{pid}.*")]


def kill_one(mpi, program, weft, hints, call):
    with tempfile.TemporaryDirectory() as directory:
        done = subprocess.run([LAUNCHER, "--mpi", mpi, "--ranks", str(RANKS), "--timeout", "60", "--env", f"PNETCDF_HINTS={hints}",
                               "--", "sh", "-c", SHELL, program, directory, call], capture_output=True, text=True)
        codes = {path.name: path.read_text().strip() for path in pathlib.Path(directory).glob("survivor.*")}
        wanted = {f"survivor.{rank}": str(NC_EFILE) for rank in range(RANKS - 1)}
        assert codes == wanted, f"{call} with '{hints}': {codes}\n{done.stdout}{done.stderr}"
        assert done.returncode not in (0, 124), done.returncode
        if call in ("put", "get"):
            subprocess.run([weft, "check", f"{directory}/file.nc"], check=True)
        left = segments_of(directory)
        assert not left, left


def main():
    mpi, program, weft = sys.argv[1:]
    cases = [("weft_shared_memory=disable", call) for call in CALLS]
    cases += [(hints, call) for hints in ("", "weft_pretended_nodes=2") for call in ("put", "close")]
    with concurrent.futures.ThreadPoolExecutor(4) as several:  # they wait, most of the time
        for done in [several.submit(kill_one, mpi, program, weft, hints, call) for hints, call in cases]:
            done.result()


if __name__ == "__main__":
    main()
