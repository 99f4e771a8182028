// SPDX-License-Identifier: BSD-3-Clause
// Opening a file: its header.
#include <fmt/format.h>

#include <algorithm>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/file_source.hpp"
#include "dataset/journal.hpp"
#include "format/header_length.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "storage/as_opened.hpp"
#include "storage/path_scheme.hpp"

namespace weft::dataset {

Opened Dataset::open(MPI_Comm original, const char* path, int flags, const mpi::Hints& hints,
                     const Status& ready) {
    return start(original, {path, flags, 1, hints, ready}, false);
}

Status Dataset::take_schema(Result<format::Schema> schema) {
    if (!schema.ok())
        return {schema.code(), fmt::format("'{}': {}", path_, schema.status().context())};
    definition_.schema = std::move(schema).value();
    const Result<layout::Layout> known = layout::layout_of(definition_.schema);
    if (!known.ok()) return known.status();
    definition_.layout = known.value();
    const std::int64_t records = definition_.schema.record_count;
    recorded_ = {.master = records, .parts = records, .whole = records};
    const parts::MasterPlace place = place_of_master(real_path_);
    auto set = parts::merge(definition_.schema, place, parts::NamesOfParts::when_used);
    if (!set.ok()) return {set.code(), fmt::format("'{}': {}", path_, set.status().context())};
    if (set.value()) {
        // One rank tells all that a name leads where none may.
        const Status named = comm().rank() == root
                                 ? parts::NameRule(set.value()->table, place).check_given()
                                 : Status();
        if (!named.ok()) return {named.code(), fmt::format("'{}': {}", path_, named.context())};
        const Status adopted = adopt_set(*std::move(set).value(), known.value());
        if (!adopted.ok()) return adopted;
    }
    definition_.no_fill.assign(static_cast<std::size_t>(definition_.schema.variable_count()),
                               false);
    return {};
}

/// Rank 0. For reading, or for writing where that was asked for. Of a file that is far away, the
/// opening's answer has all that is looked at now.
Status Dataset::open_file(std::vector<std::byte>& told) {
    constexpr std::int64_t most_head_bytes = 256 << 10;
    constexpr std::int64_t tail_bytes = 4 << 10;
    storage::Intent intent{.writable = is_writable(), .facts = true};
    if (storage::is_elsewhere(path_)) {
        intent.head_bytes = std::min(settings_.header_chunk_bytes, most_head_bytes);
        intent.tail_bytes = tail_bytes;
    }
    Result<storage::Opened> opened = shared_.store().open(path_, intent);
    if (!opened.ok()) return opened.status();
    storage::AsOpened as_opened(*opened.value().file, opened.value());
    shared_.take(path_, std::move(opened).value());
    const Result<bool> interrupted = is_interrupted(as_opened);
    if (!interrupted.ok()) return interrupted.status();
    if (interrupted.value()) {
        const Status recovered =
            recover_if_interrupted(shared_.store(), path_, file(), is_writable());
        if (!recovered.ok()) return recovered;
        as_opened.forget();
    }
    shared_.file().known_bytes = as_opened.told_bytes();
    return find_header(as_opened, as_opened.head_bytes(), told);
}

/// Rank 0. Alone, it reads the header. Else the header goes behind what is told already, for all to
/// read at the same time.
Status Dataset::find_header(storage::File& file, std::int64_t head_bytes,
                            std::vector<std::byte>& told) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    // What was told with the opening is asked for as it is: of a netCDF file it is the header, if
    // that is not too long. A small file is read as a whole and no further: room for more would be
    // cleared for nothing.
    const std::int64_t chunk_bytes =
        head_bytes > 0
            ? head_bytes
            : std::min(settings_.header_chunk_bytes, std::max<std::int64_t>(bytes.value(), 1));
    const bool is_alone = comm().size() == 1;
    FileSource source(file, is_alone ? chunk_bytes : signature_bytes);
    const Result<Signature> signature = signature_of(source, bytes.value());
    if (!signature.ok()) return signature.status();
    if (signature.value() == Signature::hdf5)
        return {
            Code::enotbuilt,
            fmt::format("'{}' is an HDF5 (netCDF-4) file; nccopy -k cdf5 makes one that Weft reads",
                        path_)};
    if (is_alone) return read_header(source, bytes.value());
    KeepingSource keeping(file, chunk_bytes, told);
    const auto length = format::header_length(keeping, bytes.value());
    if (!length.ok()) return length.status();
    keeping.cut(length.value().value_or(0));
    // What cannot be followed cannot be read.
    return length.value() ? Status() : read_header(keeping, bytes.value());
}

Status Dataset::read_header(format::ByteSource& source, std::int64_t file_bytes) {
    const Status taken = take_schema(format::read_header(source, file_bytes));
    if (!taken.ok() || comm().rank() != root) return taken;
    header_get_bytes_ = definition_.header_bytes();
    // For changes.
    if (is_writable()) header_in_file_ = format::write_header(schema_in_file());
    return {};
}

Status Dataset::read_told_header(std::span<const std::byte> header) {
    format::MemorySource source(header);
    return read_header(source, shared_.file().facts.bytes);
}

}  // namespace weft::dataset
