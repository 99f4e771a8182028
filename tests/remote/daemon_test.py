#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""weft serve --listen and weft relay: who is let in, who is not and hears why, and what strangers cost.

    daemon_test.py WEFT
"""

import os
import pathlib
import re
import secrets
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import python_tests  # noqa: E402
import weft_site  # noqa: E402

WEFT = ""
CDL = weft_site.CDL
STRANGERS = 1000


class Networks:
    """Three machines as namespaces: client, gate and server. The gate has a cable to each of the others and hands no packets
    on, so that client and server cannot reach each other."""

    NAMES = ("client", "gate", "server")

    def __init__(self):
        self.made = []
        try:
            for name in self.NAMES:
                self.ip("netns", "add", self.namespace(name))
                self.made.append(name)
                self.ip("-n", self.namespace(name), "link", "set", "lo", "up")
            self.join("client", "10.80.1.1/24", "10.80.1.2/24")
            self.join("server", "10.80.2.1/24", "10.80.2.2/24")
            subprocess.run([*self.on("gate"), "sh", "-c", "echo 0 > /proc/sys/net/ipv4/ip_forward"], check=True)
        except BaseException:
            self.end()
            raise

    @staticmethod
    def namespace(name):
        return f"weft-{name}-{os.getpid()}"

    @staticmethod
    def ip(*words):
        subprocess.run(["ip", *words], check=True, capture_output=True)

    def join(self, name, address, gates_address):
        ends = ((self.namespace(name), "gate", address), (self.namespace("gate"), name, gates_address))
        self.ip("link", "add", ends[0][1], "netns", ends[0][0], "type", "veth", "peer", "name", ends[1][1], "netns", ends[1][0])
        for namespace, device, its_address in ends:
            self.ip("-n", namespace, "address", "add", its_address, "dev", device)
            self.ip("-n", namespace, "link", "set", device, "up")

    def on(self, name):
        return ["ip", "netns", "exec", self.namespace(name)]

    def end(self):
        for name in self.made:
            self.ip("netns", "del", self.namespace(name))


def missing_for_networks():
    if os.geteuid() != 0:
        return "only root can make network namespaces"
    if shutil.which("ip") is None:
        return "ip is not installed"
    try:
        Networks().end()
    except subprocess.CalledProcessError as failure:
        return f"network namespaces are not allowed here: {failure.stderr.decode().strip()}"
    return None


class Daemon(unittest.TestCase):
    def setUp(self):
        self.folder_ = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.folder_.name).resolve()
        (self.folder / "data").mkdir()
        self.key = secrets.token_hex(32)
        self.write_tokens("server", f"alice {self.key}\nold {self.key} until=2020-02-29\nreader {self.key} read-only\n")
        self.write_tokens("client", f"alice {self.key}\nold {self.key}\nreader {self.key}\n"
                          f"bob {self.key}\nforger {secrets.token_hex(32)} \n")
        (self.folder / "a.cdl").write_text(CDL)
        subprocess.run([WEFT, "gen", self.folder / "a.cdl", "-o", self.folder / "data/a.nc"], check=True)
        self.servers = []
        self.daemon = self.listening("serve", "--listen", "127.0.0.1:0", "--tokens", self.folder / "server",
                                     "--export", self.folder / "data")

    def tearDown(self):
        for server in self.servers:
            server.end()
        self.folder_.cleanup()

    def listening(self, *arguments, machine=()):
        self.servers.append(weft_site.Listening(WEFT, self.folder, *arguments, machine=machine))
        return self.servers[-1]

    def write_tokens(self, name, text, mode=0o600):
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(mode)

    def weft(self, *arguments, machine=(), link_timeout=60):
        environment = dict(os.environ, WEFT_TOKENS=str(self.folder / "client"), WEFT_REMOTE_TIMEOUT=str(link_timeout))
        return subprocess.run([*machine, WEFT, *map(str, arguments)], capture_output=True, text=True, timeout=200, env=environment)

    def name(self, token, path, place):
        return f"weft://{token}@{place}{self.folder}/data/{path}"

    def dump(self, token, path="a.nc", port=None):
        return self.weft("dump", self.name(token, path, f"127.0.0.1:{port or self.daemon.port}"))

    def expect_refused(self, token, sentence, **more):
        outcome = self.dump(token, **more)
        self.assertEqual(outcome.returncode, 1, outcome.stdout)
        self.assertIn(sentence, outcome.stderr)
        self.assertNotIn(self.key, outcome.stderr)

    def test_who_has_a_token_is_let_in_and_others_hear_why_not(self):
        self.assertEqual(self.dump("alice").stdout, CDL)
        self.assertEqual(self.dump("reader").stdout, CDL)
        self.expect_refused("old", 'the token "old" has expired: it was valid until 2020-02-29')
        self.expect_refused("bob", 'the key named "bob" is not accepted')
        self.write_tokens("server", f"alice {self.key}\nforger {self.key}\n")
        self.expect_refused("forger", 'the key named "forger" is not accepted')
        self.expect_refused("reader", 'the key named "reader" is not accepted')
        self.expect_refused("carol", 'no token named "carol" for this server')
        self.write_tokens("client", f"alice {self.key}\n", 0o640)
        self.expect_refused("alice", "others can read or change the token file")
        self.assertNotIn(self.key, self.daemon.text())
        self.assertIn('of "alice" begins', self.daemon.text())

    def test_nothing_outside_the_export_is_served(self):
        (self.folder / "secret.nc").write_bytes((self.folder / "data/a.nc").read_bytes())
        (self.folder / "data/link.nc").symlink_to("../secret.nc")
        for path in ("../secret.nc", "link.nc"):
            self.assertEqual(self.dump("alice", path).returncode, 1, path)

    def test_a_relay_hands_on_what_it_cannot_read(self):
        relay = self.listening("relay", "--listen", "127.0.0.1:0", "--to", f"127.0.0.1:{self.daemon.port}")
        self.assertEqual(self.dump("alice", port=relay.port).stdout, CDL)
        self.expect_refused("bob", 'the key named "bob" is not accepted', port=relay.port)
        with socket.create_connection(("127.0.0.1", relay.port)) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            stranger.settimeout(60)
            try:
                self.assertEqual(stranger.recv(100), b"")
            except ConnectionResetError:
                pass

    def test_a_client_without_a_route_to_the_server_goes_through_a_relay(self):
        if missing := missing_for_networks():
            self.skipTest(missing)
        networks = Networks()
        self.addCleanup(networks.end)
        server = self.listening("serve", "--listen", "10.80.2.1:0", "--tokens", self.folder / "server", "--export",
                                self.folder / "data", machine=networks.on("server"))
        relay = self.listening("relay", "--listen", "10.80.1.2:0", "--to", f"10.80.2.1:{server.port}",
                               machine=networks.on("gate"))
        there = self.weft("dump", self.name("alice", "a.nc", f"10.80.2.1:{server.port}"), machine=networks.on("client"), link_timeout=1)
        self.assertEqual(there.returncode, 1)
        self.assertIn("Network is unreachable", there.stderr)
        # Enough to have several connections, all of which go through the relay.
        big = self.folder / "big.cdl"
        big.write_text("netcdf big { dimensions: x = 1000000 ; variables: double v(x) ; data: v = "
                       + ", ".join(map(str, range(1000000))) + " ; }")
        subprocess.run([WEFT, "gen", big, "-o", self.folder / "big.nc"], check=True)
        through = self.name("alice", "big.nc", f"10.80.1.2:{relay.port}")
        for source, target in ((self.folder / "big.nc", through), (through, self.folder / "back.nc")):
            copied = self.weft("copy", source, target, machine=networks.on("client"))
            self.assertEqual(copied.returncode, 0, copied.stderr)
        self.assertEqual((self.folder / "back.nc").read_bytes(), (self.folder / "big.nc").read_bytes())

    def test_who_says_something_else_is_sent_away_at_once(self):
        preamble = struct.pack("<IIQ", 0x54464557, 0, 0)
        for words in (b"GET / HTTP/1.1\r\n\r\n", preamble + b"GET / HTTP/1.1", preamble + bytes([22, 3, 1, 64, 0, 1, 2, 0, 0])):
            with socket.create_connection(("127.0.0.1", self.daemon.port)) as stranger:
                stranger.sendall(words)
                stranger.settimeout(60)
                try:
                    self.assertEqual(stranger.recv(100), b"")
                except ConnectionResetError:
                    pass

    def test_who_leaves_in_the_midst_of_a_handshake_is_not_waited_for(self):
        with socket.create_connection(("127.0.0.1", self.daemon.port)) as stranger:
            stranger.sendall(struct.pack("<IIQ", 0x54464557, 0, 0) + bytes([22, 3, 1, 0, 50]))
        end = time.monotonic() + 20
        while "during the handshake" not in self.daemon.text() and time.monotonic() < end:
            time.sleep(0.01)
        self.assertIn("the client closed it during the handshake", self.daemon.text())

    def memory_of_daemon(self):
        status = pathlib.Path(f"/proc/{self.daemon.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024

    def test_strangers_cost_little_and_not_for_long(self):
        self.dump("alice")
        before = self.memory_of_daemon()
        # Each sends as much of a handshake as the server listens to, and then nothing.
        begun = struct.pack("<IIQ", 0x54464557, 0, 0) + bytes([22, 3, 1, 32, 4, 1, 0, 32, 0]) + bytes(8190)
        strangers = []
        for _ in range(STRANGERS):
            strangers.append(socket.create_connection(("127.0.0.1", self.daemon.port)))
            strangers[-1].sendall(begun)
        began = time.monotonic()
        self.assertEqual(self.dump("alice").stdout, CDL, "beside them")
        cost = (self.memory_of_daemon() - before) / STRANGERS
        print(f"memory of a stranger: {cost / 1024:.1f} KiB")
        self.assertLess(cost, 64 * 1024)
        for stranger in strangers:
            stranger.settimeout(60)
            try:
                while stranger.recv(4096):
                    pass
            except ConnectionResetError:
                pass
            stranger.close()
        self.assertLess(time.monotonic() - began, 60)
        self.assertIn("the client was silent for too long", self.daemon.text())


if __name__ == "__main__":
    WEFT = sys.argv[1]
    python_tests.main(sys.argv[:1] + sys.argv[2:])
