# SPDX-License-Identifier: BSD-3-Clause
"""What reports and traces say about calls that are known: report_files_test.py openmpi|mpich WORKLOAD [WEFT]"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import python_tests

LAUNCHER = pathlib.Path(__file__).resolve().parents[1] / "run_mpi"
RANKS = 3
MPI, WORKLOAD = sys.argv[1:3]
WEFT = sys.argv[3] if len(sys.argv) > 3 else None

# What workload.cpp does on each rank.
ROUNDS, BLOCK_BYTES, COLUMN_BYTES, SINGLE_BYTES = 5, 4000, 64000, 40
LATE_SECONDS = 0.1
UNDISTURBED = ROUNDS - 1  # another rank may be held up once, and be the last


class ReportFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.data = self.folder / "file.nc"

    def run_workload(self, hints, ranks=RANKS, plan=()):
        """Runs it with the hints in the environment, on a planned store if there is a plan; what weft_last_error said on rank 0."""
        text = ";".join(f"{key}={value}" for key, value in hints.items())
        done = subprocess.run([LAUNCHER, "--mpi", MPI, "--ranks", str(ranks), "--timeout", "60", "--env",
                               f"PNETCDF_HINTS={text}", "--", WORKLOAD, self.data, *plan], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return pathlib.Path(f"{self.data}.error").read_text()

    def test_processes_of_another_library_s_launcher_are_told_that_they_are_alone_and_write_nothing(self):
        other = {"openmpi": "mpich", "mpich": "openmpi"}[MPI]
        if shutil.which(f"mpiexec.{other}") is None:
            self.skipTest(f"{other} is not installed")
        alone = ["sh", "-c", 'exec "$1" "$2.${PMI_RANK:-$OMPI_COMM_WORLD_RANK}"', "sh", WORKLOAD, self.data]  # a file for each
        done = subprocess.run([LAUNCHER, "--mpi", other, "--ranks", "2", "--timeout", "60", "--env", f"PNETCDF_HINTS=weft_report={self.folder}/",
                               "--", *alone], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("a launcher started 2 processes, but each is alone", done.stdout + done.stderr)
        for rank in range(2):
            self.assertFalse(pathlib.Path(f"{self.data}.{rank}").exists())
        self.assertEqual(self.report_of()["notes"], [])

    def report_of(self, ranks=RANKS, plan=(), **hints):
        path = self.folder / "report.json"
        self.assertEqual(self.run_workload(hints | {"weft_report": path}, ranks, plan), "")
        report = json.loads(path.read_text())
        self.check_report(report, ranks)
        return report

    def check_report(self, report, ranks):
        """What must hold whatever the method."""
        self.assertRegex(report["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual({rank["host"] for rank in report["by_rank"]}, {os.uname().nodename})
        self.assertEqual((report["weft_report"], report["ranks"], report["nodes"], report["clock"]), (1, ranks, 1, "common"))
        self.assertEqual(report["file"], str(self.data))
        self.assertEqual([rank["rank"] for rank in report["by_rank"]], list(range(ranks)))
        for number, rank in enumerate(report["by_rank"]):
            self.assertEqual(rank["collective_put_calls"], ROUNDS + 1)
            self.assertEqual(rank["put_calls"], ROUNDS + 1 + number)
            self.assertEqual(rank["collective_put_bytes"], ROUNDS * BLOCK_BYTES + COLUMN_BYTES)
            self.assertEqual(rank["put_bytes"], ROUNDS * BLOCK_BYTES + COLUMN_BYTES + number * SINGLE_BYTES)
            self.assertEqual((rank["get_calls"], rank["collective_get_calls"]), (1, 1))
            self.assertEqual((rank["get_bytes"], rank["collective_get_bytes"]), (COLUMN_BYTES, COLUMN_BYTES))
            self.assertEqual(sum(use["calls"] for use in rank["methods"]), rank["put_calls"] + rank["get_calls"])
            self.assertEqual(sum(use["bytes"] for use in rank["methods"]), rank["put_bytes"] + rank["get_bytes"])
            self.assertTrue(all(use["first_reason"] for use in rank["methods"]))
            in_calls = sum(use["seconds"] for use in rank["methods"])
            self.assertAlmostEqual(sum(rank["seconds"].values()), in_calls, delta=0.01 + 0.1 * in_calls)
            self.check_sizes(rank)
        self.check_totals(report)
        self.check_timeline(report)

    def check_sizes(self, numbers):
        for name, calls, moved in (("write_sizes", "writes", "written_bytes"), ("read_sizes", "reads", "read_bytes")):
            self.assertEqual(sum(count for _, count in numbers[name]), numbers[calls])
            least = sum(begin * count for begin, count in numbers[name])
            self.assertLessEqual(least, numbers[moved])
            self.assertLessEqual(numbers[moved], 2 * least)

    def check_totals(self, report):
        totals = report["totals"]
        for name, value in totals.items():
            if isinstance(value, int):
                self.assertEqual(value, sum(rank[name] for rank in report["by_rank"]), name)
        self.check_sizes(totals)
        self.assertAlmostEqual(totals["seconds"]["wait"], sum(rank["seconds"]["wait"] for rank in report["by_rank"]), delta=1e-6)

    def check_timeline(self, report):
        timeline = report["timeline"]
        self.assertEqual(len(timeline["ranks"]), report["ranks"])
        for line, rank in zip(timeline["ranks"], report["by_rank"]):
            slices = [dict(zip(timeline["columns"], row)) for row in line["slices"]]
            numbers = [one["slice"] for one in slices]
            self.assertEqual(numbers, sorted(set(numbers)))
            self.assertLess(numbers[-1], 256)
            self.assertEqual(sum(one["written_bytes"] for one in slices), rank["written_bytes"])
            self.assertGreaterEqual(sum(one["read_bytes"] for one in slices), rank["read_bytes"])
            for name, seconds in rank["seconds"].items():
                self.assertAlmostEqual(sum(one[name] for one in slices) * 1e-6, seconds, delta=1e-6 * len(slices) + 1e-4)
            for one in slices:
                self.assertLessEqual(sum(one[name] for name in rank["seconds"]) * 1e-6, timeline["slice_seconds"] * 1.01 + 1e-5)
                self.assertLessEqual(one["write_begin"], one["write_end"])

    def methods_of(self, report):
        return {(use["method"], use["direction"], use["mode"]) for use in report["by_rank"][0]["methods"]}

    def test_shared_windows(self):
        report = self.report_of(weft_method="two_phase")
        self.assertIn(("two_phase", "put", "collective"), self.methods_of(report))
        self.assertEqual(report["totals"]["messages"], 0)
        self.assertGreater(report["totals"]["windows"], 0)
        self.assertEqual(report["hints"]["weft_method"], "two_phase")
        written = RANKS * (ROUNDS * BLOCK_BYTES + COLUMN_BYTES) + sum(range(RANKS)) * SINGLE_BYTES
        self.assertEqual(report["totals"]["written_bytes"], written)

    def test_messages(self):
        report = self.report_of(weft_method="two_phase", weft_shared_memory="disable", cb_buffer_size=4096)
        totals = report["totals"]
        self.assertGreater(totals["messages"], 0)
        self.assertGreater(totals["message_bytes"], (RANKS - 1) * COLUMN_BYTES)
        self.assertGreater(totals["windows"], RANKS * COLUMN_BYTES // 4096)

    def test_direct_and_sieve(self):
        direct = self.report_of(weft_method="direct")["totals"]
        # One transfer per run: blocks, rows of columns, independent puts.
        self.assertEqual(direct["writes"], RANKS * (ROUNDS + 1000) + sum(range(RANKS)))
        self.assertEqual(dict(map(tuple, direct["write_sizes"]))[64], RANKS * 1000)
        self.assertEqual(direct["windows"], 0)
        sieve = self.report_of(weft_method="sieve")["totals"]
        self.assertGreater(sieve["windows_with_holes"], 0)
        self.assertGreater(sieve["locks"], 0)
        self.assertGreater(sieve["read_bytes"], direct["read_bytes"])

    def test_who_came_late(self):
        self.check_arrivals(self.report_of()["by_rank"])

    def test_who_came_late_by_messages(self):
        self.check_arrivals(self.report_of(weft_shared_memory="disable")["by_rank"])

    def check_arrivals(self, ranks):
        self.assertEqual({rank["arrivals"]["calls"] for rank in ranks}, {ROUNDS + 2})
        late = ranks[-1]["arrivals"]
        self.assertGreaterEqual(late["times_last"], UNDISTURBED)
        self.assertGreaterEqual(late["seconds_late"], UNDISTURBED * LATE_SECONDS * 0.9)
        self.assertGreaterEqual(late["longest_late"], LATE_SECONDS * 0.9)
        self.assertGreaterEqual(sum(count for begin, count in late["microseconds_late"] if begin >= 65536), UNDISTURBED)
        for rank in ranks[:-1]:
            self.assertLessEqual(rank["arrivals"]["times_last"], 2 + ROUNDS - UNDISTURBED)
            self.assertGreaterEqual(rank["seconds"]["wait"], UNDISTURBED * LATE_SECONDS * 0.8)

    def test_one_rank(self):
        report = self.report_of(ranks=1)
        self.assertEqual(report["by_rank"][0]["arrivals"]["calls"], 0)

    def test_trace(self):
        path, trace_path = self.folder / "report.json", self.folder / "trace.json"
        self.assertEqual(self.run_workload({"weft_report": path, "weft_trace": trace_path, "weft_method": "two_phase"}), "")
        ranks = json.loads(path.read_text())["by_rank"]
        trace = json.loads(trace_path.read_text())
        names = {event["pid"]: event["args"]["name"] for event in trace if event["name"] == "process_name"}
        self.assertEqual(names, {rank: f"rank {rank}" for rank in range(RANKS)})
        events = [event for event in trace if event["ph"] == "X"]
        self.assertEqual({event["pid"] for event in events}, set(range(RANKS)))
        self.assertEqual({event["tid"] for event in events}, {0})
        counts = collections.Counter((event["pid"], event["name"]) for event in events)
        for number, rank in enumerate(ranks):
            mine = [event for event in events if event["pid"] == number]
            self.check_nesting(mine)
            self.assertEqual(counts[number, "put_all"], rank["collective_put_calls"])
            self.assertEqual(counts[number, "put"], number)
            self.assertEqual(counts[number, "get_all"], 1)
            self.assertEqual(counts[number, "write"], rank["writes"])
            self.assertEqual(counts[number, "window"], rank["windows"])
            self.assertEqual(sum(event["args"]["bytes"] for event in mine if event["name"] == "write"), rank["written_bytes"])
            self.assertTrue(all(event["args"]["offset"] >= 0 for event in mine if event["name"] in ("read", "write")))
            methods = {event["args"]["method"] for event in mine if event["cat"] == "call"}
            self.assertIn("two_phase", methods)

    def check_nesting(self, events):
        """Each event lies inside of one that is open, or behind all of them; phases lie in calls."""
        open_ends = []
        for event in events:
            self.assertGreaterEqual(event["dur"], 0)
            begin, end = round(event["ts"] * 1000), round((event["ts"] + event["dur"]) * 1000)
            while open_ends and open_ends[-1] <= begin:
                open_ends.pop()
            if open_ends:
                self.assertLessEqual(end, open_ends[-1], event)
            open_ends.append(end)
        begins = [event["ts"] for event in events]
        self.assertEqual(begins, sorted(begins))

    def test_text_form(self):
        path = self.folder / "report.txt"
        self.assertEqual(self.run_workload({"weft_report": path}), "")
        lines = path.read_text().splitlines()
        self.assertIn(f"{RANKS} ranks", lines[0])
        rows = {line.split()[0]: line.split() for line in lines[3:4 + RANKS]}
        self.assertEqual([rows[str(rank)][1] for rank in range(RANKS)], [str(ROUNDS + 2 + rank) for rank in range(RANKS)])
        self.assertEqual(rows["all"][1], str(sum(ROUNDS + 2 + rank for rank in range(RANKS))))
        self.assertTrue(any("collective put by" in line for line in lines))

    def test_bare_calls_beside_the_program(self):
        report = self.report_of(weft_report_limit=3)
        self.assertEqual(report["bare_rates"]["bytes_per_rank"], 3 << 20)
        self.assertGreater(min(report["bare_rates"]["write"], report["bare_rates"]["read"]), 1e6)
        self.assertEqual((report["notes"], report["hints"]["weft_report_limit"]), ([], "3"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["file.nc", "file.nc.error", "report.json"])
        self.assertNotIn("bare_rates", self.report_of(weft_report_limit=0))
        table = self.folder / "report.txt"
        self.run_workload({"weft_report": table, "weft_report_limit": 1})
        self.assertRegex(table.read_text(), r"\nBare calls of all ranks, 1.000 MiB each: [0-9.]+ MB/s written, [0-9.]+ MB/s read\n")

    def test_a_hint_that_is_misspelt_is_a_note(self):
        report = self.report_of(weft_part_dir="/tmp", weft_shared_memory="disable")
        self.assertEqual(report["notes"], ["there is no hint 'weft_part_dir'; did you mean 'weft_part_dirs'?"])

    def test_bare_calls_that_fail_are_a_note(self):
        # A name that is just short enough has no room for what is put behind it.
        self.data = self.folder / ("x" * 240)
        report = self.report_of(weft_report_limit=1)
        self.assertNotIn("bare_rates", report)
        self.assertEqual(len(report["notes"]), 1)
        self.assertIn("weft_report_limit could not be measured", report["notes"][0])
        self.assertEqual(len(os.listdir(self.folder)), 3)

    def test_a_bare_call_that_fails_leaves_no_file(self):
        before = self.report_of(weft_method="direct")["by_rank"][1]
        for kind, done in (("write", before["writes"]), ("read", before["reads"])):
            for step in (1, 3):
                report = self.report_of(weft_method="direct", weft_report_limit=3, plan=[f"1:{kind}:{done + step}:EIO"])
                self.assertNotIn("bare_rates", report)
                self.assertRegex("".join(report["notes"]), "weft_report_limit could not be measured: .*rank 1.*bare-rates-")
                self.assertEqual(sorted(os.listdir(self.folder)), ["file.nc", "file.nc.error", "report.json"])

    def test_a_folder_gets_files_named_after_the_data(self):
        self.assertEqual(self.run_workload({"weft_report": f"{self.folder}/", "weft_trace": f"{self.folder}/"}), "")
        self.check_report(json.loads((self.folder / "file.nc.report.json").read_text()), RANKS)
        self.assertGreater(len(json.loads((self.folder / "file.nc.trace.json").read_text())), 10)

    def test_a_longer_file_of_before_is_replaced(self):
        path = self.folder / "report.json"
        path.write_text("x" * 1000000)
        self.run_workload({"weft_report": path})
        json.loads(path.read_text())

    def test_close_succeeds_without_the_report(self):
        said = self.run_workload({"weft_report": self.folder / "missing" / "report.json"})
        self.assertIn("missing/report.json", said)
        said = self.run_workload({"weft_report": self.folder / "r.json", "weft_trace": self.folder / "r.json"})
        self.assertIn("the same file", said)
        json.loads((self.folder / "r.json").read_text())

    def test_data_are_never_overwritten(self):
        self.assertIn("not overwritten", self.run_workload({"weft_report": self.data}))
        before = self.data.read_bytes()
        self.assertEqual(before[:3], b"CDF")
        other = self.folder / "other.nc"
        for content in (before, b"\211HDF\r\n\032\n"):
            other.write_bytes(content)
            os.symlink(other, self.folder / "link.json")
            self.assertIn("not overwritten", self.run_workload({"weft_trace": self.folder / "link.json"}))
            self.assertEqual(other.read_bytes(), content)
            os.unlink(self.folder / "link.json")

    def test_nothing_is_written_unasked(self):
        self.run_workload({})
        self.assertEqual(sorted(os.listdir(self.folder)), ["file.nc", "file.nc.error"])

    @unittest.skipIf(WEFT is None, "the weft command is not built")
    def test_the_weft_command_reads_it(self):
        path = self.folder / "report.json"
        self.run_workload({"weft_report": path})
        done = subprocess.run([WEFT, "report", "--json", path], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        late = [one for one in json.loads(done.stdout)["advice"] if one["topic"] == "late_ranks"]
        self.assertEqual([one["ranks"] for one in late], [[RANKS - 1]])


if __name__ == "__main__":
    python_tests.main([sys.argv[0]])
