#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""In place of ssh, in tests: the other machine is this one, and what crosses the link is counted.

    counting_hop.py HOST COMMAND...

The folder LINK_COUNTS has a file HOST-PROCESS for each link, always up to date, of four numbers of 8 bytes: how often the client has
spoken after it had heard something, which is how many round trips it has waited for, where it asks one thing at a time; the bytes
that it has sent; the number of a question; and of the last question that is answered. Whoever wants to know whether all has come
to its end that is under way writes a number larger than that, and has the answer when the two are the same: then nothing lies
anywhere between client and server, in neither direction, and the server sleeps. A link that has ended answers what will ever be
asked.

To hosts whose names begin with "slow", a round trip takes LINK_SECONDS.
"""

import array
import collections
import fcntl
import mmap
import os
import pathlib
import select
import signal
import struct
import subprocess
import sys
import termios
import time

ALL_QUESTIONS = (1 << 63) - 1
LOOKS_EVERY = 0.01  # seconds, for a question


class Counts:
    """What others read, and ask."""

    def __init__(self, name):
        with open(name, "w+b") as file:
            file.truncate(32)
            self.shared = mmap.mmap(file.fileno(), 32)

    def tell(self, round_trips, sent):
        self.shared[:16] = struct.pack("<qq", round_trips, sent)

    def question(self):
        """The one that waits for an answer; nothing where none does."""
        asked, answered = struct.unpack("<qq", self.shared[16:])
        return asked if asked > answered else None

    def answer(self, question):
        self.shared[24:] = struct.pack("<q", question)


def unread(descriptor):
    """Bytes that its reader has not taken yet."""
    count = array.array("i", [0])
    fcntl.ioctl(descriptor, termios.FIONREAD, count)
    return count[0]


def rest_of(process):
    """What all its threads sleep since; nothing if one does not."""
    try:
        texts = [path.read_text() for path in pathlib.Path(f"/proc/{process}/task").glob("*/status")]
    except OSError:
        return None  # a thread has just ended
    if any("\nState:\tS" not in text for text in texts):
        return None
    return [line for text in texts for line in text.splitlines() if line.startswith(("Pid:", "voluntary", "nonvoluntary"))]


class Link:
    def __init__(self, delay, counts, server):
        self.delay, self.counts, self.server = delay, counts, server
        self.into_server, self.out_of_server = server.stdin.fileno(), server.stdout.fileno()
        self.ways = {0: self.into_server, self.out_of_server: 1}
        self.round_trips, self.sent, self.has_heard = 0, 0, True
        self.under_way = collections.deque()  # when it arrives, where, and what

    def take(self, source):
        data = os.read(source, 1 << 20)
        self.under_way.append((time.monotonic() + self.delay, self.ways[source], data))
        if source == 0:
            self.round_trips += self.has_heard and data != b""
            self.sent += len(data)
        self.has_heard = source != 0
        self.counts.tell(self.round_trips, self.sent)
        if not data:
            del self.ways[source]

    def deliver(self):
        """Whether the link goes on."""
        while self.under_way and self.under_way[0][0] <= time.monotonic():
            _, target, data = self.under_way.popleft()
            if not data:
                self.server.stdin.close()
                return False
            while data:
                data = data[os.write(target, data):]
        return True

    def is_at_rest(self):
        """A thread that works between the two looks at the server has slept since another time, or does not sleep."""
        def is_empty():
            return not self.under_way and not any(map(unread, (0, self.into_server, self.out_of_server)))
        before = rest_of(self.server.pid)
        return before is not None and is_empty() and rest_of(self.server.pid) == before and is_empty()

    def run(self):
        while True:
            wait_seconds = LOOKS_EVERY
            if self.under_way:
                wait_seconds = min(wait_seconds, max(0, self.under_way[0][0] - time.monotonic()))
            for source in select.select(list(self.ways), [], [], wait_seconds)[0]:
                self.take(source)
            if not self.deliver():
                return
            question = self.counts.question()
            if question is not None and self.is_at_rest():
                self.counts.answer(question)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.makedirs(os.environ["LINK_COUNTS"], exist_ok=True)
    counts = Counts(os.path.join(os.environ["LINK_COUNTS"], f"{sys.argv[1]}-{os.getpid()}"))
    try:
        server = subprocess.Popen(["/bin/sh", "-c", "exec " + " ".join(sys.argv[2:])], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        Link(float(os.environ["LINK_SECONDS"]) / 2 if sys.argv[1].startswith("slow") else 0, counts, server).run()
    finally:
        counts.answer(ALL_QUESTIONS)


if __name__ == "__main__":
    main()
