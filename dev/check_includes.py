#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that a file that uses a name of the C++ library has a header that declares it, itself or by a header of the project.

    dev/check_includes.py [ROOT]

Builds with precompiled headers and with several files as one do not show it. Prints one line for each finding and returns 1 when
there is any.
"""

import pathlib
import re
import sys

from check_layers import code_of, files

# Names without their own line here are not checked. A header declares the names behind it.
HEADERS = {
    "algorithm": "all_of any_of none_of sort stable_sort copy_n fill_n find_if find_if_not clamp equal lower_bound upper_bound max_element "
                 "min_element minmax reverse reverse_copy rotate unique remove_if count_if generate shuffle is_sorted partition_point "
                 "set_difference set_intersection merge nth_element",
    "array": "array to_array",
    "atomic": "atomic atomic_ref atomic_thread_fence memory_order_relaxed memory_order_acquire memory_order_release memory_order_acq_rel",
    "bit": "endian bit_cast bit_ceil bit_width bit_floor popcount countr_zero countl_zero has_single_bit",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "concepts": "convertible_to same_as integral signed_integral unsigned_integral floating_point invocable derived_from",
    "condition_variable": "condition_variable condition_variable_any",
    "cstring": "memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strstr strerror",
    "deque": "deque",
    "exception": "exception_ptr current_exception rethrow_exception",
    "filesystem": "filesystem",
    "fstream": "ifstream ofstream fstream",
    "functional": "function plus greater multiplies bit_or hash",
    "future": "future promise async packaged_task",
    "iomanip": "setw setprecision setfill",
    "iostream": "cout cerr cin",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared enable_shared_from_this construct_at destroy_at",
    "mutex": "mutex lock_guard unique_lock scoped_lock once_flag call_once recursive_mutex",
    "numeric": "accumulate iota reduce gcd lcm exclusive_scan inclusive_scan partial_sum midpoint",
    "optional": "optional nullopt nullopt_t",
    "queue": "queue priority_queue",
    "random": "mt19937 mt19937_64 uniform_int_distribution uniform_real_distribution random_device minstd_rand",
    "regex": "regex regex_match regex_search smatch",
    "set": "set multiset",
    "shared_mutex": "shared_mutex shared_lock",
    "span": "span as_bytes as_writable_bytes",
    "sstream": "stringstream ostringstream istringstream",
    "stack": "stack",
    "string_view": "string_view",
    "string": "string to_string getline stoi stoll stoull stod",
    "system_error": "system_error error_code errc",
    "thread": "thread jthread this_thread",
    "tuple": "tuple tie make_tuple apply forward_as_tuple",
    "type_traits": "is_same_v is_trivially_copyable_v is_integral_v is_floating_point_v is_signed_v is_unsigned_v conditional_t "
                   "make_unsigned_t make_signed_t remove_cvref_t decay_t enable_if_t underlying_type_t invoke_result_t is_enum_v is_void_v",
    "typeindex": "type_index",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "variant": "variant visit monostate holds_alternative get_if",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in HEADERS.items() for name in names.split()}
# The standard says that these give the other, or that the name is the other's too.
GIVES = {
    "string": {"string_view"}, "sstream": {"string"}, "fstream": {"string"}, "iostream": {"string"}, "map": {"tuple"}, "variant": set(),
    "ranges": {"span"}, "charconv": {"system_error"}, "filesystem": {"string", "chrono", "system_error"}, "thread": {"chrono"}, "condition_variable": {"mutex", "chrono"},
    "shared_mutex": {"chrono"}, "future": {"exception", "chrono"}, "mutex": {"chrono"}, "algorithm": {"ranges"}, "system_error": {"string"},
    "gtest/gtest.h": {"string", "vector", "memory", "tuple", "iostream", "limits", "type_traits", "sstream", "set", "map"},
    "gmock/gmock.h": {"string", "vector", "memory", "tuple", "iostream", "limits", "type_traits", "sstream", "set", "map", "functional"},
    "fmt/format.h": {"string", "string_view"}, "fmt/core.h": {"string"}, "fmt/ranges.h": {"string", "tuple"},
}
USED = re.compile(r"\bstd::(?:ranges::)?(\w+)")
INCLUDED = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


class Includes:
    """The headers that a file of the project has, by itself and by others of the project."""

    def __init__(self, root):
        self.root = root
        self.known = {}

    def of(self, path):
        if path not in self.known:
            self.known[path] = set()  # headers do not include each other in a circle
            found = set()
            for line in path.read_text(errors="replace").splitlines():
                if (match := INCLUDED.match(line)) is None:
                    continue
                own = self.own_header(path, match[1])
                found |= self.of(own) if own else {match[1]}
            self.known[path] = found | {more for header in found for more in GIVES.get(header, ())}
        return self.known[path]

    def own_header(self, path, name):
        for folder in (path.parent, self.root / "src", self.root, self.root / "tests"):
            if (folder / name).is_file():
                return (folder / name).resolve()
        return None


def findings(lines, included):
    told = set()
    for number, line in enumerate(code_of(lines), 1):
        for name in USED.findall(line):
            header = HEADER_OF.get(name)
            if header is not None and header not in included and header not in told:
                told.add(header)
                yield f"{number}: uses std::{name} and has no <{header}>"


def check(root):
    includes = Includes(root)
    found = []
    for name in files(root):
        if not name.endswith((".cpp", ".hpp")):
            continue
        path = root / name
        lines = path.read_text(errors="replace").splitlines()
        found += [f"{name}:{one}" for one in findings(lines, includes.of(path.resolve()))]
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[1]).resolve()
    found = check(root)
    for line in found:
        print(line)
    if not found:
        print("Every file has the headers of the C++ library that it uses.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
