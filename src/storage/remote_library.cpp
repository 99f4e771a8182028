// SPDX-License-Identifier: BSD-3-Clause
#include "storage/remote_library.hpp"

#include <dlfcn.h>

#include <utility>

namespace weft::storage {
namespace {

using BuildOf = const char* (*)();
using StoreOf = void (*)(const RemoteWays&, std::unique_ptr<Store>&);

struct Library {
    StoreOf make_store = nullptr;
    std::string missing;  // why, without it
};

/// Never unloaded: its sessions last as long as the process.
Library load() {
    void* const library = ::dlopen(WEFT_REMOTE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {nullptr, ::dlerror()};
    void* const build = ::dlsym(library, "weft_remote_build");
    void* const make = ::dlsym(library, "weft_remote_store");
    Dl_info found{};
    if (build == nullptr || make == nullptr || ::dladdr(build, &found) == 0)
        return {nullptr, "the one that is found is not of this version of Weft"};
    const std::string other = reinterpret_cast<BuildOf>(build)();
    if (other != WEFT_REMOTE_BUILD)
        return {nullptr, std::string(found.dli_fname) + " is of the build " + other +
                             ", and what loads it of " WEFT_REMOTE_BUILD};
    return {reinterpret_cast<StoreOf>(make), {}};
}

}  // namespace

Result<std::unique_ptr<Store>> remote_store(const RemoteWays& ways) {
    static const Library library = load();
    if (library.make_store == nullptr)
        return Status(Code::enotsupport,
                      std::string("files on other machines need " WEFT_REMOTE_LIBRARY ": ") +
                          library.missing);
    std::unique_ptr<Store> store;
    library.make_store(ways, store);
    return store;
}

}  // namespace weft::storage
