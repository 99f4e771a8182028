# SPDX-License-Identifier: BSD-3-Clause
"""Files in the layout of `weft gen` and other netCDF libraries: no gaps, and fill values as padding of the data."""

from classic import CLASSIC_TYPES, TYPES, Classic, Variable, encode
from random_files import FILLS

TEXTS = [b"", b"\0", b"text", b"zeros behind\0\0", b"two\nlines\n", bytes(range(256)), "Gr\u00f6\u00dfe \u6d77".encode()]
FLOATS = [0.0, -0.0, 0.1, -1.5, 1e-45, 3.4028234663852886e38, 1e20, float("nan"), float("inf"), float("-inf"), FILLS["float"]]
DOUBLES = FLOATS + [5e-324, 1.7976931348623157e308, 2.0**63, 123456789.123456789]


class Compact(Classic):
    def fill(self, variable):
        """Bytes of the fill value, enough for any padding."""
        for name, kind, values in variable.attributes:
            if name == "_FillValue" and kind == variable.kind and len(values) == 1:
                return encode(kind, values) * 4
        return encode(variable.kind, [FILLS.get(variable.kind, 0)]) * 4

    def bytes(self):
        begins = self.begins(len(self.header([0] * len(self.variables))))
        content = bytearray(self.header(begins))
        for variable, begin in zip(self.variables, begins):
            slab, is_record = self.slab_bytes(variable), self.is_record(variable)
            pitch = self.record_bytes() if is_record else slab
            pad = b"" if is_record and pitch == slab else self.fill(variable)[:-slab % 4]
            data = encode(variable.kind, variable.values).ljust(slab * (self.record_count if is_record else 1), b"\0")
            for record in range(len(data) // slab):
                at = begin + record * pitch
                piece = data[record * slab:(record + 1) * slab] + pad
                content.extend(bytes(max(0, at + len(piece) - len(content))))
                content[at:at + len(piece)] = piece
        return bytes(content)


def corner_values(kind):
    """Values of a numeric type that are hard to write down."""
    if kind in ("float", "double"):
        return FLOATS if kind == "float" else DOUBLES
    bits = {"B": 8, "H": 16, "I": 32, "Q": 64}[TYPES[kind][1].upper()]
    is_signed = TYPES[kind][1].islower()
    low, high = (-2**(bits - 1), 2**(bits - 1) - 1) if is_signed else (0, 2**bits - 1)
    return [low, low + 1, 0, 1, 7, high - 1, high, FILLS[kind]]


def all_types(version):
    """Every type as fixed and as record variable and as attribute, with one, no and many values."""
    kinds = list(TYPES) if version == 5 else CLASSIC_TYPES
    made = Compact(version=version, dimensions=[("t", 0), ("x", 14), ("\u00fcber", 3)], record_count=3)
    made.attributes = [(f"text {i}", "char", text) for i, text in enumerate(TEXTS)]
    for kind in kinds:
        corners = b"a\0b\n\"\\'\xff\xc3\xa4 \0\0\0" if kind == "char" else corner_values(kind)
        made.attributes.append((f"{kind}_none", kind, corners[:0]))
        made.attributes.append((f"{kind}_one", kind, corners[:1]))
        attributes = [("corners", kind, corners), ("_FillValue", kind, corners[1:2])]
        for name, ids, count in ((f"{kind} fixed", [1], 14), (f"{kind}.rec\u6d77", [0, 2], 9), (f"{kind}-1", [], 1)):
            values = (corners * count)[:count]
            made.variables.append(Variable(name, kind, ids, values, attributes if ids else []))
    return made
