#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files through a real ssh, in a network namespace of the test's own, with keys that are made for it.

    sshd_test.py WEFT

Needs root, for the namespace, and ssh's server.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import python_tests  # noqa: E402

WEFT = ""
SSHD = "/usr/sbin/sshd"
IN_NAMESPACE = "WEFT_TEST_IN_NAMESPACE"


def missing():
    if os.geteuid() != 0:
        return "only root can make a network namespace"
    if not os.path.exists(SSHD) or shutil.which("ssh") is None:
        return "ssh and its server are not installed"
    if subprocess.run(["unshare", "-n", "true"], capture_output=True).returncode != 0:
        return "network namespaces are not allowed here"
    return None


@unittest.skipIf(missing(), missing() or "")
class ThroughSsh(unittest.TestCase):
    def setUp(self):
        self.folder_ = tempfile.TemporaryDirectory()
        folder = self.folder = pathlib.Path(self.folder_.name).resolve()
        for name in ("key", "host_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        self.sshd = subprocess.Popen(
            [SSHD, "-D", "-e", "-f", "/dev/null", "-p", "2222", "-h", folder / "host_key", "-o", "ListenAddress=127.0.0.1", "-o",
             "StrictModes=no", "-o", "UsePAM=no", "-o", "PidFile=none", "-o", f"AuthorizedKeysFile={folder}/key.pub"],
            stderr=subprocess.DEVNULL)
        self.environment = dict(os.environ, WEFT_SERVE=f"{WEFT} serve --stdio", WEFT_SSH=(
            f"ssh -T -F none -i {folder}/key -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"))
        time.sleep(0.5)

    def tearDown(self):
        self.sshd.terminate()
        self.sshd.wait()
        self.folder_.cleanup()

    def weft(self, *arguments, **environment):
        return subprocess.run([WEFT, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                              env=dict(self.environment, **environment))

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


if __name__ == "__main__":
    if missing() is None and IN_NAMESPACE not in os.environ:
        os.environ[IN_NAMESPACE] = "1"
        os.execvp("unshare", ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", sys.executable, *sys.argv])
    WEFT = sys.argv[1]
    python_tests.main(sys.argv[:1] + sys.argv[2:])
