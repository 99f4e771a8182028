// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/run.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "storage/any_store.hpp"
#include "storage/failure.hpp"
#include "storage/path_scheme.hpp"
#include "tools/copy/bytes.hpp"
#include "tools/shared/shared_walk.hpp"

namespace weft::tools {
namespace {

std::vector<WalkSlab> slabs_of(const std::vector<Move>& moves) {
    std::vector<WalkSlab> slabs;
    for (const Move& move : moves) slabs.push_back({move.from.bytes(), 1});
    return slabs;
}

/// Records of which the source has at least a byte: a header may count more than any walk could
/// visit.
std::int64_t stored_records(const CopyPlan& plan, std::int64_t source_bytes) {
    std::int64_t stored = 0;
    for (const Move& move : plan.in_record) {
        const std::int64_t behind = source_bytes - move.from.base();
        if (behind > 0) stored = std::max(stored, (behind - 1) / plan.from_pitch + 1);
    }
    return std::min(plan.record_count, stored);
}

/// The state of one thread.
class CopyWorker {
public:
    CopyWorker(const CopyPlan& plan, std::int64_t source_bytes, CopyEnd source, CopyEnd target)
        : plan_(plan), source_bytes_(source_bytes), copier_(std::move(source), std::move(target)) {}

    Status operator()(const WalkPiece& piece);
    /// Called when there are no more pieces.
    Status finish() { return copier_.flush(); }

private:
    const CopyPlan& plan_;
    std::int64_t source_bytes_;
    ByteCopier copier_;
};

Status CopyWorker::operator()(const WalkPiece& piece) {
    const std::size_t fixed = plan_.fixed.size();
    const Move& move =
        piece.slab < fixed ? plan_.fixed[piece.slab] : plan_.in_record[piece.slab - fixed];
    const std::int64_t from_record = piece.record * plan_.from_pitch;
    const std::int64_t to_record = piece.record * plan_.to_pitch;
    // Bytes behind the end of the source are not read.
    const std::int64_t stored = move.from.bytes_below(source_bytes_ - from_record);
    const std::int64_t end = std::min(piece.offset + piece.bytes, stored);
    Status status;
    move.from.visit(piece.offset, end, [&](const region::RunGroup& group) {
        for (std::int64_t i = 0; i < group.count && status.ok(); ++i) {
            status = copier_.copy(group.offset + i * group.pitch + from_record,
                                  move.to + group.stream + i * group.run + to_record, group.run);
        }
    });
    return status;
}

class RawFile {
public:
    RawFile(const std::string& path, int flags) {
        if (path == "-" || !storage::scheme_of(path).empty()) return;  // not in the kernel
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

/// The files of a further thread.
struct OwnFiles {
    std::unique_ptr<storage::File> source;
    std::unique_ptr<storage::File> target;

    Status open(const std::string& source_path, const std::string& target_path) {
        auto from = storage::AnyStore().open_file(source_path, {});
        if (!from.ok()) return from.status();
        auto to = storage::AnyStore().open_file(target_path, {.writable = true});
        if (!to.ok()) return to.status();
        source = std::move(from).value();
        target = std::move(to).value();
        return {};
    }
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
    SharedWalk walk(
        Walk(slabs_of(plan.fixed), slabs_of(plan.in_record), stored_records(plan, source.bytes)));
    Part part = part_of(team, walk.bytes());
    part.from += done_bytes;
    // The file of a set's name does not have all bytes.
    const bool is_plain = source.parts == 0 && !source.is_view && from.number() >= 0;
    const int descriptor = is_plain ? from.number() : -1;
    std::deque<CopyWorker> workers;
    workers.emplace_back(plan, source.bytes, CopyEnd{source.file.get(), descriptor, path},
                         CopyEnd{&target.file(), to.number(), target.path()});
    const int threads =
        is_plain ? threads_for(team, {path, target.path()}, part.to - part.from) : 1;
    std::vector<OwnFiles> files(static_cast<std::size_t>(threads - 1));
    for (OwnFiles& own : files) {
        const Status opened = own.open(path, target.path());
        if (!opened.ok()) return opened;
        workers.emplace_back(plan, source.bytes, CopyEnd{own.source.get(), descriptor, path},
                             CopyEnd{own.target.get(), to.number(), target.path()});
    }
    Progress progress(progress_mode, done_bytes > 0 ? "copying the rest" : "copying",
                      part.to - part.from, team);
    Status status = walk.run(part, workers, progress);
    for (CopyWorker& worker : workers) status.keep_first(worker.finish());
    for (const OwnFiles& own : files) status.keep_first(own.target->close());
    return status;
}

}  // namespace weft::tools
