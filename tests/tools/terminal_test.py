# SPDX-License-Identifier: BSD-3-Clause
"""The commands on a terminal of 80 columns, with and without colour; progress in all its forms."""

import json
import os
import pty
import re
import subprocess
import sys

from classic import Classic, Variable
from diff_test import sample
from support import WEFT, ToolTest, main


SPARSE_BYTES = 1 << 32  # enough to take more than a quarter of a second


def on_terminal(*arguments, both=True, **environment):
    """The exit code, and what a terminal of 80 columns receives: on standard error, and perhaps output, too."""
    master, slave = pty.openpty()
    variables = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"COLUMNS": "80", "TERM": "xterm"} | environment
    process = subprocess.Popen([WEFT, *map(str, arguments)], stdin=slave, stderr=slave, env=variables,
                               stdout=slave if both else subprocess.DEVNULL)
    os.close(slave)
    received = b""
    try:
        while chunk := os.read(master, 65536):
            received += chunk
    except OSError:  # the other side is closed
        pass
    os.close(master)
    return process.wait(timeout=60), received.decode().replace("\r\n", "\n")


class TerminalTest(ToolTest):
    def sparse(self, name, size=SPARSE_BYTES):
        """A file that occupies no space."""
        header = Classic(5, [("n", size)], [], [Variable("v", "byte", [0])])
        path = self.folder / name
        path.write_bytes(header.header([len(header.header([0]))]))
        os.truncate(path, path.stat().st_size + size)
        return path

    def test_captured_diff(self):
        one, two = sample().write(self.folder / "a.nc"), sample(5, a=[1, 2, 4]).write(self.folder / "b.nc")
        code, text = on_terminal("diff", "--progress=none", one, two)
        red = "\033[31mDIFF\033[0m"
        self.assertEqual(code, 1)
        self.assertEqual(text, f"""{red}: file, format: classic != cdf5
{red}: variable "a": 1 of 3 values, first at [2]: 3 != 4; largest difference 1 absolute, 0.25 relative
The headers differ in 1 place.
The data of 1 of 4 variables compared differ.
""")
        code, launched = on_terminal("diff", "--progress=none", one, two, OMPI_COMM_WORLD_SIZE="1")  # mpiexec's terminal, not a reader's
        self.assertNotIn("\033", launched)
        code, plain = on_terminal("diff", "--progress=none", one, two, NO_COLOR="1")
        self.assertEqual(plain, text.replace(red, "DIFF"))
        self.assertEqual(on_terminal("diff", "--progress=none", one, two, TERM="dumb")[1], plain)

    def test_captured_messages(self):
        code, text = on_terminal("copy", "missing.nc", "out.nc")
        self.assertEqual((code, text), (1, 'weft: missing.nc: \033[31merror\033[0m: open "missing.nc": No such file or '
                                           'directory (NC_ENOENT)\n'))

    def test_bar(self):
        big = self.sparse("big.nc")
        # With the bar in colour, and on a terminal that is too narrow for it.
        for environment, bar in (({}, r" \[\033\[32m#*\033\[0m\.*\]"), ({"NO_COLOR": "1", "COLUMNS": "40"}, "")):
            code, text = on_terminal("diff", "-q", big, big, **environment)
            self.assertEqual(code, 0)
            frames = text.split("\r")[1:]
            self.assertGreater(len(frames), 1, text)
            self.assertEqual(frames[-1], "\033[K")  # nothing stays
            for frame in frames[:-1]:
                self.assertRegex(frame, r"^comparing" + bar + r"  +\d+%  [\d.]+ \w?B of 4\.3 GB  [\d.]+ \w?B/s  \d+:\d\d left\033\[K$")
                self.assertLessEqual(len(re.sub(r"\033\[\d*[mK]", "", frame)), 79)

    def test_no_bar_in_a_pipe_or_when_unwanted(self):
        big = self.sparse("big.nc", 1 << 30)
        self.assertEqual(self.ok("diff", "-q", big, big), "")
        self.assertEqual(on_terminal("diff", "-q", "--progress=none", big, big), (0, ""))

    def test_lines_and_objects(self):
        file = Classic(2, [("n", 40 << 20)], [], [Variable("v", "byte", [0])]).write(self.folder / "f.nc")
        command = [WEFT, "diff", "-q", file, file]
        plain = subprocess.run([*command, "--progress=plain"], capture_output=True, text=True, timeout=60).stderr.splitlines()
        self.assertTrue(2 <= len(plain) <= 10, plain)
        for line in plain:
            self.assertRegex(line, r"^weft: comparing \d+% of 42 MB, [\d.]+ \wB/s$")
        self.assertIn(" 100% ", plain[-1])
        objects = subprocess.run([*command, "--progress=json"], capture_output=True, text=True, timeout=60).stderr.splitlines()
        last = json.loads(objects[-1])
        self.assertEqual((last["verb"], last["done_bytes"], last["total_bytes"]), ("comparing", 40 << 20, 40 << 20))
        self.fails(2, "diff", "--progress=loud", file, file)

    def test_every_command_speaks_json(self):
        one = sample().write(self.folder / "a.nc")
        for words in (["dump", one], ["check", one], ["info", one], ["recover", one], ["explain", "ENOTNC"], ["version"],
                      ["diff", one, one], ["copy", one, self.folder / "out.nc"]):
            json.loads(self.ok(words[0], "--json", *words[1:]))


if __name__ == "__main__":
    sys.stdout.flush()
    main()
