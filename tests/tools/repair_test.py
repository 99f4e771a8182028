# SPDX-License-Identifier: BSD-3-Clause
"""What `weft check --repair` repairs, and what it leaves unchanged."""

import json
import struct

from check_test import sample
from support import ToolTest, main, weft


class RepairTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "file.nc"

    def repair(self, content, *options):
        self.file.write_bytes(content)
        done = weft("check", "--repair", *options, self.file)
        return done.returncode, done.stdout.decode()

    def test_sound_files_stay_and_need_no_permission(self):
        for version in (1, 2, 5):
            sound = sample(version).bytes()
            self.file.write_bytes(sound)
            self.file.chmod(0o444)
            self.assertNotIn("repaired", self.ok("check", "--repair", self.file))
            self.assertEqual(self.file.read_bytes(), sound)
            self.file.unlink()

    def test_padding_of_names_and_values(self):
        for version in (1, 2, 5):
            sound = sample(version).bytes()
            odd = bytearray(sound)
            for text, length in ((b"title", 3), (b"sample", 2)):
                at = sound.index(text) + len(text)
                odd[at:at + length] = b"\7" * length
            self.assertEqual(weft("check", "--strict", self.file.parent / "none").returncode, 2)
            self.file.write_bytes(odd)
            self.assertEqual((weft("check", "-q", self.file).returncode,
                              weft("check", "-q", "--strict", self.file).returncode), (0, 1))
            code, text = self.repair(odd)
            self.assertEqual((code, text.count("repaired: padding set to zero at byte")), (0, 2), text)
            self.assertEqual(self.file.read_bytes(), sound)

    def test_record_counts(self):
        for version in (1, 2, 5):
            sound = sample(version).bytes()  # 2 records
            form, nothing = (">q", -5) if version == 5 else (">i", -5)
            end = 4 + struct.calcsize(form)
            record = 16
            for content, counted, expected in ((sound, 2, 2), (sound, 9, 2), (sound, 0, 2), (sound, 1, 2), (sound, -1, 2),
                                               (sound, nothing, 2), (sound[:-record], 2, 1), (sound[:-record], 9, 1),
                                               (sound[:-4], 2, 2), (sound[:-4], 1, 1), (sound[:-4], 7, 2),
                                               (sound[:-2 * record], 2, 0)):
                code, text = self.repair(content[:4] + struct.pack(form, counted) + content[end:])
                # No repair can restore missing data of the last record.
                self.assertEqual(code, 1 if content == sound[:-4] and expected == 2 else 0, text)
                after = self.file.read_bytes()
                self.assertEqual(struct.unpack(form, after[4:end])[0], expected, (version, counted, len(content)))
                self.assertEqual(after[end:], content[end:])
                self.assertEqual("repaired: record count" in text, counted != expected, text)

    def test_other_errors_are_left_alone(self):
        sound = sample().bytes()
        broken = bytearray(sound.replace(b"\0\0\0\1x\0\0\0", b"\0\0\0\1t\7\7\7", 1))
        broken[4:8] = struct.pack(">i", 9)
        code, text = self.repair(bytes(broken))
        self.assertEqual((code, self.file.read_bytes()), (1, bytes(broken)), text)
        self.assertIn("NC_ENAMEINUSE", text)
        for content in (b"", b"CDF", b"not a netCDF file", sound[:50]):
            self.assertEqual(self.repair(content)[0], 1)
            self.assertEqual(self.file.read_bytes(), content)

    def test_only_with_the_flag(self):
        odd = sample().bytes()
        odd = odd[:4] + struct.pack(">i", 1) + odd[8:]
        self.file.write_bytes(odd)
        weft("check", self.file)
        self.assertEqual(self.file.read_bytes(), odd)

    def test_json(self):
        sound = sample().bytes()
        code, text = self.repair(sound[:4] + struct.pack(">i", 1) + sound[8:], "--json")
        report = json.loads(text)[0]
        self.assertEqual((code, report["valid"], len(report["repairs"])), (0, True, 1))
        self.assertIn("record count set to 2", report["repairs"][0])

    def test_missing_files_are_2(self):
        self.fails(2, "check", "--repair", self.folder / "missing.nc")


if __name__ == "__main__":
    main()
