#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Programs of several ranks with files on the web.

    program_test.py MPI READER WEFT

WEFT_WEB_FAULTS: how many random faults there are, at least.
"""

import itertools
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import web_site
from web_site import answering, hanging_up, leading_to

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import python_tests  # noqa: E402

MPI, READER, WEFT = None, None, None
FAULTS = int(os.environ.get("WEFT_WEB_FAULTS", "30"))
FORMATS = {"classic": ["-k", "cdf5"], "chunked": ["-k", "netcdf4", "--deflate", "1", "-c", "t/1,x/5000"], "plain": ["-k", "netcdf4"]}


def cdl():
    numbers = random.Random(1)
    values = ", ".join(str(numbers.randrange(1000000)) for _ in range(6 * 30000))
    return ("netcdf a { dimensions: t = UNLIMITED ; x = 30000 ; y = 500 ; variables: int v(t, x) ; double f(x) ; short s(y) ; "
            f"int scalar ; data: v = {values} ; scalar = 5 ; }}")


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder_ = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.folder_.name)
        (cls.folder / "a.cdl").write_text(cdl())
        subprocess.run([WEFT, "gen", cls.folder / "a.cdl", "-o", cls.folder / "a.nc"], check=True)
        for kind, flags in FORMATS.items():
            subprocess.run([WEFT, "copy", *flags, cls.folder / "a.nc", cls.folder / f"{kind}.nc"], check=True)
        subprocess.run([WEFT, "split", "-n", "3", cls.folder / "a.nc", cls.folder / "set.nc"], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder_.cleanup()

    def setUp(self):
        self.site = web_site.Site()
        self.addCleanup(self.site.end)
        self.site.add_folder(self.folder)

    def run_reader(self, kind, way, ranks, user="", query="", rounds=1, **environment):
        words = [f"--env={name}={value}" for name, value in {"WEFT_REMOTE_TIMEOUT": "2", **environment}.items()]
        return subprocess.run([HERE.parent / "run_mpi", "--mpi", MPI, "--ranks", str(ranks), "--timeout", "200", *words, "--",
                               READER, self.site.name(f"/{kind}.nc", user) + query, self.folder / f"{kind}.nc", way, str(rounds)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_all_ranks_read_the_values_of_the_file(self):
        for kind in [*FORMATS, "set"]:
            for ranks in (1, 3):
                with self.subTest(kind=kind, ranks=ranks):
                    outcome = self.run_reader(kind, "refusing", ranks)
                    self.assertEqual(outcome.returncode, 0, outcome.stdout)
                    self.assertEqual(outcome.stdout.count(": ok"), ranks, outcome.stdout)

    def test_ranks_that_read_columns_fetch_each_byte_once(self):
        """Besides the first MiB, where what HDF5 says of a file may be: each rank that reads has its own. The file is so long
        that its bytes cost more than round trips do, even those of a machine that is slow to answer."""
        (self.folder / "b.cdl").write_text("netcdf b { dimensions: y = 16000 ; x = 300 ; variables: int v(y, x) ; }")
        subprocess.run([WEFT, "gen", self.folder / "b.cdl", "-o", self.folder / "array.nc"], check=True)
        values = random.Random(2).randbytes(16000 * 300 * 4)
        with open(self.folder / "array.nc", "r+b") as file:
            file.seek(-len(values), os.SEEK_END)
            file.write(values)
        subprocess.run([WEFT, "copy", "-k", "netcdf4", "--deflate", "1", "-c", "y/100,x/300", self.folder / "array.nc",
                        self.folder / "chunks.nc"], check=True)
        self.site.add_folder(self.folder)
        ranks = 3
        for kind in ("array", "chunks"):
            with self.subTest(kind=kind):
                self.site.forget()
                outcome = self.run_reader(kind, "columns", ranks)
                self.assertEqual(outcome.returncode, 0, outcome.stdout)
                size = (self.folder / f"{kind}.nc").stat().st_size
                self.assertLess(self.site.bytes_asked, 1.1 * size + ranks * (1 << 20))
                self.assertGreater(ranks * size, 1.1 * size + ranks * (1 << 20), "the file is too short for this test")

    def test_a_file_that_is_another_one_for_some_ranks_is_an_error(self):
        """The first rank has opened one version when the others come."""
        self.site.lie = lambda number, asked: setattr(self.site, "etag", '"2"') if number == 3 else None
        outcome = self.run_reader("classic", "failing", 3)
        self.assertEqual(outcome.returncode, 0, outcome.stdout)
        self.assertNotIn("ok", outcome.stdout)

    def test_a_whole_file_is_downloaded_where_a_hint_allows_it(self):
        self.site.lie = lambda number, asked: lambda handler, asked: handler.send(200, handler.content(asked), {"ETag": '"1"'}, {})
        outcome = self.run_reader("classic", "failing", 2)
        self.assertIn("NC_ENOTSUPPORT", outcome.stdout)
        self.assertIn("weft_web_whole=enable", outcome.stdout)
        outcome = self.run_reader("classic", "", 2, PNETCDF_HINTS="weft_web_whole=enable")
        self.assertEqual(outcome.stdout.count(": ok"), 2, outcome.stdout)

    def test_no_report_and_no_message_has_a_secret(self):
        secret = "h0ush"
        reports = self.folder / "reports"
        reports.mkdir()
        hints = f"weft_report={reports}/;weft_trace={reports}/;weft_report_limit=1"
        for lie in (None, answering(ETag='"2"'), answering(status=403, body=secret.encode(), Content_Type="text/plain")):
            self.site.forget()
            self.site.lie = lambda number, asked, lie=lie: lie if number > 1 else None
            outcome = self.run_reader("classic", "failing", 2, f"ada:{secret}@", f"?key={secret}", PNETCDF_HINTS=hints)
            self.assertEqual(outcome.returncode, 0, outcome.stdout)
            self.assertNotIn(secret, outcome.stdout)
        written = sorted(path.name for path in reports.iterdir())
        self.assertEqual(written, ["classic.nc.report.json", "classic.nc.trace.json"])
        for name in written:
            self.assertNotIn(secret, (reports / name).read_text())

    def test_random_faults_make_no_wrong_value(self):
        faults, compared = 0, 0
        for seed in itertools.count(python_tests.seeds(1, 1)[0]):
            with self.subTest(seed=seed):
                self.site.lie = Faults(self.site, seed)
                outcome = self.run_reader(random.Random(seed).choice(list(FORMATS)), "failing", 1 + seed % 3, rounds=20)
                self.assertEqual(outcome.returncode, 0, f"{outcome.stdout}\n{python_tests.replay_of(seed)}")
                self.site.etag = '"1"'
            self.assertGreater(self.site.lie.count, 0, "no request was made")
            faults += self.site.lie.count
            compared += int(re.search(r"compared (\d+) times", outcome.stdout)[1])
            if faults >= FAULTS:
                break
        self.assertGreater(compared, 0, "no round has come to its end")


class Faults:
    """One request in eight gets something else than it should."""

    def __init__(self, site, seed):
        self.site = site
        self.numbers = random.Random(seed)
        self.count = 0

    def __call__(self, number, asked):
        draw = self.numbers
        if draw.random() > 1 / 8:
            return None
        self.count += 1
        size = len(self.site.contents.get(asked.path, b""))
        begin, last = asked.range or (0, 0)
        near = draw.choice([-3, -2, -1, 1, 2, 3])
        length = min(last, size - 1) - begin + 1  # as many zeros would be a lie that nobody can notice
        return draw.choice([
            hanging_up, answering(cut=draw.randrange(1, 200000)), answering(status=draw.choice([429, 500, 503, 502, 504]), body=b""),
            answering(Retry_After="0", status=503, body=b""), answering(body=bytes(max(0, length + near))),
            answering(Content_Range=f"bytes {max(0, begin + near)}-{last}/{size}"), answering(Content_Range=f"bytes {begin}-{last}/{size + near}"),
            answering(ETag=f'"{draw.randrange(1, 3)}"'), answering(Content_Encoding=draw.choice(["gzip", "identity", "br"])),
            leading_to(asked.path), leading_to("/none.nc"), leading_to("//127.0.0.1:1/classic.nc"), answering(status=200),
            answering(Content_Length=str(draw.randrange(1 << 40)), cut=100),
        ])


if __name__ == "__main__":
    MPI, READER, WEFT = sys.argv[1:4]
    python_tests.main(sys.argv[:1] + sys.argv[4:])
