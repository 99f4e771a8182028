// SPDX-License-Identifier: BSD-3-Clause
// Finds the open dataset of an id of the interface, and turns failures into codes, which happens
// only here.
#pragma once

#include <atomic>
#include <new>

#include "base/result.hpp"
#include "capi/id_table.hpp"
#include "capi/last_error.hpp"
#include "dataset/dataset.hpp"

namespace weft::capi {

inline constexpr int most_files = 1024;  // NC_MAX_NFILES

/// The open files of this process. Only one thread at a time may use each.
class Handles : public IdTable<dataset::Dataset, most_files> {
public:
    static Handles& instance();

    /// Reserves the file for this thread during a call, unless another thread has it. A call nested
    /// in another call of this thread on the file does not release it.
    enum class Turn { first, nested, refused };
    [[nodiscard]] Turn begin_turn(int id);
    void end_turn(int id) {
        users_[static_cast<std::size_t>(id)].store(nullptr, std::memory_order_release);
    }

    std::atomic<int> default_version = 1;  // ncmpi_set_default_format

private:
    std::array<std::atomic<const void*>, most_files> users_{};  // by an address of the thread
};

/// Runs `work(Dataset&)`, which returns a Status, on an open file. Returns a code for everything:
/// an unknown id, a failed status (whose message is kept for weft_last_error), and exhausted
/// memory.
template <class Work>
int with_dataset(int ncid, Work&& work) {
    dataset::Dataset* const dataset = Handles::instance().find(ncid);
    if (dataset == nullptr) return static_cast<int>(Code::ebadid);
    return dataset->remember(dataset::alone([&]() -> Status { return work(*dataset); }));
}

/// The same for a call that does more than inquire: one thread at a time.
template <class Work>
int in_turn(int ncid, Work&& work) {
    Handles& handles = Handles::instance();
    if (handles.find(ncid) == nullptr) return static_cast<int>(Code::ebadid);
    const Handles::Turn turn = handles.begin_turn(ncid);
    if (turn == Handles::Turn::refused) {
        keep_error("another thread is in a call on this file, and only one may be");
        return static_cast<int>(Code::enotsupport);
    }
    const int code = with_dataset(ncid, work);
    if (turn == Handles::Turn::first) handles.end_turn(ncid);
    return code;
}

/// The same for a collective call on the file; by default its name is that of the calling function.
template <class Work>
int with_all_ranks(int ncid, Work&& work,
                   const dataset::CollectiveCall& call = {__builtin_FUNCTION()}) {
    return in_turn(ncid, [&](dataset::Dataset& dataset) {
        return dataset.together(call, [&] { return work(dataset); });
    });
}

/// The same for a definition.
template <class Work>
int with_definition(int ncid, Work&& work,
                    const dataset::CollectiveCall& call = {__builtin_FUNCTION()}) {
    return in_turn(ncid, [&](dataset::Dataset& dataset) {
        return dataset.define_together(call, [&] { return work(dataset); });
    });
}

inline int code_of(Code code) {
    return static_cast<int>(code);
}

}  // namespace weft::capi
