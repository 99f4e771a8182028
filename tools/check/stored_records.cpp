// SPDX-License-Identifier: BSD-3-Clause
#include "tools/check/stored_records.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "classic/file_source.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "format/placement.hpp"
#include "format/sizes.hpp"
#include "journal/journal.hpp"
#include "parts/part.hpp"
#include "storage/any_store.hpp"
#include "tools/shared/opened_file.hpp"
#include "tools/shared/set_files.hpp"

namespace weft::tools {
namespace {

/// The file with a record count that means "see the file's size".
class CountlessSource final : public format::ByteSource {
public:
    CountlessSource(storage::File& file, std::int64_t count_bytes)
        : source_(file, header_chunk_bytes), count_bytes_(count_bytes) {}

    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override {
        const Result<std::span<const std::byte>> got = source_.at(offset, length);
        const std::int64_t begin = format::record_count_offset;
        if (!got.ok() || offset >= begin + count_bytes_) return got;
        copy_.assign(got.value().begin(), got.value().end());
        const std::int64_t end = std::min(begin + count_bytes_, offset + std::ssize(copy_));
        for (std::int64_t i = std::max(begin, offset); i < end; ++i) {
            copy_[static_cast<std::size_t>(i - offset)] = std::byte{0xff};
        }
        return std::span<const std::byte>(copy_);
    }

private:
    classic::FileSource source_;
    std::int64_t count_bytes_;
    std::vector<std::byte> copy_;
};

/// For a part, in its own records. Fails if the number cannot be found.
Result<std::optional<StoredRecords>> stored_in_part(const std::string& path, const parts::Set& set,
                                                    int part) {
    const auto file = storage::AnyStore().open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = journal::is_interrupted(*file.value());
    if (!interrupted.ok()) return interrupted.status();
    if (interrupted.value()) return Status(Code::efile, std::string(interrupted_advice));
    format::Findings findings(format::Findings::Keep::errors);
    auto header = read_without_count(*file.value(), bytes.value(), findings);
    if (!header.ok()) return header.status();
    if (!header.value()) return findings.status();
    const auto found = parts::as_part(header.value()->schema, set.whole.schema, set.table, part);
    if (!found.ok()) return found.status();
    return stored_in_file(*header.value(), bytes.value());
}

}  // namespace

Result<std::optional<format::Header>> read_without_count(storage::File& file,
                                                         std::int64_t file_bytes,
                                                         format::Findings& findings) {
    std::byte version{};
    const Result<std::int64_t> got = file.read_at(3, std::span(&version, 1));
    if (!got.ok()) return got.status();
    const bool is_cdf5 = version == std::byte{static_cast<unsigned char>(format::Version::cdf5)};
    CountlessSource source(file, is_cdf5 ? 8 : 4);
    return format::examine_header(source, file_bytes, findings);
}

std::optional<StoredRecords> stored_in_file(const format::HeaderView& header,
                                            std::int64_t file_bytes) {
    const model::Schema& schema = header.schema;
    // The header reader has checked these.
    const format::RecordSection section = format::record_section(header).value();
    if (section.record_bytes == 0) return {};
    std::int64_t last_end = section.begin;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        if (!schema.is_record_variable(variable)) continue;
        last_end =
            std::max(last_end, header.begin(id) + format::slab_bytes(schema, variable).value());
    }
    StoredRecords stored;
    if (file_bytes >= last_end) stored.whole = (file_bytes - last_end) / section.record_bytes + 1;
    if (file_bytes > section.begin)
        stored.begun = (file_bytes - section.begin - 1) / section.record_bytes + 1;
    return stored;
}

std::optional<StoredRecords> stored_in_set(const std::string& master, const parts::Set& set,
                                           const std::optional<StoredRecords>& in_master) {
    if (set.whole.schema.record_dimension() < 0) return {};
    const std::int64_t most = format::limits_of(set.whole.version).record_count;
    StoredRecords stored = in_master.value_or(StoredRecords{});
    for (int part = 0; part < set.table.part_count(); ++part) {
        const auto found = stored_in_part(path_of_part(set, master, part), set, part);
        if (!found.ok()) stored.begun = std::numeric_limits<std::int64_t>::max();
        if (!found.ok() || !found.value()) continue;
        const region::Interval records = set.table.records_of(set.table.epoch_of(part));
        const auto in_whole = [&records, most](std::int64_t count) {
            return count == 0 ? 0
                              : std::min(most, records.begin + std::min(count, records.length()));
        };
        stored.whole = std::max(stored.whole, in_whole(found.value()->whole));
        stored.begun = std::max(stored.begun, in_whole(found.value()->begun));
    }
    return stored;
}

}  // namespace weft::tools
