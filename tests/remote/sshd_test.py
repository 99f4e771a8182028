#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files through a real ssh, in a network namespace of the test's own, with keys that are made for it.

    sshd_test.py WEFT MPI WRITER

Needs root, for the namespace, and ssh's server.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import python_tests  # noqa: E402

WEFT = MPI = WRITER = ""
RANKS = 4
SSHD = "/usr/sbin/sshd"
IN_NAMESPACE = "WEFT_TEST_IN_NAMESPACE"
TOO_LONG = 300  # seconds, for what takes one


def missing():
    if os.geteuid() != 0:
        return "only root can make a network namespace"
    if not os.path.exists(SSHD) or shutil.which("ssh") is None:
        return "ssh and its server are not installed"
    if shutil.which("ip") is None:
        return "no ip: package iproute2"
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode != 0:
        return "network namespaces are not allowed here"
    return None


@unittest.skipIf(missing(), missing() or "")
class SshServer(unittest.TestCase):
    """A server of the test's own."""

    OPTIONS = ()

    def setUp(self):
        self.folder_ = tempfile.TemporaryDirectory()
        folder = self.folder = pathlib.Path(self.folder_.name).resolve()
        for name in ("key", "host_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        self.log = open(folder / "log", "w")
        self.sshd = subprocess.Popen(
            [SSHD, "-D", "-e", "-f", "/dev/null", "-p", "2222", "-h", folder / "host_key", "-o", "ListenAddress=127.0.0.1", "-o",
             "StrictModes=no", "-o", "UsePAM=no", "-o", "PidFile=none", "-o", f"AuthorizedKeysFile={folder}/key.pub",
             *self.OPTIONS],
            stderr=self.log)
        self.environment = dict(os.environ, XDG_RUNTIME_DIR=str(folder), WEFT_SERVE=f"{WEFT} serve --stdio", WEFT_SSH=(
            f"ssh -T -F none -i {folder}/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"))
        self.await_listener()

    def await_listener(self):
        while self.sshd.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", 2222)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.02)
        self.fail(f"sshd does not listen:\n{(pathlib.Path(self.folder_.name) / 'log').read_text()}")

    def tearDown(self):
        (self.folder / "hold").unlink(missing_ok=True)
        self.await_end_of_ssh()  # which removes its sockets
        self.sshd.terminate()
        self.sshd.wait()
        self.log.close()
        self.folder_.cleanup()

    def weft(self, *arguments, **environment):
        return subprocess.run([WEFT, *map(str, arguments)], capture_output=True, text=True, timeout=TOO_LONG,
                              env=dict(self.environment, **environment))

    def processes(self):
        """Those that have been given the key of this test."""
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            if os.fsencode(self.folder / "key") in words:
                yield int(path.parent.name), words

    def await_true(self, condition, what):
        """What another process brings about, and soon, but whose end nobody is told of."""
        end = time.monotonic() + TOO_LONG
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.01)

    def await_end_of_ssh(self):
        """One that others share outlives those who began it by a moment."""
        self.await_true(lambda: not list(self.processes()), "ssh goes on for ever")


class Commands(SshServer):
    def test_a_file_goes_there_and_comes_back(self):
        import netCDF4
        import numpy
        here, back = self.folder / "here.nc", self.folder / "back.nc"
        with netCDF4.Dataset(here, "w", format="NETCDF3_64BIT_OFFSET") as data:
            data.createDimension("x", 3 << 20)
            data.createVariable("v", "i4", ("x",))[:] = numpy.arange(3 << 20)
        there = f"ssh://root@127.0.0.1:2222{self.folder}/there.nc"
        # Directly beside ssh, as many as asked for, and through ssh alone.
        for streams in ({}, {"WEFT_REMOTE_STREAMS": "3"}, {"WEFT_REMOTE_STREAMS": "0"}):
            for source, target in ((here, there), (there, back)):
                copied = self.weft("copy", source, target, **streams)
                self.assertEqual(copied.returncode, 0, copied.stderr)
            self.assertEqual(here.read_bytes(), back.read_bytes())
            back.unlink()

    def test_another_key_is_refused_in_the_words_of_ssh(self):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / "other"], check=True)
        outcome = self.weft("dump", f"ssh://root@127.0.0.1:2222{self.folder}/there.nc",
                            WEFT_SSH=self.environment["WEFT_SSH"].replace("/key ", "/other ") + " -o BatchMode=yes")
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("Permission denied", outcome.stderr)


class Cipher(SshServer):
    OPTIONS = ("-o", "LogLevel=DEBUG1")

    def of_login(self, ssh):
        name = f"ssh://root@127.0.0.1:2222{self.folder}/there.nc"
        # Nothing is there: it is the login that counts.
        self.assertIn("No such file", self.weft("dump", name, WEFT_SSH=ssh).stderr)
        return re.findall("kex: client->server cipher: ([^ ]+)", (self.folder / "log").read_text())[-1]

    def test_it_is_the_one_that_ssh_is_set_up_to_use(self):
        ssh = self.environment["WEFT_SSH"]
        usual = re.search("^ciphers ([^,]+)", subprocess.run(["ssh", "-G", "-F", "none", "there"], capture_output=True, text=True,
                                                             check=True).stdout, re.MULTILINE).group(1)
        self.assertNotEqual(usual, "aes128-gcm@openssh.com")
        self.assertEqual(self.of_login(ssh), usual)
        # As docs/remote.md has it.
        self.assertEqual(self.of_login(ssh + " -o Ciphers=^aes128-gcm@openssh.com"), "aes128-gcm@openssh.com")
        (self.folder / "config").write_text("Host 127.0.0.1\n    Ciphers ^aes128-gcm@openssh.com\n")
        self.assertEqual(self.of_login(ssh.replace("-F none", f"-F {self.folder}/config")), "aes128-gcm@openssh.com")


class RankPrograms(SshServer):
    """Where no other port can be reached."""

    def setUp(self):
        super().setUp()
        self.environment["WEFT_SERVE"] = f"env -u SSH_CONNECTION {WEFT} serve --stdio"

    def start(self, rounds, **environment):
        words = dict(self.environment, WEFT_REMOTE_TIMEOUT=str(TOO_LONG), **environment)
        settings = [f"--env={name}={words[name]}" for name in ("XDG_RUNTIME_DIR", "WEFT_SERVE", "WEFT_SSH", "WEFT_REMOTE_TIMEOUT")]
        name = f"ssh://root@127.0.0.1:2222{self.folder}/there.nc"
        return subprocess.Popen([sys.executable, HERE.parent / "run_mpi", "--mpi", MPI, "--ranks", str(RANKS), "--timeout", str(TOO_LONG),
                                 *settings, "--", WRITER, name, str(rounds), str(self.folder)],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def expect_success(self, program):
        output, _ = program.communicate(timeout=2 * TOO_LONG)
        self.await_end_of_ssh()
        outcomes = [path.read_text().split()[-1:] for path in sorted(self.folder.glob("outcome.*"))]
        self.assertEqual(outcomes, [["ok"]] * RANKS, output)

    def logins(self):
        return (self.folder / "log").read_text().count("Accepted publickey")

    def sockets(self):
        return list(self.folder.glob("weft-*/*"))


class Ranks(RankPrograms):
    def test_one_login_is_for_all_ranks_of_a_machine(self):
        self.expect_success(self.start(20))
        self.assertEqual(self.logins(), 1)
        self.assertEqual(self.sockets(), [])
        self.assertEqual([path.stat().st_mode & 0o777 for path in self.folder.glob("weft-*")], [0o700])

    def test_ranks_whose_shared_connection_is_lost_come_back_each_by_itself(self):
        (self.folder / "hold").touch()
        program = self.start(20)
        outcome = self.folder / "outcome.3"
        while program.poll() is None and not (outcome.exists() and "synced" in outcome.read_text()):
            time.sleep(0.01)
        shared = [pid for pid, words in self.processes() if b"ControlMaster=yes" in words]
        self.assertEqual(len(shared), 1)
        os.kill(shared[0], signal.SIGKILL)
        self.await_true(lambda: self.logins() == 1 + RANKS or program.poll() is not None, "not every rank has come back")
        (self.folder / "hold").unlink()
        self.expect_success(program)
        self.assertEqual(self.logins(), 1 + RANKS)
        self.assertEqual(self.sockets(), [])

    def test_who_has_set_up_ssh_to_share_connections_is_left_alone(self):
        shell = self.environment["WEFT_SSH"] + f" -o ControlMaster=auto -o ControlPath={self.folder}/mine -o ControlPersist=1"
        self.expect_success(self.start(20, WEFT_SSH=shell))
        self.assertEqual(self.logins(), 1)
        self.assertEqual(self.sockets(), [])


class RanksOfAServerWithFewSessions(RankPrograms):
    OPTIONS = ("-o", "MaxSessions=2")

    def test_ranks_that_find_no_room_in_a_shared_connection_log_in(self):
        self.expect_success(self.start(20))
        self.assertEqual(self.logins(), RANKS - 1)


if __name__ == "__main__":
    if missing() is None and IN_NAMESPACE not in os.environ:
        os.environ[IN_NAMESPACE] = "1"
        os.execvp("unshare", ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, *sys.argv])
    WEFT, MPI, WRITER = sys.argv[1:4]
    python_tests.main(sys.argv[:1] + sys.argv[4:])
