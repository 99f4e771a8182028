// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/read_part.hpp"

#include <fmt/format.h>

#include "dataset/file_source.hpp"
#include "files/hint_table.hpp"
#include "format/header_reader.hpp"
#include "parts/paths.hpp"

namespace weft::dataset {

std::string path_of_part(const WholeSet& set, const std::string& master, int part) {
    return parts::path_of_part(master, set.table.names[static_cast<std::size_t>(part)]);
}

Status of_part(const WholeSet& set, const std::string& master, int part, const Status& status) {
    if (status.ok()) return {};
    return {status.code(), fmt::format("part {} of the set, '{}': {}", part,
                                       path_of_part(set, master, part), status.context())};
}

Result<parts::Part> read_part(storage::File& file, const WholeSet& set, int part) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    FileSource source(file, files::hint::nc_header_read_chunk_size.usual);
    Result<format::Schema> schema = format::read_header(source, bytes.value());
    if (!schema.ok()) return schema.status();
    return parts::as_part(std::move(schema).value(), set.whole, set.table, part);
}

Status learn_part(storage::File& file, const WholeSet& set, const std::string& master, int part,
                  FileSet& files) {
    Result<parts::Part> found = read_part(file, set, part);
    if (!found.ok()) return of_part(set, master, part, found.status());
    const Result<layout::Layout> layout = layout::layout_of(found.value().schema);
    if (!layout.ok()) return of_part(set, master, part, layout.status());
    files.learn(part, std::move(found).value(), layout.value());
    return {};
}

}  // namespace weft::dataset
