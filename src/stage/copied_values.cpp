// SPDX-License-Identifier: BSD-3-Clause
#include "stage/copied_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "stage/owner.hpp"
#include "stage/record.hpp"
#include "stage/replaced_file.hpp"
#include "stage/wish.hpp"
#include "storage/links.hpp"
#include "storage/path_scheme.hpp"

namespace weft::stage {
namespace {

constexpr std::string_view line_of_copies = "weft-values 1\n";

/// The longest description of values that a format has.
constexpr std::int64_t most_shape_bytes = 4096;

Status no_copy(const std::string& path, std::int64_t at) {
    return {
        Code::efile,
        fmt::format("\"{}\": values that a program has put cannot be read at byte {}", path, at)};
}

/// Reads all of the bytes; false if the file ends before.
Result<bool> read_all(storage::File& file, std::int64_t offset, std::span<std::byte> bytes) {
    const Result<std::int64_t> got = file.read_at(offset, bytes);
    if (!got.ok()) return got.status();
    return got.value() == std::ssize(bytes);
}

Status write_records(storage::File& copy, Log& log, std::uint64_t end) {
    std::int64_t at = 0;
    const auto write = [&](std::span<const std::byte> bytes) {
        const Status written = copy.write_at(at, bytes);
        at += std::ssize(bytes);
        return written;
    };
    Status status = write(std::as_bytes(std::span(line_of_copies)));
    for (std::uint64_t number = log.drained(); number < end && status.ok(); ++number) {
        const auto state = static_cast<RecordState>(log.file().slot(number).state.load());
        if (state != RecordState::complete) continue;
        const Result<std::optional<WholeRecord>> record = read_record(log, number);
        if (!record.ok()) return record.status();
        if (!record.value()) return {Code::eread, "a record is damaged"};
        status = write(std::as_bytes(std::span(&record.value()->head, 1)));
        if (status.ok()) status = write(record.value()->content);
    }
    return status;
}

}  // namespace

Result<std::string> path_of_copy(const std::string& file, const std::string& log,
                                 std::uint64_t id) {
    const std::string name = log.substr(log.rfind('/') + 1);
    if (!is_name_of_log(name, id))
        return Status(Code::efile, fmt::format("\"{}\" is not the name of a log", log));
    return storage::behind_links(file) + "." + name;
}

Status copy_values(storage::Store& store, const std::string& path, Log& log, std::uint64_t end) {
    return replace_file(store, path,
                        [&](storage::File& copy) { return write_records(copy, log, end); });
}

Status CopiedValues::add(storage::Store& store, const std::string& path, std::uint64_t id) {
    auto opened = store.open_file(path, {});
    if (!opened.ok()) return opened.status();
    storage::File& file = *opened.value();
    const Result<std::uint64_t> identity = file.identity();
    if (!identity.ok()) return identity.status();
    if (!storage::is_elsewhere(path) && !is_mine(path, identity.value()))
        return {Code::eaccess, fmt::format("\"{}\": the values belong to another user", path)};
    const Result<std::int64_t> size = file.size();
    if (!size.ok()) return size.status();
    std::vector<std::byte> line(line_of_copies.size());
    const Result<bool> has_line = read_all(file, 0, line);
    if (!has_line.ok()) return has_line.status();
    const bool is_copy =
        has_line.value() && std::ranges::equal(line, std::as_bytes(std::span(line_of_copies)));
    if (!is_copy) return no_copy(path, 0);
    std::vector<Record> found;
    for (std::int64_t at = std::ssize(line); at < size.value();) {
        RecordHead head{};
        Result<bool> got = read_all(file, at, std::as_writable_bytes(std::span(&head, 1)));
        if (!got.ok()) return got.status();
        const std::int64_t rest = size.value() - at - static_cast<std::int64_t>(sizeof head);
        const bool is_good = got.value() && head.magic == record_magic && head.log == id &&
                             head.kind == RecordKind::values && head.shape_bytes >= 0 &&
                             head.shape_bytes <= std::min(most_shape_bytes, rest) &&
                             head.data_bytes >= 0 && head.data_bytes <= rest - head.shape_bytes;
        if (!is_good) return no_copy(path, at);
        Record record;
        record.file = head.file;
        record.shape.resize(static_cast<std::size_t>(head.shape_bytes));
        record.bytes = head.data_bytes;
        record.copy_ = copies_.size();
        const std::int64_t behind_head = at + static_cast<std::int64_t>(sizeof head);
        record.offset_ = behind_head + head.shape_bytes;
        got = read_all(file, behind_head, record.shape);
        if (!got.ok()) return got.status();
        if (!got.value()) return no_copy(path, at);
        at = record.offset_ + record.bytes;
        found.push_back(std::move(record));
    }
    records_.insert(records_.end(), std::make_move_iterator(found.begin()),
                    std::make_move_iterator(found.end()));
    copies_.push_back({path, std::move(opened).value()});
    return {};
}

Result<std::vector<std::byte>> CopiedValues::data_of(const Record& record) const {
    const Copy& copy = copies_[record.copy_];
    std::vector<std::byte> data(static_cast<std::size_t>(record.bytes));
    const Result<bool> got = read_all(*copy.file, record.offset_, data);
    if (!got.ok()) return got.status();
    if (!got.value()) return no_copy(copy.path, record.offset_);
    return data;
}

}  // namespace weft::stage
