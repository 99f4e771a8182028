#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""In place of ssh, in tests: the other machine is this one, and this process is the link to it, which can be killed.

    relay_hop.py HOST COMMAND...

It does not start while the folder RELAY_PIDS has a file named down, and leaves refused.PID there: it says that the link is down, or
what RELAY_COMPLAINT says. Otherwise it writes its process id
to that folder, as the file relay.PID; the server's is server.PID. When it has carried RELAY_BYTES bytes, both ways together, it makes the file down, and ends.
"""

import os
import pathlib
import subprocess
import sys
import threading


class Link:
    def __init__(self, folder):
        self.folder = folder
        self.left = int(os.environ.get("RELAY_BYTES", sys.maxsize))

    def carry(self, source, target):
        while data := os.read(source, 1 << 16):
            self.left -= len(data)
            if self.left < 0:
                (self.folder / "down").touch()
                os._exit(1)
            while data:
                data = data[os.write(target, data):]


def main():
    folder = pathlib.Path(os.environ["RELAY_PIDS"])
    if (folder / "down").exists():
        (folder / f"refused.{os.getpid()}").touch()
        sys.exit(os.environ.get("RELAY_COMPLAINT", "the link is down"))
    # The server is in a session of its own, so that it lives on when this process is killed.
    server = subprocess.Popen(["/bin/sh", "-c", "exec " + " ".join(sys.argv[2:])], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, start_new_session=True)
    (folder / f"server.{server.pid}").touch()
    (folder / f"relay.{os.getpid()}").touch()
    link = Link(folder)
    threading.Thread(target=link.carry, args=(0, server.stdin.fileno()), daemon=True).start()
    link.carry(server.stdout.fileno(), 1)


if __name__ == "__main__":
    main()
