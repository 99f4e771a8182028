#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files over a wide-area link: Weft beside iperf3, sftp and sshfs, in network namespaces on this machine. Needs root.

    run.py BUILD [--round-trip MS] [--rate MEGABITS] [--mebibytes N] [--repeat N] [--pause SECONDS] [--only NAME...]
                 [--first-put SECONDS | --ranks N...]

Prints a row for each way: MB/s of the median run, from so many seconds after the file was opened until it is closed; or,
instead, how long a rank's first independent put takes so many seconds after the file was created, in milliseconds; or how long
collective and independent calls, ncmpi_sync and closing take by the axis that the variable is cut along and the number of ranks,
beside a file of this machine. Everything that it starts and mounts it ends.
"""

import argparse
import itertools
import json
import os
import pathlib
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RANKS = 4


class Machines:
    """A client's and a server's network namespace, the link between them, and what runs in them."""

    def __init__(self, folder, link, round_trip, rate):
        self.folder = folder
        self.client, self.server = f"weft-a{os.getpid()}", f"weft-b{os.getpid()}"
        self.running = []
        self.link = subprocess.Popen([link, self.client, self.server, str(round_trip), str(rate)], stdout=subprocess.PIPE)
        if self.link.stdout.readline() != b"up\n":
            raise SystemExit("there is no link")

    def there(self, *command, **more):
        self.running.append(subprocess.Popen(["ip", "netns", "exec", self.server, *map(str, command)],
                                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more))
        time.sleep(0.5)

    def here(self, *command, timeout=150, **more):
        return subprocess.run(["ip", "netns", "exec", self.client, *map(str, command)], capture_output=True, text=True,
                              timeout=timeout, check=True, **more).stdout

    def end(self):
        for process in reversed(self.running):
            process.terminate()
            process.wait()
        self.link.terminate()
        self.link.wait()


class Ways:
    def __init__(self, machines, build, folder, mebibytes, pause):
        self.machines, self.folder, self.mebibytes, self.pause = machines, folder, mebibytes, pause
        self.weft = build / "tools/weft"
        self.cross = build / "bench/remote/remote_cross"
        self.first_put = build / "bench/remote/remote_first_put"
        self.data = pathlib.Path(tempfile.mkdtemp(dir="/dev/shm", prefix="weft-bench-"))
        self.environment = dict(os.environ, LD_LIBRARY_PATH=f"{build}/src/remote:{build}/src/capi",
                                WEFT_TOKENS=str(folder / "tokens"), WEFT_SERVE=f"{self.weft} serve --stdio",
                                OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        self.big = self.data / "big"
        self.streams = {}  # the best number of iperf3's, by direction
        with open(self.big, "wb") as file:
            for _ in range(mebibytes):
                file.write(os.urandom(1 << 20))

    def start(self):
        tokens = self.folder / "tokens"
        tokens.touch(0o600)
        tokens.write_text(f"bench {secrets.token_hex(32)}\n")
        self.machines.there("iperf3", "-s")
        self.machines.there(self.weft, "serve", "--listen", "10.79.0.2:7411", "--tokens", tokens, "--export", self.data)
        self.machines.there(self.weft, "relay", "--listen", "10.79.0.2:7412", "--to", "10.79.0.2:7411")
        key, host_key = self.folder / "key", self.folder / "host_key"
        for path in (key, host_key):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        self.machines.there("/usr/sbin/sshd", "-D", "-p", "2222", "-h", host_key, "-o", "StrictModes=no", "-o", "UsePAM=no",
                            "-o", "MaxStartups=100", "-o", f"AuthorizedKeysFile={key}.pub", "-o", "Subsystem=sftp internal-sftp",
                            "-o", "PidFile=none", "-f", "/dev/null")
        self.ssh = ["-i", str(key), "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o",
                    "LogLevel=ERROR", "-F", "none"]
        # With the cipher that docs/remote.md advises.
        self.environment["WEFT_SSH"] = " ".join(["ssh", "-T", *self.ssh, "-o", "Ciphers=^aes128-gcm@openssh.com"])

    def iperf3(self, direction):
        """With the number of streams that was the best one when all were tried."""
        def rate(streams):
            arguments = ["iperf3", "-c", "10.79.0.2", "-J", "-P", streams, "-n", f"{self.mebibytes // streams}M"]
            result = json.loads(self.machines.here(*arguments, *(["-R"] if direction == "read" else [])))
            return result["end"]["sum_received"]["bits_per_second"] / 8e6
        if direction in self.streams:
            return rate(self.streams[direction])
        rates = {streams: rate(streams) for streams in (1, 4, 8, 16, 32)}
        self.streams[direction] = max(rates, key=rates.get)
        return max(rates.values())

    def weft_by(self, prefix, server="", options=""):
        environment = dict(self.environment, WEFT_SERVE=f"{server}{self.weft} serve --stdio")
        environment["WEFT_SSH"] += options

        def measure(direction, axis):
            output = self.run(RANKS, environment, self.cross, f"{prefix}{self.data}/{axis}.nc", direction, axis, self.mebibytes,
                              self.pause)
            return self.mebibytes * 1.048576 / sum(map(float, output.split()[1:]))

        def first_put(seconds):
            return float(self.run(RANKS, environment, self.first_put, f"{prefix}{self.data}/first.nc", seconds).split()[0])

        def seconds_of(ranks, direction, axis, how):
            """Of a call, of ncmpi_sync, and of closing."""
            output = self.run(ranks, environment, self.cross, f"{prefix}{self.data}/{axis}.nc", direction, axis, self.mebibytes,
                              self.pause, how)
            return [float(word) for word in output.split()[1:]]
        return measure, first_put, seconds_of

    def run(self, ranks, environment, *program):
        """What a program of so many ranks prints."""
        return self.machines.here("mpiexec.openmpi", "--oversubscribe", "--bind-to", "none", "-n", ranks, *program,
                                  env=environment, timeout=170)

    def sftp(self, direction):
        lines = f"put {self.big} {self.data}/copy\n" if direction == "write" else f"get {self.big} {self.data}/copy\n"
        begun = time.monotonic()
        self.machines.here("sftp", "-q", "-b", "-", "-P", "2222", *self.ssh, "root@10.79.0.2", input=lines)
        return self.mebibytes * 1.048576 / (time.monotonic() - begun)

    def sshfs(self, direction):
        """In one shell, because a mount is seen by its own process and children of the namespace alone."""
        mount = self.folder / "mount"
        mount.mkdir(exist_ok=True)
        names = (self.big, mount / "copy") if direction == "write" else (mount / "big", self.data / "copy")
        options = " ".join(self.ssh).replace("-i ", "-o IdentityFile=").replace("-F none", "")
        script = (f"sshfs -p 2222 {options} root@10.79.0.2:{self.data} {mount} && date +%s.%N && cp {names[0]} {names[1]} && "
                  f"date +%s.%N; fusermount3 -u {mount}")
        begun, ended = map(float, self.machines.here("sh", "-c", script).split())
        return self.mebibytes * 1.048576 / (ended - begun)

    def end(self):
        shutil.rmtree(self.data)


def row(words, repeat, measure, *arguments):
    try:
        result = f"{statistics.median(measure(*arguments) for _ in range(repeat)):7.1f}"
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, OSError) as error:
        result = f"failed: {error} {getattr(error, 'stderr', '')}"
    print(f"{words} {result}", flush=True)


def print_rates(plain, ours, options):
    print(f"{options.mebibytes} MiB, MB/s, {options.pause} s after the file is open")
    for direction in ("write", "read"):
        for name, measure in plain.items():
            row(f"{direction} - {name:10}", options.repeat, measure, direction)
        for name, (measure, *_) in ours.items():
            for axis in ("z", "x"):
                row(f"{direction} {axis} {name:10}", options.repeat, measure, direction, axis)


def print_first_puts(ours, options):
    print(f"the first put of a rank {options.first_put} s after the file was created, ms")
    for name, (_, first_put, _) in ours.items():
        row(f"{name:10}", options.repeat, lambda: 1e3 * first_put(options.first_put))


def print_shapes(ours, options):
    """What the figures 7 to 11 of the paper on remote files show."""
    print(f"{options.mebibytes} MiB, ms: the call, ncmpi_sync, closing")
    for name, (_, _, seconds_of) in ours.items():
        for how, ranks, axis, direction in itertools.product(("together", "alone"), options.ranks, "zyx", ("write", "read")):
            runs = [seconds_of(ranks, direction, axis, how) for _ in range(options.repeat)]
            times = " ".join(f"{1e3 * statistics.median(part):8.1f}" for part in zip(*runs))
            print(f"{name:10} {how:8} {direction:5} {axis} {ranks:3} {times}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--round-trip", default="10")
    parser.add_argument("--rate", default="1000")
    parser.add_argument("--mebibytes", type=int, default=256)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--pause", default="3")
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--first-put", metavar="SECONDS")
    parser.add_argument("--ranks", type=int, nargs="+")
    options = parser.parse_args()
    build = options.build.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        machines = Machines(folder, build / "bench/remote/remote_link", options.round_trip, options.rate)
        ways = Ways(machines, build, folder, options.mebibytes, options.pause)
        try:
            ways.start()
            plain = {"iperf3": ways.iperf3, "sftp": ways.sftp, "sshfs": ways.sshfs}
            ours = {"weft": ways.weft_by("weft://10.79.0.2:7411"), "relay": ways.weft_by("weft://10.79.0.2:7412"),
                    "ssh": ways.weft_by("ssh://root@10.79.0.2:2222"),
                    "ssh alone": ways.weft_by("ssh://root@10.79.0.2:2222", server="env -u SSH_CONNECTION "),
                    # As it is where ranks cannot share a login: ssh has been told what to do about sharing.
                    "ssh apart": ways.weft_by("ssh://root@10.79.0.2:2222", server="env -u SSH_CONNECTION ",
                                              options=" -o ControlMaster=auto")}
            if options.ranks:
                ours["local"] = ways.weft_by("")
            if options.only:
                plain, ours = ({name: way for name, way in ways_.items() if name in options.only} for ways_ in (plain, ours))
            print(f"{options.round_trip} ms, {options.rate} Mbit/s, median of {options.repeat}")
            if options.first_put:
                print_first_puts(ours, options)
            elif options.ranks:
                print_shapes(ours, options)
            else:
                print_rates(plain, ours, options)
        finally:
            machines.end()
            ways.end()


if __name__ == "__main__":
    sys.exit(main())
