# SPDX-License-Identifier: BSD-3-Clause
"""What every benchmark script needs: the contenders of a build, launches of their programs, and places for the data."""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

LAUNCH_SECONDS = 300  # a launch that takes longer is taken for a hang


def argument_parser(description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="build directory, configured with -DWEFT_BENCH=ON")
    parser.add_argument("--dir", action="append", type=pathlib.Path, help="directory for the data; may be repeated "
                        "(default: BUILD/bench-data and /dev/shm)")
    parser.add_argument("--only", help="contenders to run, separated by commas (default: all that were built)")
    parser.add_argument("--json", type=pathlib.Path, help="file for all numbers (default: in BUILD)")
    return parser


def load_setup(arguments, contenders="contenders"):
    """The contenders of the build, as far as --only allows, and what else their configuration says. `contenders`: which of
    its lists of them."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # so that the data are removed
    arguments.build = arguments.build.resolve()
    manifest = arguments.build / "bench" / "contenders.json"
    if not manifest.exists():
        sys.exit(f"{manifest} is missing: configure with -DWEFT_BENCH=ON and build the target bench")
    setup = json.loads(manifest.read_text())
    setup["contenders"] = setup[contenders]
    if arguments.only:
        wanted = arguments.only.split(",")
        built = [c["name"] for c in setup["contenders"]]
        if unknown := [name for name in wanted if name not in built]:
            sys.exit(f"--only {','.join(unknown)}: not among the contenders that were built: {', '.join(built)}")
        setup["contenders"] = [c for c in setup["contenders"] if c["name"] in wanted]
    setup["roles"] = {c["name"]: c["role"] for c in setup["contenders"]}
    setup["load"] = os.getloadavg()[0]
    if setup["load"] > 0.25 * len(os.sched_getaffinity(0)):
        print(f"warning: the machine is busy (load {setup['load']:.1f}); the times will be noise", file=sys.stderr)
    return setup


class Runner:
    """Launches contenders and keeps the versions that they report, and failures. `starter`: the beginning of a command
    line that starts ranks, up to their number."""

    def __init__(self, setup, starter=None):
        self.setup = setup
        self.starter = starter or [setup["mpiexec"]]
        self.versions = {}
        self.failures = []
        self.environment = dict(os.environ, OMPI_MCA_rmaps_base_oversubscribe="1")
        if os.geteuid() == 0:
            self.environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

    def launch(self, contender, program, ranks, arguments):
        """The lines of JSON that the program printed; none if it failed."""
        command = [*self.starter, *contender["mpiexec"], "-n", str(ranks), program, *map(str, arguments)]
        try:
            done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=LAUNCH_SECONDS)
            error = done.stderr.strip() or f"exit status {done.returncode}" if done.returncode else None
        except subprocess.TimeoutExpired:
            error = f"no end after {LAUNCH_SECONDS} s"
        if error:
            self.failures.append({"contender": contender["name"], "command": " ".join(command), "error": error})
            print(f"FAILED: {contender['name']}: {error.splitlines()[0]}", file=sys.stderr)
            return []
        results = [json.loads(line) for line in done.stdout.splitlines()]
        for result in results:
            if "version" in result:
                self.versions[contender["name"]] = result["version"]
        return [result for result in results if "version" not in result]


def turns(contenders, turn):
    """The contenders in the order of a repetition: every time another begins."""
    return [contenders[(n + turn) % len(contenders)] for n in range(len(contenders))]


def repeat(name, count, deadline, repetition, least=3):
    """Calls repetition(turn) `count` times, but beyond the `least` starts none that would end after the deadline."""
    for turn in range(count):
        start = time.monotonic()
        repetition(turn)
        took = time.monotonic() - start
        print(f"{name}: repetition {turn + 1} of {count} took {took:.0f} s", file=sys.stderr)
        if turn + 1 >= least and time.monotonic() + took > deadline:
            break


@contextlib.contextmanager
def places(arguments, mebibytes):
    """Directories for files of that size, removed in the end."""
    parents = arguments.dir or [arguments.build / "bench-data", pathlib.Path("/dev/shm")]
    made = []
    try:
        for parent in parents:
            place = parent.resolve() / f"weft-bench-{os.getpid()}"
            place.mkdir(parents=True)
            made.append(place)
            if shutil.disk_usage(place).free < 3 * mebibytes << 20:
                sys.exit(f"{parent}: not enough room")
        warm_memory(made, mebibytes)
        yield made
    finally:
        for place in made:
            shutil.rmtree(place, ignore_errors=True)


def warm_memory(directories, mebibytes):
    """Writes and removes files, so that the first contender does not pay for memory that nobody has touched yet."""
    block = bytes(1 << 20)
    for directory in directories:
        path = directory / "warm"
        with open(path, "wb") as file:
            for _ in range(2 * mebibytes):
                file.write(block)
        path.unlink()


def finish(target, result, failed):
    """Keeps all numbers in a file; ends with 1 if something failed."""
    target.write_text(json.dumps(result, indent=1) + "\n")
    print(f"all numbers: {target}")
    sys.exit(1 if failed else 0)
