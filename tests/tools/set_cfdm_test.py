# SPDX-License-Identifier: BSD-3-Clause
"""Software that knows the CF conventions, and not Weft, reads a set by its master: cfdm (from PyPI) gets the values that were
written. WEFT_CFDM_PYTHON names a Python that has cfdm, if this one has not."""

import json
import os
import subprocess
import sys

from classic import Classic, Variable
from support import ToolTest, main, skip

PYTHON = os.environ.get("WEFT_CFDM_PYTHON", sys.executable)
READ = """
import json, sys
import cfdm
fields = {field.nc_get_variable(): field.array.tolist() for field in cfdm.read(sys.argv[1])}
print(json.dumps(fields))
"""


def values(shape, first):
    """Nested lists of numbers that rise."""
    if not shape:
        return first
    step = 1
    for length in shape[1:]:
        step *= length
    return [values(shape[1:], first + i * step) for i in range(shape[0])]


def flat(array):
    return [number for row in array for number in flat(row)] if isinstance(array, list) else [array]


class CfdmTest(ToolTest):
    def read(self, master):
        """Runs in the folder of the set, because cfdm looks for parts in its own folder."""
        done = subprocess.run([PYTHON, "-c", READ, master.name], cwd=self.folder, capture_output=True, timeout=240)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return json.loads(done.stdout)

    def test_cfdm_gets_the_values(self):
        shapes = {"grid": ([1, 2], [7, 5]), "series": ([0, 1, 2], [3, 7, 5]), "cube": ([3, 1, 2], [4, 7, 5])}
        expected = {name: values(shape, 100 * i) for i, (name, (_, shape)) in enumerate(shapes.items())}
        variables = [Variable(name, "double", ids, flat(expected[name]),
                              [("par_dim_id", "int", [1])] if name == "cube" else []) for name, (ids, _) in shapes.items()]
        whole = Classic(5, [("t", 0), ("y", 7), ("x", 5), ("z", 4)], [], variables, record_count=3).write(self.folder / "in.nc")
        for parts in (3, 9):  # more than there are rows: some have nothing
            made = self.folder / f"set{parts}.nc"
            self.ok("split", "-n", parts, "--least-bytes", "0", whole, made)
            self.assertEqual(self.read(made), expected, parts)


if __name__ == "__main__":
    if subprocess.run([PYTHON, "-c", "import cfdm"], capture_output=True).returncode != 0:
        skip("cfdm is not installed (pip install cfdm; WEFT_CFDM_PYTHON may name its Python)")
    main()
