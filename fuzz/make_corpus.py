#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes the seeds of the fuzzers: python3 fuzz/make_corpus.py fuzz/corpus"""

import pathlib
import struct
import sys

from layout_corpus import layout_seeds

DIMENSIONS, VARIABLES, ATTRIBUTES = 0x0A, 0x0B, 0x0C
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8, 7: 1, 8: 2, 9: 4, 10: 8, 11: 8}


def padded(data):
    return data + bytes(-len(data) % 4)


class Format:
    """The fields of one version of the format."""

    def __init__(self, version):
        self.version = version
        self.magic = b"CDF" + bytes([version])
        self.types = 11 if version == 5 else 6

    def count(self, value):
        return struct.pack(">Q" if self.version == 5 else ">I", value)

    def begin(self, value):
        return struct.pack(">I" if self.version == 1 else ">Q", value)

    def ones(self):
        return b"\xff" * (8 if self.version == 5 else 4)

    def name(self, text):
        data = text.encode()
        return self.count(len(data)) + padded(data)

    def items(self, tag, items):
        return struct.pack(">I", tag if items else 0) + self.count(len(items)) + b"".join(items)

    def dimension(self, name, length):
        return self.name(name) + self.count(length)

    def attribute(self, name, kind, count):
        values = bytes((7 * i + 1) % 256 for i in range(count * SIZES[kind]))
        return self.name(name) + struct.pack(">I", kind) + self.count(count) + padded(values)

    def variable(self, name, ids, attributes, kind, size, begin):
        return (self.name(name) + self.count(len(ids)) + b"".join(map(self.count, ids))
                + self.items(ATTRIBUTES, attributes) + struct.pack(">I", kind)
                + self.count(size) + self.begin(begin))

    def header(self, dimensions=(), attributes=(), variables=(), records=None):
        return (self.magic + (self.count(0) if records is None else records)
                + self.items(DIMENSIONS, list(dimensions)) + self.items(ATTRIBUTES, list(attributes))
                + self.items(VARIABLES, list(variables)))


def every_type(f):
    """A fixed and a record variable of each type that the version has first, and their data."""
    kinds = range(7 if f.version == 5 else 1, f.types + 1)
    dimensions = [f.dimension("t", 0), f.dimension("x", 3)]
    attributes = [f.attribute(f"a{kind}", kind, kind % 3) for kind in kinds]

    def with_begins(begin):
        variables = []
        for ids, prefix in (([1], "f"), ([0, 1], "r")):
            for kind in kinds:
                size = (3 * SIZES[kind] + 3) // 4 * 4
                fill = [f.attribute("_FillValue", kind, 1)] if kind % 4 == 3 else []
                variables.append(f.variable(f"{prefix}{kind}", ids, fill, kind, size, begin))
                begin += size
        return f.header(dimensions, attributes, variables, f.count(1)), begin

    header, _ = with_begins(0)
    header, end = with_begins(len(header))
    return header + bytes(end - len(header))


def seeds_of(f):
    x = [f.dimension("x", 4)]
    t = [f.dimension("t", 0)]
    yield "empty", f.header()
    yield "every_type", every_type(f)
    yield "scalar", f.header(variables=[f.variable("v", [], [], 4, 4, 200)]) + bytes(100)
    yield "unicode", f.header([f.dimension("\u00e9\u03b8", 2), f.dimension("e\u0301x", 3)])
    yield "streaming", f.header(t, [], [f.variable("r", [0], [], 3, 4, 200)], f.ones()) + bytes(120)
    yield "streaming_cut", f.header(t, [], [f.variable("r", [0], [], 3, 4, 200)], f.ones()) + b"\0"
    yield "unordered", f.header(x, [], [f.variable("b", [0], [], 1, 4, 304),
                                        f.variable("a", [0], [], 1, 4, 300)]) + bytes(200)
    yield "overlap", f.header(x, [], [f.variable("a", [0], [], 1, 4, 300),
                                      f.variable("b", [0], [], 1, 4, 302)])
    yield "large", f.header([f.dimension("x", 2**31 - 1)], [],
                            [f.variable("v", [0], [], 6, 2**32 - 1, 400)]) + b"\0"
    yield "long_list", f.header([f.dimension(f"d{i}", i + 1) for i in range(12)],
                                [f.attribute(f"a{i}", 2, 1) for i in range(12)])
    yield "odd_padding", f.header(x).replace(b"x\0\0\0", b"x\0\1\0")
    yield "truncated", every_type(f)[:90]


def header_seeds():
    for version in (1, 2, 5):
        for name, data in seeds_of(Format(version)):
            yield f"cdf{version}_{name}", data
    yield "unknown_magic", b"\x89HDF\r\n\x1a\n"


LIST, CUT, TILE, CHAIN = 64, 65, 66, 67


def numbers(*values):
    """In groups of seven bits, as src/region/shape_codec.hpp says. A base is twice its offset."""
    data = bytearray()
    for value in values:
        while value >= 0x80:
            data.append(value & 0x7F | 0x80)
            value >>= 7
        data.append(value)
    return bytes(data)


def shape_seeds():
    nest = numbers(2, 2 * 100, 8, 5, 1000, 3, 20)
    runs = numbers(LIST, 2 * 40, 5, 3, 1, 70, 200, 0, 0)
    cut = numbers(CUT, 3, 100) + nest
    yield "empty_nest", numbers(0, 0, 0)
    yield "run", numbers(0, 2 * 5, 2**40)
    yield "nest", nest
    yield "far_nest", numbers(1, 2**63 - 2, 1, 2, 2**61)
    yield "list", runs
    yield "cut", cut
    yield "tile_of_list", numbers(TILE, 7, 1000) + runs
    yield "cut_of_tile_of_cut", numbers(CUT, 50, 500) + numbers(TILE, 2**30, 2**20) + cut
    yield "chain", numbers(CHAIN, 2) + nest + numbers(1, 2 * 10_000, 8, 50, 20)
    yield "chain_of_long_runs", numbers(CHAIN, 2) + numbers(0, 0, 2**60) + numbers(0, 2 * (2**60 + 1), 2**60)
    yield "falling_chain", numbers(CHAIN, 2) + nest + nest
    yield "several", nest + runs + cut
    yield "interleaved_tile", numbers(TILE, 7, 3) + runs
    yield "negative_base", numbers(0, 1, 8)
    yield "long_number", b"\xff" * 11
    yield "truncated", cut[:-2]


class SetOf2(Format):
    """A variable (t, y, x), or (y, x), in two parts, as src/parts makes it."""

    SET = "00000000000000010000000000000002"

    def text(self, name, value):
        data = value.encode()
        return self.name(name) + struct.pack(">I", 2) + self.count(len(data)) + padded(data)

    def master(self, dimensions, names=("s.0000", "s.0001"), weights="1 1"):
        parts = "".join(f"part {number}: {name}\n" for number, name in enumerate(names))
        table = (f"begins: 0 1024\ndimensions: 3\nid: {self.SET}\nnext number: 2\n{parts}variables: 1\n"
                 f"version: 1\nweights: {weights}\n")
        ids = " ".join(map(str, dimensions))
        division = f"dimensions: {ids}\nnumber: 1\nposition: {len(dimensions) - 2}\n"
        names_of = " ".join("tyx"[id] for id in dimensions)
        data = "map: m uris: u identifiers: i"
        v = self.variable("v", [], [self.text("units", "m"), self.text("weft_division", division),
                                    self.text("aggregated_dimensions", names_of), self.text("aggregated_data", data)], 4, 4, 2048)
        return self.header([self.dimension("t", 0), self.dimension("y", 4), self.dimension("x", 3), self.dimension("weft_2", 2)],
                           [self.text("weft_set", table)],
                           [v, self.variable("m", [3, 3], [], 4, 16, 2052), self.variable("u", [3, 2], [], 2, 8, 2068),
                            self.variable("i", [3], [], 2, 4, 2076)], self.count(2))

    def part(self, dimensions, number=0):
        text = f"part: {number}\nparts: 2\nset: {self.SET}\n"
        division = f"number: 1\nposition: {len(dimensions) - 2}\nrange: {2 * number} {2 * number + 2}\n"
        v = self.variable("v", dimensions, [self.text("units", "m"), self.text("weft_division", division)], 4, 24, 1024)
        return self.header([self.dimension("t", 0), self.dimension("y", 2), self.dimension("x", 3)],
                           [self.text("weft_part", text)], [v], self.count(2))


def set_seeds():
    def pair(master, part):
        return struct.pack(">H", len(master)) + master + part

    for version in (1, 2, 5):
        f = SetOf2(version)
        for name, dimensions in (("fixed", [1, 2]), ("records", [0, 1, 2])):
            yield f"cdf{version}_{name}", pair(f.master(dimensions), f.part(dimensions))
    f = SetOf2(5)
    yield "other_part", pair(f.master([1, 2]), f.part([1, 2], 1))
    yield "weights", pair(f.master([1, 2], weights="3 0"), f.part([1, 2]))
    yield "other_kind", pair(f.master([1, 2]), f.part([0, 1, 2]))
    yield "no_part", pair(f.master([1, 2]), f.header())
    yield "no_set", pair(f.part([1, 2]), f.part([1, 2]))


OPEN, CLOSE, READ, WRITE, SHAPE, READ_SHAPE, WRITE_SHAPE, SIZE, RESIZE = range(16, 25)
HOLE_BEHIND = 29
SYNC, RENEW, LOCK, HOLD, UNLOCK, IS_LOCKED, REMOVE, RENAME = range(31, 39)
SETTLE_SIZE = 43


def request(kind, *fields):
    body = b"".join(fields)
    return struct.pack("<HH", kind, len(body)) + body


def session_seeds():
    number = struct.Struct("<q").pack
    one = struct.pack("<I", 1)
    path = struct.pack("<I", 2) + b"/a"
    made = request(OPEN, one, bytes([1, 1, 0, 0, 1]), number(100), number(100), path)
    written = request(WRITE, one, number(5), b"some bytes")
    shape = request(SHAPE, bytes(4), numbers(1, 0, 2, 3, 4))
    yield "write_and_read", made + written + request(READ, one, number(0), number(100)) + request(CLOSE, one)
    yield "sizes", made + request(RESIZE, one, number(1 << 40)) + request(SIZE, one) + request(SYNC, one)
    yield "hole_of_a_long_file", (made + written + request(RESIZE, one, number(1 << 62))
                                  + request(HOLE_BEHIND, one, number(0)) + request(HOLE_BEHIND, one, number(-1)))
    yield "shapes", (made + shape + request(WRITE_SHAPE, one, bytes(4), number(7), number(1), b"abcde")
                     + request(READ_SHAPE, one, bytes(4), number(7), number(0), number(6)))
    yield "locks", (made + request(LOCK, one, number(0), number(9)) + request(IS_LOCKED, one, number(3), number(1))
                    + request(UNLOCK, number(2)) + request(HOLD, one, number(0), number(9)))
    turn, others = number(1 << 40) + number(1), number(1 << 41) + number(100)
    size = b"".join(map(number, (-1, 2, 4, 4, 1000, 50, 200, 60, -1, 7)))
    yield "settled", (made + written + request(HOLD, one, number((1 << 41) + 3), number(1))
                      + request(SETTLE_SIZE, one, struct.pack("<Q", 3), turn, others, size) + request(SIZE, one))
    yield "names", made + request(RENAME, path, struct.pack("<I", 2) + b"/b") + request(REMOVE, path)
    yield "renew", made + request(RENEW, one, struct.pack("<d", 0.0))
    yield "cut_off", (made + written)[:-3]


def token_seeds():
    key = "0123456789abcdefABCDEF" + 42 * "7"
    yield "plain", f"alice {key}\n".encode()
    yield "words", f"# ours\n\nalice {key} at=site.org:7411\nalice {key} until=2030-01-31 read-only # hers\n".encode()
    yield "twice", f"bob {key}\nbob {key}\n".encode()
    yield "short_key", b"bob 0123\n"
    yield "no_date", f"bob {key} until=2030-1-31\n".encode()


def reception_seeds():
    magic, limit = 0x54464557, 4096
    preamble = struct.pack("<IIQ", magic, 0, 0)
    hello = struct.pack("<IHHQ", magic, 2, 2, 0) + bytes(24 + 8 + 2) + struct.pack("<I", 3) + b"abc"

    def seed(manner, *parts):
        return bytes([manner]) + b"".join(struct.pack("<H", len(part)) + part for part in parts)

    yield "http", seed(0, b"GET / HTTP/1.1\r\n\r\n")
    yield "cut_off", seed(0, preamble[:7])
    yield "begun_and_left", seed(0, preamble, bytes([22, 3, 1, 0, 50]))
    yield "long_handshake", seed(0, preamble, bytes([22, 3, 1, 64, 0, 1, 2, 0, 0]))
    yield "other_session", seed(0, struct.pack("<IIQ", magic, 0, 5), bytes([22, 3, 1, 0, 50, 1, 0, 0, 46]))
    yield "hello", seed(2, hello)
    yield "version_3", seed(2, hello[:4] + struct.pack("<HH", 3, 3) + hello[8:])
    yield "cut_hello", seed(2, hello[:11])
    yield "no_frame", seed(1, bytes(40))
    yield "long_hello", seed(2, hello + bytes(limit))


def frame_seeds():
    def frame(step, behind, acknowledged, body, *more):
        return bytes([step, 18, behind + 2, acknowledged, len(body)]) + body + bytes(more)

    yield "in_order", frame(0, 1, 0, b"a") + frame(2, 1, 0, b"") + frame(0, -2, 0, b"of the connection")
    yield "out_of_order", frame(0, 2, 0, b"b") + frame(1, 3, 0, b"c") + frame(3, 1, 0, b"a") + frame(0, 0, 0, b"again")
    yield "changed", frame(4, 1, 0, b"abc", 33, 1) + frame(12, 1, 0, b"abc", 6, 1) + frame(0, 1, 0, b"a")
    yield "no_frame", bytes([5, 40]) + bytes(range(40)) + bytes([5, 3]) + b"GET"
    yield "posted_and_lost", bytes([6, 10, 14, 20, 7, 6, 30]) + frame(1, 1, 2, b"a") + bytes([15, 6, 1])
    yield "acknowledges_too_much", bytes([6, 10]) + frame(0, 1, 2, b"a")


def main():
    for name, seeds in (("header", header_seeds()), ("shapes", shape_seeds()), ("sets", set_seeds()),
                        ("sessions", session_seeds()), ("tokens", token_seeds()), ("reception", reception_seeds()),
                        ("frames", frame_seeds()), ("layouts", layout_seeds())):
        folder = pathlib.Path(sys.argv[1]) / name
        folder.mkdir(parents=True, exist_ok=True)
        for seed, data in seeds:
            (folder / seed).write_bytes(data)


if __name__ == "__main__":
    main()
