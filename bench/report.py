# SPDX-License-Identifier: BSD-3-Clause
"""What every report of a benchmark needs: medians, the facts about the machine, and the notes below a table."""
import os
import pathlib
import platform
import statistics

median = statistics.median


def file_system(path):
    """The type of the file system that holds a path: that of the longest mount point above it."""
    best = ("", "unknown")
    with open("/proc/mounts") as mounts:
        for line in mounts:
            _, point, kind = line.split()[:3]
            above = str(path) == point or str(path).startswith(point.rstrip("/") + "/")
            if above and len(point) >= len(best[0]):
                best = (point, kind)
    return best[1]


def machine():
    facts = {"kernel": platform.release(), "cores": len(os.sched_getaffinity(0)), "processor": platform.machine()}
    with open("/proc/cpuinfo") as info:
        names = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    if names:
        facts["processor"] = names[0]
    with open("/proc/meminfo") as info:
        facts["memory_gib"] = round(int(info.readline().split()[1]) / 2**20, 1)
    autogroup = pathlib.Path("/proc/sys/kernel/sched_autogroup_enabled")
    facts["autogroup"] = autogroup.exists() and autogroup.read_text().strip() == "1"
    return facts


def labels(places):
    """What to call each directory: by the type of its file system, or by its path if there are two of a type."""
    kinds = {str(place): file_system(place) for place in places}
    return {place: kind if list(kinds.values()).count(kind) == 1 else str(pathlib.Path(place).parent)
            for place, kind in kinds.items()}


def facts(runner, places):
    """What is to be known about a run beside its rows, as one value that JSON can hold."""
    return {
        "machine": machine(),
        "load_at_start": runner.setup["load"],
        "file_systems": labels(places),
        "compiler": runner.setup["compiler"],
        "build_type": runner.setup["build_type"],
        "versions": runner.versions,
        "contenders": list(runner.setup["roles"]),
        "roles": runner.setup["roles"],
        "failures": runner.failures,
    }


def spread(seconds):
    """Between the quartiles, as a share of the median; None for fewer than three values."""
    if seconds is None or len(seconds) < 3:
        return None
    low, middle, high = statistics.quantiles(seconds, n=4, method="inclusive")
    return (high - low) / middle


def cell(value, width, pattern="{:.2f}"):
    return (pattern.format(value) if value is not None else "-").rjust(width)


def print_facts(result):
    about = result["machine"]
    print(f"{about['processor']}, {about['cores']} cores, {about['memory_gib']} GiB, Linux {about['kernel']} "
          f"(autogroup {'on' if about['autogroup'] else 'off'}), load at the start {result['load_at_start']:.1f}; "
          f"{result['compiler']}, {result['build_type']}")
    print("; ".join(f"{name}: {version}" for name, version in result["versions"].items()))
    for failure in result["failures"]:
        print(f"FAILED {failure['contender']}: {failure['command']}\n  {failure['error']}")
