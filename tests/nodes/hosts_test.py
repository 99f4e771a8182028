# SPDX-License-Identifier: BSD-3-Clause
"""Ranks of two hosts that share a directory: hosts_test.py openmpi|mpich ON_HOSTS RANDOM_PROGRAMS

Skipped (77) where namespaces are not allowed."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from hosts import Hosts, NotAllowed, CABLE

RANKS = 4
SECONDS = 300
SKIPPED = 77


def starter(mpi):
    return f"mpiexec.{mpi}" if shutil.which(f"mpiexec.{mpi}") else "mpiexec"


def command_line(mpi, hosts, directory, hints):
    """To be run on the first host."""
    shell = str(hosts.shell(directory / "shell"))
    places = ",".join(f"{host.address}:{RANKS // len(hosts.all)}" for host in hosts.all)
    if mpi == "mpich":
        return [starter(mpi), "-launcher", "ssh", "-launcher-exec", shell, "-localhost", hosts.all[0].address,
                "-hosts", places, "-genv", "PNETCDF_HINTS", hints, "-n", str(RANKS)]
    settings = {"plm_rsh_agent": shell, "oob_tcp_if_include": CABLE, "btl_tcp_if_include": CABLE, "pml": "ob1",
                "btl": "self,vader,tcp", "btl_vader_single_copy_mechanism": "none", "mpi_yield_when_idle": "1",
                "orte_tmpdir_base": str(directory)}
    command = [starter(mpi), "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-H", places,
               "-x", f"PNETCDF_HINTS={hints}", "-n", str(RANKS)]
    for key, value in settings.items():
        command += ["--mca", key, value]
    return command


def run(mpi, hosts, directory, hints, program):
    command = [*hosts.all[0].enter(), f"--wd={directory}", *command_line(mpi, hosts, directory, hints), *program]
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    print(done.stdout, done.stderr, sep="")
    assert done.returncode == 0, f"{' '.join(command)} returned {done.returncode}"
    return done.stdout


def test(mpi, on_hosts, random_programs, hosts, directory):
    hints = "weft_method=two_phase"
    said = run(mpi, hosts, directory, hints, [on_hosts, directory / "matrix.nc"])
    assert f"{RANKS} ranks on two hosts are right" in said and "exchanged: 0 messages" not in said, said
    run(mpi, hosts, directory, hints, [random_programs, "--seed", "1", "--programs", "30", "--dir", directory])


def main():
    mpi, on_hosts, random_programs = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="scratch-", dir="/var/tmp") as directory:
        try:
            with Hosts() as hosts:
                test(mpi, pathlib.Path(on_hosts).resolve(), pathlib.Path(random_programs).resolve(), hosts,
                     pathlib.Path(directory))
        except NotAllowed as reason:
            print(f"skipped: no hosts in namespaces: {reason}")
            return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
