// SPDX-License-Identifier: BSD-3-Clause
#include "storage/remote_library.hpp"

#include <dlfcn.h>

#include <utility>

namespace weft::storage {
namespace {

using VersionOf = const char* (*)();
using StoreOf = void (*)(const RemoteWays&, std::unique_ptr<Store>&);

struct Library {
    StoreOf make_store = nullptr;
    std::string missing;  // why, without it
};

/// Never unloaded: its sessions last as long as the process.
Library load() {
    void* const library = ::dlopen(WEFT_REMOTE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {nullptr, ::dlerror()};
    const auto version = reinterpret_cast<VersionOf>(::dlsym(library, "weft_remote_version"));
    const auto make = reinterpret_cast<StoreOf>(::dlsym(library, "weft_remote_store"));
    if (version == nullptr || make == nullptr) return {nullptr, "it is not Weft's"};
    if (std::string(version()) != WEFT_VERSION)
        return {nullptr,
                std::string("it is of version ") + version() + ", and this is " WEFT_VERSION};
    return {make, {}};
}

}  // namespace

Result<std::unique_ptr<Store>> remote_store(const RemoteWays& ways) {
    static const Library library = load();
    if (library.make_store == nullptr)
        return Status(Code::enotsupport,
                      std::string("files of other machines need " WEFT_REMOTE_LIBRARY ": ") +
                          library.missing);
    std::unique_ptr<Store> store;
    library.make_store(ways, store);
    return store;
}

}  // namespace weft::storage
