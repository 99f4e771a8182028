// SPDX-License-Identifier: BSD-3-Clause
#include "storage/remote_library.hpp"

#include <dlfcn.h>

#include <utility>

namespace weft::storage {
namespace {

using Entry = decltype(&weft_remote_files);

struct Library {
    Entry remote_files = nullptr;
    Entry web_files = nullptr;
    std::string missing;  // why it cannot be used
};

/// Loads the library, which is never unloaded, because its sessions last as long as the process.
Library load() {
    void* const library = ::dlopen(WEFT_REMOTE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return {nullptr, nullptr, ::dlerror()};
    const auto entry = [library](const char* name) {
        return reinterpret_cast<Entry>(::dlsym(library, name));
    };
    Library loaded{entry("weft_remote_files"), entry("weft_web_files"), {}};
    if (loaded.remote_files == nullptr)
        loaded.missing = "the library found belongs to another version of Weft";
    return loaded;
}

const Library& library() {
    static const Library loaded = load();
    return loaded;
}

std::string another_interface(Entry entry, int interface) {
    Dl_info found{};
    const bool is_known = ::dladdr(reinterpret_cast<void*>(entry), &found) != 0;
    return std::string(is_known ? found.dli_fname : "the library found") + " has version " +
           std::to_string(interface) + " of the interface between them, and " +
           std::to_string(remote_interface) + " is needed: take both from one build of Weft";
}

Status not_here(const std::string& why) {
    return {Code::enotsupport, "files on other machines need " WEFT_REMOTE_LIBRARY ": " + why};
}

Result<std::unique_ptr<Store>> store_by(Entry entry, const RemoteWays& ways) {
    std::unique_ptr<Store> store;
    const int interface = entry(remote_interface, ways, store);
    if (interface != remote_interface) return not_here(another_interface(entry, interface));
    return store;
}

}  // namespace

Result<std::unique_ptr<Store>> remote_store(const RemoteWays& ways) {
    if (library().remote_files == nullptr) return not_here(library().missing);
    return store_by(library().remote_files, ways);
}

/// An earlier library has the other entry alone, which tells its number.
Result<std::unique_ptr<Store>> web_store(const RemoteWays& ways) {
    if (library().web_files == nullptr) {
        const auto other = remote_store(ways);
        return other.ok() ? not_here("the library found knows nothing of the web") : other.status();
    }
    return store_by(library().web_files, ways);
}

}  // namespace weft::storage
