// SPDX-License-Identifier: BSD-3-Clause
#include "storage/remote_library.hpp"

#include <dlfcn.h>

#include <utility>

namespace weft::storage {
namespace {

struct Library {
    decltype(&weft_remote_files) make_store = nullptr;
    std::string missing;  // why it cannot be used
};

/// Never unloaded, because its sessions last as long as the process.
Library load() {
    void* const library = ::dlopen(WEFT_REMOTE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {nullptr, ::dlerror()};
    void* const entry = ::dlsym(library, "weft_remote_files");
    if (entry == nullptr) return {nullptr, "the library found belongs to another version of Weft"};
    return {reinterpret_cast<decltype(&weft_remote_files)>(entry), {}};
}

std::string another_interface(const Library& library, int interface) {
    Dl_info found{};
    const bool is_known = ::dladdr(reinterpret_cast<void*>(library.make_store), &found) != 0;
    return std::string(is_known ? found.dli_fname : "the library found") + " has version " +
           std::to_string(interface) + " of the interface between them, and " +
           std::to_string(remote_interface) + " is needed: take both from one build of Weft";
}

Status not_here(const std::string& why) {
    return {Code::enotsupport, "files on other machines need " WEFT_REMOTE_LIBRARY ": " + why};
}

}  // namespace

Result<std::unique_ptr<Store>> remote_store(const RemoteWays& ways) {
    static const Library library = load();
    if (library.make_store == nullptr) return not_here(library.missing);
    std::unique_ptr<Store> store;
    const int interface = library.make_store(remote_interface, ways, store);
    if (interface != remote_interface) return not_here(another_interface(library, interface));
    return store;
}

}  // namespace weft::storage
