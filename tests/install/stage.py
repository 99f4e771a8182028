# SPDX-License-Identifier: BSD-3-Clause
"""Installs the build twice: into a prefix that is then moved, and below a DESTDIR."""

import shutil

from support import FACTS, PREFIX, SCRATCH, STAGED, STAGED_PREFIX, environment, run

shutil.rmtree(SCRATCH, ignore_errors=True)
first = SCRATCH / "first"
run("cmake", "--install", FACTS["build"], "--prefix", first, env=environment())
PREFIX.parent.mkdir(parents=True)
first.rename(PREFIX)
run("cmake", "--install", FACTS["build"], "--prefix", STAGED_PREFIX, env=environment(DESTDIR=STAGED))
print(f"installed to {PREFIX} and {STAGED}{STAGED_PREFIX}")
