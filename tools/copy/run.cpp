// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/run.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "storage/failure.hpp"
#include "storage/path_scheme.hpp"
#include "tools/copy/bytes.hpp"
#include "tools/shared/walk.hpp"

namespace weft::tools {
namespace {

/// Between two looks at the progress.
constexpr std::int64_t step_bytes = std::int64_t{32} << 20;

std::vector<Lane> lanes_of(const std::vector<Move>& moves) {
    std::vector<Lane> lanes;
    for (const Move& move : moves) lanes.push_back({move.from.bytes(), 1});
    return lanes;
}

/// Records of which the source holds at least a byte: a header may promise more than could ever be
/// walked through.
std::int64_t stored_records(const CopyPlan& plan, std::int64_t source_bytes) {
    std::int64_t stored = 0;
    for (const Move& move : plan.in_record) {
        const std::int64_t behind = source_bytes - move.from.base();
        if (behind > 0) stored = std::max(stored, (behind - 1) / plan.from_pitch + 1);
    }
    return std::min(plan.record_count, stored);
}

class CopyRun {
public:
    CopyRun(const CopyPlan& plan, std::int64_t source_bytes, const CopyEnd& source,
            const CopyEnd& target)
        : plan_(plan), source_bytes_(source_bytes), copier_(source, target) {}

    /// `done_bytes` of the part need not be copied.
    Status run(const Team& team, ProgressMode progress_mode, std::int64_t done_bytes);

private:
    Status copy(const WalkPiece& piece, Progress& progress);

    const CopyPlan& plan_;
    std::int64_t source_bytes_;
    ByteCopier copier_;
};

Status CopyRun::run(const Team& team, ProgressMode progress_mode, std::int64_t done_bytes) {
    const Walk walk(lanes_of(plan_.fixed), lanes_of(plan_.in_record),
                    stored_records(plan_, source_bytes_));
    Part part = part_of(team, walk.bytes());
    part.from += done_bytes;
    Progress progress(progress_mode, done_bytes > 0 ? "copying the rest" : "copying",
                      part.to - part.from, team);
    Status status;
    walk.visit(part.from, part.to, [&](const WalkPiece& piece) {
        status = copy(piece, progress);
        return status.ok();
    });
    status.keep_first(copier_.flush());
    return status;
}

Status CopyRun::copy(const WalkPiece& piece, Progress& progress) {
    const std::size_t fixed = plan_.fixed.size();
    const Move& move =
        piece.lane < fixed ? plan_.fixed[piece.lane] : plan_.in_record[piece.lane - fixed];
    const std::int64_t from_record = piece.record * plan_.from_pitch;
    const std::int64_t to_record = piece.record * plan_.to_pitch;
    // Nothing behind the end of the source needs to be looked at.
    const std::int64_t stored = move.from.bytes_below(source_bytes_ - from_record);
    const std::int64_t end = std::min(piece.offset + piece.bytes, stored);
    Status status;
    for (std::int64_t at = piece.offset; at < end && status.ok(); at += step_bytes) {
        const std::int64_t step_end = std::min(at + step_bytes, end);
        move.from.visit(at, step_end, [&](const region::RunGroup& group) {
            for (std::int64_t i = 0; i < group.count && status.ok(); ++i) {
                status =
                    copier_.copy(group.offset + i * group.pitch + from_record,
                                 move.to + group.stream + i * group.run + to_record, group.run);
            }
        });
        progress.advance(step_end - at);
    }
    progress.advance(piece.offset + piece.bytes - std::max(end, piece.offset));
    return status;
}

class RawFile {
public:
    RawFile(const std::string& path, int flags) {
        if (path == "-" || !storage::scheme_of(path).empty()) return;  // no name in the kernel
        number_ = ::open(std::string(storage::strip_path_prefix(path)).c_str(), flags | O_CLOEXEC);
        if (number_ < 0) status_ = storage::failure(storage::Operation::open, path, errno);
    }
    ~RawFile() {
        if (number_ >= 0) ::close(number_);
    }
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] const Status& status() const { return status_; }

private:
    int number_ = -1;
    Status status_;
};

}  // namespace

Status run_copy(const Team& team, const CopyPlan& plan, const OpenedFile& source,
                const std::string& path, CopyTarget& target, ProgressMode progress_mode,
                std::int64_t done_bytes) {
    const RawFile from(path, O_RDONLY);
    const RawFile to(target.path(), O_WRONLY);
    if (!from.status().ok()) return from.status();
    if (!to.status().ok()) return to.status();
    if (team.is_first() && !target.goes_on()) {
        Status status = target.file().resize(plan.file_bytes);
        if (status.ok()) status = target.file().write_at(0, plan.header);
        if (!status.ok()) return status;
    }
    // The bytes of a set are not all in the file that has its name.
    const int descriptor = source.parts == 0 && !source.is_view ? from.number() : -1;
    return CopyRun(plan, source.bytes, {source.file.get(), descriptor, path},
                   {&target.file(), to.number(), target.path()})
        .run(team, progress_mode, done_bytes);
}

}  // namespace weft::tools
