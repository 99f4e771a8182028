# SPDX-License-Identifier: BSD-3-Clause
"""dev/release in a small repository, with a dev/wheel that takes no minutes."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "dev"))
import check_version
import python_tests

VERSION = re.search(r'^WEFT_VERSION\t"(.*?)"', (ROOT / "api/features.tsv").read_text(), re.M)[1]
WHEEL = f"""#!/bin/sh
echo source > "$1/weftnc-{VERSION}.tar.gz"
echo wheel > "$1/weftnc-{VERSION}-py3-none-any.whl"
"""
CHANGES = f"# Changes\n\n## {VERSION}\n\n- New: all.\n\n## 0.0.1\n\n- Old.\n"
PERSON = {f"GIT_{who}_{what}": text for who in ("AUTHOR", "COMMITTER") for what, text in (("NAME", "N"), ("EMAIL", "n@localhost"))}


class ReleaseTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name, "weft")
        self.tree.mkdir()
        for name in (*check_version.REPEATED, "api/features.tsv", "dev/check_version.py", "dev/release", "README.md", ".gitignore"):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.tree / name)
        self.made = self.tree / f"build/release-{VERSION}"
        (self.tree / "dev/wheel").write_text(WHEEL)
        (self.tree / "dev/wheel").chmod(0o755)
        (self.tree / "CHANGELOG.md").write_text(CHANGES)
        self.git("init", "--quiet")
        self.commit()

    def git(self, *words):
        return subprocess.run(["git", *words], cwd=self.tree, env={**os.environ, **PERSON}, check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "All")

    def release(self, **variables):
        done = subprocess.run(["dev/release"], cwd=self.tree, env={**os.environ, **PERSON, **variables}, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def is_refused(self, why):
        code, said = self.release()
        self.assertEqual(code, 1, said)
        self.assertIn(why, said)
        self.assertFalse(self.made.exists())
        self.assertEqual(self.git("tag").replace(f"v{VERSION}\n", ""), "")

    def names_made(self):
        return {path.name for path in self.made.iterdir()}

    def test_makes_all_and_tags(self):
        code, said = self.release()
        self.assertEqual(code, 0, said)
        everything = {f"weft-{VERSION}.tar.gz", f"weft-{VERSION}.tar.xz", f"weftnc-{VERSION}.tar.gz",
                      f"weftnc-{VERSION}-py3-none-any.whl", "NOTES.md", "SHA256SUMS"}
        self.assertEqual(self.names_made(), everything)
        sums = (self.made / "SHA256SUMS").read_text()
        self.assertEqual({line.split()[1] for line in sums.splitlines()}, everything - {"SHA256SUMS"})
        self.assertEqual((self.made / "NOTES.md").read_text(), f"# Weft {VERSION}\n\n\n- New: all.\n")
        self.assertEqual(self.git("cat-file", "-t", f"v{VERSION}"), "tag\n")
        self.assertEqual(self.git("rev-parse", f"v{VERSION}^{{commit}}"), self.git("rev-parse", "HEAD"))
        tracked = set(self.git("ls-files").split("\n")) - {""}
        for kind in ("gz", "xz"):
            with tarfile.open(self.made / f"weft-{VERSION}.tar.{kind}") as archive:
                names = {one.name.removeprefix(f"weft-{VERSION}/") for one in archive if not one.isdir()}
            self.assertEqual(names, tracked)
        self.is_refused_a_second_time()

    def is_refused_a_second_time(self):
        before = self.git("rev-parse", f"v{VERSION}")
        code, said = self.release()
        self.assertEqual(code, 1)
        self.assertIn("is there already", said)
        self.assertEqual(self.git("rev-parse", f"v{VERSION}"), before)

    def test_refuses_a_tree_with_changes(self):
        (self.tree / "README.md").write_text("other\n")
        self.is_refused("not committed")
        self.git("checkout", "--quiet", "README.md")
        (self.tree / "more.txt").write_text("other\n")
        self.is_refused("not committed")

    def test_refuses_versions_that_differ(self):
        path = self.tree / "CITATION.cff"
        path.write_text(path.read_text().replace(VERSION, "9.9.9"))
        self.commit()
        self.is_refused("CITATION.cff says 9.9.9")

    def test_refuses_a_change_log_that_is_not_ready(self):
        for text, why in ((CHANGES.replace("- New: all.", "Not released yet.\n\n- New: all."), "is not released yet"),
                          (CHANGES.replace("- New: all.\n", ""), "has nothing under"),
                          (CHANGES.replace("## ", "## Unreleased\n\n- More.\n\n## ", 1), "under Unreleased")):
            (self.tree / "CHANGELOG.md").write_text(text)
            self.commit()
            self.is_refused(why)

    def test_a_trial_makes_all_and_tags_nothing(self):
        (self.tree / "CHANGELOG.md").write_text(CHANGES.replace("- New: all.", "Not released yet."))
        code, said = self.release(DRY="1")
        self.assertEqual(code, 0, said)
        self.assertIn("2 of the conditions", said)
        self.assertEqual(len(self.names_made()), 6)
        self.assertEqual(self.git("tag"), "")

    def test_a_wheel_that_is_not_made_is_no_release(self):
        (self.tree / "dev/wheel").write_text("#!/bin/sh\n")
        self.commit()
        code, said = self.release()
        self.assertEqual(code, 1, said)
        self.assertIn("dev/wheel has not made", said)
        self.assertEqual(self.git("tag"), "")


if __name__ == "__main__":
    if not (ROOT / ".git").exists():
        print("skipped: this tree is no repository of git")
        sys.exit(python_tests.SKIPPED)
    python_tests.main(sys.argv, verbosity=2)
