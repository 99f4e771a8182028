# SPDX-License-Identifier: BSD-3-Clause
"""Ranks of two hosts with a GlusterFS volume between them: gluster_test.py ON_HOSTS RANDOM_PROGRAMS

As it comes, GlusterFS hands out stale data, so that one host moves what all bring. Without caches and with one rank on
each host it is coherent, and every method may be used. Skipped (77) where there can be no hosts, or no volume."""

import sys

from gluster import Volume
from hosts_test import run, with_hosts


def test_as_it_comes(on_hosts, random_programs, hosts, directory, volume):
    volume.mount()
    said = run(hosts, directory, [on_hosts, volume.mounted / "matrix.nc"], hints="weft_method=direct")
    assert "one host moves them all" in said and "exchanged: 0 messages" not in said, said
    programs = [random_programs, "--dir", volume.mounted, "--seed"]
    for seed in ("1", "fresh"):
        run(hosts, directory, [*programs, seed, "--programs", "50", "--without", "independent"], hints="")
    for seed in ("2", "fresh"):
        run(hosts, directory, [*programs, seed, "--programs", "15"], hints="")


def test_without_caches(random_programs, hosts, directory, volume):
    volume.without_caches()
    for method in ("automatic", "two_phase"):
        for seed in ("3", "fresh"):
            run(hosts, directory, [random_programs, "--dir", volume.mounted, "--seed", seed, "--programs", "50"],
                hints=f"weft_coherence=coherent;weft_method={method}", ranks=len(hosts.all))


def test(on_hosts, random_programs, hosts, directory):
    volume = Volume(hosts, directory)
    test_as_it_comes(on_hosts, random_programs, hosts, directory, volume)
    test_without_caches(random_programs, hosts, directory, volume)


if __name__ == "__main__":
    sys.exit(with_hosts(test))
