// SPDX-License-Identifier: BSD-3-Clause
#include "capi/handles.hpp"

#include <cstddef>
#include <new>

namespace weft::capi {

Handles& Handles::instance() {
    // Never destroyed: a program may close files in its own exit handlers. Not on the heap: calls
    // that cannot fail need it.
    alignas(Handles) static std::array<std::byte, sizeof(Handles)> place;
    static Handles* const handles = new (place.data()) Handles;
    return *handles;
}

Handles::Turn Handles::begin_turn(int id) {
    thread_local constinit char mine = 0;
    const void* user = nullptr;
    const bool free = users_[static_cast<std::size_t>(id)].compare_exchange_strong(user, &mine);
    return free ? Turn::first : user == &mine ? Turn::nested : Turn::refused;
}

}  // namespace weft::capi
