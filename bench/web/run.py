#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files on the web over a wide-area link: Weft beside curl, netCDF4 with #mode=bytes, h5netcdf with fsspec, and kerchunk with references
that are here already, in network namespaces on this machine. Needs root, the benchmarks of a build, and numpy; of the other ways those
that are installed.

    run.py BUILD [--round-trip MS] [--rate MEGABITS] [--repeat N] [--python PYTHON]

The server is that of the tests, which counts what it is asked for. Prints for each row the median of the seconds, the requests and
the bytes: to open a classic file of 1,000 variables and a netCDF-4 file of 100; to read a whole variable of 256 MiB, classic, and of
128 MiB, compressed in chunks; a slice that is one chunk; and these variables by 4 ranks, cut along each dimension. curl is given as many connections as are best among 1, 4, 8 and 16.
"""

import argparse
import importlib.util
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SERVER, PORT = "10.79.0.2", 8080
sys.path.insert(0, str(ROOT / "tests" / "web"))

# What another library does in a process of its own, which has imported it before the clock starts.
THEIRS = {
    "netCDF4": "import netCDF4, numpy\ndef opened(name): return netCDF4.Dataset(name + '#mode=bytes')\n"
               "def value(file, name): return file.variables[name]\n",
    "h5netcdf": "import fsspec, h5netcdf, numpy\ndef opened(name): return h5netcdf.File(fsspec.open(name).open(), 'r')\n"
                "def value(file, name): return file.variables[name]\n",
    # By references that are here already: a file of JSON, which "weft refs" has made.
    "kerchunk": "import kerchunk, xarray, numpy\n"
                "def opened(name): return xarray.open_dataset(name.rpartition('/')[2] + '.json', engine='kerchunk', decode_cf=False)\n"
                "class value:\n    def __init__(self, file, name): self.array = file[name]\n"
                "    def __getitem__(self, key): return self.array[key].values\n",
}
TIMED = """
import sys, time
name, variable, index = sys.argv[1:4]
begin = time.monotonic()
file = opened(name)
between = time.monotonic()
if variable != '-':
    data = value(file, variable)[int(index)] if index != '-' else value(file, variable)[:]
print(between - begin, time.monotonic() - between)
"""


def make_files(folder):
    """Of random numbers, by netCDF4-python."""
    numbers = numpy.random.default_rng(1)
    import netCDF4
    file = netCDF4.Dataset(folder / "vars1000.nc", "w", format="NETCDF3_64BIT_OFFSET")
    file.createDimension("x", 1000)
    for i in range(1000):
        file.createVariable(f"variable_{i:04d}", "f4", ("x",)).setncatts({"units": "m s-1", "long_name": f"the variable number {i}"})
    file.close()
    with netCDF4.Dataset(folder / "vars100.nc", "w") as file:
        for name, length in (("t", None), ("y", 180), ("x", 360)):
            file.createDimension(name, length)
        made = [file.createVariable(f"variable_{i:04d}", "f4", ("t", "y", "x"), zlib=True, complevel=1, chunksizes=(1, 180, 360))
                for i in range(100)]
        for variable in made:
            variable.long_name = "one of a hundred"
        for variable in made:  # all is defined before, as models do: else what HDF5 says of variables lies among the values
            variable[:4] = numbers.random((4, 180, 360), dtype="f4")
    for name, form, length, more in (("big.nc", "NETCDF3_64BIT_DATA", 256, {}),
                                     ("chunks.nc", "NETCDF4", 128, {"zlib": True, "complevel": 1, "chunksizes": (1, 512, 512)})):
        with netCDF4.Dataset(folder / name, "w", format=form) as file:
            for dimension, size in (("t", length), ("y", 512), ("x", 512)):
                file.createDimension(dimension, size)
            variable = file.createVariable("v", "f4", ("t", "y", "x"), **more)
            for t in range(length):
                variable[t] = numbers.random((512, 512), dtype="f4")


def serve(folder):
    """In the server's namespace; /log tells what was asked, and forgets it."""
    import web_site

    class There(web_site.Server):
        def __init__(self, address, handler):
            super().__init__((SERVER, PORT), handler)

    web_site.Server = There
    site = web_site.Site()
    site.add_folder(folder)

    def log(handler, asked):
        ranges = [one.range for one in site.asked if one.path != "/log"]
        site.asked.clear()
        handler.send(200, json.dumps(ranges).encode(), {}, {})

    site.lie = lambda number, asked: log if asked.path == "/log" else None
    print("up", flush=True)
    time.sleep(1 << 20)


class Bench:
    def __init__(self, options, machines, folder):
        self.options, self.machines, self.folder = options, machines, folder
        self.sums = {}  # of the values that were read

    def asked(self):
        return json.loads(self.machines.here("curl", "-s", f"http://{SERVER}:{PORT}/log"))

    def row(self, what, way, seconds):
        """`seconds()` of a run; a failure ends the row."""
        self.asked()
        taken = []
        for _ in range(self.options.repeat):
            try:
                taken.append(seconds())
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as failure:
                why = (failure.stderr or "").strip().splitlines() or ["it takes too long"]
                print(f"{what:<30}{way:<12}failed: {why[-1]}", flush=True)
                return
            ranges = self.asked()
        told = sum(one[1] - one[0] + 1 for one in ranges if one) / 1e6
        print(f"{what:<30}{way:<12}{statistics.median(taken):8.3f} s {len(ranges):5} requests {told:9.2f} MB", flush=True)

    def weft(self, part, name, *words, ranks=1):
        program = pathlib.Path(self.options.build, "bench", "web", "web_read_variable")
        launch = ["mpiexec.openmpi", "--oversubscribe", "-n", ranks] if ranks > 1 else []
        told = self.machines.here(*launch, program, f"http://{SERVER}:{PORT}/{name}", *words).split()
        what, total = (name, *(word for word in words if word[0] != "/")), float(told[3])
        if not math.isclose(self.sums.setdefault(what, total), total, rel_tol=1e-9):
            raise SystemExit(f"{what}: the sum of the values is {total}, and was {self.sums[what]}")
        return float(told[part])

    def theirs(self, way, part, name, variable="-", index="-"):
        line = self.machines.here(self.options.python, "-c", THEIRS[way] + TIMED, f"http://{SERVER}:{PORT}/{name}", variable, index)
        return float(line.split()[part])

    def curl(self, connections, name):
        size = (self.folder / name).stat().st_size
        part = -(-size // connections)
        words = []
        for begin in range(0, size, part):
            words += ["--next"] * bool(words) + ["-r", f"{begin}-{min(begin + part, size) - 1}", "-o", os.devnull, f"http://{SERVER}:{PORT}/{name}"]
        begin = time.monotonic()
        self.machines.here("curl", "-s", "-Z", "--parallel-max", connections, *words)
        return time.monotonic() - begin

    def ways(self):
        have = []
        for way, code in THEIRS.items():
            there = subprocess.run([self.options.python, "-c", code], capture_output=True).returncode == 0
            print(f"{way}: {'measured' if there else 'not installed'}", flush=True)
            have += [way] * there
        return have

    def refer(self, *names):
        """References of files, in the folder in which the programs run."""
        for name in names:
            subprocess.run([pathlib.Path(self.options.build, "tools", "weft"), "refs", "--url", f"http://{SERVER}:{PORT}/{name}", "-o",
                            f"{name}.json", self.folder / name], check=True, stdout=subprocess.DEVNULL)

    def run(self):
        os.chdir(self.folder)
        self.refer("vars1000.nc", "vars100.nc", "big.nc", "chunks.nc")
        ways = self.ways()
        for what, part, name, variable, index in (
                ("open 1,000 variables", 0, "vars1000.nc", "variable_0000", "0"), ("open netCDF-4, 100 variables", 0, "vars100.nc", "variable_0000", "0"),
                ("256 MiB, classic", 1, "big.nc", "v", "-"), ("128 MiB, chunks", 1, "chunks.nc", "v", "-"), ("a chunk", 1, "chunks.nc", "v", "7")):
            words = [variable] + [index] * (index != "-")
            self.row(what, "Weft", lambda: self.weft(part, name, *words))
            for way in ways:
                self.row(what, way, lambda way=way: self.theirs(way, part, name, variable if part == 1 else "-", index))
            if index == "-":
                for connections in (1, 4, 8, 16):
                    self.row(what, f"curl, {connections}", lambda connections=connections: self.curl(connections, name))
        for name, what in (("big.nc", "256 MiB, classic"), ("chunks.nc", "128 MiB, chunks")):
            for cut in range(3):
                self.row(f"{what}, cut along {'tyx'[cut]}", "4 ranks", lambda cut=cut, name=name: self.weft(1, name, "v", f"/{cut}", ranks=4))


def main():
    parser = argparse.ArgumentParser(description="Files on the web over a wide-area link.")
    parser.add_argument("build", type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--round-trip", type=float, default=10)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve(options.serve)
    # Both programs are called run.py.
    described = importlib.util.spec_from_file_location("remote_run", ROOT / "bench" / "remote" / "run.py")
    remote = importlib.util.module_from_spec(described)
    described.loader.exec_module(remote)
    os.environ.update({"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_files(folder)
        machines = remote.Machines(folder, pathlib.Path(options.build, "bench", "remote", "remote_link"), options.round_trip, options.rate)
        try:
            machines.there(sys.executable, pathlib.Path(__file__).resolve(), options.build, "--serve", folder)
            machines.here("curl", "-s", "--retry", "60", "--retry-delay", "1", "--retry-connrefused", "-o", os.devnull, f"http://{SERVER}:{PORT}/log")
            Bench(options, machines, folder).run()
        finally:
            machines.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
