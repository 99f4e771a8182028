// SPDX-License-Identifier: BSD-3-Clause
// The table of methods: what each method needs, what it costs, and how to run it. Hints, planner,
// engine and reports read the table, and none of them asks which method it has before it.
//
// To add a method, write a file in engine/methods that ends with its entry, and add a row to
// engine/method_table.cpp. This room knows no more than entries say. The comment of an entry has
// what docs/design.md says of the method.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/plan/call_facts.hpp"
#include "engine/request/options.hpp"

namespace weft::engine {

struct FileCall;
struct Means;
struct Outcome;

/// The conditions under which a method can run.
struct Needs {
    bool file = false;       // it moves runs of a file, and no whole units of a target
    bool all_ranks = false;  // they call it together; else a rank can run it on its own
    bool exchange = false;   // an arena in memory that the ranks share, or a NodeExchange
    bool turns = false;      // for puts of ranks that share memory: the arena's writer slots
    // Its puts may also write back bytes that it has read. Otherwise it never rewrites: it writes
    // only the bytes that ranks bring.
    bool rewriting = false;
};

struct MethodEntry {
    const char* name;  // in the hint weft_method, and in reports
    Needs needs = {};
    /// Rank 0 does the I/O of all, so that hosts with incoherent caches do no harm.
    bool is_of_rank_0 = false;
    /// How many ranks of a node usually write at a time.
    int writers = 1;
    /// The seconds of a call according to the cost model. Null: only a hint chooses this method.
    double (*seconds)(const CallFacts& call) = nullptr;
    /// Whether hints and storage allow this method, where no hint forces it. Null: they always do.
    bool (*is_allowed)(const CallFacts& call) = nullptr;
    /// The reason why a collective call must use this method at any cost. Null: it need not.
    const char* (*is_demanded)(const CallFacts& call) = nullptr;
    /// Moves the files of a call that have a plan for this method. If it needs all ranks, it is
    /// collective and gets all such files, uniform as FileCall says; else it gets one file.
    Outcome (*run)(std::span<const FileCall> files, const Means& means) = nullptr;
};

/// Row i describes the method with the number i + 1.
std::span<const MethodEntry* const> method_table();
/// The size of reports' tables of methods, indexed by method number; 0 is no method.
inline constexpr std::size_t method_numbers = 8;

/// The method of the first row: any rank can run it on its own, for any bytes of a file, and it
/// writes no other bytes.
inline constexpr Method plain_method = Method::direct;

/// Returns null for automatic.
const MethodEntry* entry_of(Method method);
const char* name_of(Method method);
/// Returns automatic where no method has that name.
Method method_named(std::string_view name);

}  // namespace weft::engine
