#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""In place of ssh, in tests: the other machine is this one, and what crosses the link is counted.

    counting_hop.py HOST COMMAND...

The folder LINK_COUNTS has a file for each link, always up to date: how often the client has spoken after it had heard
something, which is how many round trips it has waited for, where it asks one thing at a time; and the bytes that it has sent.
"""

import mmap
import os
import select
import struct
import subprocess
import sys


def main():
    os.makedirs(os.environ["LINK_COUNTS"], exist_ok=True)
    name = os.path.join(os.environ["LINK_COUNTS"], f"{os.getpid()}")
    with open(name, "w+b") as file:
        file.truncate(16)
        counts = mmap.mmap(file.fileno(), 16)
    server = subprocess.Popen(["/bin/sh", "-c", "exec " + " ".join(sys.argv[2:])], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    ways = {0: server.stdin.fileno(), server.stdout.fileno(): 1}
    round_trips, sent, has_heard = 0, 0, True
    while True:
        for source in select.select(list(ways), [], [])[0]:
            data = os.read(source, 1 << 20)
            if not data:
                server.stdin.close()
                return
            if source == 0:
                round_trips += has_heard
                sent += len(data)
            has_heard = source != 0
            counts[:] = struct.pack("<qq", round_trips, sent)
            while data:
                data = data[os.write(ways[source], data):]


if __name__ == "__main__":
    main()
