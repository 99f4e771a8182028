// SPDX-License-Identifier: BSD-3-Clause
#include "sets/read_part.hpp"

#include <fmt/format.h>

#include <utility>

#include "classic/file_source.hpp"
#include "files/hint_table.hpp"
#include "format/header_reader.hpp"
#include "parts/paths.hpp"
#include "sets/netcdf4_parts.hpp"
#include "storage/links.hpp"
#include "storage/path_scheme.hpp"

namespace weft::sets {

parts::MasterPlace place_of_master(const std::string& path) {
    return {.path = path, .is_elsewhere = storage::is_elsewhere(path)};
}

Result<std::optional<parts::Set>> set_in(const format::Header& header, const std::string& path) {
    return parts::merge(header.version, header.schema,
                        place_of_master(storage::behind_links(path)));
}

std::string path_of_part(const WholeSet& set, const std::string& master, int part) {
    return parts::path_of_part(master, set.table.names[static_cast<std::size_t>(part)]);
}

Status of_part(const WholeSet& set, const std::string& master, int part, const Status& status) {
    if (status.ok()) return {};
    return {status.code(), fmt::format("part {} of the set, '{}': {}", part,
                                       path_of_part(set, master, part), status.context())};
}

void name_master_in(model::Schema& part, const parts::Table& table, int number,
                    const std::string& master) {
    const bool has_folder =
        !parts::folder_of(table.names[static_cast<std::size_t>(number)]).empty();
    if (has_folder) parts::name_master(part, storage::place_of_file(master));
}

Result<format::Header> header_in(storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    classic::FileSource source(file, files::hint::nc_header_read_chunk_size.usual);
    return format::read_header(source, bytes.value());
}

Result<model::Schema> schema_of_part(storage::File& file, const std::string& path) {
    const Result<bool> netcdf4 = is_netcdf4(file);
    if (!netcdf4.ok()) return netcdf4.status();
    if (netcdf4.value()) return schema_in_netcdf4(file, path);
    Result<format::Header> header = header_in(file);
    if (!header.ok()) return header.status();
    return std::move(header).value().schema;
}

Result<PartInFile> read_part(storage::File& file, const WholeSet& set, int part) {
    Result<format::Header> header = header_in(file);
    if (!header.ok()) return header.status();
    Result<layout::Placed> found = layout::placed(std::move(header).value());
    if (!found.ok()) return found.status();
    auto& [version, schema, layout] = found.value();
    Result<parts::Part> known = parts::as_part(std::move(schema), set.whole, set.table, part);
    if (!known.ok()) return known.status();
    return PartInFile{std::move(known).value(), version, std::move(layout)};
}

Status may_recover_part(storage::File& file, const WholeSet& set, const std::string& master,
                        int part) {
    const Result<format::Header> header = header_in(file);
    if (header.ok()) return parts::check_identity(header.value().schema, set.table, part);
    const parts::MasterPlace place = place_of_master(master);
    if (parts::NameRule(set.table, place).is_namesake(part)) return {};
    return {Code::efile,
            "it holds an interrupted change of its definition, and the name of its master is not "
            "the one it was made with: rename the master back, and run `weft recover` on it"};
}

Status learn_part(storage::File& file, const WholeSet& set, const std::string& master, int part,
                  FileSet& files) {
    Result<PartInFile> found = read_part(file, set, part);
    if (!found.ok()) return of_part(set, master, part, found.status());
    files.learn(part, std::move(found).value());
    return {};
}

}  // namespace weft::sets
