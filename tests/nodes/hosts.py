# SPDX-License-Identifier: BSD-3-Clause
"""Two hosts on one machine: namespaces with a network address, a name and /dev/shm of their own each, and the file
systems of the machine. They are joined by a virtual cable, as fast as the machine or with a rate. Whatever runs on a host
is ended with it. Used by tests and by bench/hosts."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from process_signals import signal_if  # noqa: E402

KINDS = ["--net", "--uts", "--ipc", "--mount"]
ADDRESSES = ("10.213.77.1", "10.213.77.2")
CABLE = "cable0"


class NotAllowed(Exception):
    """Here and now there can be no hosts; says why."""


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise NotAllowed(f"{' '.join(command)}: {done.stderr.strip()}")


def network_of(pid):
    try:
        return os.readlink(f"/proc/{pid}/ns/net")
    except OSError:
        return None  # it has ended


class Host:
    def __init__(self, number):
        self.name = f"weft{number}"
        self.address = ADDRESSES[number]
        # Programs find their network in /sys, which must be that of the host's own namespace.
        script = (f"hostname {self.name} && mount -t tmpfs -o size=512m tmpfs /dev/shm && "
                  "mount -t sysfs sysfs /sys && echo ready && exec sleep infinity")
        self.keeper = subprocess.Popen(["unshare", *KINDS, "sh", "-c", script], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
        if self.keeper.stdout.readline() != "ready\n":
            raise NotAllowed(f"unshare: {self.keeper.communicate()[1].strip()}")
        self.network = network_of(self.keeper.pid)

    def enter(self):
        """The beginning of a command line that runs on the host."""
        return ["nsenter", "--target", str(self.keeper.pid), *KINDS]

    def processes(self):
        numbers = (int(name) for name in os.listdir("/proc") if name.isdigit())
        return [pid for pid in numbers if pid != self.keeper.pid and network_of(pid) == self.network]

    def end(self):
        """The keeper last, because its number stands for the host."""
        while found := self.processes():
            for pid in found:
                signal_if(pid, signal.SIGKILL, lambda pid: network_of(pid) == self.network)
            time.sleep(0.02)
        self.keeper.kill()
        self.keeper.communicate()


class Hosts:
    """with Hosts() as hosts: two of them, able to reach each other. `rate`: of the cable in each direction, in the words of
    tc, such as 1gbit."""

    def __init__(self, rate=None):
        self.rate = rate
        self.all = []

    def __enter__(self):
        for tool in ("unshare", "nsenter", "ip", *(["tc"] if self.rate else [])):
            if not shutil.which(tool):
                raise NotAllowed(f"{tool} is not installed")
        try:
            for number in range(len(ADDRESSES)):
                self.all.append(Host(number))
            self.connect()
        except BaseException:
            self.__exit__()
            raise
        return self

    def connect(self):
        first, second = (str(host.keeper.pid) for host in self.all)
        run(["ip", "link", "add", CABLE, "netns", first, "type", "veth", "peer", "name", CABLE, "netns", second])
        for host in self.all:
            run([*host.enter(), "ip", "address", "add", f"{host.address}/24", "dev", CABLE])
            for link in ("lo", CABLE):
                run([*host.enter(), "ip", "link", "set", link, "up"])
            if self.rate:  # of what the host sends: together, of both directions
                run([*host.enter(), "tc", "qdisc", "add", "dev", CABLE, "root", "tbf", "rate", self.rate,
                     "burst", "256kb", "latency", "50ms"])
        # Programs leave out a network that is not up; the kernel takes a moment to say that it is.
        for host in self.all:
            while subprocess.run([*host.enter(), "cat", f"/sys/class/net/{CABLE}/operstate"], capture_output=True,
                                 text=True, check=True).stdout != "up\n":
                time.sleep(0.05)

    def __exit__(self, *_):
        for host in self.all:
            host.end()

    def shell(self, path):
        """A program that launchers start like a remote shell, as PROGRAM [options] HOST command..."""
        cases = "".join(f"{host.address}|{host.name}) pid={host.keeper.pid} ;;\n" for host in self.all)
        path.write_text(f"""#!/bin/sh
while [ "${{1#-}}" != "$1" ]; do shift; done
case "$1" in
{cases}*) exit 1 ;;
esac
shift
exec nsenter --target "$pid" {' '.join(KINDS)} --wd="$PWD" sh -c "$*"
""")
        path.chmod(0o755)
        return path

    def open_mpi(self, mpiexec, directory, ranks):
        """The beginning of a command line that starts as many ranks on each host. They work in `directory`, which belongs to
        the machine; Open MPI keeps its files there, too."""
        places = ",".join(f"{host.address}:{ranks // len(self.all)}" for host in self.all)
        # Ranks of both hosts share the cores, which Open MPI cannot know.
        settings = {"plm_rsh_agent": self.shell(directory / "shell"), "oob_tcp_if_include": CABLE,
                    "btl_tcp_if_include": CABLE, "pml": "ob1", "btl": "self,vader,tcp", "mpi_yield_when_idle": 1,
                    "orte_tmpdir_base": directory}
        command = [*self.all[0].enter(), f"--wd={directory}", mpiexec, "--allow-run-as-root", "--oversubscribe",
                   "--bind-to", "none", "-H", places]
        for key, value in settings.items():
            command += ["--mca", key, value]
        return [str(word) for word in command]


if __name__ == "__main__":
    try:
        with Hosts() as hosts:
            for one in hosts.all:
                subprocess.run([*one.enter(), "hostname"], check=True)
    except NotAllowed as reason:
        sys.exit(str(reason))
