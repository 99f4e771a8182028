# SPDX-License-Identifier: BSD-3-Clause
"""Random small datasets that meet the corners of CDL: every type, fill values, odd names, escapes, NaN, records."""

import math
import struct

from classic import CLASSIC_TYPES, TYPES, Classic, Variable

NAMES = ["lat", "time", "a b", "x(1)", "1st", "über", "a+b.c-d@e%f", "q\"uote", "back\\slash", "semi;colon:s", "tilde~", "_x",
         "dollar$", "h#ash&", "b{race}", "less<more>", "comma,comma", "w?!", "it's", "hat^", "p|pe", "b[b]", "a*b=c", "t`"]
FILLS = {"byte": -127, "short": -32767, "int": -2147483647, "float": 9.969209968386869e36, "double": 9.969209968386869e36,
         "ubyte": 255, "ushort": 65535, "uint": 4294967295, "int64": -9223372036854775806, "uint64": 18446744073709551614}
FLOATS = [0.0, -0.0, 1.0, -1.0, 0.1, 1e20, 1e-5, 123456.0, 1234567.0, 12345678.0, 99999995.0, 1e15, 1e16, 1e-300, 1e300, math.pi,
          5e-324, math.nan, math.inf, -math.inf, 0.5, 100.0, 1e10]
BYTES = b"abcXYZ   ,;\0\0\0\n\t\"'\\\x01\x7f\xff\xc3\xa4\r\b\f\v"


def as_float(value):
    try:
        return struct.unpack(">f", struct.pack(">f", value))[0]
    except OverflowError:
        return 3.4028234663852886e38


def value(random, kind):
    if kind == "char":
        return random.choice(BYTES)
    if random.random() < 0.15:
        return FILLS[kind]
    if kind in ("float", "double"):
        number = random.choice(FLOATS) if random.random() < 0.5 else random.uniform(-1, 1) * 10 ** random.randint(-8, 12)
        return as_float(number) if kind == "float" else number
    bits = struct.calcsize(">" + TYPES[kind][1]) * 8
    low, high = (0, 2**bits - 1) if TYPES[kind][1].isupper() else (-2**(bits - 1), 2**(bits - 1) - 1)
    return random.choice([low, high, random.randint(low, high), min(high, random.randint(0, 99))])


def values(random, kind, count):
    return bytes(value(random, kind) for _ in range(count)) if kind == "char" else [value(random, kind) for _ in range(count)]


def attributes(random, names, kinds):
    chosen = random.sample(names, random.randint(0, 3))
    return [(name, kind, values(random, kind, random.choice([0, 1, 1, 2, 5, 40])))
            for name in chosen for kind in [random.choice(kinds)]]


def dataset(random, names=None):
    """A dataset for every state of `random`."""
    names = names or NAMES
    version = random.choice([1, 2, 5])
    kinds = list(TYPES) if version == 5 else CLASSIC_TYPES
    made = Classic(version=version, attributes=attributes(random, names, kinds), gap=random.choice([0, 0, 8]))
    for name in random.sample(names, random.randint(0, 5)):
        made.dimensions.append((name, random.choice([1, 2, 3, 7, 25])))
    if made.dimensions and random.random() < 0.7:
        record = random.randrange(len(made.dimensions))
        made.dimensions[record] = (made.dimensions[record][0], 0)
        made.record_count = random.choice([0, 1, 2, 5])
    for name in random.sample(names, random.randint(0, 8)):
        made.variables.append(variable(random, made, name, names, kinds))
    return made


def variable(random, made, name, names, kinds):
    kind = random.choice(kinds)
    fixed = [number for number, (_, length) in enumerate(made.dimensions) if length > 0]
    record = [number for number, (_, length) in enumerate(made.dimensions) if length == 0]
    chosen = [random.choice(fixed) for _ in range(random.randint(0, 3))] if fixed else []
    if record and random.random() < 0.5:
        chosen = record + chosen[:2]
    new = Variable(name, kind, chosen, attributes=attributes(random, names, kinds))
    if random.random() < 0.3:
        fill_kind = kind if random.random() < 0.8 else random.choice(kinds)
        new.attributes.append(("_FillValue", fill_kind, values(random, fill_kind, random.choice([1, 1, 1, 2]))))
    count = made.slab_count(new) * (made.record_count if record and chosen[:1] == record else 1)
    new.values = values(random, kind, count)
    return new
