# SPDX-License-Identifier: BSD-3-Clause
"""What must cross the link between two hosts that each move one half of a file: a cube, cut into boxes."""
import math

HOSTS = 2


def process_grid(partition, ranks):
    """Axis -> into how many parts it is cut, as MPI_Dims_create says for a power of two."""
    parts = dict.fromkeys(partition, 1)
    while math.prod(parts.values()) < ranks:
        parts[min(parts, key=parts.get)] *= 2
    return parts


def shares(partition, ranks):
    """[host][half of the file]: what the host's ranks have there, as a share of all. Boxes are counted along x first."""
    grid = process_grid(partition, ranks)
    slabs = grid.get("Z", 1)
    found = [[0.0] * 2 for _ in range(HOSTS)]
    for rank in range(ranks):
        z = rank // (ranks // slabs) / slabs  # where the box begins, the cube's edge being 1
        for half in range(2):
            common = min(z + 1 / slabs, (half + 1) / 2) - max(z, half / 2)
            found[rank * HOSTS // ranks][half] += max(common, 0) * slabs / ranks
    return found


def must_cross(partition, ranks, op):
    """What the first and what the second host must send, as shares of all. Each host moves the half of the file that lets
    the busier direction send less."""
    of_host = shares(partition, ranks)
    sent = min(((of_host[0][1 - first], of_host[1][first]) for first in range(2)), key=max)
    return sent if op == "write" else sent[::-1]
