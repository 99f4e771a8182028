# SPDX-License-Identifier: BSD-3-Clause
"""The table of bench/combine: a row for each case and number of ranks, with the targets that Weft misses."""
from report import cell, facts, median, print_facts, spread

MODES = [("weft", "blocking"), ("weft", "combined"), ("weft", "behind"), ("peer", "blocking"), ("peer", "combined")]


def rank_bytes(total, ranks):
    """What the raw limit writes on each rank for a file with so many bytes: whole words of 4."""
    return -(-total // (4 * ranks)) * 4


def ratio(one, other):
    return one / other if one is not None and other else None


def missed_targets(row, case):
    """What the row falls short of, in words for the table. A value that was not measured misses nothing."""
    ratios = row["ratios"]
    wanted = [("combined_to_peer", case.ahead, f"combined < {case.ahead:g}x"),
              ("blocking_to_peer", case.blocking_ahead, f"blocking < {case.blocking_ahead:g}x"),
              ("behind_to_peer", 1, "behind < 1x")]
    if case.kind == "record":
        wanted.append(("blocking_to_peer_combined", 1, "blocking < their combined"))
    if case.near_limit:
        wanted.append(("combined_to_limit", 0.5, "combined < limit / 2"))
    return [words for name, least, words in wanted if ratios[name] is not None and ratios[name] < least]


def compare_levels(rows):
    """One independent call must not be slower than one for each row of it: notes level 2 where it is."""
    def place(row, kind):
        return (row["file_system"], row["ranks"], row["workload"], row["case"].rsplit(" ", 1)[0], kind)

    rates = {place(row, row["kind"]): row["mb_per_s"].get("weft combined") for row in rows}
    for row in rows:
        row_by_row = rates.get(place(row, "level 0"))
        if row["kind"] == "level 2" and row_by_row and (row["mb_per_s"].get("weft combined") or 0) < row_by_row:
            row["missed"].append("level 2 < level 0")


def summarise(runner, samples, limits, places):
    """Everything that was measured, as one value that JSON can hold."""
    result = facts(runner, places)
    result["rows"] = []
    for (place, ranks, workload, case), of_contender in samples.items():
        row = {"file_system": result["file_systems"][place], "ranks": ranks, "workload": workload, "case": case.label,
               "kind": case.kind, "bytes": None, "seconds": {}, "create_seconds": {}, "mb_per_s": {}}
        for (name, mode), results in of_contender.items():
            row["bytes"] = results[0]["bytes"]
            row["seconds"][f"{name} {mode}"] = sorted(r["seconds"] for r in results)
            row["create_seconds"][f"{name} {mode}"] = median(r["create_seconds"] for r in results)
            # Of two ways to start a peer the faster one counts.
            key = f"{result['roles'][name]} {mode}"
            rate = row["bytes"] / median(r["seconds"] for r in results) / 1e6
            row["mb_per_s"][key] = max(rate, row["mb_per_s"].get(key, 0))
        if row["bytes"]:
            of_limit = limits.get((place, ranks, rank_bytes(row["bytes"], ranks)), [])
            row["seconds"]["limit"] = sorted(of_limit)
            row["mb_per_s"]["limit"] = row["bytes"] / median(of_limit) / 1e6 if of_limit else None
        rates = row["mb_per_s"].get
        row["ratios"] = {
            "combined_to_peer": ratio(rates("weft combined"), rates("peer combined")),
            "blocking_to_peer": ratio(rates("weft blocking"), rates("peer blocking")),
            "behind_to_peer": ratio(rates("weft behind"), rates("peer blocking")),
            "blocking_to_peer_combined": ratio(rates("weft blocking"), rates("peer combined")),
            "combined_to_limit": ratio(rates("weft combined"), rates("limit")),
        }
        row["missed"] = missed_targets(row, case)
        result["rows"].append(row)
    compare_levels(result["rows"])
    result["missed"] = sum(1 for row in result["rows"] if row["missed"])
    return result


def print_row(row):
    rates = row["mb_per_s"].get
    line = f"{row['case']:<24} {row['kind']:<6} {row['ranks']:>5}  {cell(rates('limit'), 6, '{:.0f}')} "
    for role, mode in MODES:
        line += " " + cell(rates(f"{role} {mode}"), 8, "{:.0f}")
    for name, width in (("combined_to_peer", 9), ("blocking_to_peer", 9), ("combined_to_limit", 9)):
        line += " " + cell(row["ratios"][name], width)
    line += " " + cell(spread(row["seconds"].get("Weft combined")), 7, "{:.0%}")
    if row["bytes"] is None:
        line += "  not run"
    elif row["missed"]:
        line += "  < " + ", ".join(row["missed"])
    print(line)


def print_table(result):
    header = (f"{'':<24} {'':<6} {'':>5}  {'':>6}  {'Weft':^26} {'PnetCDF':^17} "
              f"{'combined':>9} {'blocking':>9} {'combined':>9} {'':>7}\n"
              f"{'workload':<24} {'kind':<6} {'ranks':>5}  {'limit':>6}  {'blocking':>8} {'combined':>8} {'behind':>8} "
              f"{'blocking':>8} {'combined':>8} {'/ theirs':>9} {'/ theirs':>9} {'/ limit':>9} {'spread':>7}")
    for kind in result["file_systems"].values():
        rows = [row for row in result["rows"] if row["file_system"] == kind]
        fewest = min((len(s) for row in rows for name, s in row["seconds"].items() if name != "limit"), default=0)
        print(f"\nOn {kind}, MB/s, median of {fewest} or more\n{header}")
        for row in sorted(rows, key=lambda r: r["ranks"]):
            print_row(row)
    print_notes(result)


def print_notes(result):
    measured = sum(1 for row in result["rows"] if row["bytes"])
    print(f"\nWeft misses a target on {result['missed']} of {measured} rows.")
    print("Times: from the first rank's first put to the last rank's return from close, without fsync; making and "
          "defining the file is in the JSON file only (create_seconds).")
    print("limit: the same bytes swapped and written contiguously. "
          "behind: blocking calls with weft_write_behind=enable. "
          "PnetCDF: the faster of the two MPI-IO implementations, for each column.")
    print("spread: between the quartiles of Weft's combined times, as a share of the median.")
    print("not run: impossible with this number of ranks.")
    print_facts(result)
