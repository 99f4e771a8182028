# SPDX-License-Identifier: BSD-3-Clause
"""Ranks of two hosts that share a directory, under Open MPI: hosts_test.py ON_HOSTS RANDOM_PROGRAMS

Skipped (77) where namespaces are not allowed."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from hosts import Hosts, NotAllowed

RANKS = 4
SECONDS = 300
SKIPPED = 77


def run(hosts, directory, program, hints="weft_method=two_phase", ranks=RANKS):
    """`directory`: of the machine, not of a file system between the hosts."""
    mpiexec = "mpiexec.openmpi" if shutil.which("mpiexec.openmpi") else "mpiexec"
    command = [*hosts.open_mpi(mpiexec, directory, ranks), "-n", str(ranks), "-x", f"PNETCDF_HINTS={hints}",
               "--mca", "btl_vader_single_copy_mechanism", "none", *map(str, program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    print(done.stdout, done.stderr, sep="")
    assert done.returncode == 0, f"{' '.join(command)} returned {done.returncode}"
    return done.stdout


def test(on_hosts, random_programs, hosts, directory):
    said = run(hosts, directory, [on_hosts, directory / "matrix.nc"])
    assert f"{RANKS} ranks on two hosts are right" in said and "exchanged: 0 messages" not in said, said
    for seed in ("1", "fresh"):
        run(hosts, directory, [random_programs, "--seed", seed, "--programs", "15", "--dir", directory])


def with_hosts(test, rate=None):
    """Runs a test whose programs are named as arguments; the result is that of the process."""
    on_hosts, random_programs = (pathlib.Path(program).resolve() for program in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="scratch-", dir="/var/tmp") as directory:
        try:
            with Hosts(rate) as hosts:
                test(on_hosts, random_programs, hosts, pathlib.Path(directory))
        except NotAllowed as reason:
            print(f"skipped: {reason}")
            return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(with_hosts(test))
