// SPDX-License-Identifier: BSD-3-Clause
// From the ids of the interface to open datasets, and the one place where failures become codes.
#pragma once

#include <array>
#include <memory>
#include <new>
#include <string>

#include "base/result.hpp"
#include "dataset/dataset.hpp"

namespace weft::capi {

inline constexpr int most_files = 1024;  // NC_MAX_NFILES

/// The open files of this process. A program that calls from several threads must take turns, as
/// with MPI's MPI_THREAD_SERIALIZED.
class Handles {
public:
    static Handles& instance();

    /// The lowest free id, or -1.
    [[nodiscard]] int free_id() const;
    void put(int id, std::shared_ptr<dataset::Dataset> dataset) {
        open_[static_cast<std::size_t>(id)] = std::move(dataset);
    }
    void remove(int id) { open_[static_cast<std::size_t>(id)].reset(); }
    [[nodiscard]] dataset::Dataset* find(int id) const;
    [[nodiscard]] int count() const;

    /// For weft_last_error of a call without a file.
    void keep_error(const Status& status) noexcept;

    int default_version = 1;      // ncmpi_set_default_format
    std::string last_error;       // of calls without a file
    std::string last_error_copy;  // what weft_last_error handed out

private:
    std::array<std::shared_ptr<dataset::Dataset>, most_files> open_;
};

/// Runs `work(Dataset&)`, which returns a Status, on an open file. Maps everything to a code: an
/// unknown id, a failed status (whose sentence is kept for weft_last_error), and memory that ran
/// out.
template <class Work>
int with_dataset(int ncid, Work&& work) {
    dataset::Dataset* const dataset = Handles::instance().find(ncid);
    if (dataset == nullptr) return static_cast<int>(Code::ebadid);
    try {
        return dataset->remember(work(*dataset));
    } catch (const std::bad_alloc&) {
        return dataset->remember({Code::enomem, "out of memory"});
    } catch (const mpi::Failure& failure) {
        return dataset->remember(failure.status());
    }
}

/// The same for a call that all ranks of the file take part in; its name is by default that of the
/// function which calls this.
template <class Work>
int with_all_ranks(int ncid, Work&& work,
                   const dataset::CollectiveCall& call = {__builtin_FUNCTION()}) {
    return with_dataset(ncid, [&](dataset::Dataset& dataset) {
        return dataset.together(call, [&] { return work(dataset); });
    });
}

/// The same for a definition.
template <class Work>
int with_definition(int ncid, Work&& work,
                    const dataset::CollectiveCall& call = {__builtin_FUNCTION()}) {
    return with_dataset(ncid, [&](dataset::Dataset& dataset) {
        return dataset.define_together(call, [&] { return work(dataset); });
    });
}

inline int code_of(Code code) {
    return static_cast<int>(code);
}

}  // namespace weft::capi
