#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The version stands in api/features.tsv (WEFT_VERSION). Files that have to repeat it must agree; this finds those that do not."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Where it is repeated, and how: the first match counts.
REPEATED = {
    "CHANGELOG.md": r"^## (\d\S*)",
    "CITATION.cff": r"^version: (\S+)",
    "docs/install.md": r"weft@(\S+)",
    "docs/tools.md": r"Weft: +(\S+)",
    "packaging/conda/recipe.yaml": r"^  version: \"(\S+)\"",
    "packaging/debian/changelog": r"^weft \((\S+)-\d+\)",
    "packaging/spack/package.py": r"version\(\"([\d.]+)\"",
    "python/weftnc/__init__.py": r"__version__ = \"(\S+)\"",
}


def main() -> int:
    wanted = re.search(r"^WEFT_VERSION\t\"(\S+)\"", (ROOT / "api/features.tsv").read_text(), re.M)[1]
    wrong = 0
    for name, pattern in REPEATED.items():
        found = re.search(pattern, (ROOT / name).read_text(), re.M)
        if found is None or found[1] != wanted:
            print(f"{name} says {found[1] if found else 'nothing'}, api/features.tsv {wanted}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
