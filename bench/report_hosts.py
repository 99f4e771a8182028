# SPDX-License-Identifier: BSD-3-Clause
"""The tables of bench/hosts: rates, and bytes on the link beside those that must cross it."""
import statistics

from crossing import must_cross
from report import cell, facts, median, print_facts, spread

MIB = 1 << 20
LINK_RATE = 125e6  # bytes a second, in each direction
PARTITIONS = ["Z", "Y", "X", "ZY", "ZX", "YX", "ZYX"]

# What is wanted of Weft.
LEAST_OF_PEER = 1
LEAST_MEDIAN = 3
LEAST_OF_LINK = 0.85  # of writes: of the rate that the bytes allow that must cross
MOST_CROSSING = 1.05  # times the bytes that must cross,
TALK_BYTES = 64 << 10  # and what ranks tell each other to agree


def sent_by_hosts(results):
    """The median of what each host has sent, told by its first rank."""
    ranks = len(results[0]["sent"])
    return [median(result["sent"][rank] for result in results) for rank in (0, ranks // 2)]


def missed(row):
    """The targets that Weft misses on a row, in words."""
    words = []
    if row["weft_to_best_peer"] and row["weft_to_best_peer"] < LEAST_OF_PEER:
        words.append("behind")
    if row["op"] == "write" and row["weft_to_link"] and row["weft_to_link"] < LEAST_OF_LINK:
        words.append(f"{LEAST_OF_LINK:g} of the link")
    most = [bytes_ * MOST_CROSSING + TALK_BYTES for bytes_ in row["must_cross"]]
    if any(sent > allowed for sent, allowed in zip(row["sent"].get("Weft", []), most)):
        words.append(f"{MOST_CROSSING:g}x what must cross")
    return words


def row_of(partition, op, samples, size, roles):
    total = size * MIB
    ranks = len(next(iter(samples.values()))[0]["sent"])
    row = {"partition": partition, "op": op,
           "seconds": {name: sorted(r["seconds"] for r in results) for name, results in samples.items()},
           "sent": {name: sent_by_hosts(results) for name, results in samples.items()},
           "must_cross": [share * total for share in must_cross(partition, ranks, op)]}
    row["mb_per_s"] = {name: total / median(seconds) / 1e6 for name, seconds in row["seconds"].items()}
    weft = row["mb_per_s"].get("Weft")
    peers = [rate for name, rate in row["mb_per_s"].items() if roles[name] == "peer"]
    row["weft_to_best_peer"] = weft / max(peers) if weft and peers else None
    busier = max(row["must_cross"])
    row["link_mb_per_s"] = total / (busier / LINK_RATE) / 1e6 if busier else None
    row["weft_to_link"] = weft / row["link_mb_per_s"] if weft and busier else None
    row["missed"] = missed(row)
    return row


def summarise(runner, samples, size, places):
    """Everything that was measured, as one value that JSON can hold."""
    result = facts(runner, places)
    result["size_mib"] = size
    result["rows"] = [row_of(partition, op, samples[partition, op], size, result["roles"])
                      for op in ("write", "read") for partition in PARTITIONS if (partition, op) in samples]
    ratios = [row["weft_to_best_peer"] for row in result["rows"] if row["weft_to_best_peer"]]
    result["median_to_best_peer"] = median(ratios) if ratios else None
    result["missed"] = sum(1 for row in result["rows"] if row["missed"])
    if ratios and result["median_to_best_peer"] < LEAST_MEDIAN:
        result["missed"] += 1
    return result


def print_rates(result, names):
    print(f"\n{'MB/s':<9} {'':<5}" + "".join(f"  {name:>13}" for name in names)
          + f"  {'link':>6}  {'Weft / link':>11}  {'Weft / best':>11}  {'spread':>6}")
    for row in result["rows"]:
        rates = "".join("  " + cell(row["mb_per_s"].get(name), 13, "{:.0f}") for name in names)
        print(f"{row['partition']:<9} {row['op']:<5}{rates}  {cell(row['link_mb_per_s'], 6, '{:.0f}')}"
              f"  {cell(row['weft_to_link'], 11)}  {cell(row['weft_to_best_peer'], 11)}"
              f"  {cell(spread(row['seconds'].get('Weft')), 6, '{:.0%}')}"
              + (f"  < {', '.join(row['missed'])}" if row["missed"] else ""))


def there_and_back(sent):
    return f"{sent[0] / MIB:.2f} {sent[1] / MIB:.2f}" if sent else "-"


def print_link(result, names):
    print(f"\n{'MiB sent':<9} {'':<5}" + "".join(f"  {name:>13}" for name in names) + f"  {'must cross':>13}")
    for row in result["rows"]:
        print(f"{row['partition']:<9} {row['op']:<5}"
              + "".join(f"  {there_and_back(row['sent'].get(name)):>13}" for name in names)
              + f"  {there_and_back(row['must_cross']):>13}")


def print_table(result):
    names = result["contenders"]
    repetitions = max((len(seconds) for row in result["rows"] for seconds in row["seconds"].values()), default=0)
    print(f"\n{result['size_mib']} MiB on {', '.join(result['file_systems'].values())}, two hosts with two ranks each, "
          f"1 Gbit/s in each direction between them, median of {repetitions}.\n"
          "No hints: both hosts have the file system from one kernel, and Weft knows those of one host to be coherent. On a\n"
          "type that it does not know, users say weft_coherence=coherent.")
    print_rates(result, names)
    print_link(result, names)
    print_notes(result)


def print_notes(result):
    ratios = [row["weft_to_best_peer"] for row in result["rows"] if row["weft_to_best_peer"]]
    print()
    if ratios:
        behind = sum(1 for ratio in ratios if ratio < LEAST_OF_PEER)
        print(f"Weft against the best peer of each row: behind on {behind} of {len(ratios)} rows; lowest {min(ratios):.2f}, "
              f"geometric mean {statistics.geometric_mean(ratios):.2f}, median {result['median_to_best_peer']:.2f} "
              f"(wanted: {LEAST_MEDIAN}).")
    print("Times: from the first rank's start to the last rank's end; writing includes close, nothing includes fsync; "
          "reading is from the page cache.\n"
          "MiB sent: by the first and by the second host while that time ran, with all headers, as the interface counts.\n"
          "must cross: what each host must send if it moves one contiguous half of the data, the half that suits it. link: the\n"
          "rate that this allows. Who lets both hosts write everywhere, or read more than a half, can send less.")
    print_facts(result)
