#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""In place of ssh, in tests: the other machine is this one, and what crosses the link is counted.

    counting_hop.py HOST COMMAND...

The folder LINK_COUNTS has a file HOST-PROCESS for each link, always up to date: how often the client has spoken after it had heard
something, which is how many round trips it has waited for, where it asks one thing at a time; and the bytes that it has sent.
To hosts whose names begin with "slow", a round trip takes LINK_SECONDS.
"""

import collections
import mmap
import os
import select
import struct
import subprocess
import sys
import time


def main():
    os.makedirs(os.environ["LINK_COUNTS"], exist_ok=True)
    name = os.path.join(os.environ["LINK_COUNTS"], f"{sys.argv[1]}-{os.getpid()}")
    with open(name, "w+b") as file:
        file.truncate(16)
        counts = mmap.mmap(file.fileno(), 16)
    server = subprocess.Popen(["/bin/sh", "-c", "exec " + " ".join(sys.argv[2:])], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    ways = {0: server.stdin.fileno(), server.stdout.fileno(): 1}
    delay = float(os.environ["LINK_SECONDS"]) / 2 if sys.argv[1].startswith("slow") else 0
    round_trips, sent, has_heard = 0, 0, True
    under_way = collections.deque()  # when it arrives, where, and what
    while True:
        wait_seconds = max(0, under_way[0][0] - time.monotonic()) if under_way else None
        for source in select.select(list(ways), [], [], wait_seconds)[0]:
            data = os.read(source, 1 << 20)
            under_way.append((time.monotonic() + delay, ways[source], data))
            if source == 0:
                round_trips += has_heard and data != b""
                sent += len(data)
            has_heard = source != 0
            counts[:] = struct.pack("<qq", round_trips, sent)
            if not data:
                del ways[source]
        while under_way and under_way[0][0] <= time.monotonic():
            _, target, data = under_way.popleft()
            if not data:
                server.stdin.close()
                return
            while data:
                data = data[os.write(target, data):]


if __name__ == "__main__":
    main()
