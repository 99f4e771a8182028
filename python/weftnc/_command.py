# SPDX-License-Identifier: BSD-3-Clause
"""The weft command, that of the package or, where that has none, the one of the system."""

import pathlib
import shutil
import subprocess


def own_command():
    """That of the package; it need not exist."""
    return pathlib.Path(__file__).parent / "bin" / "weft"


def run_command(*arguments):
    """What it prints. RuntimeError with what it complains of."""
    found = own_command() if own_command().exists() else shutil.which("weft")
    if found is None:
        raise RuntimeError(f"this installation of weftnc has no weft command: neither {own_command()} exists, nor weft in PATH")
    done = subprocess.run([found, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace").strip() or f"weft {arguments[0]} ended with {done.returncode}")
    return done.stdout.decode(errors="replace")
