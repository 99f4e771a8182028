# SPDX-License-Identifier: BSD-3-Clause
"""A link to a server that goes down at some byte, in some manner, and comes back."""

import dataclasses
import random
import socket
import threading
import time

MANNERS = ("closes", "is silent", "refuses")


@dataclasses.dataclass(frozen=True)
class Outage:
    manner: str  # what becomes of connections that are made meanwhile
    begins_at: int  # bytes that clients have sent; 0: with the link
    seconds: float
    spares_first: bool = False  # the first connection goes on

    def __str__(self):
        spared = ", but the first connection goes on" if self.spares_first else ""
        return f"the link {self.manner} for {self.seconds:.2f} s from byte {self.begins_at} on{spared}"


def random_outage(seed, most_seconds, most_bytes):
    dice = random.Random(seed)
    # The preamble, the handshake, the greeting, the first requests, and data.
    begins_at = dice.choice([0, dice.randrange(1, 17), dice.randrange(16, 400), dice.randrange(300, 1000),
                             dice.randrange(1, max(2, most_bytes))])
    return Outage(dice.choice(MANNERS), begins_at, dice.uniform(0.05, most_seconds))


class OutageLink:
    """Listens at `port` until it is ended."""

    def __init__(self, to, outage):
        self.to, self.outage = to, outage
        self.lock = threading.Lock()
        self.sockets = []  # all but those that are spared
        self.spared = []
        self.held = []
        self.connections = self.sent = 0
        self.ends_at = None  # of the outage; None: it has not begun
        self.is_over = False
        self.listener = None
        self.port = 0
        self.listen()
        if outage.begins_at == 0 and not outage.spares_first:
            self.begin_outage()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def listen(self):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen(50)
        self.listener.settimeout(0.02)
        self.port = self.listener.getsockname()[1]

    def is_down(self):
        return self.ends_at is not None and time.monotonic() < self.ends_at

    def begin_outage(self):
        """What is under way is lost."""
        with self.lock:
            if self.ends_at is not None:
                return
            self.ends_at = time.monotonic() + self.outage.seconds
            for one in self.sockets:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def run(self):
        while not self.is_over:
            if self.is_down() and self.outage.manner == "refuses":
                if self.listener is not None:
                    self.listener.close()
                    self.listener = None
                time.sleep(0.01)
                continue
            if self.listener is None:
                self.listen()
            try:
                self.take(self.listener.accept()[0])
            except OSError:
                continue

    def take(self, client):
        self.connections += 1
        is_spared = self.outage.spares_first and self.connections == 1
        if self.connections == 2 and self.outage.spares_first and self.outage.begins_at == 0:
            self.begin_outage()
        if self.is_down() and not is_spared:
            if self.outage.manner == "closes":
                client.close()
            else:
                self.held.append(client)
            return
        server = socket.create_connection(("127.0.0.1", self.to))
        (self.spared if is_spared else self.sockets).extend([client, server])
        threading.Thread(target=self.pump, args=(client, server, not is_spared), daemon=True).start()
        threading.Thread(target=self.pump, args=(server, client, False), daemon=True).start()

    def pump(self, source, target, is_counted):
        try:
            while data := source.recv(1 << 16):
                left = self.outage.begins_at - self.sent if self.ends_at is None else len(data)
                if is_counted and left <= len(data) and self.ends_at is None and self.outage.begins_at > 0:
                    target.sendall(data[:left])
                    self.begin_outage()
                    break
                self.sent += len(data) if is_counted else 0
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def end(self):
        self.is_over = True
        self.thread.join()
        for one in [*self.sockets, *self.spared, *self.held, *([self.listener] if self.listener else [])]:
            one.close()
