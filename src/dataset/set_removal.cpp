// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/set_removal.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "dataset/file_source.hpp"
#include "files/hint_table.hpp"
#include "format/header_reader.hpp"
#include "parts/master.hpp"
#include "parts/names.hpp"
#include "parts/part.hpp"
#include "parts/paths.hpp"
#include "storage/any_store.hpp"
#include "storage/links.hpp"

namespace weft::dataset {
namespace {

/// Cheaper than reading a header, which most files have that are no masters. The part table is
/// among the global attributes, which stand behind the dimensions: thousands of these fit in front
/// of it.
bool may_be_master(storage::Store& store, const std::string& path) {
    constexpr std::size_t searched_bytes = 256 << 10;
    const auto file = store.open_file(path, {});
    if (!file.ok()) return false;
    std::string text(searched_bytes, '\0');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(text)));
    return got.ok() && text.find(parts::names::set) != std::string::npos;
}

}  // namespace

Result<format::Schema> header_of(storage::Store& store, const std::string& path) {
    const auto file = store.open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    FileSource source(*file.value(), files::hint::nc_header_read_chunk_size.usual);
    return format::read_header(source, bytes.value());
}

Status clear_place_of_part(storage::Store& store, const std::string& path) {
    const Result<storage::PathFacts> facts = store.inspect(path);
    if (!facts.ok()) return facts.status();
    if (!facts.value().exists && !facts.value().is_symlink) return {};
    const bool is_empty = facts.value().is_regular && facts.value().bytes == 0;
    const Result<format::Schema> header = header_of(store, path);
    if (!is_empty && (!header.ok() || !parts::set_of_part(header.value())))
        return {Code::eexist, fmt::format("'{}' is in the way: it is not part of a set", path)};
    return store.remove(path);
}

std::vector<std::string> parts_of(storage::Store& store, const std::string& path) {
    if (!may_be_master(store, path)) return {};
    const Result<format::Schema> header = header_of(store, path);
    if (!header.ok()) return {};
    const auto set = parts::merge(header.value());
    if (!set.ok() || !set.value()) return {};
    std::vector<std::string> found_parts;
    const std::string master = storage::behind_links(path);
    for (const std::string_view name : set.value()->table.names) {
        std::string part = parts::path_of_part(master, name);
        const Result<format::Schema> found = header_of(store, part);
        const bool is_its =
            found.ok() && parts::set_of_part(found.value()) == set.value()->table.id;
        if (is_its) found_parts.push_back(std::move(part));
    }
    return found_parts;
}

Status remove_parts_of(storage::Store& store, const std::string& path) {
    Status status;
    for (const std::string& part : parts_of(store, path)) status.keep_first(store.remove(part));
    return status;
}

Status remove_file(const std::string& path) {
    storage::AnyStore store;
    // Of a link, the link alone.
    if (storage::behind_links(path) != path) return store.remove(path);
    const Status removed = remove_parts_of(store, path);
    return removed.ok() ? store.remove(path) : removed;
}

}  // namespace weft::dataset
