# SPDX-License-Identifier: BSD-3-Clause
"""Whether this process is one of those that its launcher has started together. Under the launcher of another MPI library than
mpi4py's, each takes itself for the whole program: nothing would fail, and all would write the same files, each all of them."""

import os

# In which launchers say how many processes they have started.
_SIZES = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE")


class LaunchError(RuntimeError):
    """Several processes were started, and each is alone, since the launcher is not that of mpi4py's MPI library."""


def launched_processes():
    """How many were started with this one; 0 where no launcher says so."""
    said = next((os.environ[name] for name in _SIZES if name in os.environ), "0")
    return int(said) if said.isdigit() else 0


def require_matching_launcher(world_size, library):
    """library: what it says about itself."""
    launched = launched_processes()
    if launched > 1 and world_size == 1:
        raise LaunchError(f"a launcher started {launched} processes, but each is alone in its MPI_COMM_WORLD: start the program with "
                          f"the mpiexec of mpi4py's own MPI library, which is {library.splitlines()[0].split(',')[0]}")
