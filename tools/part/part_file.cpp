// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/part_file.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "storage/read_only_file.hpp"
#include "tools/copy/plan.hpp"
#include "tools/part/turned_file.hpp"
#include "tools/shared/read_window.hpp"

namespace weft::tools {
namespace {

/// What a plan would write, read from the source of the copy.
class FilePart final : public storage::ReadOnlyFile {
public:
    FilePart(OpenedFile source, CopyPlan plan)
        : ReadOnlyFile("a part of a file is only read"),
          source_(std::move(source)),
          plan_(std::move(plan)),
          window_(*source_.file),
          bytes_(stored_end(plan_, source_.bytes)) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        const std::int64_t length = std::clamp<std::int64_t>(bytes_ - offset, 0, std::ssize(bytes));
        bytes = bytes.first(static_cast<std::size_t>(length));
        std::ranges::fill(bytes, std::byte{0});
        copy_header(offset, bytes);
        Status status = read_moves(plan_.fixed, 0, offset, bytes);
        if (plan_.in_record.empty()) return status.ok() ? Result(length) : status;
        const std::int64_t first_record = plan_.in_record.front().to;
        std::int64_t record = std::max<std::int64_t>(offset - first_record, 0) / plan_.to_pitch;
        for (; record < plan_.record_count && status.ok(); ++record) {
            if (first_record + record * plan_.to_pitch >= offset + length) break;
            status = read_moves(plan_.in_record, record, offset, bytes);
        }
        return status.ok() ? Result(length) : status;
    }
    Result<std::int64_t> size() override { return bytes_; }
    Status close() override { return source_.file->close(); }

private:
    void copy_header(std::int64_t offset, std::span<std::byte> bytes) const {
        const std::int64_t length =
            std::clamp<std::int64_t>(std::ssize(plan_.header) - offset, 0, std::ssize(bytes));
        if (length > 0) std::copy_n(plan_.header.begin() + offset, length, bytes.begin());
    }

    /// Of one record; fixed moves are those of record 0.
    Status read_moves(const std::vector<Move>& moves, std::int64_t record, std::int64_t offset,
                      std::span<std::byte> bytes) {
        const std::int64_t from = offset - record * plan_.to_pitch;
        const std::int64_t to = from + std::ssize(bytes);
        auto move = std::ranges::partition_point(
            moves, [from](const Move& one) { return one.to + one.from.bytes() <= from; });
        Status status;
        for (; move != moves.end() && move->to < to && status.ok(); ++move) {
            const std::int64_t begin = std::max(from - move->to, std::int64_t{0});
            const std::int64_t end = std::min(to - move->to, move->from.bytes());
            const std::int64_t place = move->to + begin - from;
            status = read_move(move->from, record, begin,
                               bytes.subspan(static_cast<std::size_t>(place),
                                             static_cast<std::size_t>(end - begin)));
        }
        return status;
    }

    /// The stream of a move from `begin` on.
    Status read_move(const region::Nest& nest, std::int64_t record, std::int64_t begin,
                     std::span<std::byte> bytes) {
        const std::int64_t distance = record * plan_.from_pitch;
        const std::int64_t stored = nest.bytes_below(source_.bytes - distance);
        const std::int64_t end = std::min(begin + std::ssize(bytes), stored);
        Status status;
        nest.visit(begin, end, [&](const region::RunGroup& group) {
            for (std::int64_t i = 0; i < group.count && status.ok(); ++i)
                status = read_run(
                    group.offset + i * group.pitch + distance,
                    bytes.subspan(static_cast<std::size_t>(group.stream - begin + i * group.run),
                                  static_cast<std::size_t>(group.run)));
        });
        return status;
    }

    Status read_run(std::int64_t offset, std::span<std::byte> bytes) {
        while (!bytes.empty()) {
            const auto part = std::min<std::int64_t>(std::ssize(bytes), ReadWindow::most);
            const auto read = window_.at(offset, part);
            if (!read.ok()) return read.status();
            std::ranges::copy(read.value(), bytes.begin());
            bytes = bytes.subspan(static_cast<std::size_t>(part));
            offset += part;
        }
        return {};
    }

    OpenedFile source_;
    CopyPlan plan_;
    ReadWindow window_;
    std::int64_t bytes_;
};

}  // namespace

Result<OpenedFile> with_ranges(OpenedFile source, const Selection& selection) {
    Result<Selected> selected = select_part(source, selection);
    if (!selected.ok()) return selected.status();
    if (selected.value().has_whole_dimensions) return source;
    Selected all = std::move(selected).value();
    source = turned(std::move(source), all);
    all.variables.resize(static_cast<std::size_t>(source.schema.variable_count()));
    std::iota(all.variables.begin(), all.variables.end(), 0);
    Result<CopyPlan> plan = plan_part(source, all, {});
    if (!plan.ok()) return plan.status();
    OpenedFile part;
    part.version = plan.value().version;
    part.schema = plan.value().schema;
    part.begins = plan.value().begins;
    part.record_bytes = plan.value().to_pitch;
    part.parts = source.parts;
    part.short_parts = source.short_parts;
    part.is_view = true;
    part.file = std::make_unique<FilePart>(std::move(source), std::move(plan).value());
    part.bytes = part.file->size().value();
    return part;
}

}  // namespace weft::tools
