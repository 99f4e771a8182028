# SPDX-License-Identifier: BSD-3-Clause
"""What all subcommands share: exit codes, messages, pipes; and `weft explain`."""

import os
import resource
import subprocess

from classic import Classic, Variable
from support import WEFT, ToolTest, main, weft


class CommandTest(ToolTest):
    def test_version_and_help(self):
        self.assertRegex(self.ok("--version"), r"^weft \d+\.\d+\.\d+\n$")
        self.assertIn("recover", self.ok("help"))
        self.assertIn("weft dump", self.ok("help", "dump"))

    def test_command_lines_without_sense_are_2(self):
        for words in (["nonsense"], ["dump"], ["dump", "-p", "0", "f"], ["dump", "-l", "x", "f"], ["check"], ["explain"],
                      ["help", "nonsense"], ["info", "--nonsense", "f"]):
            self.fails(2, *words)

    def test_messages_name_file_and_reason(self):
        hdf5 = self.folder / "four.nc"
        hdf5.write_bytes(b"\211HDF\r\n\032\n" + bytes(100))
        for command in ("dump", "info"):
            self.assertIn("missing.nc", self.fails(1, command, self.folder / "missing.nc"))
            self.assertIn("libhdf5", self.fails(1, command, hdf5))
        sound = Classic(1).write(self.folder / "empty.nc")
        self.assertIn("'nosuch'", self.fails(1, "dump", "-v", "nosuch", sound))

    def test_no_colour_and_no_control_characters_in_a_pipe(self):
        self.assertNotIn("\033", self.fails(1, "dump", self.folder / "missing.nc"))

    def test_a_reader_that_goes_away_is_no_failure(self):
        big = Classic(1, [("n", 500000)], [], [Variable("v", "int", [0], [7] * 500000)]).write(self.folder / "big.nc")
        for options in ([], ["--json"]):
            with subprocess.Popen([WEFT, "dump", *options, str(big)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                process.stdout.read(100)
                process.stdout.close()
                self.assertEqual((process.stderr.read(), process.wait(timeout=60)), (b"", 0))

    def test_output_that_cannot_be_written_is_a_failure(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        sound = Classic(1).write(self.folder / "empty.nc")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([WEFT, "dump", str(sound)], stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard output", done.stderr)

    def test_memory_does_not_grow_with_a_variable(self):
        if os.environ.get("WEFT_SANITIZE") == "ON":
            self.skipTest("the address sanitizer needs more address space")
        # Sparse: half a GiB as one row. Only the beginning of the output is read.
        header = Classic(2, [("n", 1 << 29)], [], [Variable("v", "char", [0])])
        file = self.folder / "sparse.nc"
        file.write_bytes(header.header([len(header.header([0]))]))
        os.truncate(file, file.stat().st_size + (1 << 29))
        limit = 200 << 20
        done = subprocess.run([WEFT, "dump", str(file)], capture_output=True, timeout=120,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b'v = "" ;', done.stdout)

    def test_explain_by_symbol_and_number(self):
        text = self.ok("explain", "NC_ENOTNC")
        self.assertTrue(text.startswith("NC_ENOTNC (-51): "), text)
        self.assertEqual(len(text.splitlines()), 2)  # with advice
        for word in ("enotnc", "ENOTNC", "-51"):
            self.assertEqual(self.ok("explain", word), text)
        self.assertEqual(len(self.ok("explain", "-51", "-33").splitlines()), 4)
        self.assertIn("errno 28: No space left", self.ok("explain", "28"))
        self.assertIn("-51 of a netCDF function is NC_ENOTNC.", self.ok("explain", "51"))
        for word in ("nonsense", "-9999", "-5x"):
            self.assertIn(word, self.fails(2, "explain", word))


if __name__ == "__main__":
    main()
