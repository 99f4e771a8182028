// SPDX-License-Identifier: BSD-3-Clause
#include "storage/any_store.hpp"

#include <algorithm>
#include <utility>

#include "base/presentable.hpp"
#include "storage/path_scheme.hpp"

namespace weft::storage {

AnyStore::AnyStore(std::unique_ptr<Store> here, RemoteWays ways)
    : here_(std::move(here)), ways_(std::move(ways)) {}

Result<Store*> AnyStore::store_of(const std::string& path) {
    const std::string scheme(scheme_of(path));
    if (scheme.empty()) return here_.get();
    const StoreEntry* const entry = entry_of(path);
    if (entry != nullptr) return made_by(*entry, path);
    return Status(Code::enotsupport, "\"" + path + "\": Weft cannot reach files by \"" + scheme +
                                         "://\" (a local file of that name is \"./" + path + "\")");
}

/// `path`: for a failure.
Result<Store*> AnyStore::made_by(const StoreEntry& entry, const std::string& path) {
    const auto made = std::ranges::find(made_, entry.make, &Made::by);
    if (made != made_.end()) return made->store.get();
    Result<std::unique_ptr<Store>> store = entry.make(*here_, ways_);
    if (!store.ok())
        return Status(store.code(),
                      "\"" + presentable_name(path) + "\": " + store.status().context());
    made_.push_back({entry.make, std::move(store).value()});
    return made_.back().store.get();
}

Result<Opened> AnyStore::open(const std::string& path, const Intent& intent) {
    const Result<Store*> store = store_of(path);
    return store.ok() ? store.value()->open(path, intent) : store.status();
}

void AnyStore::will_open(const std::string& path, const Prospect& prospect) {
    const Result<Store*> store = store_of(path);
    if (store.ok()) store.value()->will_open(path, prospect);
}

Status AnyStore::remove(const std::string& path) {
    const Result<Store*> store = store_of(path);
    return store.ok() ? store.value()->remove(path) : store.status();
}

Status AnyStore::rename(const std::string& from, const std::string& to) {
    const Result<Store*> store = store_of(from);
    if (!store.ok()) return store.status();
    const Result<Store*> target = store_of(to);
    if (!target.ok()) return target.status();
    if (store.value() != target.value())
        return {Code::efile, "\"" + presentable_name(from) + "\" and \"" + presentable_name(to) +
                                 "\" are on different machines"};
    return store.value()->rename(from, to);
}

Status AnyStore::sync_directory_of(const std::string& path) {
    const Result<Store*> store = store_of(path);
    return store.ok() ? store.value()->sync_directory_of(path) : store.status();
}

Result<PathFacts> AnyStore::inspect(const std::string& path) {
    const Result<Store*> store = store_of(path);
    return store.ok() ? store.value()->inspect(path) : store.status();
}

Result<Speed> AnyStore::measure(const std::string& path) {
    const Result<Store*> store = store_of(path);
    return store.ok() ? store.value()->measure(path) : store.status();
}

}  // namespace weft::storage
