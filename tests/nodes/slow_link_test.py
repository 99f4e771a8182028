# SPDX-License-Identifier: BSD-3-Clause
"""Ranks of two hosts with a slow link between them, under Open MPI: slow_link_test.py ON_HOSTS RANDOM_PROGRAMS

Skipped (77) where namespaces are not allowed."""

import sys

from hosts_test import run, with_hosts


def test(on_hosts, random_programs, hosts, directory):
    tiles = on_hosts.parent / "nodes_tiles_on_hosts"
    # Runs of 128 bytes; sieving is left out, as it costs about as much here. What an aggregator moves begins with a page.
    said = run(hosts, directory, [tiles, directory / "tiles.nc"], hints="romio_ds_write=disable;nc_var_align_size=4096")
    assert "4 ranks are right" in said, said
    assert "two_phase 2" in said and "exchanged: 0 messages" in said, said


if __name__ == "__main__":
    sys.exit(with_hosts(test, rate="10mbit"))
