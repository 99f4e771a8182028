# SPDX-License-Identifier: BSD-3-Clause
"""`weft report` of two runs, side by side; dates and hosts."""

import json
import xml.etree.ElementTree

from report_test import rank_report, report
from support import ToolTest, main


class ReportRunsTest(ToolTest):
    def write(self, content, name):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def test_two_runs_side_by_side(self):
        first = report(date="2026-11-25T02:38:00Z")
        for rank, host in zip(first["by_rank"], ("node1", "node1", "node2", "node2")):
            rank["host"] = host
        second = report(*[rank_report(rank, put_bytes=20 << 20, seconds={"storage": 0.004}) for rank in range(2)], seconds=1.0,
                        hints={"cb_nodes": "2"})
        one, two = self.write(first, "one.json"), self.write(second, "two.json")
        lines = {line[2:].split("  ")[0]: " ".join(line.split()) for line in self.ok("report", one, two).splitlines() if line.startswith("  ")}
        self.assertEqual(lines["date"], "date 2026-11-25 02:38:00 UTC not known")
        self.assertEqual(lines["hosts"], "hosts node1, node2 not known")
        self.assertEqual(lines["ranks"], "ranks 4 2")
        self.assertEqual(lines["open for"], "open for 2 s 1 s 0.50 x")
        self.assertEqual(lines["asked"], "asked 40 MiB 40 MiB 1.00 x")
        self.assertEqual(lines["rate while open"], "rate while open 20 MiB/s 40 MiB/s 2.00 x")
        self.assertEqual(lines["rate of storage"], "rate of storage 9.77 GiB/s 2.44 GiB/s 0.25 x")
        self.assertEqual(lines["hint cb_nodes"], "hint cb_nodes 2")
        text = self.ok("report", one, two, "-o", "-")
        xml.etree.ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))
        self.assertIn("Two runs: ocean.nc and ocean.nc", text)
        self.assertIn("node1, node2", self.ok("report", "--text", one))
        self.assertIn("2026-11-25 02:38:00 UTC", self.ok("report", one, "-o", "-"))
        self.assertIn("two.json", self.fails(1, "report", one, self.write("{}", "two.json")))
        self.fails(2, "report", "--json", one, one)


    def test_rates_beside_those_of_bare_calls(self):
        use = {"method": "direct", "mode": "collective", "calls": 4, "first_reason": "x"}
        content = report(bare_rates={"bytes_per_rank": 64 << 20, "write": 4.0 * 2**30, "read": 8.0 * 2**30})
        ranks = len(content["by_rank"])
        for rank in content["by_rank"]:  # of each: 1 GiB in half a second, and half of one in a quarter
            rank["methods"] = [use | {"direction": "put", "bytes": 2**30 // ranks, "seconds": 0.5},
                               use | {"direction": "get", "bytes": 2**29 // ranks, "seconds": 0.25}]
        one = self.write(content, "one.json")
        lines = [" ".join(line.split()) for line in self.ok("report", "--text", one).splitlines()]
        self.assertIn("put rate 2 GiB/s, 50 % of the rate of bare calls of these ranks (4 GiB/s)", lines)
        self.assertIn("get rate 2 GiB/s, 25 % of the rate of bare calls of these ranks (8 GiB/s)", lines)
        del content["bare_rates"]
        two = self.write(content, "two.json")
        self.assertIn("put rate 2 GiB/s", [" ".join(line.split()) for line in self.ok("report", "--text", two).splitlines()])
        lines = [" ".join(line.split()) for line in self.ok("report", one, two).splitlines()]
        self.assertIn("bare writes 4 GiB/s -", lines)
        self.assertIn("put rate 2 GiB/s 2 GiB/s 1.00 x", lines)


if __name__ == "__main__":
    main()
