// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/opened_file.hpp"

#include <utility>

#include "classic/file_source.hpp"
#include "classic/findings.hpp"
#include "format/header_reader.hpp"
#include "format/sizes.hpp"
#include "journal/journal.hpp"
#include "sets/joined_file.hpp"
#include "sets/read_part.hpp"
#include "storage/any_store.hpp"
#include "tools/shared/foreign_file.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {
namespace {

/// From now on a master stands for its whole set.
Status join_set(const std::string& path, bool for_data, OpenedFile& opened) {
    format::Header header{opened.version, std::move(opened.schema), std::move(opened.begins)};
    auto set = sets::set_in(header, path);
    if (!set.ok()) return set.status();
    if (!set.value()) {
        opened.schema = std::move(header.schema);
        opened.begins = std::move(header.begins);
        return {};
    }
    static storage::AnyStore store;
    auto joined = sets::JoinedFile::of(store, path, std::move(opened.file), std::move(header),
                                       *std::move(set).value());
    if (!joined.ok()) return joined.status();
    opened.parts = joined.value()->table().part_count();
    opened.schema = joined.value()->schema();
    opened.begins = joined.value()->layout().begins;
    if (for_data) opened.short_parts = joined.value()->find_short_files();
    opened.bytes = joined.value()->size().value();
    opened.file = std::move(joined).value();
    return {};
}

Result<OpenedFile> open_as(const std::string& path, bool for_data) {
    OpenedFile opened;
    Result<std::unique_ptr<storage::File>> file = open_to_read(path);
    if (!file.ok()) return file.status();
    opened.file = std::move(file).value();
    const Result<std::int64_t> bytes = opened.file->size();
    if (!bytes.ok()) return bytes.status();
    opened.bytes = bytes.value();
    const Result<bool> interrupted = journal::is_interrupted(*opened.file);
    if (!interrupted.ok()) return interrupted.status();
    if (interrupted.value()) return Status(Code::efile, std::string(classic::interrupted_advice));
    classic::FileSource source(*opened.file, header_chunk_bytes);
    Result<format::Header> header = format::read_header(source, opened.bytes);
    if (!header.ok()) return explain_unreadable(header.status(), source, opened.bytes);
    opened.version = header.value().version;
    opened.schema = std::move(header.value().schema);
    opened.begins = std::move(header.value().begins);
    const Status joined = join_set(path, for_data, opened);
    if (!joined.ok()) return joined;
    const Result<std::int64_t> record_bytes = format::record_bytes(opened.schema);
    if (!record_bytes.ok()) return record_bytes.status();
    opened.record_bytes = record_bytes.value();
    return opened;
}

}  // namespace

Result<OpenedFile> open_netcdf(const std::string& path) {
    return open_as(path, false);
}

Result<OpenedFile> open_data(const std::string& path) {
    return open_as(path, true);
}

std::string_view kind_of(format::Version version) {
    return kind_of(static_cast<int>(version));
}

}  // namespace weft::tools
