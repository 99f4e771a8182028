# SPDX-License-Identifier: BSD-3-Clause
"""Where snippets run: a directory of their own, with an installed Weft and its MPI on the PATH."""

import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "install"))

from support import FACTS, PREFIX, environment, run  # noqa: E402

MPIEXEC = """\
#!/bin/sh
[ "$1" = -n ] || exit 2
ranks=$2
shift 2
exec "{root}/tests/run_mpi" --mpi {mpi} --ranks "$ranks" --timeout 60 -- "$@"
"""
LONGEST_SECONDS = 120


class Place:
    """A fresh directory for the snippets of a page, and the environment in which they run."""

    def __init__(self, name: str):
        base = pathlib.Path(FACTS["build"], "scratch", "docs", name)
        shutil.rmtree(base, ignore_errors=True)
        self.folder = base / "here"
        self.folder.mkdir(parents=True)
        commands = base / "bin"
        commands.mkdir()
        config = PREFIX / "bin" / "pnetcdf-config"
        for name_of_command, option in (("mpicc", "--cc"), ("mpicxx", "--c++"), ("mpifort", "--fc")):
            (commands / name_of_command).symlink_to(run(config, option).strip())
        start = commands / "mpiexec"
        start.write_text(MPIEXEC.format(root=ROOT, mpi=FACTS["mpi"]))
        start.chmod(0o755)
        # No LD_LIBRARY_PATH: a program finds the library as the page has it linked.
        self.environment = environment(PATH=f"{commands}:{PREFIX}/bin:/usr/bin:/bin",
                                       LC_ALL="C.UTF-8", NO_COLOR="1", TERM="dumb")

    def run(self, *command: str) -> subprocess.CompletedProcess:
        """Standard output and standard error, as one text, and the exit code."""
        return subprocess.run([str(word) for word in command], cwd=self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=LONGEST_SECONDS, errors="replace")

    def must_run(self, *command: str) -> str:
        done = self.run(*command)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, command))} returned {done.returncode}\n{done.stdout}")
        return done.stdout
