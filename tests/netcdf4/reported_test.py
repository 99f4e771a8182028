#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the report says of chunks, of puts by grow.c whose chunks are known.

    reported_test.py MPI PROGRAM SCRATCH [WEFT]"""

import json
import subprocess
import sys
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"
RECORDS, WIDTH = 8, 100
CHUNK_BYTES = 4 * WIDTH


def puts(ranks, half, mode="together", stamp=0):
    """Of one half of each record, divided among the ranks."""
    for record in range(RECORDS):
        lines = [f"put {mode} 0 2"]
        for rank in range(ranks):
            begin, end = (half * WIDTH // 2 + WIDTH // 2 * at // ranks for at in (rank, rank + 1))
            lines.append(f"{stamp + 100 * record} {record} {begin} 1 {end - begin}")
        yield "\n".join(lines)


def report_of(mpi, program, folder, ranks, hints, steps):
    path, script, report = folder / "reported.nc", folder / "script", folder / "report.json"
    path.unlink(missing_ok=True)
    script.write_text("\n".join([f"create {path}", "dim t 0", f"dim x {WIDTH}", f"var v 2 0 1 1 {WIDTH}", "enddef", *steps, "close", ""]))
    run = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "60", "--env", f"PNETCDF_HINTS=weft_report={report};{hints}", "--",
           program, script]
    done = subprocess.run(run, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(report.read_text())


def check_use(report, **wanted):
    use, = report["chunks"]
    assert use["variable"] == "v" and use["value_bytes"] == CHUNK_BYTES * use["written"], use
    assert 0 < use["stored_bytes"] < use["value_bytes"] and use["codec_seconds"] > 0, use
    for name, number in wanted.items():
        assert use[name] == number, f"{name} is not {number}: {use}"
    return use


def check_advice(weft, folder, words, hints):
    if weft is None:
        return
    told = subprocess.run([weft, "report", "--json", folder / "report.json"], capture_output=True, text=True, check=True)
    advice = {one["topic"]: one for one in json.loads(told.stdout)["advice"]}
    found = advice.get("rewritten_chunks", {"text": "", "hints": {}})
    assert words in found["text"] and found["hints"] == hints, found


def check_unkept(mpi, program, folder):
    """Ranks that change chunks on their own, in a log that has room for the changes, or has not."""
    rounds = 20
    alone = ["begin", *(step for stamp in range(rounds) for step in puts(2, 0, "alone", stamp)), "end"]
    for room, has_room in (("8MiB", True), ("64KiB", False)):
        report = report_of(mpi, program, folder, 2, f"weft_stage=memory:{room}", [*puts(2, 0), *alone])
        use, = report["chunks"]
        assert (use["unkept"] == 0) == has_room and use["unkept"] < 2 * rounds * RECORDS, use


def main():
    mpi, program, scratch = sys.argv[1:4]
    weft = sys.argv[4] if len(sys.argv) > 4 else None
    folder = Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    check_unkept(mpi, program, folder)
    for ranks in (1, 2):
        halves = [list(puts(ranks, half)) for half in (0, 1)]
        report = report_of(mpi, program, folder, ranks, "", halves[0] + halves[1])
        check_use(report, written=RECORDS, rewritten=0, lost_bytes=0, closed_early=0, read=0)
        check_advice(weft, folder, "", {})
        report = report_of(mpi, program, folder, ranks, "", [*halves[0], "sync", *halves[1]])
        use = check_use(report, written=2 * RECORDS, rewritten=RECORDS, closed_early=0, read=RECORDS)
        assert 0 < use["lost_bytes"] < use["stored_bytes"], use
        check_advice(weft, folder, "Chunks of variable v were rewritten 8 times", {})
        report = report_of(mpi, program, folder, ranks, f"weft_open_chunk_bytes={CHUNK_BYTES}", halves[0] + halves[1])
        use = check_use(report, written=2 * RECORDS, rewritten=RECORDS)
        assert RECORDS <= use["closed_early"] <= use["written"], use
        check_advice(weft, folder, "closed to make room", {"weft_open_chunk_bytes": str(4 * CHUNK_BYTES)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
