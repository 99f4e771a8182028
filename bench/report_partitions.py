# SPDX-License-Identifier: BSD-3-Clause
"""The table of bench/run: a row for each partition, operation and number of ranks, a column for each contender."""
import statistics

from report import cell, facts, median, print_facts, spread


def summarise(runner, samples, places):
    """Everything that was measured, as one value that JSON can hold."""
    result = facts(runner, places)
    roles = result["roles"]
    result["rows"] = []
    for (size, place, ranks, partition, op), seconds in samples.items():
        row = {"size_mib": size, "file_system": result["file_systems"][place], "ranks": ranks, "partition": partition,
               "op": op}
        row["seconds"] = {name: sorted(values) for name, values in seconds.items()}
        row["gb_per_s"] = {name: (size << 20) / median(values) / 1e9 for name, values in seconds.items()}
        of_role = {role: [row["gb_per_s"][n] for n in row["gb_per_s"] if roles[n] == role] for role in roles.values()}
        weft, peers, limit = (of_role.get(role, []) for role in ("weft", "peer", "limit"))
        row["weft_to_best_peer"] = weft[0] / max(peers) if weft and peers else None
        row["weft_to_limit"] = weft[0] / limit[0] if weft and limit else None
        row["limit_to_best_peer"] = limit[0] / max(peers) if peers and limit else None
        result["rows"].append(row)
    result["behind"] = sum(1 for row in result["rows"] if (row["weft_to_best_peer"] or 1) < 1)
    return result


def print_row(row, names, weft):
    rates = row["gb_per_s"]
    line = f"{row['partition']:<9} {row['op']:<5} {row['ranks']:>5}"
    for name, width in names:
        line += "  " + cell(rates.get(name), width)
        if name == weft:
            line += " " + cell(row["weft_to_limit"], 9, "({:.0%})") + " " + cell(spread(row["seconds"].get(name)), 7, "{:.0%}")
    ratio = row["weft_to_best_peer"]
    line += "  " + cell(ratio, 11)
    if ratio is not None and ratio < 1:
        line += "  < behind"
    print(line)


def print_table(result):
    weft = next((n for n, role in result["roles"].items() if role == "weft"), None)
    names = [(name, max(len(name), 5)) for name in result["contenders"]]
    header = f"{'partition':<9} {'op':<5} {'ranks':>5}"
    for name, width in names:
        header += "  " + name.rjust(width) + ("  of limit  spread" if name == weft else "")
    header += "  Weft / best"
    for size in sorted({row["size_mib"] for row in result["rows"]}):
        for kind in result["file_systems"].values():
            rows = [r for r in result["rows"] if r["size_mib"] == size and r["file_system"] == kind]
            repetitions = max((len(s) for r in rows for s in r["seconds"].values()), default=0)
            print(f"\n{size} MiB on {kind}, GB/s, median of {repetitions}\n{header}")
            for row in sorted(rows, key=lambda r: (r["ranks"], r["op"] != "write", len(r["partition"]))):
                print_row(row, names, weft)
    print_notes(result)


def ranks_compared(result):
    return sorted({row["ranks"] for row in result["rows"] if row["weft_to_best_peer"]})


def medians(result, ratio):
    """Of a ratio to the best peer, for each number of ranks, in words; an empty text where it was not measured."""
    texts = []
    for ranks in ranks_compared(result):
        values = [row[ratio] for row in result["rows"] if row["ranks"] == ranks and row[ratio]]
        if values:
            texts.append(f"{median(values):.2f} on {ranks} ranks")
    return ", ".join(texts)


def print_notes(result):
    compared = [row["weft_to_best_peer"] for row in result["rows"] if row["weft_to_best_peer"]]
    print()
    if compared:
        print(f"Weft against the best peer of each row: behind on {result['behind']} of {len(compared)} rows; "
              f"lowest {min(compared):.2f}, geometric mean {statistics.geometric_mean(compared):.2f}; median "
              + medians(result, "weft_to_best_peer"))
        at_limit = medians(result, "limit_to_best_peer")
        if at_limit:
            print(f"A library at the limit on every row would have a median of {at_limit}.")
    print("Times: from the first rank's start to the last rank's end; writing includes close, nothing includes fsync; "
          "reading is from the page cache.")
    print("limit: the same bytes swapped and written, or read, contiguously. HDF5 and netCDF-C store another format in the "
          "machine's byte order, so they have nothing to swap: shown, but not among the peers.")
    print("spread: between the quartiles of Weft's times, as a share of the median.")
    print("-: not run (another partition's twin at this number of ranks, or far behind at the small size), or failed.")
    print_facts(result)
