// SPDX-License-Identifier: BSD-3-Clause
// A table by handle; an attribute of the communicator only tells when an entry must go.
#include "mpi/attachment.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

struct Table {
    std::mutex mutex;
    std::map<MPI_Comm, std::shared_ptr<void>> entries;
    int key = MPI_KEYVAL_INVALID;
};

/// Never destroyed: MPI may be finalised after all that is static.
Table& table() {
    static Table* const only = new Table;
    return *only;
}

int forget(MPI_Comm comm, int /*key*/, void* /*value*/, void* /*extra*/) {
    std::shared_ptr<void> last;  // destroyed when others may use the table again
    const std::scoped_lock lock(table().mutex);
    const auto found = table().entries.find(comm);
    if (found == table().entries.end()) return MPI_SUCCESS;
    last = std::move(found->second);
    table().entries.erase(found);
    return MPI_SUCCESS;
}

/// Puts `what` where there is something already; what was there is returned, to be destroyed when
/// others may use the table again.
bool replace(MPI_Comm comm, std::shared_ptr<void>& what) {
    const std::scoped_lock lock(table().mutex);
    const auto found = table().entries.find(comm);
    if (found == table().entries.end()) return false;
    found->second.swap(what);
    return true;
}

Result<int> key() {
    const std::scoped_lock lock(table().mutex);
    if (table().key != MPI_KEYVAL_INVALID) return table().key;
    Status made =
        status_of(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &table().key, nullptr),
                  "MPI_Comm_create_keyval");
    if (made.ok()) return table().key;
    table().key = MPI_KEYVAL_INVALID;
    return made;
}

}  // namespace

std::shared_ptr<void> attached(MPI_Comm comm) {
    const std::scoped_lock lock(table().mutex);
    const auto found = table().entries.find(comm);
    return found == table().entries.end() ? nullptr : found->second;
}

Status attach(MPI_Comm comm, std::shared_ptr<void> what) {
    if (replace(comm, what)) return {};
    const Result<int> known = key();
    if (!known.ok()) return known.status();
    // Not under the lock: an attribute left by an attempt that failed is deleted by this.
    Status made = status_of(MPI_Comm_set_attr(comm, known.value(), &table()), "MPI_Comm_set_attr");
    if (!made.ok()) return made;
    const std::scoped_lock lock(table().mutex);
    table().entries.emplace(comm, std::move(what));
    return {};
}

}  // namespace weft::mpi
