#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Strangers who hold connections of a daemon and of a relay, at every stage before they show that they have a key: who has one
gets in beside them; and connections of which one half is closed.

    strangers_test.py WEFT

WEFT_STRANGERS: how many kinds of strangers are tried (6).
"""

import concurrent.futures
import os
import pathlib
import random
import resource
import select
import socket
import struct
import sys
import threading
import time
import unittest

import weft_site

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import python_tests  # noqa: E402

KINDS = int(os.environ.get("WEFT_STRANGERS", "6"))
STRANGERS = 1100  # more than there may be
WITHIN = 10
PREAMBLE = struct.pack("<IIQ", 0x54464557, 0, 0)
WEFT = ""


def is_closed_within(one, seconds):
    """Whether the other end of a connection closes it, which may have something to say before."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not select.select([one], [], [], left)[0]:
            return False
        try:
            if one.recv(1 << 16) == b"":
                return True
        except ConnectionResetError:
            return True
    return False


def first_words(site):
    """What a client says before a server answers: the preamble, and the begin of a handshake."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        client = threading.Thread(target=lambda: site.weft("dump", site.name("a.nc", port), link_timeout=1))
        client.start()
        with listener.accept()[0] as one:
            one.settimeout(10)
            words = one.recv(4096)
            while len(words) < 21 or len(words) < 21 + struct.unpack(">H", words[19:21])[0]:
                words += one.recv(4096)
    client.join()
    return words


class Crowd:
    """Connections to a port that all say the same and stay; `half_closed` of them will say no more. Where `comes_again`, each that
    is sent away comes again."""

    def __init__(self, port, words, half_closed, comes_again):
        self.port, self.words, self.half_closed = port, words, half_closed
        self.sockets = [self.one(i) for i in range(STRANGERS)]
        self.is_over = False
        self.thread = threading.Thread(target=self.come_again, daemon=True) if comes_again else None
        if self.thread:
            self.thread.start()

    def one(self, number):
        made = socket.create_connection(("127.0.0.1", self.port))
        try:
            made.sendall(self.words)
            if number < self.half_closed:
                made.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # sent away already
        return made

    def come_again(self):
        poll = select.poll()
        by_number = {}
        for one in self.sockets:
            poll.register(one, select.POLLIN)
            by_number[one.fileno()] = one
        while not self.is_over:
            for number, _ in poll.poll(100):
                one = by_number[number]
                try:
                    if one.recv(4096):
                        continue
                except OSError:
                    pass
                poll.unregister(one)
                del by_number[number]
                one.close()
                made = self.one(STRANGERS)
                poll.register(made, select.POLLIN)
                by_number[made.fileno()] = made
        self.sockets = list(by_number.values())

    def end(self):
        self.is_over = True
        if self.thread:
            self.thread.join()
        for one in self.sockets:
            one.close()


class Strangers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limits[1], limits[1]))

    def setUp(self):
        self.site = weft_site.Site(WEFT)
        self.addCleanup(self.site.end)
        self.relay = self.site.relay()
        self.words = first_words(self.site)

    def expect_let_in(self, port, what):
        outcome, took = self.site.weft("dump", self.site.name("a.nc", port))
        self.assertEqual(outcome.stdout, weft_site.CDL, f"{what}: {outcome.stderr}")
        self.assertLess(took, WITHIN, what)

    def test_who_has_a_token_gets_in_beside_any_number_of_strangers(self):
        for seed in python_tests.seeds(KINDS, 1):
            dice = random.Random(seed)
            # Of the preamble, of the handshake, and all that can be said without a key.
            length = [0, dice.randrange(1, 16), 16, dice.randrange(17, len(self.words)), len(self.words)][seed % 5]
            half_closed = dice.choice([0, 0, 300])
            comes_again = seed % 3 == 0
            for name, server in (("daemon", self.site.daemon), ("relay", self.relay)):
                what = (f"{python_tests.replay_of(seed)}: {STRANGERS} strangers of the {name} say {length} bytes, {half_closed} "
                        f"of them no more{', and come again' if comes_again else ''}")
                crowd = Crowd(server.port, self.words[:length], half_closed, comes_again)
                try:
                    self.expect_let_in(server.port, what)
                finally:
                    crowd.end()

    def test_a_session_goes_on_beside_strangers_who_know_its_name(self):
        """Its further connections are made to the process of the session."""
        big = self.site.folder / "big.cdl"
        big.write_text("netcdf big { dimensions: x = 1000000 ; variables: int v(x) ; data: v = "
                       + ", ".join(map(str, range(1000000))) + " ; }")
        self.site.weft("gen", big, "-o", self.site.folder / "big.nc")
        # A way that shows the name of the session, as a network does, and takes its time.
        names = []
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def pump(source, target, pause):
            try:
                while data := source.recv(1 << 16):
                    if data[:4] == PREAMBLE[:4] and len(data) >= 16:
                        names.append(data[8:16])
                    time.sleep(pause)
                    target.sendall(data)
            except OSError:
                pass
            for one in (source, target):
                one.close()

        def carry():
            while True:
                try:
                    client = listener.accept()[0]
                except OSError:
                    return
                server = socket.create_connection(("127.0.0.1", self.site.daemon.port))
                threading.Thread(target=pump, args=(client, server, 0.03), daemon=True).start()
                threading.Thread(target=pump, args=(server, client, 0), daemon=True).start()

        threading.Thread(target=carry, daemon=True).start()
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            copy = pool.submit(self.site.weft, "copy", self.site.folder / "big.nc",
                               self.site.name("big.nc", listener.getsockname()[1]), WEFT_REMOTE_STREAMS="2")
            end = time.monotonic() + 20
            while not any(name != bytes(8) for name in names) and time.monotonic() < end and not copy.done():
                time.sleep(0.01)
            known = next(name for name in names if name != bytes(8))
            crowd = Crowd(self.site.daemon.port, PREAMBLE[:8] + known + self.words[16:40], 0, False)
            try:
                outcome, _ = copy.result()
            finally:
                crowd.end()
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual((self.site.data / "big.nc").read_bytes(), (self.site.folder / "big.nc").read_bytes())

    def test_a_connection_of_which_one_half_is_closed_ends(self):
        """Through a relay, to a server that says what it is told to."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        relay = self.site.listening("relay", "--listen", "127.0.0.1:0", "--to", f"127.0.0.1:{listener.getsockname()[1]}")
        pairs = []
        for who_closes in ("client", "server", "nobody"):
            for answers in (0, 1, 2, 3):
                client = socket.create_connection(("127.0.0.1", relay.port))
                client.sendall(PREAMBLE)
                listener.settimeout(20)
                server = listener.accept()[0]
                self.assertEqual(server.recv(100), PREAMBLE)
                for _ in range(answers):
                    server.sendall(b"answer")
                    self.assertEqual(client.recv(100), b"answer")
                    client.sendall(b"words")
                    self.assertEqual(server.recv(100), b"words")
                if who_closes != "nobody":
                    (client if who_closes == "client" else server).shutdown(socket.SHUT_WR)
                pairs.append((client, server, who_closes, answers))
        begun = time.monotonic()
        for client, server, who_closes, answers in pairs:
            what = f"{who_closes} closes behind {answers} answers"
            if who_closes == "nobody" and answers >= 2:
                continue  # it has been answered twice, and stays
            # Of who has closed, the other half; of a stranger, all.
            self.assertTrue(is_closed_within(server if who_closes == "server" else client, 20), what)
            self.assertLess(time.monotonic() - begun, 5 + WITHIN if who_closes != "nobody" else 15 + WITHIN, what)
        for client, server, who_closes, answers in pairs:
            if who_closes == "nobody" and answers >= 2:
                client.sendall(b"still here")
                self.assertEqual(server.recv(100), b"still here")
            client.close()
            server.close()


if __name__ == "__main__":
    WEFT = sys.argv[1]
    python_tests.main(sys.argv[:1] + sys.argv[2:])
