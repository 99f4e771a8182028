# SPDX-License-Identifier: BSD-3-Clause
"""Kills programs in the middle of their work: crash_test.py openmpi|mpich VICTIM [--weft TOOL] [--seed N]

The file of a killed program must have the definitions and data of one moment, for Weft and for other software."""

import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from process_signals import signal_if  # noqa: E402

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
RANKS = 3
KILLS = 20  # of each kind of redefinition
SECONDS = 40
COLUMNS, RECORDS = 12000, 9  # as in victim.cpp


def launch(options, task, directory, ranks):
    command = [str(LAUNCHER), "--mpi", options.mpi, "--ranks", str(ranks), "--timeout", "60", "--", options.victim,
               task, str(directory)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def number_in(path):
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


def wait_until_under_way(victim, directory):
    """The process ids of the ranks, which are descendants of the launcher that this test started."""
    end = time.monotonic() + 60
    while number_in(directory / "done") is None:
        if victim.poll() is not None or time.monotonic() > end:
            raise SystemExit(f"the victim did not start:\n{victim.communicate()[0]}")
        time.sleep(0.005)
    return [number_in(directory / f"pid.{rank}") for rank in range(RANKS)]


def kill(pid, victim):
    """Only a process that still runs our victim."""
    signal_if(pid, signal.SIGKILL, lambda pid: os.path.samefile(f"/proc/{pid}/exe", victim))


def end_of(process, seconds):
    try:
        return process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        process.terminate()
        raise SystemExit(f"ranks survived the death of others:\n{process.communicate()[0]}") from None


def check(options, directory, trace):
    process = launch(options, "check", directory, 1)
    output, _ = process.communicate()
    if process.returncode != 0:
        raise SystemExit(f"{trace}:\n{output}")
    words = output.split()
    return int(words[1]), int(words[3])


def read_with_others(directory, trace):
    """netCDF-C must read the same file."""
    path = directory / "file.nc"
    if shutil.which("ncdump"):
        subprocess.run(["ncdump", "-h", path], check=True, stdout=subprocess.DEVNULL)
    try:
        import netCDF4
        import numpy
    except ImportError:
        return
    with netCDF4.Dataset(path) as file:
        rows = numpy.arange(RECORDS)[:, None] * COLUMNS + numpy.arange(COLUMNS)[None, :]
        if not (file["fixed"][:] == 1000 + rows[:4]).all() or not (file["record"][:] == 2000 + rows).all():
            raise SystemExit(f"{trace}: netCDF-C reads other values")


def recover_with_tool(options, directory, trace):
    result = subprocess.run([options.weft, "recover", directory / "file.nc"], capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{trace}: weft recover: {result.stdout}{result.stderr}")


def is_interrupted(path):
    """A complete journal ends with a trailer of this name."""
    with open(path, "rb") as file:
        file.seek(-min(64, path.stat().st_size), os.SEEK_END)
        return file.read(8) in (b"WEFTJNL2", b"WEFTINS1")


def kill_during_redefinition(options, random_source, root, task, attempt):
    directory = root / f"{task}-{attempt}"
    directory.mkdir()
    victim = launch(options, task, directory, RANKS)
    pids = wait_until_under_way(victim, directory)
    time.sleep(random_source.random() * 0.25)
    for pid in random_source.sample(pids, len(pids)):
        kill(pid, options.victim)
    end_of(victim, 30)
    trace = f"kill {attempt}, seed {options.seed}"
    interrupted = is_interrupted(directory / "file.nc")
    if options.weft and attempt % 2 == 0:
        recover_with_tool(options, directory, trace)
    pads, done = check(options, directory, trace)
    if pads not in (done, done + 1):
        raise SystemExit(f"{trace}: {pads} attributes after {done} rounds")
    if is_interrupted(directory / "file.nc"):
        raise SystemExit(f"{trace}: the journal is still there")
    read_with_others(directory, trace)
    shutil.rmtree(directory)
    return interrupted


def kill_one_rank_during_writes(options, random_source, root, attempt):
    directory = root / f"write-{attempt}"
    directory.mkdir()
    victim = launch(options, "write", directory, RANKS)
    pids = wait_until_under_way(victim, directory)
    time.sleep(random_source.random() * 0.2)
    kill(random_source.choice(pids), options.victim)
    end_of(victim, 30)
    if victim.returncode == 0:
        raise SystemExit("the launcher called a killed program a success")
    left = shared_memory_of(pids)
    if left:
        raise SystemExit(f"left in /dev/shm: {left}")
    trace = f"one rank killed, attempt {attempt}, seed {options.seed}"
    check(options, directory, trace)
    read_with_others(directory, trace)
    shutil.rmtree(directory)


def shared_memory_of(pids):
    """Weft's segments, which are named after the process that has made them; other tests have their own."""
    return sorted(name for pid in pids for name in os.listdir("/dev/shm") if name.startswith(f"weft.{pid}."))


def kill_redefinitions(options, random_source, place, task):
    """The number of kills during a change."""
    end = time.monotonic() + SECONDS
    kills = interrupted = 0
    while kills < KILLS and time.monotonic() < end:
        interrupted += kill_during_redefinition(options, random_source, place, task, kills)
        kills += 1
    print(f"{task}: {kills} kills, {interrupted} of them in the middle of a change", flush=True)
    return interrupted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mpi", choices=("openmpi", "mpich"))
    parser.add_argument("victim", type=os.path.abspath)
    parser.add_argument("--weft", help="the weft command, for `weft recover`")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("WEFT_SEED", random.SystemRandom().randrange(1 << 30))))
    options = parser.parse_args()
    print(f"seeds: --seed {options.seed}", flush=True)
    random_source = random.Random(options.seed)
    in_memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="weft-crash-", dir=in_memory) as place:
        for attempt in range(3):
            kill_one_rank_during_writes(options, random_source, pathlib.Path(place), attempt)
        if kill_redefinitions(options, random_source, pathlib.Path(place), "redefine") == 0:
            raise SystemExit("no kill hit a change, so nothing was tested")
    # On a disk, whose file system may insert blocks. That takes so little time that few kills hit
    # it.
    with tempfile.TemporaryDirectory(prefix="weft-crash-", dir=os.path.dirname(options.victim)) as place:
        kill_redefinitions(options, random_source, pathlib.Path(place), "redefine-blocks")


if __name__ == "__main__":
    sys.exit(main())
