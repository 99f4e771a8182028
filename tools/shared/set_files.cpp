// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/set_files.hpp"

#include "dataset/file_source.hpp"
#include "dataset/read_part.hpp"
#include "format/header_reader.hpp"
#include "storage/any_store.hpp"
#include "storage/links.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

Result<std::optional<parts::Set>> set_of_master(const std::string& path) {
    if (path == "-") return std::optional<parts::Set>();  // its parts would be nowhere
    const auto file = storage::AnyStore().open_file(path, {});
    if (!file.ok()) return std::optional<parts::Set>();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return std::optional<parts::Set>();
    dataset::FileSource source(*file.value(), header_chunk_bytes);
    const Result<format::Schema> schema = format::read_header(source, bytes.value());
    if (!schema.ok()) return std::optional<parts::Set>();
    return parts::merge(schema.value());
}

std::string path_of_part(const parts::Set& set, const std::string& master, int part) {
    return dataset::path_of_part({set.whole, set.table}, storage::behind_links(master), part);
}

}  // namespace weft::tools
