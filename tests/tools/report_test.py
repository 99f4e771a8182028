# SPDX-License-Identifier: BSD-3-Clause
"""The output of `weft report`: pages, text, advice, and refusals. The test makes the reports itself."""

import copy
import json
import re
import xml.etree.ElementTree

from support import ToolTest, main, weft

COUNTERS = ["put_calls", "put_bytes", "collective_put_calls", "collective_put_bytes", "get_calls", "get_bytes",
            "collective_get_calls", "collective_get_bytes", "writes", "written_bytes", "reads", "read_bytes", "locks",
            "windows", "windows_with_holes", "messages", "message_bytes"]
PHASES = ["plan", "convert", "exchange", "storage", "wait", "other"]
COLUMNS = ["slice", *PHASES, "written_bytes", "write_begin", "write_end", "read_bytes", "read_begin", "read_end"]


def numbers(**given):
    """For one rank: ten collective puts of 1 MiB by one system call each, unless given otherwise."""
    made = dict.fromkeys(COUNTERS, 0) | {"put_calls": 10, "put_bytes": 10 << 20, "collective_put_calls": 10,
                                         "collective_put_bytes": 10 << 20, "writes": 10, "written_bytes": 10 << 20,
                                         "write_sizes": [[1 << 20, 10]], "read_sizes": []}
    made["seconds"] = dict.fromkeys(PHASES, 0.001)
    made["seconds"].update(given.pop("seconds", {}))
    assert set(given) <= set(made), given
    return made | given


def rank_report(rank, arrivals=(10, 0, 0.0001, 0.0001), **given):
    return {"rank": rank, **numbers(**given),
            "arrivals": dict(zip(("calls", "times_last", "seconds_late", "longest_late"), arrivals)) | {"microseconds_late": []},
            "methods": [{"method": "direct", "direction": "put", "mode": "collective", "calls": 10, "bytes": 10 << 20,
                         "seconds": 0.006, "first_reason": "direct 900 us, sieve 1200 us, two_phase 950 us"}]}


def total(ranks):
    made = {name: sum(rank[name] for rank in ranks) for name in COUNTERS}
    for name in ("write_sizes", "read_sizes"):
        classes = {}
        for rank in ranks:
            for begin, count in rank[name]:
                classes[begin] = classes.get(begin, 0) + count
        made[name] = [[begin, classes[begin]] for begin in sorted(classes)]
    made["seconds"] = {name: sum(rank["seconds"][name] for rank in ranks) for name in PHASES}
    return made


def report(*ranks, hints=None, **given):
    ranks = list(ranks) or [rank_report(rank) for rank in range(4)]
    slices = [[0, 0, 0, 0, 100, 30, 0, 1 << 20, 512, 512 + (1 << 20), 0, 0, 0], [200, 1, 2, 3, 4, 5, 6, 0, 0, 0, 4096, 0, 4096]]
    return {"weft_report": 1, "file": "/data/ocean.nc", "ranks": len(ranks), "nodes": 1, "clock": "common", "seconds": 2.0,
            "hints": hints or {}, "totals": total(ranks), "by_rank": ranks,
            "timeline": {"slice_seconds": 0.0078125, "columns": COLUMNS,
                         "ranks": [{"rank": rank["rank"], "slices": slices} for rank in ranks]}} | given


class ReportTest(ToolTest):
    def write(self, content, name="run.json"):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def page(self, content):
        text = self.ok("report", self.write(content), "-o", "-")
        return text, xml.etree.ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>"))

    def advice(self, content):
        told = json.loads(self.ok("report", "--json", self.write(content)))
        self.assertEqual(told["file"], "/data/ocean.nc")
        return {one["topic"]: one for one in told["advice"]}

    # Pages

    def test_a_page_is_whole_and_alone(self):
        text, page = self.page(report())
        self.assertIsNone(re.search(r"https?://|<script|<link|@import|url\(|src=", text))
        self.assertEqual(page.get("lang"), "en")
        headings = [heading.text for heading in page.iter("h2")]
        for heading in ("Summary", "Advice", "Ranks", "Ranks over time", "Offsets over time", "Sizes of system calls"):
            self.assertIn(heading, headings)
        self.assertIn("prefers-color-scheme: dark", text)

    def test_charts_have_text_alternatives(self):
        _, page = self.page(report())
        charts = list(page.iter("svg"))
        self.assertEqual(len(charts), 3)
        for chart in charts:
            self.assertEqual(chart.get("role"), "img")
            named = {part.get("id"): part.text for part in chart if part.tag in ("title", "desc")}
            self.assertEqual(set(chart.get("aria-labelledby").split()), set(named))
            self.assertTrue(all(len(words) > 10 for words in named.values()), named)
        identities = [element.get("id") for element in page.iter() if element.get("id")]
        self.assertEqual(len(identities), len(set(identities)))

    def test_charts_stay_in_their_picture(self):
        _, page = self.page(report())
        for chart in page.iter("svg"):
            _, _, width, height = map(float, chart.get("viewBox").split())
            places = [tuple(map(float, place)) for path in chart.iter("path")
                      for place in re.findall(r"M([-\d.]+) ([-\d.]+)h([-\d.]+)v([-\d.]+)h", path.get("d"))]
            self.assertGreater(len(places), 0)
            for x, y, w, h in places:
                self.assertTrue(0 <= x and x + w <= width and 0 <= min(y, y + h) and max(y, y + h) <= height, (x, y, w, h))

    def test_names_cannot_break_the_page(self):
        bad = report(file="/data/<b>&\"'\u0001.nc", hints={"x": "</td><script>"})
        text, page = self.page(bad)
        self.assertNotIn("<script", text)
        self.assertIn("<b>&\"' .nc", page.find("body/main/h1").text)

    def test_the_page_lies_beside_the_report(self):
        path = self.write(report())
        self.assertEqual(self.ok("report", path), f"wrote {self.folder / 'run.html'}\n")
        self.assertTrue((self.folder / "run.html").read_text().startswith("<!DOCTYPE html>"))
        self.ok("report", path, "-o", self.folder / "other.html")
        self.assertEqual((self.folder / "other.html").read_text(), (self.folder / "run.html").read_text())
        self.assertEqual(json.loads(path.read_text()), report())

    def test_a_report_is_not_overwritten(self):
        path = self.write(report())
        self.assertIn("the report itself", self.fails(2, "report", path, "-o", path))
        json.loads(path.read_text())
        self.assertIn("missing", self.fails(1, "report", path, "-o", self.folder / "missing" / "page.html"))

    def test_many_ranks_and_none_of_them_busy(self):
        ranks = [rank_report(rank) for rank in range(1000)]
        text = self.ok("report", "--text", self.write(report(*ranks)))
        self.assertIn("1000 on 1 node", text)
        _, page = self.page(report(*ranks))
        self.assertIn("744 more ranks", "".join(page.itertext()))
        idle = report(rank_report(0, put_calls=0, put_bytes=0, collective_put_calls=0, collective_put_bytes=0, writes=0,
                                  written_bytes=0, write_sizes=[]))
        idle["timeline"]["ranks"] = []
        idle["by_rank"][0]["methods"] = []
        self.page(idle)
        self.assertIn("No data were put or got", self.advice(idle)["nothing"]["text"])

    def test_text(self):
        text = self.ok("report", "--text", self.write(report()))
        self.assertIn("/data/ocean.nc", text)
        rows = [line.split() for line in text.splitlines() if re.match(r"  (\d+|all) ", line)]
        self.assertEqual([row[0] for row in rows], ["0", "1", "2", "3", "all"])
        self.assertEqual([row[1] for row in rows], ["10"] * 4 + ["40"])
        self.assertIn("two_phase 950 us", text)

    # Advice

    def test_nothing_stands_out(self):
        self.assertEqual(list(self.advice(report())), ["nothing"])

    def test_a_late_rank(self):
        ranks = [rank_report(rank, seconds={"wait": 0.36}) for rank in range(3)]
        ranks.append(rank_report(3, arrivals=(20, 18, 0.8, 0.05)))
        late = self.advice(report(*ranks))
        self.assertEqual(list(late), ["late_ranks"])
        self.assertEqual(late["late_ranks"]["ranks"], [3])
        self.assertIn("Rank 3 arrived last in 90 % of 20 collective calls, on average 40 ms", late["late_ranks"]["text"])
        ranks[3] = rank_report(3, arrivals=(20, 18, 0.01, 0.001))  # half a millisecond
        self.assertNotIn("late_ranks", self.advice(report(*ranks)))
        several = report(*ranks[:3], rank_report(3, arrivals=(20, 18, 0.8, 0.05)), clock="aligned", nodes=2)
        self.assertIn("clocks", self.advice(several)["late_ranks"]["text"])

    def test_differing_definitions(self):
        self.assertNotIn("differing_definitions", self.advice(report()))
        notes = ["rank 2: attribute 0 of the file: values <b>differ; rank 0's are in the file", "a launcher started 2 processes"]
        advice = self.advice(report(notes=notes))
        found = advice["differing_definitions"]
        self.assertEqual(found["severity"], "note")
        self.assertIn("rank 2: attribute 0 of the file", found["text"])
        self.assertNotIn("launcher", found["text"])
        self.assertEqual((advice["notes"]["severity"], advice["notes"]["text"]), ("warning", "The library noted: a launcher started 2 processes."))

    def test_waiting_and_uneven_data(self):
        ranks = [rank_report(rank, seconds={"wait": 0.36}) for rank in range(4)]
        even = self.advice(report(*ranks))["waiting"]
        self.assertEqual(even["ranks"], [])
        ranks[1] = rank_report(1, put_bytes=100 << 20, collective_put_bytes=100 << 20)
        uneven = self.advice(report(*ranks))["waiting"]
        self.assertEqual(uneven["ranks"], [1])
        self.assertIn("Rank 1 moves 77 %", uneven["text"])

    def test_small_transfers(self):
        small = {"writes": 1000, "written_bytes": 1 << 20, "write_sizes": [[512, 980], [4096, 20]]}
        collective = self.advice(report(*[rank_report(rank, **small) for rank in range(2)]))["small_transfers"]
        self.assertIn("98 % of the 2000 system calls moved less than 4 KiB", collective["text"])
        self.assertEqual(collective["hints"], {"weft_write_behind": "enable"})
        held = report(*[rank_report(rank, **small) for rank in range(2)], hints={"weft_write_behind": "67108864"})
        self.assertEqual(self.advice(held)["small_transfers"]["hints"], {})
        alone = small | {"collective_put_calls": 0, "collective_put_bytes": 0}
        independent = self.advice(report(*[rank_report(rank, **alone) for rank in range(2)]))["small_transfers"]
        self.assertIn("_all", independent["text"])
        mostly_alone = report(*[rank_report(rank, **small | {"put_calls": 1000, "put_bytes": 11 << 20}) for rank in range(2)])
        self.assertEqual(self.advice(mostly_alone)["small_transfers"]["hints"], {})  # it would hold back the few others only
        large = {"writes": 1000, "written_bytes": 4 << 20, "write_sizes": [[512, 490], [4096, 510]]}
        self.assertNotIn("small_transfers", self.advice(report(rank_report(0, **large))))

    def test_holes(self):
        holes = self.advice(report(rank_report(0, windows=500, windows_with_holes=412)))["holes"]
        self.assertIn("82 % of 500 windows", holes["text"])
        self.assertNotIn("holes", self.advice(report(rank_report(0, windows=500, windows_with_holes=50))))

    def test_small_puts(self):
        many = {"put_calls": 400, "collective_put_calls": 400, "put_bytes": 400 << 10, "collective_put_bytes": 400 << 10}
        ranks = [rank_report(rank, **many) for rank in range(4)]
        found = self.advice(report(*ranks))["small_puts"]
        self.assertIn("400 collective calls put 4 KiB each", found["text"])
        self.assertEqual(found["hints"], {"weft_write_behind": "enable"})
        self.assertNotIn("small_puts", self.advice(report(*ranks, hints={"weft_write_behind": "enable"})))

    def test_independent_calls(self):
        alone = {"put_calls": 300, "collective_put_calls": 0, "collective_put_bytes": 0, "locks": 300}
        found = self.advice(report(*[rank_report(rank, **alone) for rank in range(2)]))["independent"]
        self.assertIn("100 % of the bytes moved in 600 independent calls", found["text"])
        self.assertIn("locks than now (600)", found["text"])
        self.assertNotIn("independent", self.advice(report(rank_report(0, **alone))))  # one rank has nobody to join

    def test_hints_that_are_in_the_way(self):
        forced = self.advice(report(hints={"weft_method": "reference"}))["forced_method"]
        self.assertIn("tests", forced["text"])
        self.assertNotIn("forced_method", self.advice(report(hints={"weft_method": "automatic"})))
        talking = [rank_report(rank, messages=50, message_bytes=1 << 20) for rank in range(2)]
        hinted = self.advice(report(*talking, hints={"weft_shared_memory": "disable"}))["messages_on_one_node"]
        self.assertEqual(hinted["hints"], {"weft_shared_memory": "automatic"})
        self.assertIn("/dev/shm", self.advice(report(*talking))["messages_on_one_node"]["text"])
        self.assertNotIn("messages_on_one_node", self.advice(report(*talking, nodes=2)))

    def test_stages_that_are_full(self):
        use = {"logs": 1, "staged_bytes": 1 << 30, "passed_bytes": 0, "refused_bytes": 0, "full_seconds": 100.0, "get_seconds": 0.0,
               "drain_seconds": 0.0, "moved_bytes": 1 << 30, "moving_seconds": 4.0, "processor_seconds": 1.6}
        found = self.advice(report(stage=use))["full_stage"]
        self.assertIn("Puts waited for", found["text"])
        self.assertIn("moved 256 MiB per second, and had 0.4 of a core", found["text"])
        quiet = use | {"full_seconds": 0.0}
        self.assertIn("64 MiB did not fit", self.advice(report(stage=quiet | {"passed_bytes": 96 << 20, "refused_bytes": 64 << 20}))["full_stage"]["text"])
        # What ranks wrote on their own says nothing of the stage's size.
        self.assertNotIn("full_stage", self.advice(report(stage=quiet | {"passed_bytes": 96 << 20})))
        self.assertIn("staged         1 GiB in 1 log;", self.ok("report", "--text", self.write(report(stage=use))))

    def test_chunks_that_are_rewritten(self):
        use = {"variable": "T", "written": 100, "value_bytes": 100 << 20, "stored_bytes": 40 << 20, "rewritten": 40, "lost_bytes": 16 << 20,
               "closed_early": 0, "read": 40, "codec_seconds": 1.5}
        found = self.advice(report(chunks=[use]))["rewritten_chunks"]
        self.assertIn("Chunks of variable T were rewritten 40 times, by which 16 MiB of the file are lost", found["text"])
        self.assertIn("ncmpi_sync", found["text"])
        self.assertEqual(found["hints"], {})
        early = report(chunks=[use | {"closed_early": 50}], hints={"weft_open_chunk_bytes": "1000"})
        found = self.advice(early)["rewritten_chunks"]
        self.assertIn("50 chunks had been closed", found["text"])
        self.assertEqual(found["hints"], {"weft_open_chunk_bytes": "4000"})
        for few in ({"rewritten": 4}, {"rewritten": 24}):
            self.assertNotIn("rewritten_chunks", self.advice(report(chunks=[use | few])))
        text = self.ok("report", "--text", self.write(report(chunks=[use])))
        self.assertIn("100 chunks written, 100 MiB as 40 MiB (2.5 to 1), 40 of them rewritten", text)
        self.assertIn("closed early", text)
        self.assertNotIn("Chunks", self.ok("report", "--text", self.write(report())))
        self.assertIn("<h2>Chunks</h2>", self.page(report(chunks=[use]))[0])

    def test_where_the_time_goes(self):
        extra = {"put_calls": 0, "put_bytes": 0, "get_calls": 10, "get_bytes": 1 << 20, "written_bytes": 0, "read_bytes": 9 << 20}
        self.assertIn("9 MiB were read for gets of 1 MiB", self.advice(report(rank_report(0, **extra)))["extra_reads"]["text"])
        storage = self.advice(report(rank_report(0, seconds={"storage": 1.0})))["storage"]
        self.assertEqual(storage["severity"], "note")
        self.assertIn("10 MiB per second", storage["text"])
        self.assertIn("conversion", self.advice(report(rank_report(0, seconds={"convert": 1.0}))))

    # Refusals

    def test_what_is_no_report_is_refused(self):
        for content, reason in (("", "not JSON"), ("{", "not JSON"), ("CDF\1", "not JSON"), ("{}", "weft_report"),
                                ('{"weft_report": "1"}', "weft_report"), ("[]", "trace"), ('{"weft_report": 2}', "version 2"),
                                ('{"weft_report": 1}', "file"), ("[" * 100000, "not JSON")):
            path = self.write(content)
            self.assertIn(reason, self.fails(1, "report", path), content[:40])
            self.assertFalse((self.folder / "run.html").exists())
        self.assertIn("missing.json", self.fails(1, "report", self.folder / "missing.json"))
        self.assertIn("directory", self.fails(1, "report", self.folder))

    def test_damaged_reports_are_refused(self):
        sound = report()

        def places(node, way=()):
            if isinstance(node, (dict, list)):
                items = node.items() if isinstance(node, dict) else enumerate(node[:2])
                for key, value in items:
                    yield (*way, key)
                    yield from places(value, (*way, key))

        refused = 0
        for way in [way for way in places(sound) if "by_rank" not in way or way[1:2] in ((), (0,))]:
            broken = copy.deepcopy(sound)
            node = broken
            for key in way[:-1]:
                node = node[key]
            node[way[-1]] = {"unexpected": None}
            done = weft("report", "--json", self.write(broken))
            self.assertIn(done.returncode, (0, 1), way)
            self.assertEqual(done.returncode == 1, done.stderr != b"", way)
            refused += done.returncode
        self.assertGreater(refused, 80)

    def test_impossible_numbers_are_harmless(self):
        odd = report()
        odd["seconds"] = -1
        odd["timeline"]["slice_seconds"] = 0
        odd["totals"]["writes"] = -5
        odd["totals"]["write_sizes"] = [[-1, -2], [9223372036854775807, 9223372036854775807]]
        odd["by_rank"][0]["arrivals"]["calls"] = -3
        self.page(odd)
        self.ok("report", "--text", self.write(odd))
        for number in (-1, 4096, 1 << 40):
            odd["timeline"]["ranks"][0]["slices"][0][0] = number
            self.assertIn("impossible", self.fails(1, "report", self.write(odd)))

    def test_options_exclude_each_other(self):
        path = self.write(report())
        for words in (["--text", "--json"], ["--text", "-o", "x"], ["--json", "-o", "x"]):
            self.fails(2, "report", path, *words)


if __name__ == "__main__":
    main()
