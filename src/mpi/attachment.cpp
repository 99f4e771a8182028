// SPDX-License-Identifier: BSD-3-Clause
// A table by handle; an attribute of the communicator only tells when an entry must be removed.
#include "mpi/attachment.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

struct Table {
    // Setting an attribute deletes one that is left from a failed attempt, which calls this
    // function.
    std::recursive_mutex mutex;
    std::map<MPI_Comm, std::shared_ptr<void>> entries;
    int key = MPI_KEYVAL_INVALID;
};

/// Never destroyed: MPI may be finalised after static objects are destroyed.
Table& table() {
    static Table* const only = new Table;
    return *only;
}

int forget(MPI_Comm comm, int /*key*/, void* /*value*/, void* /*extra*/) {
    std::shared_ptr<void> last;  // destroyed after the lock is released
    const std::scoped_lock lock(table().mutex);
    const auto found = table().entries.find(comm);
    if (found == table().entries.end()) return MPI_SUCCESS;
    last = std::move(found->second);
    table().entries.erase(found);
    return MPI_SUCCESS;
}

Status make_key() {
    if (table().key != MPI_KEYVAL_INVALID) return {};
    Status made =
        status_of(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &table().key, nullptr),
                  "MPI_Comm_create_keyval");
    if (!made.ok()) table().key = MPI_KEYVAL_INVALID;
    return made;
}

}  // namespace

Result<std::shared_ptr<void>> attachment(MPI_Comm comm,
                                         const std::function<std::shared_ptr<void>()>& make) {
    const std::scoped_lock lock(table().mutex);
    const auto found = table().entries.find(comm);
    if (found != table().entries.end()) return found->second;
    Status status = make_key();
    if (status.ok())
        status = status_of(MPI_Comm_set_attr(comm, table().key, &table()), "MPI_Comm_set_attr");
    if (!status.ok()) return status;
    return table().entries.emplace(comm, make()).first->second;
}

}  // namespace weft::mpi
