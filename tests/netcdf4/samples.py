#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What weftnc finds in files that people have, beside what netCDF4-python finds there, by itself and as xarray's engine.

    samples.py [--timeout SECONDS] [--verbose] FILE|FOLDER...

Not among the tests, because such files are not: packages have them, and programs of all kinds have made them. Each file is
looked at in a process of its own, which may crash or hang. For each that differs it prints what differs, and at the end how many
files there were of each outcome. WEFT_SEED chooses the slices. 1 if files differ.

NetCDF4-python is the judge, not always right: where it fails alone, the outcome is "only weftnc". Of types without a name in the file
it tells nothing, and weftnc that it does not read them.
"""

import argparse
import collections
import contextlib
import multiprocessing
import os
import pathlib
import random
import sys
import warnings

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))

import netCDF4
import numpy as np
import weftnc

try:
    import xarray
    from weftnc.xarray import WeftBackendEntrypoint
except ImportError:
    xarray = None

SIGNATURES = (b"\x89HDF\r\n\x1a\n", b"CDF\x01", b"CDF\x02", b"CDF\x05")
USER_BLOCKS = (0, 512, 1024, 2048, 4096, 8192)  # where a file of HDF5 may begin, among them those that are in use
REFUSALS = ("NC_EBADTYPE", "NC_ENOTSUPPORT", "NC_ENOFILTER")  # docs/netcdf4.md, "What is refused"
MOST_VALUES = 1 << 24  # of variables with more, only slices are read


def is_of_our_kind(path):
    with open(path, "rb") as file:
        for offset in USER_BLOCKS:
            file.seek(offset)
            begin = file.read(8)
            if begin.startswith(SIGNATURES[0]) or offset == 0 and begin.startswith(SIGNATURES[1:]):
                return True
    return False


class Comparison:
    """Of one file. What differs is in `findings`, what Weft refuses in `refused`."""

    def __init__(self, path, is_with_others):
        """is_with_others: set while netCDF4-python works."""
        self.path = path
        self.is_with_others = is_with_others
        self.findings = []
        self.refused = collections.Counter()
        self.counts = collections.Counter()
        self.random = random.Random(os.environ.get("WEFT_SEED", "1") + pathlib.Path(path).name)

    def differs(self, what, ours, theirs):
        self.findings.append(f"{what}: {_short(ours)} instead of {_short(theirs)}")

    def equal(self, what, ours, theirs):
        if ours != theirs:
            self.differs(what, ours, theirs)

    def both(self, what, ours, theirs):
        """The results of two functions, or None if either fails."""
        found = [_attempt(ours), self.by_others(theirs)]
        failures = [failure for _, failure in found]
        if failures[0] is None and failures[1] is None:
            return found[0][0], found[1][0]
        if failures[1] is not None:
            self.counts["not read by netCDF4-python" if failures[0] is None else "read by neither"] += 1
        elif _is_refused(failures[0]):
            self.refused[f"{failures[0].name}: {_reason(failures[0])}"] += 1
        else:
            self.findings.append(f"{what}: {type(failures[0]).__name__}: {failures[0]}")
        return None

    def by_others(self, work):
        self.is_with_others.value = 1
        try:
            return _attempt(work)
        finally:
            self.is_with_others.value = 0

    # What is in the file.

    def groups(self, ours, theirs):
        what = theirs.path
        self.counts["groups"] += 1
        self.equal(f"{what}: groups", list(ours.groups), list(theirs.groups))
        self.dimensions(ours, theirs)
        self.attributes(ours, theirs, what)
        known = [name for name, one in ours.variables.items()
                 if name in theirs.variables or not _is_refused(_attempt(lambda one=one: one.dtype)[1])]
        self.equal(f"{what}: variables", known, list(theirs.variables))
        for name in theirs.variables:
            if name in ours.variables:
                self.variable(ours.variables[name], theirs.variables[name], f"{what.rstrip('/')}/{name}")
        for name in theirs.groups:
            if name in ours.groups:
                self.groups(ours.groups[name], theirs.groups[name])

    def dimensions(self, ours, theirs):
        found = [{name: (len(one), one.isunlimited(), one.group().path) for name, one in file.dimensions.items()
                  if name in theirs.dimensions or not name.startswith("phony_dim_")}  # of variables that it passes over
                 for file in (ours, theirs)]
        self.equal(f"{theirs.path}: dimensions", list(found[0].items()), list(found[1].items()))

    def attributes(self, ours, theirs, what):
        names = ours.ncattrs(), theirs.ncattrs()
        known = [name for name in names[0] if name in names[1] or not _is_refused(_attempt(lambda name=name: ours.getncattr(name))[1])]
        self.equal(f"{what}: attributes", known, names[1])
        for name in names[1]:
            if name not in names[0]:
                continue
            self.counts["attributes"] += 1
            found = self.both(f"{what}:{name}", lambda: ours.getncattr(name), lambda: theirs.getncattr(name))
            if found is not None and not _alike(*found):
                self.differs(f"{what}:{name}", *found)

    def variable(self, ours, theirs, what):
        self.counts["variables"] += 1
        self.attributes(ours, theirs, what)
        for name in ("name", "dimensions", "shape"):
            self.equal(f"{what}, {name}", getattr(ours, name), getattr(theirs, name))
        dtypes = self.both(what, lambda: ours.dtype, lambda: theirs.dtype)
        if dtypes is None:
            return
        if not _same_dtype(*dtypes):
            self.differs(f"{what}, dtype", *dtypes)
            return
        for name in ("chunking", "filters", "endian"):
            found = self.both(f"{what}, {name}", getattr(ours, name), getattr(theirs, name))
            if found is not None:
                self.equal(f"{what}, {name}", *found)
        if ours.shape == theirs.shape:
            self.all_values(ours, theirs, what)

    def all_values(self, ours, theirs, what):
        indices = [...] if theirs.size <= MOST_VALUES else []
        indices += [self.slices(theirs.shape) for _ in range(3 if theirs.ndim else 0)]
        for is_shown in (True, False):
            for one in (ours, theirs):
                one.set_auto_maskandscale(is_shown)
                one.set_auto_chartostring(is_shown)
            for index in indices:
                self.values(ours, theirs, index, f"{what}[{index}]{'' if is_shown else ' as stored'}")

    def values(self, ours, theirs, index, what):
        if theirs.dtype is str:  # which it reads without strides only
            found = self.both(what, lambda: ours[index], lambda: _as_array(theirs[...])[index])
        else:
            found = self.both(what, lambda: ours[index], lambda: theirs[index])
        if found is None:
            return
        self.counts["reads"] += 1
        difference = _difference(*found)
        if difference:
            self.findings.append(f"{what}: {difference}")

    def slices(self, shape):
        index = []
        for length in shape:
            begin, end = sorted((self.random.randint(0, length), self.random.randint(0, length)))
            index.append(slice(begin, min(end, begin + 1000), self.random.randint(1, 3)))
        return tuple(index)

    # As xarray has it.

    def datasets(self, groups):
        for group in groups:
            engines = (WeftBackendEntrypoint, "netcdf4")
            found = self.both(f"xarray, group {group}", *(
                lambda engine=engine: _loaded(self.path, engine, group) for engine in engines))
            if found is None:
                continue
            self.counts["datasets of xarray"] += 1
            ours, theirs = found
            theirs = theirs.drop_vars([name for name in self.unread(group) if name in theirs.variables])
            try:
                xarray.testing.assert_identical(theirs, ours)
            except AssertionError as failure:
                self.findings.append(f"xarray, group {group}: {failure}")
            for name, variable in theirs.variables.items():
                if name in ours.variables and "original_shape" in variable.encoding:  # of texts, it keeps no more than a type
                    self.encodings(ours.variables[name].encoding, variable.encoding, f"xarray, group {group}: {name}")

    def unread(self, group):
        """Variables that Weft leaves out for xarray."""
        with weftnc.Dataset(self.path) as file:
            owner = file if group is None else file[group]
            return [name for name, variable in owner.variables.items() if _attempt(lambda: variable.dtype)[1] is not None]

    def encodings(self, ours, theirs, what):
        for key in ("chunksizes", "zlib", "complevel", "shuffle", "fletcher32", "contiguous", "original_shape", "units", "calendar",
                    "scale_factor", "add_offset", "_FillValue", "missing_value", "coordinates", "_Unsigned", "dtype"):
            mine, other = ours.get(key), theirs.get(key)
            if key == "dtype" and (mine == str or other == str or getattr(other, "kind", "") in "OSU"):
                continue
            if key == "dtype" and mine is not None and other is not None:
                mine, other = mine.newbyteorder("="), other.newbyteorder("=")
            if not _alike(mine, other):
                self.differs(f"{what}, encoding {key}", mine, other)


def _loaded(path, engine, group):
    with xarray.open_dataset(path, engine=engine, group=group) as dataset:
        if sum(variable.size for variable in dataset.variables.values()) <= MOST_VALUES:
            dataset.load()
        return dataset


def _attempt(work):
    try:
        return work(), None
    except Exception as failure:
        return None, failure


def _is_refused(failure):
    return getattr(failure, "name", None) in REFUSALS


def _reason(failure):
    """Without what belongs to one file."""
    text = str(failure)
    return text.rpartition(": ")[2][:120]


def _short(value):
    text = repr(value)
    return text if len(text) < 300 else text[:300] + "..."


def _as_array(value):
    return np.asarray(value, object)


def _same_dtype(ours, theirs):
    if ours is str or theirs is str:
        return ours is theirs
    return hasattr(theirs, "newbyteorder") and ours.newbyteorder("=") == theirs.newbyteorder("=")


def _alike(ours, theirs):
    """Attributes, with their types."""
    if type(ours) is not type(theirs):
        return False
    mine, other = np.asarray(ours), np.asarray(theirs)
    if mine.dtype.newbyteorder("=") != other.dtype.newbyteorder("=") or mine.shape != other.shape:
        return False
    return np.array_equal(mine, other, equal_nan=other.dtype.kind in "fc")


def _difference(ours, theirs):
    """Between values with their masks, in words; empty if there is none."""
    if np.ma.isMaskedArray(ours) != np.ma.isMaskedArray(theirs):
        return f"a {type(ours).__name__} instead of a {type(theirs).__name__}"
    if np.shape(ours) != np.shape(theirs):
        return f"shape {np.shape(ours)} instead of {np.shape(theirs)}"
    mine, other = np.ma.getdata(ours), np.ma.getdata(theirs)
    mine, other = np.asarray(mine), np.asarray(other)
    if mine.dtype.newbyteorder("=") != other.dtype.newbyteorder("=") and "U" not in (mine.dtype.kind, other.dtype.kind):
        return f"dtype {mine.dtype} instead of {other.dtype}"
    masks = np.ma.getmaskarray(ours), np.ma.getmaskarray(theirs)
    if not np.array_equal(*masks):
        at = tuple(np.argwhere(masks[0] != masks[1])[0].tolist())
        return f"{np.count_nonzero(masks[0] != masks[1])} masked otherwise, first at {at}: {mine[at]!r}, {other[at]!r}"
    same = mine == other
    if other.dtype.kind in "fc":
        same |= np.isnan(mine) & np.isnan(other)
    wrong = ~np.asarray(same | masks[1])
    if np.any(wrong):
        at = tuple(np.argwhere(wrong)[0].tolist())
        return f"{np.count_nonzero(wrong)} of {wrong.size} values differ, first at {at}: {mine[at]!r} instead of {other[at]!r}"
    return ""


def _group_paths(file):
    for group in file.groups.values():
        yield group.path
        yield from _group_paths(group)


def compare(path, is_with_others):
    """In the process of a file: its outcome."""
    warnings.simplefilter("ignore")
    comparison = Comparison(path, is_with_others)
    theirs, why_not = comparison.by_others(lambda: netCDF4.Dataset(path))
    ours, why_we_do_not = _attempt(lambda: weftnc.Dataset(path))
    form = ours.data_model if ours is not None else "" if theirs is None else theirs.data_model
    result = {"format": form, "findings": comparison.findings, "refused": comparison.refused, "counts": comparison.counts}
    if theirs is None or ours is None:
        if theirs is not None:
            comparison.findings.append(f"{type(why_we_do_not).__name__}: {why_we_do_not}")
        return {**result, "outcome": "differs" if theirs is not None else "opened by neither" if ours is None else "only weftnc",
                "why": str(why_not or why_we_do_not)}
    with contextlib.closing(theirs), contextlib.closing(ours):
        comparison.groups(ours, theirs)
        groups = [None, *_group_paths(theirs)]
    if xarray is not None:
        comparison.datasets(groups)
    return {**result, "outcome": "differs" if comparison.findings else "equal"}


# The process that starts the others.

def outcome_of(path, timeout):
    """Forked, so that modules are imported once."""
    context = multiprocessing.get_context("fork")
    results, ours = context.Pipe(duplex=False)
    is_with_others = context.Value("b", 0)
    process = context.Process(target=lambda: ours.send(compare(str(path), is_with_others)))
    process.start()
    ours.close()
    try:
        if results.poll(timeout):
            return results.recv()
        what, end = "hangs", f"nothing for {timeout} s"
        process.kill()
    except EOFError:
        process.join()
        what, end = "crashes", f"exit code {process.exitcode}"
    finally:
        process.join()
    return {"outcome": f"netCDF4-python {what}" if is_with_others.value else what, "findings": [end]}


def files_of(arguments):
    for one in map(pathlib.Path, arguments):
        found = sorted(each for each in one.rglob("*") if each.is_file() and not each.is_symlink()) if one.is_dir() else [one]
        yield from (each for each in found if is_of_our_kind(each))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--verbose", action="store_true", help="a line for each file")
    parser.add_argument("path", nargs="+")
    asked = parser.parse_args()
    outcomes, refused, counts = collections.Counter(), collections.Counter(), collections.Counter()
    for path in files_of(asked.path):
        result = outcome_of(path, asked.timeout)
        outcomes[result["outcome"], result.get("format", "")] += 1
        refused.update(result.get("refused", {}))
        counts.update(result.get("counts", {}))
        if asked.verbose or result["findings"]:
            print(f"{result['outcome']}: {path} {result.get('why', '')}", *result["findings"][:20], sep="\n    ", flush=True)
    for title, table in (("files", outcomes), ("of them", counts), ("refused", refused)):
        for key, count in sorted(table.items(), key=str):
            print(f"{title}: {count} {key if isinstance(key, str) else ', '.join(filter(None, key))}")
    return 1 if any(outcome in ("differs", "crashes", "hangs") for outcome, _ in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
