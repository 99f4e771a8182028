# SPDX-License-Identifier: BSD-3-Clause
"""Hostile masters and copies of masters in the commands: a part's name leads nowhere else, and a copy does not own
the parts of the original."""

import os
import random
import re
import shutil

from classic import Classic, Variable
from support import ToolTest, main, replay_of, seeds, weft

PARTS = 3
WORDS = ["ssh://host.invalid/", "weft://127.0.0.1:9/", "ssh://", "host:", "/", "//", "../", "./", "a/../../", "..", "~/", "~root/", "ufs:",
         "lustre:/", "nfs:", "/etc/", "x", "set", ".nc", ".0001", ".0000", "set.nc.0001", "other.nc", "\t", "\x7f", "%2e%2e/", "a b/"]


def sample():
    return Classic(5, [("y", 6), ("x", 4)], [], [Variable("grid", "int", [0, 1], list(range(24)))])


def hostile(rng, length):
    """A name of that length, in bytes."""
    if rng.random() < 0.3:
        name = rng.choice(["ssh://host.invalid/x", "weft://127.0.0.1:9/x", "../set_of_a_long_name.nc.0001", "~/x"])
    else:
        name = "".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 6)))
    return name[:length].ljust(length, rng.choice("x1")).encode()


class NamesTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.source = sample().write(self.folder / "in.nc")
        self.set = self.folder / "set_of_a_long_name.nc"
        self.ok("split", "-n", PARTS, "--least-bytes", "0", self.source, self.set)
        self.sound = self.set.read_bytes()
        # Shows whether a command has started it.
        self.started = self.folder / "started"
        self.ssh = self.folder / "ssh"
        self.ssh.write_text(f"#!/bin/sh\ntouch {self.started}\n")
        self.ssh.chmod(0o755)

    def bystanders(self):
        return {path.name: (path.read_bytes(), path.stat().st_ino) for path in self.folder.iterdir() if path != self.set}

    def test_names_are_refused(self):
        old = re.search(rb"part 1: ([^\n]*)\n", self.sound).group(1)
        commands = ["info", "check", "dump", "recover", "join"]
        before = self.bystanders()
        environment = {**os.environ, "WEFT_SSH": str(self.ssh), "WEFT_REMOTE_TIMEOUT": "2"}
        for number, seed in enumerate(seeds(120, 1)):
            name = hostile(random.Random(seed), len(old))
            if name == old:
                continue
            self.set.write_bytes(self.sound.replace(b"part 1: " + old, b"part 1: " + name))
            command = commands[number % len(commands)]
            arguments = [self.set.name] + (["out.nc"] if command == "join" else [])
            done = weft(command, *arguments, cwd=self.folder, env=environment)
            about = (replay_of(seed), command, name, done)
            said = done.stdout + done.stderr
            self.assertNotEqual(done.returncode, 0, about)
            self.assertIn(b"part 1 is called '", said, about)
            shown = name.replace(b"\t", b"\\x09").replace(b"\x7f", b"\\x7f")
            self.assertTrue(shown in said or shown.replace(b"\\", b"\\\\") in said, about)
            self.assertFalse(self.started.exists(), about)
            self.assertEqual(self.bystanders(), before, about)

    def test_a_copy_is_no_original(self):
        copy = self.folder / "backup.nc"
        other = Classic(5, [("y", 6), ("x", 4)], [], [Variable("grid", "int", [0, 1], [7] * 24)]).write(self.folder / "other.nc")
        whole = self.ok("dump", self.set)
        for make in (shutil.copyfile, os.link):
            for source in (other, self.source):
                make(self.set, copy)
                self.ok("copy", source, copy)
                self.assertEqual(self.ok("dump", self.set), whole)
                self.assertEqual(self.ok("check", "-q", self.set), "")
                self.assertEqual(copy.read_bytes(), source.read_bytes())
                copy.unlink()
        # A copy of the master may be replaced with the set's own data.
        shutil.copyfile(self.set, copy)
        self.ok("copy", self.set, copy)
        self.assertEqual(self.ok("dump", self.set), whole)
        self.ok("diff", self.set, copy)

    def test_writing_over_a_set_removes_its_parts(self):
        self.ok("copy", self.source, self.set)
        self.assertEqual(sorted(path.name for path in self.folder.glob("*long_name*")), [self.set.name])

    def test_a_part_that_cannot_be_removed_keeps_all(self):
        part = self.folder / f"{self.set.name}.0001"
        part.unlink()
        part.mkdir()
        before = {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        said = self.fails(1, "copy", self.source, self.set)
        self.assertIn(part.name, said)
        self.assertEqual({path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}, before)

    def test_folders_that_lead_out_are_refused(self):
        for folder in ("..", "../x", "a/../..", "~", "h:x"):
            said = self.fails(1, "split", "-n", PARTS, "--least-bytes", "0", "--dirs", folder, self.source, self.folder / "new.nc")
            self.assertIn("the part file would be called", said)
            self.assertFalse((self.folder / "new.nc").exists())


if __name__ == "__main__":
    main()
