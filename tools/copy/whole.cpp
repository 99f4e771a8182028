// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/whole.hpp"

#include <fcntl.h>
#include <unistd.h>

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

/// The state of one thread.
struct ByteWorker {
    ByteCopier copier;
    Status operator()(const WalkPiece& piece) { return copier.copy(piece.offset, piece.bytes); }
};

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

Status copy_bytes(const Team& team, const container::OneFile& source, const std::string& path,
                  CopyTarget& target, ProgressMode progress_mode, std::int64_t done_bytes) {
    const RawFile from(path, O_RDONLY);
    const RawFile to(target.path(), O_WRONLY);
    if (!from.status().ok()) return from.status();
    if (!to.status().ok()) return to.status();
    if (team.is_first() && !target.goes_on()) {
        const Status sized = target.file().resize(source.bytes);
        if (!sized.ok()) return sized;
    }
    SharedWalk walk(Walk({{.bytes = source.bytes}}, {}, 0));
    Part part = part_of(team, walk.bytes());
    part.from += done_bytes;
    const bool is_plain = source.is_first && from.number() >= 0;
    const int descriptor = is_plain ? from.number() : -1;
    std::deque<ByteWorker> workers;
    workers.push_back({ByteCopier({source.file.get(), descriptor, path},
                                  {&target.file(), to.number(), target.path()})});
    const int threads =
        is_plain ? threads_for(team, {path, target.path()}, part.to - part.from) : 1;
    std::vector<OwnFiles> files(static_cast<std::size_t>(threads - 1));
    for (OwnFiles& own : files) {
        const Status opened = own.open(path, target.path());
        if (!opened.ok()) return opened;
        workers.push_back({ByteCopier({own.source.get(), descriptor, path},
                                      {own.target.get(), to.number(), target.path()})});
    }
    Progress progress(progress_mode, done_bytes > 0 ? "copying the rest" : "copying",
                      part.to - part.from, team);
    Status status = walk.run(part, workers, progress);
    for (const OwnFiles& own : files) status.keep_first(own.target->close());
    return status;
}

}  // namespace weft::tools
