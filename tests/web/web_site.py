# SPDX-License-Identifier: BSD-3-Clause
"""A server of the web for tests: it gives files of a folder by parts, keeps a list of what it was asked, and can be told to lie.

A server of its own, because those of the standard library and of packages are too honest.
"""

import email.utils
import http.server
import pathlib
import re
import socket
import ssl
import struct
import threading
import time
import urllib.parse
import zlib


class Asked:
    """A request, as it came."""

    def __init__(self, path, headers):
        self.path = path
        self.headers = {name.lower(): value for name, value in headers.items()}

    @property
    def range(self):
        found = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("range", ""))
        return (int(found[1]), int(found[2])) if found else None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        site = self.server.site
        asked = Asked(self.path, self.headers)
        with site.lock:
            number = len(site.asked)
            site.asked.append(asked)
            site.under_way += 1
            site.most_under_way = max(site.most_under_way, site.under_way)
        try:
            time.sleep(site.delay)
            lie = site.lie(number, asked) if site.lie else None
            if lie is None:
                self.answer(asked)
            else:
                lie(self, asked)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            with site.lock:
                site.under_way -= 1

    def do_HEAD(self):
        """For other clients; Weft's has no use for it."""
        content = self.content(Asked(self.path, self.headers))
        self.send_response_only(404 if content is None else 200)
        self.send_header("Content-Length", str(len(content or b"")))
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()

    def content(self, asked):
        return self.server.site.contents.get(asked.path.split("?")[0])

    def answer(self, asked, **changes):
        """The honest answer, but for `changes`: body, status, and header lines by their names with _ for -; None leaves one out."""
        content = self.content(asked)
        if content is None:
            return self.send(404, b"there is no such file\n", {"Content-Type": "text/plain"}, changes)
        site = self.server.site
        tag = site.etag_of(content)
        lines = {"ETag": tag, "Last-Modified": site.modified, "Content-Type": "application/x-netcdf"}
        wanted = asked.headers.get("if-match")
        if wanted is not None and wanted != tag and "ETag" not in changes:
            return self.send(412, b"", {}, changes)
        if asked.range is None:
            return self.send(200, content, lines, changes)
        begin, last = asked.range
        if begin >= len(content):
            return self.send(416, b"", {"Content-Range": f"bytes */{len(content)}"}, changes)
        last = min(last, len(content) - 1)
        lines["Content-Range"] = f"bytes {begin}-{last}/{len(content)}"
        return self.send(206, content[begin:last + 1], lines, changes)

    def send(self, status, body, lines, changes):
        changes = {name.replace("_", "-"): value for name, value in changes.items()}
        status = changes.pop("status", status)
        body = changes.pop("body", body)
        cut = changes.pop("cut", None)
        lines = {"Content-Length": str(len(body)), **lines, **changes}
        self.send_response_only(status)
        for name, value in lines.items():
            if value is not None:
                self.send_header(name, value)
        self.end_headers()
        pace = self.server.site.bytes_per_second
        sent = body if cut is None else body[:cut]
        if pace:
            for at in range(0, len(sent), max(1, int(pace / 20))):
                self.wfile.write(sent[at:at + max(1, int(pace / 20))])
                self.wfile.flush()
                time.sleep(0.05)
        else:
            self.wfile.write(sent)
        if cut is not None:
            self.hang_up()

    def hang_up(self):
        """At once, as if the machine were gone."""
        self.wfile.flush()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass  # a client that hangs up


class Site:
    """`contents`: bytes by their paths. `lie(number, asked)` returns what to do with a request in place of the honest answer, or
    None; `number` counts from 0."""

    def __init__(self, contents=None, certificate=None):
        self.contents = contents or {}
        self.etag = '"1"'
        self.modified = email.utils.formatdate(1e9, usegmt=True)
        self.lie = None
        self.delay = 0
        self.bytes_per_second = 0
        self.lock = threading.Lock()
        self.forget()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.site = self
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.scheme = "https" if certificate else "http"
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def forget(self):
        with self.lock:
            self.asked = []
            self.under_way = 0
            self.most_under_way = 0

    def name(self, path, user=""):
        return f"{self.scheme}://{user}127.0.0.1:{self.port}{path}"

    def etag_of(self, content):
        return self.etag

    def add_folder(self, folder):
        for path in pathlib.Path(folder).rglob("*"):
            if path.is_file():
                self.contents[f"/{path.relative_to(folder)}"] = path.read_bytes()

    @property
    def bytes_asked(self):
        return sum(asked.range[1] - asked.range[0] + 1 for asked in self.asked if asked.range)

    def end(self):
        self.server.shutdown()
        self.server.server_close()


class LiveSite(Site):
    """Has the files of a folder as they are when it is asked."""

    def __init__(self, folder):
        super().__init__(FilesOf(folder))

    def etag_of(self, content):
        return f'"{zlib.crc32(content):08x}-{len(content)}"'


class FilesOf:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def get(self, path, default=None):
        file = self.folder / urllib.parse.unquote(path).lstrip("/")
        return file.read_bytes() if file.is_file() else default


def answering(**changes):
    """A lie: the honest answer with other lines, status or body."""
    return lambda handler, asked: handler.answer(asked, **changes)


def hanging_up(handler, asked):
    handler.hang_up()


def leading_to(place, status=302):
    return lambda handler, asked: handler.send(status, b"", {"Location": place}, {})
