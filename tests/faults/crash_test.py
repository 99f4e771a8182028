# SPDX-License-Identifier: BSD-3-Clause
"""Kills programs in the middle of their work: crash_test.py openmpi|mpich VICTIM [--weft TOOL] [--seed N]

The file of a killed program must have the definitions and data of one moment, for Weft and for other software."""

import argparse
import contextlib
import os
import pathlib
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from process_signals import parent_of, signal_if  # noqa: E402

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
RANKS = 3
TOO_LONG = 300  # seconds, for a program that takes some
KILLS = 20  # of each kind of redefinition: every other one at any moment, the others within a change
COLUMNS, RECORDS = 12000, 9  # as in victim.cpp


def launch(options, task, directory, ranks):
    command = [str(LAUNCHER), "--mpi", options.mpi, "--ranks", str(ranks), "--timeout", str(TOO_LONG), "--", options.victim,
               task, str(directory)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def number_in(path):
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


def wait_until_under_way(victim, directory):
    """The process ids of the ranks, which are descendants of the launcher that this test started."""
    while number_in(directory / "done") is None:
        if victim.poll() is not None:
            raise SystemExit(f"the victim did not start:\n{victim.communicate()[0]}")
        time.sleep(0.005)
    return [number_in(directory / f"pid.{rank}") for rank in range(RANKS)]


def send(number, pid, victim):
    """Whether there was the process: only one that still runs our victim."""
    return signal_if(pid, number, lambda pid: os.path.samefile(f"/proc/{pid}/exe", victim))


def end_of(process):
    """run_mpi ends it if need be."""
    output = process.communicate()[0]
    if "time is up" in output:
        raise SystemExit(f"ranks survived the death of others:\n{output}")


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


def await_standstill(pids):
    """A signal that stops a process is sent before its threads have stopped: they end their system calls first."""
    for pid in pids:
        for thread in pathlib.Path(f"/proc/{pid}/task").glob("*/stat"):
            while thread.read_text().rpartition(")")[2].split()[0] not in "TtZX":
                time.sleep(0.0005)


def await_end(pid):
    try:
        descriptor = os.pidfd_open(pid)
    except OSError:
        return  # its parent has seen the end
    select.select([descriptor], [], [])
    os.close(descriptor)


@contextlib.contextmanager
def launcher_at_rest(pids):
    """For ranks that stand still. Open MPI's launcher continues all ranks when it sees that one has died, to end them then: rank 0
    may complete its change before."""
    children = {parent_of(pid): pid for pid in pids}

    def signal_parents(number):
        return [parent for parent, child in children.items() if signal_if(parent, number, lambda pid: parent_of(child) == pid)]

    try:
        await_standstill(signal_parents(signal.SIGSTOP))
        yield
    finally:
        signal_parents(signal.SIGCONT)


def kill_all(random_source, pids, victim):
    """Each when the one before has ended. None of those that stand still may go on because of that."""
    for pid in random_source.sample(pids, len(pids)):
        send(signal.SIGKILL, pid, victim)
        await_end(pid)


def stop_within_a_change(options, random_source, path, pids):
    """Whether they all stand still now, and the file is in the middle of a change. False: they have come to their end."""
    while True:
        while not is_interrupted(path):
            if not any([send(0, pid, options.victim) for pid in pids]):
                return False
        time.sleep(random_source.choice((0, 0.001, 0.01)) * random_source.random())
        if not all([send(signal.SIGSTOP, pid, options.victim) for pid in random_source.sample(pids, len(pids))]):
            return False
        try:
            await_standstill(pids)
        except OSError:
            return False
        if is_interrupted(path):
            return True
        for pid in pids:
            send(signal.SIGCONT, pid, options.victim)


def kill_during_redefinition(options, random_source, root, task, attempt):
    """Whether that was in the middle of a change."""
    directory = root / f"{task}-{attempt}"
    directory.mkdir()
    victim = launch(options, task, directory, RANKS)
    pids = wait_until_under_way(victim, directory)
    path = directory / "file.nc"
    must_interrupt = attempt % 2 == 1 and stop_within_a_change(options, random_source, path, pids)
    if must_interrupt:
        with launcher_at_rest(pids):
            kill_all(random_source, pids, options.victim)
    else:
        if attempt % 2 == 0:
            time.sleep(random_source.random() * 0.25)
        for pid in random_source.sample(pids, len(pids)):
            send(signal.SIGKILL, pid, options.victim)
    end_of(victim)
    trace = f"kill {attempt}, seed {options.seed}"
    interrupted = is_interrupted(path)
    if must_interrupt and not interrupted:
        raise SystemExit(f"{trace}: a change that stood still has come to its end")
    if options.weft and attempt % 4 < 2:
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
    if not send(signal.SIGKILL, random_source.choice(pids), options.victim):
        raise SystemExit("the rank that was to be killed was not there")
    end_of(victim)
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


def kill_redefinitions(options, random_source, place, task, least):
    """`least`: kills that must hit a change."""
    interrupted = sum(kill_during_redefinition(options, random_source, place, task, attempt) for attempt in range(KILLS))
    print(f"{task}: {KILLS} kills, {interrupted} of them in the middle of a change", flush=True)
    if interrupted < least:
        raise SystemExit(f"too few kills hit a change, so too little was tested; seed {options.seed}")


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
        # But for one whose program came to its end too soon.
        kill_redefinitions(options, random_source, pathlib.Path(place), "redefine", least=KILLS // 2 - 1)
    # On a disk, whose file system may insert blocks. That takes so little time that not every kill that is to hit it does.
    with tempfile.TemporaryDirectory(prefix="weft-crash-", dir=os.path.dirname(options.victim)) as place:
        kill_redefinitions(options, random_source, pathlib.Path(place), "redefine-blocks", least=3)


if __name__ == "__main__":
    sys.exit(main())
