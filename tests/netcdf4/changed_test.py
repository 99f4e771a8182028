#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Has change.c change netCDF-4 files that netCDF4-python has made: nothing in them may be lost.

    changed_test.py MPI PROGRAM SCRATCH"""

import subprocess
import sys
from pathlib import Path

RUN_MPI = Path(__file__).resolve().parent.parent / "run_mpi"


def make(netCDF4, numpy, path, more=lambda file: None):
    with netCDF4.Dataset(path, "w") as file:
        file.createDimension("t", None)
        file.createDimension("x", 5)
        v = file.createVariable("v", "f4", ("t", "x"), zlib=True, chunksizes=(2, 5))
        v[:] = numpy.arange(20).reshape(4, 5)
        v.units = "K"
        file.createVariable("x", "f8", ("x",), endian="big")[:] = numpy.arange(5)
        file.title = "a title"
        file.setncattr_string("string", "text")
        group = file.createGroup("g")
        group.createVariable("w", "i2", ("x",))[:] = numpy.arange(5)
        group.note = "of a group"
        more(file)


def run(mpi, program, path, ranks, *names, hints=""):
    command = [RUN_MPI, "--mpi", mpi, "--ranks", str(ranks), "--timeout", "60", "--env", f"PNETCDF_HINTS={hints}", "--", program, path,
               *names]
    return subprocess.run(command, capture_output=True, text=True)


def change(mpi, program, path, ranks, *names):
    done = run(mpi, program, path, ranks, *names)
    assert (done.returncode == 0) != ("kill" in names), done.stdout + done.stderr
    return done.stdout


def check_changed(netCDF4, numpy, path):
    with netCDF4.Dataset(path) as file:
        assert file.title == "other" and file.string == "text" and file["g"].note == "of a group"
        assert file["v"].shape == (6, 5) and file["v"].units == "K" and file["v"].chunking() == [2, 5]
        assert (file["v"][:4] == numpy.arange(20).reshape(4, 5)).all() and (file["v"][5] == numpy.arange(50, 55)).all()
        assert file["v"][4].mask.all(), "nobody has written this record"
        assert (file["x"][:] == numpy.arange(5)).all() and file["x"].endian() == "big"
        assert (file["g/w"][:] == numpy.arange(5)).all()


def add_placeless(h5py, numpy, path):
    """Variables without a place in the file: nobody has written them, or their values are in the definition."""
    with h5py.File(path, "a") as file:
        file.create_dataset("wide", (5, 40000), "i4", fillvalue=3)
        file.create_dataset("late", (5,), "f4", fillvalue=-2)
        file.create_dataset("scalar", (), "i2")
        for name in ("compact", "untouched"):
            layout = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            layout.set_layout(h5py.h5d.COMPACT)
            made = h5py.h5d.create(file.id, name.encode(), h5py.h5t.STD_I32BE, h5py.h5s.create_simple((5,)), layout)
            made.write(h5py.h5s.ALL, h5py.h5s.ALL, numpy.arange(5, dtype="i4"))
        file.create_dataset("sparse", (5, 8), "f8", chunks=(4, 4), fillvalue=7)
        file["sparse"][1, 2] = 1
        for name in ("wide", "late", "compact", "untouched", "sparse"):
            file[name].dims[0].attach_scale(file["x"])


def check_placeless(h5py, numpy, path):
    with h5py.File(path) as file:
        assert list(file["untouched"]) == [0, 1, 2, 3, 4] and list(file["compact"]) == [0, 77, 2, 3, 4]
        assert list(file["late"]) == [-2, 77, -2, -2, -2] and file["scalar"][()] == 0
        wide = numpy.full((5, 40000), 3)
        wide[1, 1] = 77
        assert (file["wide"][...] == wide).all()
        sparse = numpy.full((5, 8), 7)
        sparse[1, 2] = 1
        assert (file["sparse"][...] == sparse).all() and file["sparse"].fillvalue == 7, "its fill value is no attribute"


def check_external(h5py, mpi, program, path):
    with h5py.File(path, "a") as file:
        file.create_dataset("far", (5,), "i4", external=[(str(path.with_suffix(".raw")), 0, 20)])
    before = path.read_bytes()
    said = change(mpi, program, path, 1)
    assert "'far': its values are in another file" in said, said
    assert path.read_bytes() == before


def check_growth(mpi, program, path):
    """Whoever changes a file again and again writes what it says of itself to two places in turn."""
    sizes = []
    for number in range(6):
        said = change(mpi, program, path, 1, f"title={number:05}")
        assert "NC_" not in said, said
        sizes.append(path.stat().st_size)
    assert sizes[-1] - sizes[2] < 1000, f"{sizes}: more than the chunk that each of them writes anew"


def check_count(netCDF4, mpi, program, path):
    """A program that is killed behind a change of the definition: the file has the records that it counts."""
    change(mpi, program, path, 2, "title=other", "kill")
    with netCDF4.Dataset(path) as file:
        assert len(file.dimensions["t"]) == 6 and list(file["v"][5]) == [50, 51, 52, 53, 54], file["v"][5]


def check_name_of_group(netCDF4, mpi, program, path):
    said = change(mpi, program, path, 2, "dimension=g", "dimension=free")
    assert said.count("NC_ENAMEINUSE") == 2 and "free" not in said, said
    with netCDF4.Dataset(path) as file:
        assert "free" in file.dimensions and file["g"].note == "of a group"


def check_filter_that_is_only_read(h5py, mpi, program, path):
    """The put says so, and not a later call."""
    with h5py.File(path, "a") as file:
        file.create_dataset("lzf", data=[1, 2, 3, 4], chunks=(2,), compression="lzf")
    done = run(mpi, program, path, 1, "lzf")
    assert done.returncode != 0 and "variable 'lzf': filter 32000 (lzf): Weft only reads it" in done.stderr, done.stderr
    assert "NC_ENOFILTER" in done.stderr, done.stderr


def untold(h5py, numpy):
    """What a description of a file does not tell, by what Weft says of it: a function that adds it."""
    def scales(file):
        for name in ("first", "second"):
            file[name] = numpy.arange(4.)
            file[name].make_scale(name)
        file["of_both"] = numpy.arange(4.)
        for name in ("first", "second"):
            file["of_both"].dims[0].attach_scale(file[name])
    return {"has several dimensions": lambda file: file.attrs.create("matrix", [[1., 2.], [3., 4.]]),
            "has several scales": scales,
            "a number type has a name": lambda file: file.__setitem__("named", numpy.dtype("f4")),
            "only up to a length": lambda file: file.create_dataset("bounded", (4,), "f4", maxshape=(10,), chunks=(3,))}


def main():
    mpi, program, scratch = sys.argv[1:4]
    try:
        import h5py
        import netCDF4
        import numpy
    except ImportError as error:
        print(f"{error}: h5py and netCDF4 make the files")
        return 77
    path = Path(scratch) / "changed.nc"
    path.parent.mkdir(parents=True, exist_ok=True)
    for ranks in (1, 2):
        make(netCDF4, numpy, path)
        said = change(mpi, program, path, ranks)
        assert "NC_" not in said, said
        check_changed(netCDF4, numpy, path)
        make(netCDF4, numpy, path)
        add_placeless(h5py, numpy, path)
        before = path.read_bytes()
        for hints in ("", "weft_stage=memory:8MiB"):
            looked = run(mpi, program, path, ranks, "look", hints=hints)
            assert looked.returncode == 0 and "NC_" not in looked.stdout, looked.stdout + looked.stderr
            assert path.read_bytes() == before, f"a file that is only read has changed ({hints})"
        said = change(mpi, program, path, ranks, "wide", "late", "compact")
        assert "NC_" not in said, said
        check_changed(netCDF4, numpy, path)
        check_placeless(h5py, numpy, path)
        change(mpi, program, path, ranks, "wide", "late", "compact")
        check_placeless(h5py, numpy, path)
    make(netCDF4, numpy, path)
    check_growth(mpi, program, path)
    check_name_of_group(netCDF4, mpi, program, path)
    make(netCDF4, numpy, path)
    check_count(netCDF4, mpi, program, path)
    make(netCDF4, numpy, path)
    check_external(h5py, mpi, program, path)
    for words, more in [("is of type string", lambda file: file.createVariable("s", str, ("x",)))]:
        make(netCDF4, numpy, path, more)
        before = path.read_bytes()
        said = change(mpi, program, path, 1)
        assert "NC_ENOTBUILT" in said and words in said, said
        assert path.read_bytes() == before, "a file that is refused has changed"
    for words, add in untold(h5py, numpy).items():
        make(netCDF4, numpy, path)
        with h5py.File(path, "a") as file:
            add(file)
        before = path.read_bytes()
        said = change(mpi, program, path, 1)
        assert "NC_ENOTBUILT" in said and words in said, said
        assert path.read_bytes() == before, "a file that is refused has changed"
    make(netCDF4, numpy, path)
    check_filter_that_is_only_read(h5py, mpi, program, path)
    make(netCDF4, numpy, path)
    with h5py.File(path, "a") as file:
        file["soft"] = h5py.SoftLink("/v")
    assert "links" in change(mpi, program, path, 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
