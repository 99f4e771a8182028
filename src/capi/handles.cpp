// SPDX-License-Identifier: BSD-3-Clause
#include "capi/handles.hpp"

#include <cstddef>
#include <new>

namespace weft::capi {

Handles& Handles::instance() {
    // Never destroyed: a program may close files from its own exit handlers. Not on the heap: calls
    // that cannot fail need it.
    alignas(Handles) static std::array<std::byte, sizeof(Handles)> place;
    static Handles* const handles = new (place.data()) Handles;
    return *handles;
}

int Handles::free_id() const {
    for (int id = 0; id < most_files; ++id) {
        if (open_[static_cast<std::size_t>(id)] == nullptr) return id;
    }
    return -1;
}

dataset::Dataset* Handles::find(int id) const {
    if (id < 0 || id >= most_files) return nullptr;
    return open_[static_cast<std::size_t>(id)].get();
}

void Handles::keep_error(const Status& status) noexcept {
    try {
        if (!status.ok()) last_error = status.context();
    } catch (const std::bad_alloc&) {
        last_error.clear();
    }
}

int Handles::count() const {
    int open = 0;
    for (const auto& dataset : open_) open += dataset != nullptr;
    return open;
}

}  // namespace weft::capi
