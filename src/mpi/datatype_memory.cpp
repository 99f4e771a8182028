// SPDX-License-Identifier: BSD-3-Clause
// Kept as an attribute of the datatype, which MPI deletes when the program frees the handle, so
// that a reused handle never gets the results of an older datatype.
#include "mpi/datatype_memory.hpp"

#include <array>
#include <memory>
#include <mutex>

namespace weft::mpi {
namespace {

using Ways = std::array<std::optional<DecodedValue>, decoded_ways>;

/// MPI may call this while an attribute is set, in the same thread.
std::recursive_mutex& turn() {
    static auto& only = *new std::recursive_mutex;
    return only;
}

int forget(MPI_Datatype /*datatype*/, int /*key*/, void* value, void* /*extra*/) {
    const std::scoped_lock lock(turn());
    delete static_cast<Ways*>(value);
    return MPI_SUCCESS;
}

/// The key of the attribute; MPI_KEYVAL_INVALID if MPI gives none: then nothing is remembered.
int key() {
    static const int only = [] {
        int made = MPI_KEYVAL_INVALID;
        const int code = MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, forget, &made, nullptr);
        return code == MPI_SUCCESS ? made : MPI_KEYVAL_INVALID;
    }();
    return only;
}

Ways* ways_of(MPI_Datatype datatype) {
    if (key() == MPI_KEYVAL_INVALID) return nullptr;
    void* value = nullptr;
    int is_there = 0;
    if (MPI_Type_get_attr(datatype, key(), &value, &is_there) != MPI_SUCCESS || is_there == 0)
        return nullptr;
    return static_cast<Ways*>(value);
}

}  // namespace

std::optional<DecodedValue> remembered(MPI_Datatype datatype, std::size_t way) {
    const std::scoped_lock lock(turn());
    const Ways* const ways = ways_of(datatype);
    return ways == nullptr ? std::nullopt : (*ways)[way];
}

void remember(MPI_Datatype datatype, std::size_t way, const DecodedValue& decoded) {
    const std::scoped_lock lock(turn());
    if (key() == MPI_KEYVAL_INVALID) return;
    Ways* ways = ways_of(datatype);
    if (ways == nullptr) {
        auto made = std::make_unique<Ways>();
        if (MPI_Type_set_attr(datatype, key(), made.get()) != MPI_SUCCESS) return;
        ways = made.release();
    }
    (*ways)[way] = decoded;
}

}  // namespace weft::mpi
