# SPDX-License-Identifier: BSD-3-Clause
"""The table of bench/mpiio: a row for each case, operation and number of ranks, a column for each contender."""
import statistics

from report import cell, facts, median, print_facts, spread

# What is wanted of Weft.
LEAST_OF_PEER = 0.95
LEAST_OF_NETCDF = 0.9
LEAST_MEDIAN = 2
LEAST_OF_CASE = {"hdf5-contiguous": 3}
LEAST_OF_KIND = {"points": 0.5, "small": 0.5}  # by what a case's name begins with

# Ratios of rates: key of a row -> its head in the table.
RATIOS = {"weft_to_best_peer": "Weft/best", "limit_to_best_peer": "limit/best", "weft_to_limit": "Weft/limit",
          "weft_to_netcdf": "Weft/netCDF"}


def row_of(file_system, ranks, case, operation, samples, roles):
    row = {"file_system": file_system, "ranks": ranks, "case": case, "op": operation,
           "seconds": {name: sorted(r["seconds"] for r in results) for name, results in samples.items()}}
    total = next(iter(samples.values()))[0]["bytes"]
    row["mib"] = total / (1 << 20)
    row["mb_per_s"] = {name: total / median(seconds) / 1e6 for name, seconds in row["seconds"].items()}
    weft = row["mb_per_s"].get("Weft")

    def best(role):
        return max((rate for name, rate in row["mb_per_s"].items() if roles[name] == role), default=None)

    def to(of, rate=weft):
        return rate / of if rate and of else None
    row["weft_to_best_peer"] = to(best("peer"))
    row["limit_to_best_peer"] = to(best("peer"), best("limit"))
    row["weft_to_limit"] = to(best("limit"))
    row["weft_to_netcdf"] = to(best("netcdf"))
    row["misses"] = misses_of(row)
    return row


def least_of(case):
    return LEAST_OF_CASE.get(case, LEAST_OF_KIND.get(case.split("-")[0], LEAST_OF_PEER))


def misses_of(row):
    """What a row is to be and is not, in words."""
    wanted = [("weft_to_best_peer", "of best", least_of(row["case"])),
              ("weft_to_netcdf", "of netCDF", LEAST_OF_NETCDF)]
    return [f"< {least:g} {words}" for key, words, least in wanted if row[key] and row[key] < least]


def summarise(bench, places, hosts):
    """Everything that was measured, as one value that JSON can hold. `hosts`: how many the ranks are on, in words."""
    result = facts(bench.runner, places)
    result["hosts"] = hosts
    result["rows"] = [row_of(result["file_systems"][place], ranks, case, operation, samples, result["roles"])
                      for (place, ranks, case, operation), samples in bench.samples.items()]
    ratios = [row["weft_to_best_peer"] for row in result["rows"] if row["weft_to_best_peer"]]
    result["behind"] = sum(1 for ratio in ratios if ratio < LEAST_OF_PEER)
    result["median_to_best_peer"] = median(ratios) if ratios else None
    result["missed"] = sum(len(row["misses"]) for row in result["rows"]) + (1 if ratios and result["median_to_best_peer"] < LEAST_MEDIAN else 0)
    return result


def print_row(row, names):
    print(f"{row['case']:<32} {row['op']:<5} {row['mib']:>5.1f} {row['ranks']:>5}"
          + "".join("  " + cell(row["mb_per_s"].get(name), 7, "{:.0f}") for name in names)
          + "".join("  " + cell(row[key], len(head)) for key, head in RATIOS.items())
          + f"  {cell(spread(row['seconds'].get('Weft')), 6, '{:.0%}')}"
          + "".join("  " + miss for miss in row["misses"]))


def print_table(result):
    names = result["contenders"]
    for kind in result["file_systems"].values():
        rows = [row for row in result["rows"] if row["file_system"] == kind]
        repetitions = max((len(seconds) for row in rows for seconds in row["seconds"].values()), default=0)
        print(f"\n{kind}, {result['hosts']}, MB/s, median of {repetitions}\n{'case':<32} {'op':<5} {'MiB':>5} {'ranks':>5}"
              + "".join(f"  {name:>7}" for name in names) + "".join(f"  {head}" for head in RATIOS.values()) + "  spread")
        for row in sorted(rows, key=lambda row: row["ranks"]):
            print_row(row, names)
    print_notes(result)


def print_notes(result):
    ratios = [row["weft_to_best_peer"] for row in result["rows"] if row["weft_to_best_peer"]]
    print()
    if ratios:
        print(f"Weft against the best peer of each row: below {LEAST_OF_PEER:g} on {result['behind']} of {len(ratios)} rows; "
              f"lowest {min(ratios):.2f}, geometric mean {statistics.geometric_mean(ratios):.2f}, median "
              f"{result['median_to_best_peer']:.2f} (wanted: {LEAST_MEDIAN}).")
    possible = [row["limit_to_best_peer"] for row in result["rows"] if row["limit_to_best_peer"]]
    if possible:
        print(f"The limit against the best peer: median {median(possible):.2f}.")
    print("Times: from the first rank's start to the last rank's end, with set_view but without open; writing includes close, nothing "
          "includes\nfsync; reading is from the page cache.\n"
          "best: the faster of the MPI's own. limit: as many bytes by pwrite and pread, a contiguous part for each rank. netCDF: the same "
          "words as a\nvariable of Weft's, swapped on their way.\n"
          "spread: between the quartiles of Weft's times, as a share of the median.")
    print_facts(result)
