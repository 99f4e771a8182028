# SPDX-License-Identifier: BSD-3-Clause
"""Writes netCDF-4 files by 4 ranks: from create to close, the array cut along each axis, by blocking and by posted puts.

Compressed: Weft beside parallel netCDF-C, each with the chunks that it chooses, and beside the limit: Weft's chunks, compressed by
its codecs on as many threads as there are cores, and what comes out written. Where ranks have parts of chunks, a second limit
begins with the values in the ranks' arrays, and copies each once, rank by rank, as no rank can read the array of another. Not
compressed: Weft's netCDF-4 beside its CDF-5, and their definitions of many variables.

A time counts only if h5py (of CDF-5: netCDF4-python) finds each value in its place, once for each contender and cut, and the
limit's only if it has written about as many bytes as Weft's chunks have.
"""
import dataclasses
import json
import math
import os
import pathlib
import tempfile

import measure
from netcdf4_files import MIB, PYTHON, chunks_of, output_of, run
from report import cell, median

RANKS = 4
AXES = "zyx"
SMALLER_THAN = 1.05  # Weft's files, of netCDF-C's
SAME_WITHIN = 0.001  # of the bytes: in 45 million, the limit's and those of a file of Weft differed once, by one
# A sum of the bits of all values, each times its place; bytes of the file; chunks.
LOOK = """
import os, sys, h5py, numpy
path, size, BLOCK = sys.argv[1], 0, 1 << 22
is_hdf5 = h5py.is_hdf5(path)
file = h5py.File(path) if is_hdf5 else __import__("netCDF4").Dataset(path)
fields = file if is_hdf5 else file.variables
sum = numpy.zeros((), "u8")
for name in sorted(name for name in fields if name.startswith("field")):
    bits = numpy.ascontiguousarray(fields[name][...], "<f4").view("u4").ravel()
    for begin in range(0, bits.size, BLOCK):
        some = bits[begin:begin + BLOCK].astype("u8")
        sum += (some * numpy.arange(size + begin + 1, size + begin + 1 + some.size, dtype="u8")).sum(dtype="u8")
    size += bits.size
chunks = fields["field000"].chunks if is_hdf5 else None
print(sum, os.path.getsize(path), "x".join(map(str, chunks)) if chunks else "none")
"""


@dataclasses.dataclass(frozen=True)
class Content:
    """`records`: 0, or how many each variable has, each of them put by itself."""
    variables: int
    records: int

    def __str__(self):
        return f"{self.variables} variable{'s' if self.variables > 1 else ''}" + (f", {self.records} records" if self.records else "")

    def lengths(self, size):
        """Of the three dimensions, so that all variables together have about so many MiB."""
        values = size * MIB // 4 // self.variables // max(self.records, 1)
        edge = max(round(values ** (1 / 3)) // 4 * 4, 4)
        return values // edge ** 2, edge, edge

    def row_bytes(self, size, axis):
        """The longest row of floats that is in one piece in a rank's array and in a chunk, which has whole planes; 0: all of a chunk."""
        return 4 * math.prod(self.lengths(size)[axis:]) // RANKS if axis > 0 else 0


@dataclasses.dataclass(frozen=True)
class Contender:
    name: str
    program: str
    format: str
    way: str


class Writing:
    """`samples` holds (content, axis) -> contender -> list of seconds; `files` what h5py has seen: content -> contender ->
    bytes of the file and form of the chunks."""

    def __init__(self, setup, place, size, repetitions):
        self.setup, self.place, self.size, self.repetitions = setup, place, size, repetitions
        self.programs = setup["netcdf4_programs"]
        self.environment = measure.Runner(setup).environment
        self.samples, self.files = {}, {}

    def launch(self, program, *words, **hints):
        command = [self.setup["mpiexec"], "--bind-to", "none", "-n", str(RANKS), program, *map(str, words)]
        return output_of(command, env=self.environment | hints).splitlines()

    def keep(self, content, axis, name, seconds):
        self.samples.setdefault((content, axis), {}).setdefault(name, []).append(seconds)

    def look(self, content, contender, path, expected):
        (found, size, chunks), = run([PYTHON, "-c", LOOK, path])
        if found != expected:
            raise RuntimeError(f"{contender.name}, {content}: wrong values in the file")
        self.files.setdefault(content, {})[contender.name] = int(size), chunks

    def write(self, content, axis, contender, turn):
        """The file of the first turn is looked at, and the last one stays for the limit."""
        path = self.place / f"{contender.name}.nc"
        path.unlink(missing_ok=True)
        (line,) = self.launch(contender.program, path, contender.format, axis, contender.way, content.variables, content.records,
                              *content.lengths(self.size))
        seconds, expected = line.split()
        if turn == 0:
            self.look(content, contender, path, expected)
        self.keep(content, axis, contender.name, float(seconds))

    def limit(self, content, axis, contender):
        """Of a contender's file. The second of two times, for which all memory is there."""
        path = self.place / f"{contender.name}.nc"
        form, chunks = chunks_of(path)
        stored = sum(int(line.split()[1]) for line in chunks.splitlines() if not line.startswith("filter"))
        row_bytes = content.row_bytes(self.size, axis)
        for name, words in ("limit", []), ("copying limit", [str(row_bytes)] if row_bytes else []):
            told = run([self.programs["limit"], path, *form, str(os.cpu_count()), "2", self.place / "limit", *words], input=chunks)
            if abs(int(told[-1][1]) - stored) > SAME_WITHIN * stored:
                raise RuntimeError(f"{name}, {content}: writes {told[-1][1]} bytes, the chunks have {stored}")
            self.keep(content, axis, name, float(told[-1][0]))

    def measure(self, contents, axes, contenders, with_limit):
        """The limit takes its turn behind the others, when the first contender's file is there."""
        for content in contents:
            for axis in axes:
                for turn in range(self.repetitions):
                    for contender in measure.turns(contenders, turn):
                        self.write(content, axis, contender, turn)
                    if with_limit:
                        self.limit(content, axis, contenders[0])
            for contender in contenders:
                (self.place / f"{contender.name}.nc").unlink()

    def define(self, variables):
        """Steps of so many small variables: format -> step -> list of seconds."""
        program = next(w["program"] for w in self.setup["workloads"] if (w["workload"], w["library"]) == ("metadata", "Weft"))
        formats = {"netCDF-4": ("netcdf4", b"\x89HDF"), "CDF-5": ("classic", b"CDF\x05")}
        samples = {name: {"enddef": [], "open": [], "close": []} for name in formats}
        for turn in range(self.repetitions):
            for name in measure.turns(list(formats), turn):
                hint, magic = formats[name]
                lines = self.launch(program, self.place, variables, 3, PNETCDF_HINTS=f"weft_format={hint}")
                if (self.place / "metadata.nc").read_bytes()[:4] != magic:
                    raise RuntimeError(f"{name}: the file has another format")
                for step, seconds in samples[name].items():
                    seconds.append(median(r["seconds"] for r in map(json.loads, lines) if r.get("step") == step))
        return samples

    def medians(self, row):
        return {name: median(seconds) for name, seconds in self.samples[row].items()}


def print_compressed(writing):
    print(f"  {'':26}{'cut':>4}{'limit':>8}{'copying':>9}{'put':>8}{'iput':>8}{'netCDF-C':>10}   limit / put    / iput   copying limit / put    / iput"
          "   netCDF-C / put    / iput")
    for content, axis in writing.samples:
        its = writing.medians((content, axis))
        limit, copying, peer = its["limit"], its["copying limit"], its.get("netCDF-C", math.nan)
        print(f"  {content!s:26}{AXES[axis]:>4}{limit:8.3f}{copying:9.3f}{its['put']:8.3f}{its['iput']:8.3f}{peer:10.3f}"
              f"{limit / its['put']:14.2f}{limit / its['iput']:10.2f}{copying / its['put']:22.2f}{copying / its['iput']:10.2f}"
              f"{peer / its['put']:17.1f}{peer / its['iput']:10.1f}")
    for content, files in writing.files.items():
        print(f"  {content!s:26}" + "; ".join(f"{name} {size / MIB:.1f} MiB, chunks {chunks}" for name, (size, chunks) in files.items()))
        if "netCDF-C" in files:
            ratio = max(files[name][0] for name in ("put", "iput")) / files["netCDF-C"][0]
            print(f"  {'':26}Weft's has {ratio:.1%} of netCDF-C's bytes" + ("  < larger" if ratio > SMALLER_THAN else ""))


def print_plain(writing):
    print(f"  {'seconds':26}{'cut':>4}{'netCDF-4 put':>14}{'iput':>8}{'CDF-5 put':>11}{'iput':>8}   CDF-5 / netCDF-4 put    iput")
    for content, axis in writing.samples:
        its = writing.medians((content, axis))
        print(f"  {content!s:26}{AXES[axis]:>4}{its['netCDF-4 put']:14.3f}{its['netCDF-4 iput']:8.3f}{its['CDF-5 put']:11.3f}"
              f"{its['CDF-5 iput']:8.3f}{its['CDF-5 put'] / its['netCDF-4 put']:23.2f}{its['CDF-5 iput'] / its['netCDF-4 iput']:8.2f}")


def print_definitions(definitions, variables):
    print(f"  {f'{variables:,} variables, ms':26}{'netCDF-4':>10}{'CDF-5':>10}")
    for step in definitions["CDF-5"]:
        print(f"    {step:24}" + "".join(cell(1000 * median(definitions[name][step]), 10) for name in ("netCDF-4", "CDF-5")))


@dataclasses.dataclass(frozen=True)
class Depth:
    compressed: tuple = (Content(1, 0), Content(20, 0), Content(1, 16), Content(20, 16))
    plain: tuple = (Content(1, 0), Content(20, 0))
    axes: tuple = (0, 1, 2)
    variables_defined: int = 1000


SMOKE = Depth(compressed=(Content(2, 2),), plain=(Content(1, 0),), axes=(1,), variables_defined=20)


def measure_writing(setup, folder, size, repetitions, depth):
    programs = setup["netcdf4_programs"]
    weft = [Contender(way, programs["write weft"], "deflate", way) for way in ("put", "iput")]
    peers = [Contender("netCDF-C", programs["write netcdf"], "deflate", "put")] if "write netcdf" in programs else []
    plain = [Contender(f"{name} {way}", programs["write weft"], name.replace("-", "").lower(), way)
             for name in ("netCDF-4", "CDF-5") for way in ("put", "iput")]
    with tempfile.TemporaryDirectory(dir=folder, prefix="weft-netcdf4-") as name:
        place = pathlib.Path(name)
        print(f"{folder}: {size} MiB of float written by {RANKS} ranks, shuffle and deflate, seconds, load {os.getloadavg()[0]:.1f}")
        compressed = Writing(setup, place, size, repetitions)
        compressed.measure(depth.compressed, depth.axes, weft + peers, True)
        print_compressed(compressed)
        print(f"{folder}: not compressed", flush=True)
        uncompressed = Writing(setup, place, size, repetitions)
        uncompressed.measure(depth.plain, depth.axes, plain, False)
        print_plain(uncompressed)
        definitions = uncompressed.define(depth.variables_defined)
        print_definitions(definitions, depth.variables_defined)
    told = {f"{folder}: {content}, cut along {AXES[axis]}, {kind}": samples
            for kind, one in (("deflate", compressed), ("plain", uncompressed)) for (content, axis), samples in one.samples.items()}
    return told | {f"{folder}: {depth.variables_defined} variables": definitions}
