# SPDX-License-Identifier: BSD-3-Clause
"""A reader of references in the form of kerchunk, version 1, that knows neither netCDF nor HDF5: numpy, zlib and nothing else."""

import base64
import itertools
import json
import pathlib
import zlib

import numpy as np


def unshuffled(data, size):
    return np.frombuffer(data, "u1").reshape(size, -1).T.tobytes()


def fletcher32(data):
    """HDF5's checksum: sums of words of two bytes, the first of which is the upper one."""
    words = np.frombuffer(data + bytes(len(data) % 2), ">u2").astype(object)
    one = two = 0
    for word in words:
        one = (one + int(word)) % 65535
        two = (two + one) % 65535
    return (two << 16 | one)


def decoded(data, filters):
    for one in reversed(filters or []):
        if one["id"] == "zlib":
            data = zlib.decompress(data)
        elif one["id"] == "shuffle":
            data = unshuffled(data, one["elementsize"])
        elif one["id"] == "fletcher32":
            data, told = data[:-4], int.from_bytes(data[-4:], "little")
            if fletcher32(data) % 65535 != told % 65535:
                raise AssertionError(f"the checksum is {told:08x}, not {fletcher32(data):08x}")
        else:
            raise AssertionError(f"no filter {one}")
    return data


class References:
    def __init__(self, document, folder="."):
        self.document = json.loads(document)
        if list(self.document) != ["version", "refs"] or self.document["version"] != 1:
            raise AssertionError(f"not a document of version 1: {list(self.document)}")
        self.refs = self.document["refs"]
        self.folder = pathlib.Path(folder)

    def json(self, key):
        return json.loads(self.refs[key])

    def variables(self):
        return sorted(key.removesuffix("/.zarray") for key in self.refs if key.endswith("/.zarray"))

    def chunks(self, name):
        """The references of a variable, by their place as text."""
        return {key.removeprefix(name + "/"): value for key, value in self.refs.items()
                if key.rpartition("/")[0] == name and not key.startswith(f"{name}/.z")}

    def attributes(self, name):
        return self.json(f"{name}/.zattrs" if name else ".zattrs")

    def bytes_of(self, reference):
        if isinstance(reference, str):
            if not reference.startswith("base64:"):
                raise AssertionError(f"not bytes: {reference}")
            return base64.b64decode(reference.removeprefix("base64:"), validate=True)
        name, offset, length = reference
        with open(self.folder / name, "rb") as file:
            file.seek(offset)
            data = file.read(length)
        if len(data) != length:
            raise AssertionError(f"{reference} is beyond the end of its file")
        return data

    def fill_of(self, kind, fill):
        if kind.kind == "S":
            fill = base64.b64decode(fill)
        return np.array(float(fill) if isinstance(fill, str) else fill).astype(kind)

    def array(self, name):
        """Its values. An error if there is no value to be had for one, or a reference that belongs to none."""
        its = self.json(f"{name}/.zarray")
        if (its["zarr_format"], its["order"], its["compressor"]) != (2, "C", None):
            raise AssertionError(f"{name}: {its}")
        shape, chunk = its["shape"], its["chunks"]
        found = self.chunks(name)
        counts = [-(-length // step) for length, step in zip(shape, chunk)]
        if its["dtype"] == "|O":
            values = self.strings(self.bytes_of(found.pop("0" if not shape else ".".join("0" for _ in shape))))
            array = np.array(values, object).reshape(shape)
            counts = [0]
        else:
            kind = np.dtype(its["dtype"])
            array = np.empty(shape, kind)
        for place in itertools.product(*map(range, counts)):
            reference = found.pop(".".join(map(str, place)) or "0", None)
            box = tuple(slice(at * step, min((at + 1) * step, length)) for at, step, length in zip(place, chunk, shape))
            if reference is None:
                if its["fill_value"] is None:
                    raise AssertionError(f"{name}: chunk {place} has no bytes, and there is no fill value")
                array[box] = self.fill_of(kind, its["fill_value"])
            else:
                values = np.frombuffer(decoded(self.bytes_of(reference), its["filters"]), kind).reshape(chunk)
                array[box] = values[tuple(slice(0, one.stop - one.start) for one in box)]
        if found:
            raise AssertionError(f"{name}: {list(found)} are no chunks of it")
        return array

    def strings(self, data):
        """numcodecs' vlen-utf8."""
        count, at, texts = int.from_bytes(data[:4], "little"), 4, []
        for _ in range(count):
            length = int.from_bytes(data[at:at + 4], "little")
            texts.append(data[at + 4:at + 4 + length].decode())
            at += 4 + length
        if at != len(data):
            raise AssertionError("bytes behind the last string")
        return texts
