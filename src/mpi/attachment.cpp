// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/attachment.hpp"

#include <mutex>

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

using Place = std::shared_ptr<void>;

int delete_place(MPI_Comm, int, void* place, void*) {
    delete static_cast<Place*>(place);
    return MPI_SUCCESS;
}

int make_key() {
    int key = MPI_KEYVAL_INVALID;
    expect_success(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_place, &key, nullptr));
    return key;
}

}  // namespace

std::shared_ptr<void> attachment(MPI_Comm comm,
                                 const std::function<std::shared_ptr<void>()>& make) {
    static const int key = make_key();
    // Of all communicators, as MPI_COMM_SELF belongs to all threads.
    static std::mutex guard;
    const std::lock_guard lock(guard);
    void* place = nullptr;
    int found = 0;
    expect_success(MPI_Comm_get_attr(comm, key, &place, &found));
    if (found == 0) {
        auto made = std::make_unique<Place>(make());
        place = made.get();
        expect_success(MPI_Comm_set_attr(comm, key, made.release()));
    }
    return *static_cast<Place*>(place);
}

}  // namespace weft::mpi
