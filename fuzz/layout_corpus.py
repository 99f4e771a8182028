# SPDX-License-Identifier: BSD-3-Clause
"""Layouts of files on Lustre, for make_corpus.py."""

import struct


def layout_seeds():
    def plain(magic, pattern, size, count, targets=(), pool=None):
        objects = b"".join(struct.pack("<QQII", 11, 0, 0, target) for target in targets)
        room = b"" if pool is None else struct.pack("16s", pool)
        return struct.pack("<IIQQIHH", magic, pattern, 7, 0, size, count, 0) + room + objects

    def composite(*parts):
        at = 32 + 48 * len(parts)
        entries = blobs = b""
        for ident, flags, begin, end, blob in parts:
            entries += struct.pack("<IIQQIIIQI", ident, flags, begin, end, at + len(blobs), len(blob), 0, 0, 0)
            blobs += blob
        return struct.pack("<IIIHH16x", 0x0BD60BD0, at + len(blobs), 1, 0, len(parts)) + entries + blobs

    mebibyte, end = 1 << 20, (1 << 64) - 1
    one, three = plain(0x0BD10BD0, 1, mebibyte, 1, [0]), plain(0x0BD10BD0, 1, mebibyte, 3, [0, 1, 2])
    yield "plain", three
    yield "pool", plain(0x0BD30BD0, 1, mebibyte, 2, [4, 1], b"flash")
    yield "overstriped", plain(0x0BD50BD0, 0x201, mebibyte, 4, [1, 0, 1, 0], b"")
    yield "released", plain(0x0BD10BD0, 0x80000001, mebibyte, 4)
    yield "growing", composite((1, 16, 0, mebibyte, one), (2, 0, mebibyte, end, plain(0x0BD10BD0, 1, mebibyte, 8)))
    yield "mirrors", composite((0x10001, 17, 0, end, one), (0x20001, 16, 0, end, three))
    yield "other_order", struct.pack(">IIQQIHH", 0x0BD10BD0, 1, 7, 0, mebibyte, 1, 0) + struct.pack(">QQII", 11, 0, 0, 3)
