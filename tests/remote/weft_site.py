# SPDX-License-Identifier: BSD-3-Clause
"""A site for tests: a folder with tokens, a daemon that exports a part of it, and clients."""

import os
import pathlib
import re
import secrets
import subprocess
import tempfile
import time

CDL = "netcdf a {\ndimensions:\n\tx = 4 ;\nvariables:\n\tint v(x) ;\ndata:\n\n v = 1, 2, 3, 4 ;\n}\n"


class Listening:
    """A command that says on standard error where it listens."""

    def __init__(self, weft, folder, *arguments, machine=()):
        """`machine`: words in front of the command, which start it there."""
        self.log = open(pathlib.Path(folder) / f"log.{secrets.token_hex(4)}", "w+")
        self.process = subprocess.Popen([*machine, weft, *arguments], stderr=self.log)
        end = time.monotonic() + 20
        found = None
        while found is None and time.monotonic() < end and self.process.poll() is None:
            found = re.search(r"\d+\.\d+\.\d+\.\d+:(\d+): (listening|relays)", self.text())
            time.sleep(0.01)
        if found is None:
            self.end()
            raise AssertionError("it does not listen: " + self.text())
        self.port = int(found[1])

    def text(self):
        return pathlib.Path(self.log.name).read_text()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


class Site:
    """One with the file a.nc, which alice has a token for."""

    def __init__(self, weft):
        self.weft_command = weft
        self.folder_ = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.folder_.name).resolve()
        self.data = self.folder / "data"
        self.data.mkdir()
        self.servers = []
        self.write_tokens("tokens", f"alice {secrets.token_hex(32)}\n")
        (self.folder / "a.cdl").write_text(CDL)
        subprocess.run([weft, "gen", self.folder / "a.cdl", "-o", self.data / "a.nc"], check=True)
        self.daemon = self.listening("serve", "--listen", "127.0.0.1:0", "--tokens", self.folder / "tokens", "--export", self.data)

    def relay(self):
        return self.listening("relay", "--listen", "127.0.0.1:0", "--to", f"127.0.0.1:{self.daemon.port}")

    def listening(self, *arguments):
        self.servers.append(Listening(self.weft_command, self.folder, *arguments))
        return self.servers[-1]

    def write_tokens(self, name, text):
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o600)

    def name(self, path, port):
        return f"weft://alice@127.0.0.1:{port}{self.data}/{path}"

    def environment(self, link_timeout, **more):
        return dict(os.environ, WEFT_TOKENS=str(self.folder / "tokens"), WEFT_REMOTE_TIMEOUT=str(link_timeout), **more)

    def weft(self, *arguments, link_timeout=30, timeout=120, **more):
        """A client, and how long it took."""
        begun = time.monotonic()
        outcome = subprocess.run([self.weft_command, *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
                                 env=self.environment(link_timeout, **more))
        return outcome, time.monotonic() - begun

    def end(self):
        for server in self.servers:
            server.end()
        self.folder_.cleanup()
