# SPDX-License-Identifier: BSD-3-Clause
"""Reads PNG files of 8 bits for each of red, green and blue, without any library for pictures."""

import struct
import zlib

CHANNELS = 3


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] != zlib.crc32(kind + body):
            raise ValueError(f"the checksum of {kind} is wrong")
        yield kind, body
        at += 12 + length


def nearest(left, up, corner):
    guess = left + up - corner
    return min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]


def unfiltered(kind, row, before):
    row = bytearray(row)
    for i in range(len(row)):
        left = row[i - CHANNELS] if i >= CHANNELS else 0
        corner = before[i - CHANNELS] if i >= CHANNELS else 0
        row[i] = (row[i] + (0, left, before[i], (left + before[i]) // 2, nearest(left, before[i], corner))[kind]) % 256
    return row


def read_png(data):
    """Rows from the top, each a list of (red, green, blue)."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("is no PNG file")
    parts = list(chunks(data))
    width, height, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", dict(parts)[b"IHDR"])
    if (depth, colours, interlaced) != (8, 2, 0) or parts[-1][0] != b"IEND":
        raise ValueError("is a picture of another kind")
    stream = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    pitch, rows, before = 1 + CHANNELS * width, [], bytearray(CHANNELS * width)
    for y in range(height):
        before = unfiltered(stream[y * pitch], stream[y * pitch + 1:(y + 1) * pitch], before)
        rows.append([tuple(before[CHANNELS * x:CHANNELS * (x + 1)]) for x in range(width)])
    return rows
