# SPDX-License-Identifier: BSD-3-Clause
"""The findings of `weft check` for valid, unusual and broken files, and its exit codes."""

import json

from classic import Classic, Variable
from support import FERRET, ToolTest, main, weft


def sample(version=1):
    return Classic(version, [("t", 0), ("x", 3)], [("title", "char", b"sample")],
                   [Variable("a", "int", [1], [1, 2, 3]), Variable("r", "short", [0, 1], [1, 2, 3, 4, 5, 6]),
                    Variable("s", "double", [0], [1.5, 2.5])], record_count=2)


class CheckTest(ToolTest):
    def check_bytes(self, content, *options):
        path = self.folder / "file.nc"
        path.write_bytes(content)
        done = weft("check", *options, path)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_sound_files_pass(self):
        for version in (1, 2, 5):
            code, text, _ = self.check_bytes(sample(version).bytes())
            self.assertEqual((code, text.splitlines()[-1].split(": ")[1]), (0, "0 errors, 0 warnings"), text)

    def test_real_files_pass(self):
        files = sorted(FERRET.glob("*"))
        if not files:
            self.skipTest(f"no data sets in {FERRET}")
        done = weft("check", *files)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_broken_files_fail_with_code_and_offset(self):
        sound = sample().bytes()
        dimension_twice = sound.replace(b"\0\0\0\1x\0\0\0", b"\0\0\0\1t\0\0\0", 1)
        bad_type = sound.replace(b"title\0\0\0\0\0\0\2", b"title\0\0\0\0\0\0\x63", 1)
        for content, code, place in ((b"", "NC_EFILE", "byte 0"),
                                     (b"CDF\7" + sound[4:], "NC_ENOTNC", "byte"),
                                     (sound[:60], "NC_ENOTNC", "byte 40"),  # where the list stands that is cut
                                     (dimension_twice, "NC_ENAMEINUSE", "byte"),
                                     (bad_type, "NC_EBADTYPE", "byte"),
                                     (sound[:12] + b"\x7f\xff\xff\xff" + sound[16:], "NC_ENOTNC", "byte 8")):
            exit_code, text, _ = self.check_bytes(content)
            self.assertEqual(exit_code, 1, text)
            self.assertIn("error at byte", text)
            self.assertIn(code, text)
            self.assertIn(place, text)

    def test_every_cut_of_the_header_is_an_error(self):
        sound = sample(5).bytes()
        header_bytes = len(sample(5).header([0, 0, 0]))
        for length in range(header_bytes):
            self.assertEqual(self.check_bytes(sound[:length], "-q")[0], 1, length)

    def test_missing_data_are_an_error(self):
        for cut in (1, 4, 20):
            code, text, _ = self.check_bytes(sample().bytes()[:-cut])
            self.assertEqual(code, 1, cut)
            self.assertIn("error at byte", text)
            self.assertIn("but the file is shorter", text)

    def test_warnings_do_not_count(self):
        code, text, _ = self.check_bytes(sample().bytes().replace(b"title\0\0\0", b"title\1\0\0", 1))
        self.assertEqual(code, 0)
        self.assertIn("warning at byte", text)

    def test_quiet_prints_nothing(self):
        self.assertEqual(self.check_bytes(b"CDF\1", "-q"), (1, "", ""))

    def test_json_holds_the_same(self):
        code, text, _ = self.check_bytes(sample().bytes()[:60], "--json")
        report = json.loads(text)
        self.assertEqual(code, 1)
        self.assertEqual((len(report), report[0]["readable"], report[0]["valid"]), (1, True, False))
        finding = report[0]["findings"][-1]
        self.assertEqual((finding["severity"], finding["code"], finding["offset"]), ("error", "NC_ENOTNC", 40))

    def test_unreadable_files_are_told_from_broken_ones(self):
        broken = self.folder / "broken.nc"
        broken.write_bytes(b"CDF\1")
        missing = self.folder / "missing.nc"
        done = weft("check", missing, broken)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"missing.nc", done.stderr)
        self.assertIn(b"broken.nc: 1 error,", done.stdout)
        self.assertEqual(weft("check", self.folder).returncode, 2)
        self.assertFalse(json.loads(weft("check", "--json", missing).stdout)[0]["readable"])


if __name__ == "__main__":
    main()
