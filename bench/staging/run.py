# SPDX-License-Identifier: BSD-3-Clause
"""What a stage costs and saves: run.py openmpi|mpich STEPS FOLDER [--stage FOLDER] [--rounds 9]

STEPS is the program of steps.c, and the folder that it is in has the same one built with PnetCDF, if that is installed. FOLDER is where
the files are made; with --slow RATE, it is a new one, for a device that stores so many MB/s (root only). Prints medians of so many
rounds:

- the rate of puts into the stage, beside bare writes of the same bytes into its folder, and beside bare writes of the same values
  brought into the file's order of bytes;
- steps of computing and putting: without output, without a stage, with it, by PnetCDF with the hints of its burst buffer (a PnetCDF that
  is built without one ignores them), and by one process of ADIOS2 (BP5, AsyncWrite) beside one of Weft, if --adios2 names a Python that
  has it: the adios2 of PyPI is without MPI;
- the same steps into a compressed netCDF-4 file (deflate:1), without a stage and with it, by one rank: where a core is free, a thread
  compresses while the program computes.

The variants take turns, so that a busy machine is busy for all of them.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import slow_targets  # noqa: E402

LAUNCHER = pathlib.Path(__file__).resolve().parents[2] / "tests/run_mpi"
# As steps.c: rounds of work, one output step each, and the seconds of computing, of puts, of close and of all.
ADIOS2 = """
import sys, time, numpy, adios2.bindings as adios2
path, mib, steps, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
values = numpy.full(mib << 18, 0x01010101, "i4")
def work(rounds):
    x = 1.0001
    for _ in range(rounds):
        x = x * 1.0000001 + 1e-9
began = time.perf_counter(); work(2_000_000)
rounds = int(seconds / (time.perf_counter() - began) * 2_000_000)
adios = adios2.ADIOS(); io = adios.DeclareIO("steps"); io.SetEngine("BP5"); io.SetParameter("AsyncWrite", "true")
variable = io.DefineVariable("x", values, [values.size], [0], [values.size], adios2.ConstantDims)
told = [0.0] * 4
began = time.perf_counter()
engine = io.Open(path, adios2.Mode.Write)
for _ in range(steps):
    at = time.perf_counter(); work(rounds); told[0] += time.perf_counter() - at
    at = time.perf_counter(); engine.BeginStep(); engine.Put(variable, values, adios2.Mode.Sync); engine.EndStep()
    told[1] += time.perf_counter() - at
at = time.perf_counter(); engine.Close(); told[2] = time.perf_counter() - at
told[3] = time.perf_counter() - began
print(*told)
"""


def medians(rounds, variants):
    """variants: name -> function that returns a list of numbers; the median of each number."""
    results = {name: [] for name in variants}
    for _ in range(rounds):
        for name, run in variants.items():
            results[name].append(run())
    return {name: [statistics.median(column) for column in zip(*rows)] for name, rows in results.items()}


def numbers_of(command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    return [float(word) for word in done.stdout.split()]


class Steps:
    def __init__(self, args, folder):
        self.args, self.file = args, folder / "weft-bench-steps.nc"
        self.stage = f"weft_stage={args.stage}/:2GiB"
        self.peer = pathlib.Path(args.program).with_name("bench_staging_steps_pnetcdf")

    def run(self, hints, *words, program=None, ranks=None):
        return numbers_of([LAUNCHER, "--mpi", self.args.mpi, "--ranks", ranks or self.args.ranks, "--timeout", 600, "--env",
                           f"PNETCDF_HINTS={hints}", "--", program or self.args.program, *words])

    def steps(self, hints, mib, **options):
        self.file.unlink(missing_ok=True)
        return self.run(hints, self.file, mib, self.args.steps, self.args.compute, **options)

    def adios2(self, mib):
        path = self.file.with_suffix(".bp")
        shutil.rmtree(path, ignore_errors=True)
        numbers = numbers_of([self.args.adios2, "-c", ADIOS2, path, mib, self.args.steps, self.args.compute])
        os.sync()
        shutil.rmtree(path)
        return numbers

    def variants(self):
        mib = self.args.mib
        variants = {"no output": lambda: self.steps("", 0), "direct": lambda: self.steps("", mib),
                    "staged": lambda: self.steps(self.stage, mib)}
        compressed = "weft_format=netcdf4;weft_compress=deflate:1"
        variants |= {"no output, 1 rank": lambda: self.steps("", 0, ranks=1),
                     "compressed, 1 rank": lambda: self.steps(compressed, mib, ranks=1),
                     "compressed and staged, 1 rank": lambda: self.steps(f"{compressed};weft_stage=memory:2GiB", mib, ranks=1)}
        if self.peer.exists():
            hints = f"nc_burst_buf=enable;nc_burst_buf_dirname={self.args.stage}"
            variants["PnetCDF"] = lambda: self.steps(hints, mib, program=self.peer)
        if self.args.adios2:
            whole = mib * self.args.ranks
            variants |= {"staged, 1 rank": lambda: self.steps(self.stage, whole, ranks=1), "ADIOS2, 1 rank": lambda: self.adios2(whole)}
        return variants


def print_rate(steps):
    args = steps.args
    mib = args.mib * args.steps * args.ranks
    found = medians(args.rounds, {
        "bare": lambda: steps.run("", "--bare", args.stage, args.mib, args.steps),
        "swapped": lambda: steps.run("", "--swapped", args.stage, args.mib, args.steps),
        "staged": lambda: steps.run(steps.stage, steps.file, args.mib, args.steps, 0)})
    bare, swapped, puts = found["bare"][0], found["swapped"][0], found["staged"][1]
    print(f"{mib} MiB by {args.ranks} ranks: bare writes into the stage {mib / bare:.0f} MiB/s, with swapped bytes {mib / swapped:.0f} MiB/s, "
          f"puts {mib / puts:.0f} MiB/s: {bare / puts:.2f} and {swapped / puts:.2f} of them")


def print_steps(steps):
    args = steps.args
    found = medians(args.rounds, steps.variants())
    still = {False: found["no output"][0], True: found["no output, 1 rank"][0]}
    print(f"{args.steps} steps that compute {args.compute} s and put {args.mib * args.ranks} MiB")
    print("|  | computing s | of that without output | puts s | close s | all s | all / (computing + close) |\n|---|---|---|---|---|---|---|")
    for name, (compute, puts, close, whole) in found.items():
        of_still = "" if name.startswith("ADIOS2") else f"{compute / still['1 rank' in name]:.3f}"  # its loop is another
        print(f"| {name} | {compute:.3f} | {of_still} | {puts:.3f} | {close:.3f} | {whole:.3f} | {whole / (compute + close):.3f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mpi")
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--stage", default="/dev/shm")
    parser.add_argument("--slow", type=int, help="MB/s of the device that the folder is to be on")
    parser.add_argument("--adios2", help="a Python with numpy and adios2")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--mib", type=int, default=16, help="of a rank in a step")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--compute", type=float, default=0.2, help="seconds of a step")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = args.folder
        if args.slow:
            if slow_targets.missing():
                raise SystemExit(f"--slow: {slow_targets.missing()}")
            room = 3 * args.mib * args.ranks * args.steps + 64
            folder = stack.enter_context(slow_targets.SlowTargets(folder, [args.slow], room)).targets[0].folder
        steps = Steps(args, folder)
        print_rate(steps)
        print_steps(steps)
        steps.file.unlink()


if __name__ == "__main__":
    main()
