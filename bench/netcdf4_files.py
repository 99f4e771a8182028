# SPDX-License-Identifier: BSD-3-Clause
"""What reading and writing of netCDF-4 files share: programs that are run, and what the limit needs to know of chunks."""
import subprocess

import measure

MIB = 1 << 20
PYTHON = "/usr/bin/python3"  # has h5py and netCDF4
# All fields have the same form of chunks, and the same filters.
CHUNKS = """
import sys, math, h5py
with h5py.File(sys.argv[1]) as file:
    fields = [file[name] for name in file if name.startswith("field")]
    plist = fields[0].id.get_create_plist()
    print(fields[0].dtype.itemsize * math.prod(fields[0].chunks), fields[0].dtype.itemsize)
    for i in range(plist.get_nfilters()):
        number, flags, values, name = plist.get_filter(i)
        print("filter", number, *values)
    for field in fields:
        for i in range(field.id.get_num_chunks()):
            its = field.id.get_chunk_info(i)
            print(its.byte_offset, its.size, its.filter_mask)
"""


def output_of(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=measure.LAUNCH_SECONDS, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip()[-500:]}")
    return done.stdout


def run(command, **options):
    """The words of each line that it prints."""
    return [line.split() for line in output_of(command, **options).splitlines()]


def chunks_of(path):
    """Bytes of a chunk and of a value, and what netcdf4_limit reads."""
    form, chunks = output_of([PYTHON, "-c", CHUNKS, path]).split("\n", 1)
    return form.split(), chunks
