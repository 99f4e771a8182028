# SPDX-License-Identifier: BSD-3-Clause
"""Broken headers do no harm: every command that reads one ends soon, with an exit code of its own, and leaves nothing."""

import os
import random

from copy_test import sample
from support import ToolTest, main, replay_of, seeds, weft

SEED = 20240901


class HostileTest(ToolTest):
    def test_damaged_headers(self):
        sound = sample().write(self.folder / "sound.nc")
        codes = set()
        for seed in seeds(120, SEED):
            with self.subTest(replay_of(seed)):
                codes.update(self.damage(random.Random(seed), sound))
        self.assertIn(0, codes, "no header is still good")
        self.assertTrue({1, 2} & codes, "no damage was noticed")

    def damage(self, chance, sound):
        """The exit codes of all commands on a damaged file."""
        bad, out = self.folder / "bad.nc", self.folder / "out.nc"
        content = bytearray(sample(chance.choice((1, 2, 5))).bytes())
        for _ in range(chance.choice((1, 1, 2, 8))):
            at = chance.randrange(4, 400)
            content[at] = chance.choice((0, 1, 0x7f, 0x80, 0xff, content[at] ^ 1 << chance.randrange(8)))
        bad.write_bytes(content[:chance.choice((len(content), chance.randrange(len(content))))])
        codes = set()
        for words in (["diff", "-q", bad, sound], ["diff", "-b", "--json", sound, bad], ["diff", "-q", bad, bad],
                      ["copy", "-k", "cdf5", bad, out], ["copy", "-v", "q,b", "-d", "x,1,2", bad, out],
                      ["info", "--offsets", "--sizes", bad], ["__complete", "variables", bad], ["check", "--repair", bad]):
            done = weft(*words)
            codes.add(done.returncode)
            self.assertIn(done.returncode, (0, 1, 2), (words, done.stderr))
            self.assertNotIn(b"Sanitizer", done.stderr)
            if done.returncode == 0:
                out.unlink(missing_ok=True)
            self.assertEqual(sorted(os.listdir(self.folder)), ["bad.nc", "sound.nc"], words)
        # Repairs must last.
        again = bad.read_bytes()
        weft("check", "--repair", bad)
        self.assertEqual(bad.read_bytes(), again)
        return codes


if __name__ == "__main__":
    main()
