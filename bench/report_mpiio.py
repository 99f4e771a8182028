# SPDX-License-Identifier: BSD-3-Clause
"""The table of bench/mpiio: a row for each case, operation and number of ranks, a column for each contender."""
import statistics

from report import cell, facts, median, print_facts, spread

# What is wanted of Weft.
LEAST_OF_PEER = 0.95
LEAST_MEDIAN = 2


def row_of(file_system, ranks, case, operation, samples, roles):
    row = {"file_system": file_system, "ranks": ranks, "case": case, "op": operation,
           "seconds": {name: sorted(r["seconds"] for r in results) for name, results in samples.items()}}
    total = next(iter(samples.values()))[0]["bytes"]
    row["mib"] = total / (1 << 20)
    row["mb_per_s"] = {name: total / median(seconds) / 1e6 for name, seconds in row["seconds"].items()}
    weft = row["mb_per_s"].get("Weft")
    peers = [rate for name, rate in row["mb_per_s"].items() if roles[name] == "peer"]
    row["weft_to_best_peer"] = weft / max(peers) if weft and peers else None
    return row


def summarise(bench, places, hosts):
    """Everything that was measured, as one value that JSON can hold. `hosts`: how many the ranks are on, in words."""
    result = facts(bench.runner, places)
    result["hosts"] = hosts
    result["rows"] = [row_of(result["file_systems"][place], ranks, case, operation, samples, result["roles"])
                      for (place, ranks, case, operation), samples in bench.samples.items()]
    ratios = [row["weft_to_best_peer"] for row in result["rows"] if row["weft_to_best_peer"]]
    result["behind"] = sum(1 for ratio in ratios if ratio < LEAST_OF_PEER)
    result["median_to_best_peer"] = median(ratios) if ratios else None
    result["missed"] = result["behind"] + (1 if ratios and result["median_to_best_peer"] < LEAST_MEDIAN else 0)
    return result


def print_row(row, names):
    ratio = row["weft_to_best_peer"]
    print(f"{row['case']:<32} {row['op']:<5} {row['mib']:>5.1f} {row['ranks']:>5}"
          + "".join("  " + cell(row["mb_per_s"].get(name), 7, "{:.0f}") for name in names)
          + f"  {cell(ratio, 11)}  {cell(spread(row['seconds'].get('Weft')), 6, '{:.0%}')}"
          + (f"  < {LEAST_OF_PEER:g}" if ratio and ratio < LEAST_OF_PEER else ""))


def print_table(result):
    names = result["contenders"]
    for kind in result["file_systems"].values():
        rows = [row for row in result["rows"] if row["file_system"] == kind]
        repetitions = max((len(seconds) for row in rows for seconds in row["seconds"].values()), default=0)
        print(f"\n{kind}, {result['hosts']}, MB/s, median of {repetitions}\n{'case':<32} {'op':<5} {'MiB':>5} {'ranks':>5}"
              + "".join(f"  {name:>7}" for name in names) + "  Weft / best  spread")
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
    print("Times: from the first rank's start to the last rank's end, with set_view but without open; writing includes close, nothing "
          "includes\nfsync; reading is from the page cache.\n"
          "spread: between the quartiles of Weft's times, as a share of the median.")
    print_facts(result)
