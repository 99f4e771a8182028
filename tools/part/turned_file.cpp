// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/turned_file.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "storage/read_only_file.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Schema;
using model::Variable;

/// A variable whose elements move within rows: each row is all of the turned dimension, and of
/// those behind it, for one index of those before. Numbers of a record variable are those of record
/// 0.
struct TurnedRows {
    std::int64_t begin = 0;
    std::int64_t row_bytes = 0;
    std::int64_t rows = 0;
    std::int64_t shift = 0;  // where the source's row begins in the view
    bool has_records = false;
};

/// The view: its bytes [begin, end) are those of the source, but for rows.
class TurnedFile final : public storage::ReadOnlyFile {
public:
    TurnedFile(OpenedFile source, std::vector<TurnedRows> turned)
        : ReadOnlyFile("a turned file is only read"),
          source_(std::move(source)),
          turned_(std::move(turned)),
          bytes_(source_.bytes) {
        // Missing bytes would be in the middle of the row in which the source ends.
        for_rows(source_.bytes, source_.bytes + 1,
                 [this](std::int64_t row, const TurnedRows&) { bytes_ = std::min(bytes_, row); });
    }

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        const std::int64_t length = std::clamp<std::int64_t>(bytes_ - offset, 0, std::ssize(bytes));
        bytes = bytes.first(static_cast<std::size_t>(length));
        Status status = read_source(offset, bytes);
        for_rows(offset, offset + length, [&](std::int64_t row, const TurnedRows& turned) {
            if (status.ok()) status = turn_row(row, turned, offset, bytes);
        });
        return status.ok() ? Result(length) : status;
    }
    Result<std::int64_t> size() override { return bytes_; }
    Status close() override { return source_.file->close(); }

private:
    /// Calls `use(offset of the row, its variable)` for the rows that overlap the range.
    template <class Use>
    void for_rows(std::int64_t from, std::int64_t to, Use&& use) const {
        for (const TurnedRows& turned : turned_) {
            const std::int64_t bytes = turned.rows * turned.row_bytes;
            const std::int64_t records = turned.has_records ? source_.schema.record_count : 1;
            const std::int64_t pitch = turned.has_records ? source_.record_bytes : bytes;
            std::int64_t record = std::max<std::int64_t>(from - turned.begin, 0) / pitch;
            for (; record < records; ++record) {
                const std::int64_t begin = turned.begin + record * pitch;
                if (begin >= to) break;
                const std::int64_t before = std::max<std::int64_t>(from - begin, 0);
                std::int64_t row = begin + before / turned.row_bytes * turned.row_bytes;
                for (; row < std::min(begin + bytes, to); row += turned.row_bytes) use(row, turned);
            }
        }
    }

    Status read_source(std::int64_t offset, std::span<std::byte> bytes) {
        const Result<std::int64_t> got = source_.file->read_at(offset, bytes);
        if (!got.ok()) return got.status();
        std::fill(bytes.begin() + got.value(), bytes.end(), std::byte{0});
        return {};
    }

    /// `bytes` are those of the source from `offset` on: a complete row is turned in place, of
    /// another the part that belongs there is read.
    Status turn_row(std::int64_t row, const TurnedRows& turned, std::int64_t offset,
                    std::span<std::byte> bytes) {
        const std::int64_t end = offset + std::ssize(bytes);
        const std::int64_t from = std::max(row, offset);
        const std::int64_t to = std::min(row + turned.row_bytes, end);
        const auto part = bytes.subspan(static_cast<std::size_t>(from - offset),
                                        static_cast<std::size_t>(to - from));
        if (to - from == turned.row_bytes) {
            turn(part, turned.shift);
            return {};
        }
        // The view's row is the source's from `cut` on, then the bytes before.
        const std::int64_t cut = turned.row_bytes - turned.shift;
        const std::int64_t middle = std::clamp(row + turned.shift, from, to);
        const auto left = static_cast<std::size_t>(middle - from);
        Status status = read_source(from + cut, part.first(left));
        if (status.ok()) status = read_source(middle - turned.shift, part.subspan(left));
        return status;
    }

    void turn(std::span<std::byte> row, std::int64_t shift) {
        spare_.assign(row.begin(), row.end() - shift);
        std::copy(row.end() - shift, row.end(), row.begin());
        std::ranges::copy(spare_, row.begin() + shift);
    }

    OpenedFile source_;
    std::vector<TurnedRows> turned_;
    std::int64_t bytes_;
    std::vector<std::byte> spare_;
};

/// The rows of a variable's dimension number `axis`, whose `turn` elements come last in the view.
TurnedRows rows_of(const OpenedFile& source, int variable_id, std::size_t axis, std::int64_t turn) {
    const Schema& schema = source.schema;
    const Variable& variable = schema.variable(variable_id);
    std::int64_t rows = 1;
    std::int64_t element = types::size_of(variable.type);
    std::int64_t length = 0;
    for (std::size_t i = 0; i < variable.dimension_ids.size(); ++i) {
        const int id = variable.dimension_ids[i];
        if (id == schema.record_dimension()) continue;
        const std::int64_t here = schema.dimension(id).length;
        if (i < axis) rows *= here;
        if (i == axis) length = here;
        if (i > axis) element *= here;
    }
    return {.begin = source.begin(variable_id),
            .row_bytes = length * element,
            .rows = rows,
            .shift = (length - turn) * element,
            .has_records = schema.is_record_variable(variable)};
}

/// For each variable that has the dimension more than `before` times, the next time.
std::vector<TurnedRows> turned_rows(const OpenedFile& source, int dimension, int before,
                                    std::int64_t turn) {
    const Schema& schema = source.schema;
    std::vector<TurnedRows> found;
    for (int id = 0; id < schema.variable_count(); ++id) {
        const Variable& variable = schema.variable(id);
        int seen = 0;
        for (std::size_t axis = 0; axis < variable.dimension_ids.size(); ++axis) {
            if (variable.dimension_ids[axis] != dimension || seen++ != before) continue;
            const TurnedRows rows = rows_of(source, id, axis, turn);
            if (rows.row_bytes > 0 && rows.rows > 0) found.push_back(rows);
        }
    }
    return found;
}

OpenedFile view_of(OpenedFile source, std::vector<TurnedRows> rows) {
    OpenedFile view;
    view.version = source.version;
    view.schema = source.schema;
    view.begins = source.begins;
    view.record_bytes = source.record_bytes;
    view.parts = source.parts;
    view.short_parts = source.short_parts;
    view.is_view = true;
    view.file = std::make_unique<TurnedFile>(std::move(source), std::move(rows));
    view.bytes = view.file->size().value();
    return view;
}

}  // namespace

OpenedFile turned(OpenedFile source, Selected& selected) {
    for (std::size_t dimension = 0; dimension < selected.of.size(); ++dimension) {
        const std::int64_t turn = std::exchange(selected.of[dimension].turn, 0);
        if (turn == 0) continue;
        for (int before = 0;; ++before) {
            auto rows = turned_rows(source, static_cast<int>(dimension), before, turn);
            if (rows.empty()) break;
            source = view_of(std::move(source), std::move(rows));
        }
    }
    return source;
}

}  // namespace weft::tools
