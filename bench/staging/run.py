# SPDX-License-Identifier: BSD-3-Clause
"""What a stage costs and saves: run.py openmpi|mpich STEPS FOLDER [--stage FOLDER] [--rounds 9]

STEPS is the program of steps.c, FOLDER is where the files are made. Prints medians of so many rounds: the rate of puts into the
stage beside bare writes of the same bytes into its folder, and steps of computing and putting without and with the stage. The
variants take turns, so that a busy machine is busy for all of them.
"""

import argparse
import pathlib
import statistics
import subprocess

LAUNCHER = pathlib.Path(__file__).resolve().parents[2] / "tests/run_mpi"


def seconds_of(args, hints, *words):
    done = subprocess.run([LAUNCHER, "--mpi", args.mpi, "--ranks", str(args.ranks), "--timeout", "300", "--env",
                           f"PNETCDF_HINTS={hints}", "--", args.program, *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    return [float(word) for word in done.stdout.split()]


def medians(rounds, variants):
    """variants: name -> function that returns a list of numbers; the median of each number."""
    results = {name: [] for name in variants}
    for _ in range(rounds):
        for name, run in variants.items():
            results[name].append(run())
    return {name: [statistics.median(column) for column in zip(*rows)] for name, rows in results.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mpi")
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--stage", default="/dev/shm")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--mib", type=int, default=16, help="of a rank in a step")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--compute", type=float, default=0.2, help="seconds of a step")
    args = parser.parse_args()
    file = pathlib.Path(args.folder) / "weft-bench-steps.nc"
    hints = f"weft_stage={args.stage}/:2GiB"
    mib = args.mib * args.steps * args.ranks

    found = medians(args.rounds, {
        "bare": lambda: seconds_of(args, "", "--bare", args.stage, args.mib, args.steps),
        "staged": lambda: seconds_of(args, hints, file, args.mib, args.steps, 0)})
    print(f"{mib} MiB by {args.ranks} ranks: bare writes into the stage {mib / found['bare'][0]:.0f} MiB/s, "
          f"puts {mib / found['staged'][1]:.0f} MiB/s: {found['bare'][0] / found['staged'][1]:.2f} of it")

    found = medians(args.rounds, {
        "no output": lambda: seconds_of(args, "", file, 0, args.steps, args.compute),
        "direct": lambda: seconds_of(args, "", file, args.mib, args.steps, args.compute),
        "staged": lambda: seconds_of(args, hints, file, args.mib, args.steps, args.compute)})
    still = found["no output"][0]
    print(f"{args.steps} steps that compute {args.compute} s and put {args.mib * args.ranks} MiB")
    print("|  | computing s | of that without output | puts s | close s | all s |\n|---|---|---|---|---|---|")
    for name, (compute, puts, close, whole) in found.items():
        print(f"| {name} | {compute:.3f} | {compute / still:.3f} | {puts:.3f} | {close:.3f} | {whole:.3f} |")
    file.unlink()


if __name__ == "__main__":
    main()
