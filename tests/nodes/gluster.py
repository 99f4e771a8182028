# SPDX-License-Identifier: BSD-3-Clause
"""A GlusterFS volume on the first of two hosts, mounted by both. Nothing of it is seen outside, and it ends with the
hosts."""

import pathlib
import shutil
import time

from hosts import NotAllowed, run

VOLUME = "weft"
# Each host has its own of these.
PRIVATE = ("/var/lib/glusterd", "/var/log/glusterfs", "/run/gluster")
CACHES = ("quick-read", "io-cache", "read-ahead", "stat-prefetch", "write-behind", "open-behind", "readdir-ahead")


class Volume:
    """`directory`: of the machine; holds the data and the place where the volume is mounted."""

    def __init__(self, hosts, directory):
        for tool in ("glusterd", "gluster", "glusterfs"):
            if not shutil.which(tool):
                raise NotAllowed(f"{tool} is not installed")
        self.hosts = hosts
        self.directory = pathlib.Path(directory)
        self.mounted = self.directory / "mounted"
        self.server = hosts.all[0]
        self.start()

    def start(self):
        for name in ("brick", "mounted"):
            (self.directory / name).mkdir()
        for host in self.hosts.all:
            for place in PRIVATE:
                pathlib.Path(place).mkdir(parents=True, exist_ok=True)
                run([*host.enter(), "mount", "-t", "tmpfs", "tmpfs", place])
        run([*self.server.enter(), "glusterd", "--pid-file", str(self.directory / "glusterd.pid")])
        self.order("create", VOLUME, f"{self.server.address}:{self.directory / 'brick'}", "force")
        self.order("start", VOLUME)

    def order(self, *words, seconds=20):
        """An order to the server, which takes a moment to listen."""
        end = time.monotonic() + seconds
        while True:
            try:
                return run([*self.server.enter(), "gluster", "--mode=script", "volume", *words])
            except NotAllowed:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def mount(self, *options):
        """On both hosts, anew."""
        for host in self.hosts.all:
            enter = host.enter()
            if self.is_mounted(host):
                run([*enter, "umount", str(self.mounted)])
            run([*enter, "glusterfs", f"--volfile-server={self.server.address}", f"--volfile-id={VOLUME}", *options,
                 str(self.mounted)])
            end = time.monotonic() + 20
            while not self.is_mounted(host):
                if time.monotonic() > end:
                    raise NotAllowed("glusterfs: nothing is mounted")
                time.sleep(0.05)

    def is_mounted(self, host):
        mounts = pathlib.Path(f"/proc/{host.keeper.pid}/mounts").read_text()
        return f" {self.mounted} fuse.glusterfs " in mounts

    def without_caches(self):
        for cache in CACHES:
            self.order("set", VOLUME, f"performance.{cache}", "off")
        self.mount("--direct-io-mode=enable", "--attribute-timeout=0", "--entry-timeout=0")
