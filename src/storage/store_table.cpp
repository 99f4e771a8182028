// SPDX-License-Identifier: BSD-3-Clause
#include "storage/store_table.hpp"

#include <algorithm>

namespace weft::storage {
namespace {

Result<std::unique_ptr<Store>> on_servers(Store& /*here*/, const RemoteWays& ways) {
    return remote_store(ways);
}

Result<std::unique_ptr<Store>> on_the_web(Store& /*here*/, const RemoteWays& ways) {
    return web_store(ways);
}

constexpr StoreEntry rows[] = {
    {.scheme = "http", .is_far = true, .is_read_only = true, .make = on_the_web},
    {.scheme = "https", .is_far = true, .is_read_only = true, .make = on_the_web},
    {.scheme = "s3", .is_far = true, .is_read_only = true, .make = on_the_web},
    {.scheme = "ssh", .is_far = true, .make = on_servers},
    {.scheme = "weft", .is_far = true, .make = on_servers},
};

}  // namespace

std::span<const StoreEntry> store_table() {
    return rows;
}

const StoreEntry* entry_of(std::string_view path) {
    const auto found = std::ranges::find(rows, scheme_of(path), &StoreEntry::scheme);
    return found == std::end(rows) ? nullptr : found;
}

bool is_far(std::string_view path) {
    const StoreEntry* const entry = entry_of(path);
    return entry != nullptr && entry->is_far;
}

bool takes_writes(std::string_view path) {
    const StoreEntry* const entry = entry_of(path);
    return entry != nullptr ? !entry->is_read_only : !is_elsewhere(path);
}

}  // namespace weft::storage
