// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/left_values.hpp"

#include <fmt/format.h>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"

namespace weft::dataset {
namespace {

/// The container of the file stores them when it is opened. They survive a power failure before
/// anybody drops what is beside the file.
Status store_in(const std::string& path, const stage::CopiedValues& values) {
    const Opened opened = Dataset::open(MPI_COMM_SELF, path.c_str(), mode_flags::write, {}, {},
                                        {.environment = false, .values = &values});
    if (opened.dataset == nullptr) return opened.status;
    Dataset& file = *opened.dataset;
    Status stored = file.together({"ncmpi_sync"}, [&] { return file.sync(); });
    stored.keep_first(file.together({"ncmpi_close"}, [&] { return file.close(); }));
    return stored;
}

}  // namespace

Status store_left_values(storage::Store& store, const std::string& path, stage::Failing failing) {
    const Status stored = stage::store_copied(
        store, path, [&](const stage::CopiedValues& values) { return store_in(path, values); },
        failing);
    if (stored.ok()) return stored;
    const char* const what = failing == stage::Failing::keep
                                 ? "are beside it; \"weft drain --forget\" stores what it can"
                                 : "were dropped";
    return {stored.code(), fmt::format("'{}': values that a program has put could not be stored in "
                                       "the file, and {}: {}",
                                       path, what, stored.context())};
}

}  // namespace weft::dataset
