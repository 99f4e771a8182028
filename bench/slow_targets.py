# SPDX-License-Identifier: BSD-3-Clause
"""Storage targets of given speeds on one machine: file systems on loop devices, which the kernel limits. Needs root."""
import os
import pathlib
import shutil
import subprocess

THROTTLES = pathlib.Path("/sys/fs/cgroup/blkio")
MB = 1000 * 1000
DIRTY_BYTES = 4 << 20  # what a writer may leave in memory before it feels the device


def missing():
    """Why there can be none here; None: there can."""
    if os.geteuid() != 0:
        return "only root can mount and limit devices"
    if not (THROTTLES / "blkio.throttle.write_bps_device").exists():
        return "the kernel limits no devices by control groups of version 1 (blkio)"
    for program in ("losetup", "mkfs.ext4", "mount"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    return None


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout.strip()


class Target:
    """A file system of its own, limited to `rate` MB/s for reads and for writes."""

    def __init__(self, folder, number, rate, mebibytes):
        self.folder = folder / f"t{number}"
        self.image = folder / f"t{number}.img"
        self.rate = rate
        self.device = None
        self.is_mounted = False
        with open(self.image, "wb") as image:
            image.truncate(mebibytes << 20)

    def start(self):
        try:
            self.device = run("losetup", "-f", "--show", "--direct-io=on", self.image)
        except subprocess.CalledProcessError:  # what the image is on cannot do that
            self.device = run("losetup", "-f", "--show", self.image)
        run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0", "-O", "^has_journal", self.device)
        self.number = run("lsblk", "-dno", "MAJ:MIN", self.device)
        self.folder.mkdir()
        self.mount()
        self.limit(self.rate)

    def mount(self):
        run("mount", self.device, self.folder)
        self.is_mounted = True
        backing = pathlib.Path("/sys/class/bdi") / self.number
        (backing / "strict_limit").write_text("1")
        (backing / "max_bytes").write_text(str(DIRTY_BYTES))

    def limit(self, rate):
        """0: not at all."""
        for kind in ("read", "write"):
            (THROTTLES / f"blkio.throttle.{kind}_bps_device").write_text(f"{self.number} {rate * MB}")

    def forget(self):
        """Nothing of what was written is in memory any more."""
        run("umount", self.folder)
        self.is_mounted = False
        self.mount()

    def stop(self):
        if self.is_mounted:
            subprocess.run(["umount", self.folder], check=False)
        if self.device:
            self.limit(0)
            subprocess.run(["losetup", "-d", self.device], check=False)
        self.image.unlink(missing_ok=True)


class SlowTargets:
    """Context: one target for each rate, in a folder that must be new."""

    def __init__(self, folder, rates, mebibytes):
        self.folder = folder
        folder.mkdir(parents=True)
        self.targets = [Target(folder, number, rate, mebibytes) for number, rate in enumerate(rates)]

    def __enter__(self):
        try:
            for target in self.targets:
                target.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for target in self.targets:
            target.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def forget(self):
        for target in self.targets:
            target.forget()

    def clear(self):
        for target in self.targets:
            for path in target.folder.iterdir():
                if path.is_file():
                    path.unlink()
