# SPDX-License-Identifier: BSD-3-Clause
"""`weft recover` restores the old state of a file after an interruption anywhere."""

import os

from classic import Classic, Variable
from support import ToolTest, main, run, weft

INTERRUPT = os.environ.get("WEFT_INTERRUPT", "weft_interrupt")
COMPLETE, INTERRUPTED = 0, 3
MOVE_BY = 200


def sample():
    return Classic(5, [("n", 300)], [("title", "char", b"sample")], [Variable("v", "int", [0], list(range(300))),
                                                                      Variable("w", "short", [0], list(range(300)))])


class RecoverTest(ToolTest):
    def interrupt_at(self, call):
        """A new file with its change stopped at a storage call, and the result."""
        file = sample().write(self.folder / "file.nc")
        return file, run(INTERRUPT, file, MOVE_BY, call).returncode

    def test_every_interruption(self):
        old = sample().bytes()
        text = self.ok("dump", sample().write(self.folder / "file.nc"))
        done = {"nothing to recover": 0, "undid the interrupted change": 0}
        call = 1
        while True:
            file, outcome = self.interrupt_at(call)
            self.assertIn(outcome, (COMPLETE, INTERRUPTED), call)
            before = weft("check", file).returncode
            told = self.ok("recover", file).split(": ", 1)[1].split(";")[0].strip()
            done[told] += 1
            self.assertEqual(before, 0 if told == "nothing to recover" else 1, (call, told))
            self.assertEqual(self.ok("dump", file), text, call)
            if told == "undid the interrupted change":
                self.assertEqual(file.read_bytes(), old, call)
            elif outcome == COMPLETE:
                self.assertEqual(file.stat().st_size, len(old) + MOVE_BY, call)
            self.ok("check", file)
            self.assertIn("nothing to recover", self.ok("recover", file))
            if outcome == COMPLETE:
                break
            call += 1
        self.assertTrue(all(count > 0 for count in done.values()), done)

    def interrupted_file(self):
        """A file that holds an interrupted change."""
        for call in range(1, 100):
            file, outcome = self.interrupt_at(call)
            if outcome == INTERRUPTED and weft("check", "-q", file).returncode == 1:
                return file
        return self.fail("no interruption was noticed")

    def test_other_commands_send_to_recover(self):
        file = self.interrupted_file()
        for command in ("dump", "info"):
            self.assertIn("weft recover", self.fails(1, command, file))
        done = weft("check", file)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"weft recover", done.stdout)
        self.assertIn(b"error at byte", done.stdout)

    def test_several_files(self):
        file = self.interrupted_file()
        sound = sample().write(self.folder / "sound.nc")
        missing = self.folder / "missing.nc"
        done = weft("recover", sound, missing, file)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"missing.nc", done.stderr)
        self.assertIn(b"sound.nc: nothing to recover", done.stdout)
        self.assertNotIn(b"file.nc: nothing to recover", done.stdout)
        self.assertEqual(self.ok("recover", "-q", sound, file), "")


if __name__ == "__main__":
    main()
