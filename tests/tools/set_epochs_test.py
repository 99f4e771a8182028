# SPDX-License-Identifier: BSD-3-Clause
"""Sets whose records went to other files from some record on: the commands, and cfdm (from PyPI, if installed)."""

import json
import os
import subprocess

from set_cfdm_test import PYTHON, READ, values
from support import ToolTest, main, skip, weft

WRITER = os.environ.get("WEFT_EPOCHS", "")
HINTS = "weft_parts=3;weft_part_least_bytes=1;weft_epoch_records=2"


class EpochsTest(ToolTest):
    def write(self, name, records, hints=""):
        path = self.folder / name
        subprocess.run([WRITER, path, str(records)], env={**os.environ, "PNETCDF_HINTS": hints}, check=True, timeout=60)
        return path

    def test_the_single_file_is_the_same(self):
        for records in (1, 2, 6, 7):
            made = self.write(f"set{records}.nc", records, HINTS)
            epochs = 1 + records // 2
            self.assertEqual(len(list(self.folder.glob(f"set{records}.nc.*"))), 3 * epochs)
            joined = self.folder / f"joined{records}.nc"
            self.ok("join", made, joined)
            self.assertEqual(joined.read_bytes(), self.write(f"plain{records}.nc", records).read_bytes(), records)
            self.assertNotIn("warning at", self.ok("check", made))
            self.assertEqual(len(json.loads(self.ok("info", "--json", made))["part_files"]), 3 * epochs)

    def test_repair_counts_the_records_of_all_epochs(self):
        for records in (1, 6, 7):
            made = self.write(f"set{records}.nc", records, HINTS)
            plain = self.write(f"plain{records}.nc", records)
            for file in self.folder.glob(f"set{records}.nc*"):
                whole = file.read_bytes()
                file.write_bytes(whole[:4] + bytes(8) + whole[12:])
            self.assertIn(f"but the files of the set have {records}", self.ok("check", made))
            self.assertIn(f"record count set to {records},", self.ok("check", "--repair", made))
            self.assertNotIn("warning at", self.ok("check", made))
            self.ok("diff", made, plain)

    def test_no_part_of_an_epoch_is_written_over(self):
        made = self.write("set.nc", 6, HINTS)
        plain = self.write("plain.nc", 6)
        self.assertIn("is a part of the set", self.fails(1, "copy", plain, self.folder / "set.nc.e1.0001"))
        self.ok("diff", made, plain)

    def test_references_name_the_parts_of_all_epochs(self):
        try:
            from zarr_references import References
        except ImportError as error:
            self.skipTest(str(error))
        in_netcdf4 = "weft_parts=7;weft_part_least_bytes=1;weft_format=netcdf4;weft_compress=deflate:1"  # parts of one row
        for records, hints, parts in ((6, HINTS, 9), (7, HINTS, 12), (7, in_netcdf4, 7)):
            made = self.write(f"set{parts}{'n' * (hints == in_netcdf4)}.nc", records, hints)
            refs = References(self.ok("refs", "--inline", "0", made), self.folder)
            self.assertEqual(refs.array("series").tolist(), values([records, 7, 5], 0))
            self.assertEqual(refs.array("grid").tolist(), values([7, 5], 0))
            self.assertEqual(len({one[0] for one in refs.chunks("series").values()}), parts)

    def test_references_need_one_grid(self):
        made = self.write("set.nc", 2, "weft_parts=3;weft_part_least_bytes=1;weft_format=netcdf4;weft_compress=deflate:1")
        said = self.fails(1, "refs", "--inline", "0", made)  # parts of 2, 2 and 3 rows
        self.assertIn("part ", said)
        self.assertIn("chunks", said)
        self.assertIn(b"left out: variable 'series'", weft("refs", "--inline", "0", "--skip", made).stderr)

    def test_cfdm_gets_the_values(self):
        if subprocess.run([PYTHON, "-c", "import cfdm"], capture_output=True).returncode != 0:
            self.skipTest("cfdm is not installed (pip install cfdm; WEFT_CFDM_PYTHON may name its Python)")
        for records in (6, 7):  # of the last epoch there is no record yet, or one
            made = self.write(f"set{records}.nc", records, HINTS)
            done = subprocess.run([PYTHON, "-c", READ, made.name], cwd=self.folder, capture_output=True, timeout=240)
            self.assertEqual(done.returncode, 0, done.stderr.decode())
            self.assertEqual(json.loads(done.stdout), {"series": values([records, 7, 5], 0), "grid": values([7, 5], 0)})


if __name__ == "__main__":
    if not WRITER:
        skip("WEFT_EPOCHS names no program")
    main()
