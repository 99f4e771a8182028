// SPDX-License-Identifier: BSD-3-Clause
// The table of methods: what each needs, what a call is expected to take by it, and how it is run.
// Hints, planner, engine and reports read it, and none of them asks which method it has before it.
//
// A method is a file, which ends with its entry, and a row in engine/method_table.cpp, where all
// rooms that have methods are in reach. This room only knows what an entry says.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "engine/plan/prospect.hpp"
#include "engine/request/options.hpp"

namespace weft::engine {

struct FileCall;
struct Means;
struct Outcome;

/// What the engine must have before a method can run.
struct Needs {
    bool file = false;       // under it: it moves runs, not windows
    bool all_ranks = false;  // in one call; else a rank can do it on its own
    bool exchange = false;   // windows in memory that the ranks share, or nodes that send messages
    bool turns = false;      // of puts: a place in shared memory where writers take turns
};

struct MethodEntry {
    const char* name;  // as the hint weft_method and reports have it
    Needs needs = {};
    /// A put writes no byte but those that its own rank brings. Otherwise it may write back what it
    /// has read.
    bool writes_own_bytes_only = false;
    /// One rank does the I/O of all, so that hosts whose caches disagree do no harm.
    bool is_of_one_rank = false;
    /// How many ranks of a node usually write at a time.
    int writers = 1;
    /// What a call is expected to take; null: it is only done when it is forced.
    double (*seconds)(const Prospect& call) = nullptr;
    /// Whether hints and storage let a call be made by it, where it is not forced.
    bool (*is_allowed)(const Prospect& call) = nullptr;
    /// Why a collective call must be made by it, whatever that takes; null: it need not.
    const char* (*is_demanded)(const Prospect& call) = nullptr;
    /// Moves all the files of a call that are planned for it: one file, unless it needs all ranks;
    /// then it is collective. Uniform: see FileCall.
    Outcome (*run)(std::span<const FileCall> files, const Means& means) = nullptr;
};

/// Row i is the method of the number i + 1.
std::span<const MethodEntry* const> method_table();
/// Room for a number for each method, and one for none.
inline constexpr std::size_t method_numbers = 8;

/// The first row: any rank can do it on its own, with any bytes, and writes no others.
inline constexpr Method plain_method = Method::direct;

/// Null for automatic.
const MethodEntry* entry_of(Method method);
const char* name_of(Method method);
/// automatic for what is no method's name.
Method method_named(std::string_view name);

}  // namespace weft::engine
