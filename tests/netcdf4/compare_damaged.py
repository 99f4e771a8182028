#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads damaged files by h5py, and compares what Weft has read of them: compare_damaged.py FOLDER

netcdf4_hostile has kept the files as NUMBER.nc, and the values as NUMBER.values and NUMBER.doubles. libhdf5 crashes over some, and does not end
over others: each is read by a worker, which is started anew behind one that has ended."""

import queue
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

SECONDS_FOR_ONE = 20  # without a word of the worker


def dataset_of(file, name):
    """netCDF-C keeps a variable that has a dimension's name, and is not its coordinate, under another one."""
    group, _, last = name.rpartition("/")
    for found in (name, f"{group}/_nc4_non_coord_{last}"):
        if found in file:
            return file[found]
    return None


def is_defined(dataset):
    """Whether HDF5 says what h5py's values are. With a time of filling that it does not know, it leaves memory as it is where nothing is
    stored; and h5py takes the bits of an enumeration of fewer bits than its bytes for a number."""
    import h5py
    if dataset.id.get_create_plist().get_fill_time() not in (h5py.h5d.FILL_TIME_ALLOC, h5py.h5d.FILL_TIME_IFSET):
        return False
    its_type = dataset.id.get_type()
    return its_type.get_class() != h5py.h5t.ENUM or its_type.get_super().get_precision() == 8 * its_type.get_size()


def as_doubles(values):
    import numpy
    values = numpy.asarray(values)
    if values.dtype == bool:
        values = values.view("i1")  # a damaged one is any byte, which numpy would take for 1
    return values.astype(float).reshape(-1)


def is_stable(path, name, chosen, first):
    """Whether h5py reads the same values again: where filters are damaged, libhdf5 may return memory that nobody has written."""
    import h5py
    import numpy
    for _ in range(5):
        with h5py.File(path, "r") as file:
            again = as_doubles(dataset_of(file, name)[chosen])
        if not numpy.array_equal(first, again[:first.size], equal_nan=True):
            return False
    return True


def compare(path):
    """What came of each line of values: equal, different, or not read by h5py."""
    import h5py
    import numpy
    counts = Counter()
    values = numpy.fromfile(path.with_suffix(".doubles"))
    end_of_values = 0
    with h5py.File(path, "r") as file:
        for line in path.with_suffix(".values").read_text().splitlines():
            name, start, count, value_count = line.split("\t")
            begin_of_values, end_of_values = end_of_values, end_of_values + int(value_count)
            name = bytes.fromhex(name).decode()
            start, count = ([int(one) for one in text.split(",") if one] for text in (start, count))
            found = dataset_of(file, name)
            if found is None or len(found.shape) != len(start) or \
                    any(first + length > end for first, length, end in zip(start, count, found.shape)):
                counts["of another shape"] += 1
                continue
            chosen = tuple(slice(first, first + length) for first, length in zip(start, count))
            try:
                theirs = found[chosen]
            except Exception:
                counts["refused by h5py"] += 1
                continue
            ours = values[begin_of_values:end_of_values]
            theirs = as_doubles(theirs)[:ours.size]
            if numpy.array_equal(ours, theirs, equal_nan=True):
                counts["equal"] += 1
            elif not is_defined(found):
                counts["not defined by HDF5"] += 1
            elif not is_stable(path, name, chosen, theirs):
                counts["not the same twice in h5py"] += 1
            else:
                counts[f"different: {name}"] += 1
    return counts


def work(paths):
    for path in paths:
        print(f"begin {path}", flush=True)
        try:
            counts = compare(Path(path))
        except Exception:
            counts = {"not opened by h5py": 1}
        for what, count in counts.items():
            print(f"{count} {what}", flush=True)


def lines_of(worker):
    """Until it ends, or has said nothing for long."""
    lines = queue.SimpleQueue()

    def listen():
        for line in worker.stdout:
            lines.put(line.rstrip("\n"))
        lines.put(None)

    threading.Thread(target=listen, daemon=True).start()
    try:
        while (line := lines.get(timeout=SECONDS_FOR_ONE)) is not None:
            yield line
    except queue.Empty:
        pass


def watch(paths, totals):
    """Has a worker read the files, up to one that ends it; returns the others."""
    worker = subprocess.Popen([sys.executable, __file__, "--worker", *paths], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, errors="replace")
    last = paths[0]
    for line in lines_of(worker):
        first, _, rest = line.partition(" ")
        if first == "begin":
            last = rest
            continue
        totals[rest] += int(first)
        if rest.startswith("different"):
            print(f"{last}: {rest}")
    worker.kill()
    if worker.wait() == 0:
        return []
    totals["h5py crashed or was stopped"] += 1
    return paths[paths.index(last) + 1:]


def compare_folder(folder):
    """What came of the values of all files."""
    paths = [str(path) for path in sorted(Path(folder).glob("*.nc"))]
    totals = Counter()
    while paths:
        paths = watch(paths, totals)
    return totals


def are_good(totals):
    return not any(what.startswith("different") for what in totals) and totals["equal"] > 0


def main():
    totals = compare_folder(sys.argv[1])
    print("values of Weft beside those of h5py:", dict(totals))
    return 0 if are_good(totals) else 1


if __name__ == "__main__":
    sys.exit(work(sys.argv[2:]) if sys.argv[1] == "--worker" else main())
