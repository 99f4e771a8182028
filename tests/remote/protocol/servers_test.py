#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The servers of the weft command keep the protocol, with the limits and the times that users get.

    servers_test.py WEFT CHECK
"""

import os
import pathlib
import re
import subprocess
import sys
import unittest

FOLDERS = pathlib.Path(__file__).resolve().parents
sys.path[:0] = [str(FOLDERS[1]), str(FOLDERS[2])]
import python_tests  # noqa: E402
import weft_site  # noqa: E402

WEFT, CHECK = "", ""
RULES = 52
NOT_OVER_STREAMS = {"A connection over TCP is closed after five seconds without a greeting"}


class Servers(unittest.TestCase):
    def setUp(self):
        self.site = weft_site.Site(WEFT)
        self.addCleanup(self.site.end)

    def begin_check(self, name, **environment):
        check = subprocess.Popen([CHECK, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 env=self.site.environment(30, **environment))
        self.addCleanup(check.kill)
        return check

    def test_they_keep_all_rules(self):
        """A daemon, and a server on standard streams: at the same time, since both are waited for most of it."""
        pids = self.site.folder / "pids"
        pids.mkdir()
        daemon = self.begin_check(f"weft://alice@127.0.0.1:{self.site.daemon.port}{self.site.data}")
        streams = self.begin_check(f"ssh://far{self.site.data}", WEFT_SSH=str(FOLDERS[1] / "relay_hop.py"), RELAY_PIDS=str(pids),
                                   WEFT_SERVE=f"{WEFT} serve --stdio", SSH_CONNECTION="127.0.0.1 1 127.0.0.1 22")
        not_tried = {daemon: {"A sibling session is independent of the first", "The key for sibling sessions opens nothing else"},
                     streams: NOT_OVER_STREAMS}
        for check, without in not_tried.items():
            output, _ = check.communicate(timeout=600)
            self.assertEqual(check.returncode, 0, output + self.site.daemon.text())
            self.assertEqual(output.count("ok: "), RULES - len(without), output)
            self.assertEqual(set(re.findall("^not tried: ([^:]+)", output, re.MULTILINE)), without)
        self.assertEqual([file.name for file in self.site.data.iterdir()], ["a.nc"])

    def test_what_is_no_server_is_found(self):
        check = self.begin_check(f"ssh://far{self.site.data}", WEFT_SSH="false")
        output, _ = check.communicate(timeout=120)
        self.assertEqual(check.returncode, 1)
        # But who welcomes nobody welcomes no malformed greeting either.
        self.assertEqual(re.findall("^ok: (.*)", output, re.MULTILINE), ["Malformed and overlong greetings are not welcomed"])
        self.assertEqual(output.count("BROKEN: "), RULES - 1 - len(NOT_OVER_STREAMS), output)


if __name__ == "__main__":
    WEFT, CHECK = sys.argv[1:3]
    python_tests.main(sys.argv[:1] + sys.argv[3:])
