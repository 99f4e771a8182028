# SPDX-License-Identifier: BSD-3-Clause
"""Writes files of the classic netCDF formats from plain values, without any netCDF library."""

import struct
from dataclasses import dataclass, field

# The number of each type, and struct's letter for it.
TYPES = {"byte": (1, "b"), "char": (2, "c"), "short": (3, "h"), "int": (4, "i"), "float": (5, "f"), "double": (6, "d"),
         "ubyte": (7, "B"), "ushort": (8, "H"), "uint": (9, "I"), "int64": (10, "q"), "uint64": (11, "Q")}
CLASSIC_TYPES = list(TYPES)[:6]
DIMENSIONS, VARIABLES, ATTRIBUTES = 10, 11, 12


def encode(kind, values):
    """Values in file form, without padding."""
    if kind == "char":
        return bytes(values)
    return struct.pack(f">{len(values)}{TYPES[kind][1]}", *values)


def size_of(kind):
    return 1 if kind == "char" else struct.calcsize(">" + TYPES[kind][1])


def padded(data):
    return data + bytes(-len(data) % 4)


@dataclass
class Variable:
    name: str
    kind: str
    dimensions: list  # ids
    values: list = field(default_factory=list)  # or bytes; fewer than the shape asks for: zeros follow
    attributes: list = field(default_factory=list)  # of (name, kind, values)


@dataclass
class Classic:
    version: int = 1
    dimensions: list = field(default_factory=list)  # of (name, length), length 0 for the record dimension
    attributes: list = field(default_factory=list)
    variables: list = field(default_factory=list)
    record_count: int = 0
    gap: int = 0  # bytes between variables

    def number(self, value):
        return struct.pack(">q" if self.version == 5 else ">i", value)

    def name(self, text):
        data = text.encode()
        return self.number(len(data)) + padded(data)

    def items(self, tag, encoded):
        head = struct.pack(">i", tag if encoded else 0) + self.number(len(encoded))
        return head + b"".join(encoded)

    def attribute(self, name, kind, values):
        return self.name(name) + struct.pack(">i", TYPES[kind][0]) + self.number(len(values)) + padded(encode(kind, values))

    def is_record(self, variable):
        return bool(variable.dimensions) and self.dimensions[variable.dimensions[0]][1] == 0

    def slab_count(self, variable):
        count = 1
        for dimension in variable.dimensions:
            count *= self.dimensions[dimension][1] or 1
        return count

    def slab_bytes(self, variable):
        return self.slab_count(variable) * size_of(variable.kind)

    def record_bytes(self):
        slabs = [self.slab_bytes(v) for v in self.variables if self.is_record(v)]
        return slabs[0] if len(slabs) == 1 else sum(slab + -slab % 4 for slab in slabs)

    def begins(self, start):
        """The offset of each variable: fixed ones first, then those of the records."""
        begins = {}
        for records in (False, True):
            for number, variable in enumerate(self.variables):
                if self.is_record(variable) == records:
                    begins[number] = start
                    slab = self.slab_bytes(variable)
                    start += slab + -slab % 4 + (0 if records else self.gap)
        return [begins[number] for number in range(len(self.variables))]

    def header(self, begins):
        variables = []
        for variable, begin in zip(self.variables, begins):
            slab = self.slab_bytes(variable)
            ids = b"".join(self.number(dimension) for dimension in variable.dimensions)
            variables.append(self.name(variable.name) + self.number(len(variable.dimensions)) + ids
                             + self.items(ATTRIBUTES, [self.attribute(*a) for a in variable.attributes])
                             + struct.pack(">i", TYPES[variable.kind][0]) + self.number(slab + -slab % 4)
                             + struct.pack(">i" if self.version == 1 else ">q", begin))
        return (b"CDF" + bytes([self.version]) + self.number(self.record_count)
                + self.items(DIMENSIONS, [self.name(name) + self.number(length) for name, length in self.dimensions])
                + self.items(ATTRIBUTES, [self.attribute(*a) for a in self.attributes])
                + self.items(VARIABLES, variables))

    def bytes(self):
        begins = self.begins(len(self.header([0] * len(self.variables))) + self.gap)
        content = bytearray(self.header(begins))
        for variable, begin in zip(self.variables, begins):
            data, slab = encode(variable.kind, variable.values), self.slab_bytes(variable)
            records = self.record_count if self.is_record(variable) else 1
            data = data.ljust(slab * records, b"\0")
            for record in range(records):
                at = begin + record * (self.record_bytes() if self.is_record(variable) else 0)
                content.extend(bytes(max(0, at + slab + -slab % 4 - len(content))))
                content[at:at + slab] = data[record * slab:(record + 1) * slab]
        return bytes(content)

    def write(self, path):
        path.write_bytes(self.bytes())
        return path
