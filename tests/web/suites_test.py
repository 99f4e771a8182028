#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs a program of the test suites with the files that it opens for reading on the web, while it makes them in a folder.

    suites_test.py MPI RANKS LIBRARY PROGRAM [ARGUMENT...]

LIBRARY: reads_from_web.c. The program passes, and has asked the server for something. RCLONE: a program of that name; its server
takes the place of the one here. RCLONE_SERVES says which: http, or s3, where the folder is a bucket.
"""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import web_site

HERE = pathlib.Path(__file__).resolve().parent


@contextlib.contextmanager
def own_server(folder):
    site = web_site.LiveSite(folder)
    try:
        yield site.name(""), {}, lambda: len(site.asked)
    finally:
        site.end()


@contextlib.contextmanager
def rclone(folder):
    """It must not remember what a folder had: programs make files as they go."""
    kind = os.environ.get("RCLONE_SERVES", "http")
    served = {"http": folder, "s3": folder.parent}[kind]
    keys = {"AWS_ACCESS_KEY_ID": "AKIAEXAMPLE", "AWS_SECRET_ACCESS_KEY": "s3cr3tOfTheTest"} if kind == "s3" else {}
    log = folder.parent / "rclone.log"
    command = [os.environ["RCLONE"], "serve", kind, "-vv", "--copy-links", "--dir-cache-time", "0s", "--addr", "127.0.0.1:0", served]
    command += ["--auth-key", ",".join(keys.values())] if keys else []
    with log.open("w") as written:
        process = subprocess.Popen(command, stderr=written, env=dict(os.environ, RCLONE_CONFIG=str(folder.parent / "none")))
    try:
        found, end = None, time.monotonic() + 60
        while found is None and time.monotonic() < end and process.poll() is None:
            found = re.search(r"http://127\.0\.0\.1:\d+", log.read_text())
            time.sleep(0.05)
        if found is None:
            raise RuntimeError("rclone does not say where it listens")
        name = f"s3://{folder.name}" if keys else found[0]
        environment = keys | {"AWS_ENDPOINT_URL": found[0]} if keys else {}
        yield name, environment, lambda: log.read_text().count("ChunkedReader.Read")
    finally:
        process.kill()
        process.wait()


def server():
    """What serves a folder: makes a context of its name on the web, variables for those who read, and how many requests came."""
    return rclone if "RCLONE" in os.environ else own_server


def main():
    mpi, ranks, library, *program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "scratch")
        folder.mkdir()
        with server()(folder) as (url, environment, requests):
            environment |= {"LD_PRELOAD": library, "READS_FROM_WEB": f"{folder}={url}"}
            settings = [word for name, value in environment.items() for word in ("--env", f"{name}={value}")]
            code = subprocess.run([HERE.parent / "run_mpi", "--mpi", mpi, "--ranks", ranks, "--timeout", "250", "--tag", "--scratch", folder,
                                   *settings, "--", *program]).returncode
            if code == 0 and requests() == 0:
                sys.exit(77)
            sys.exit(code)


if __name__ == "__main__":
    main()
