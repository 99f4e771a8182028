#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The check of commands itself: what it sees in scripts, and what it says when dev/setup leaves a package out."""

import sys
import unittest

sys.dont_write_bytecode = True
import check_commands
from commands_of_shell import commands_of_shell


def of_python(text):
    certain, possible, modules = check_commands.calls_of("python", text)
    return certain, possible, modules


class Shell(unittest.TestCase):
    def sees(self, text, *commands):
        self.assertEqual(commands_of_shell(text), set(commands), text)

    def test_where_a_command_stands(self):
        self.sees("ip link add a; tc qdisc\nmount -t proc proc /proc && exec chroot x", "ip", "tc", "mount", "chroot")
        self.sees('if [ "$(id -u)" = 0 ] || ! command -v strace >/dev/null; then losetup; fi', "[" and "id", "strace", "losetup")
        self.sees('A=b C="d e" env -i F=g\ncat <(sort x) | { uniq; }', "env", "cat", "sort", "uniq")
        self.sees("while read -r line; do rsync $line; done", "rsync")
        self.sees("a=(one two)\nb=$((three + 4))")

    def test_what_is_none(self):
        self.sees("# ip\necho ip # tc\nprintf '%s' 'mount | umount'", "printf")
        self.sees("cat <<END\nip link\nEND\ntc", "cat", "tc")
        self.sees("for x in ip tc; do\n    echo $x\ndone")
        self.sees('case $1 in\n    ip | tc) ls ;;\n    mount) ;;\n    *) rm x ;;\nesac\nfind .', "ls", "rm", "find")
        self.sees('part() {\n    "${@:2}"\n}\npart "x" python3')
        self.sees("./configure && $tool x && /bin/true")


class Python(unittest.TestCase):
    def test_what_is_called(self):
        certain, _, modules = of_python('import numpy.linalg, os\nfrom yaml import load\nimport subprocess\n'
                                        'subprocess.run(["strace", "-f", program])\nshutil.which("zip")\n'
                                        'subprocess.Popen([*words, "x"])\nsubprocess.run([str(a)] + b)\n'
                                        'subprocess.check_output(["nice"] + command)\n')
        self.assertEqual((certain, modules), ({"strace", "zip", "nice"}, {"numpy", "os", "yaml", "subprocess"}))

    def test_what_stands_behind_another_command(self):
        certain, possible, _ = of_python('inside(["unshare", "-n", "tc", "qdisc"])\nx = ["sh", "-c", "ip link; losetup -d x"]')
        self.assertLessEqual({"unshare", "sh", "ip", "losetup"}, certain)
        self.assertIn("tc", possible)

    def test_what_may_be_data(self):
        certain, possible, _ = of_python('names = ["put", "get"]')
        self.assertEqual((certain, possible), (set(), {"put"}))


class Other(unittest.TestCase):
    def test_the_makefile_and_cmake(self):
        self.assertEqual(check_commands.calls_of("make", "x:\n\t@mkdocs build\n\t-rm -rf build\n")[0], {"mkdocs", "rm"})
        self.assertEqual(check_commands.calls_of("cmake", "find_program(A ccache)\nfind_program(B NAMES gdb lldb HINTS ${x})")[0],
                         {"ccache", "gdb", "lldb"})


@unittest.skipIf(check_commands.shutil.which("dpkg-query") is None, "no dpkg-query")
class Complaints(unittest.TestCase):
    def said(self, word, name):
        return list(check_commands.complaints({word: {name}}, {}))

    def test_commands_that_are_not_there(self):
        self.assertIn("no-such-command (tests/x.py): it is in no package", self.said("no-such-command", "tests/x.py")[0])
        self.assertIn("module no_such_module (tests/x.py): it is in no package", self.said("module:no_such_module", "tests/x.py")[0])
        self.assertEqual(self.said("module:json", "tests/x.py"), [])

    def test_packages_that_every_debian_has_or_that_come_along(self):
        self.assertEqual(self.said("cat", "tests/x.py") + self.said("ld", "tests/x.py"), [])

    def test_packages_of_another_profile(self):
        self.assertEqual(self.said("lintian", "dev/x"), [])
        self.assertIn("lintian, for test", self.said("lintian", "tests/x.py")[0])

    def test_each_exception_is_needed(self):
        certain, possible = check_commands.calls_of_tree()
        used = set(certain) | set(possible)
        self.assertEqual(set(check_commands.OPTIONAL) - used, set())


if __name__ == "__main__":
    unittest.main()
