// SPDX-License-Identifier: BSD-3-Clause
// Recovery from an interrupted change by the rules of journal.hpp: finds its trailer at the end of
// the file, waits for ranks that still work on the file, and undoes the change.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <variant>

#include "journal/insertion.hpp"
#include "journal/journal.hpp"
#include "journal/journal_copy.hpp"
#include "journal/journal_lock.hpp"
#include "region/interval.hpp"

namespace weft::journal {
namespace {

/// The end of a file, where a journal has its trailer.
struct Tail {
    std::int64_t file_bytes = 0;
    std::array<std::byte, journal_trailer_bytes> bytes{};
};

/// Reads the tail of the file; empty if the file is too short. Reads again if another program has
/// shortened the file meanwhile, as the end of a change does; the next change may have extended it
/// again by then.
Result<std::optional<Tail>> read_tail(storage::File& file) {
    constexpr int most_changes = 20;  // one after the other, each in this moment
    int changes = 0;
    Result<std::int64_t> size = file.size();
    while (size.ok() && size.value() >= journal_trailer_bytes) {
        Tail tail{.file_bytes = size.value()};
        const std::int64_t begin = tail.file_bytes - journal_trailer_bytes;
        const Result<std::int64_t> got = file.read_at(begin, tail.bytes);
        if (!got.ok()) return got.status();
        if (got.value() == journal_trailer_bytes) return std::optional(tail);
        size = file.size();
        if (size.ok() && size.value() >= tail.file_bytes && ++changes == most_changes) {
            return Status(Code::eread, fmt::format("nothing could be read at offset {}, and the "
                                                   "file does not end there",
                                                   begin + got.value()));
        }
    }
    if (!size.ok()) return size.status();
    return std::optional<Tail>();
}

/// The remains of an interrupted change.
using Interrupted = std::variant<std::monostate, Journal, Insertion>;

Result<Interrupted> find_interrupted(storage::File& file) {
    const Result<std::optional<Tail>> found = read_tail(file);
    if (!found.ok()) return found.status();
    if (!found.value()) return Interrupted();
    const Tail& tail = *found.value();
    if (is_trailer_of_before(tail.bytes)) {
        return Status(Code::enotnc,
                      "an earlier version of Weft was interrupted while changing the file's "
                      "definition; only `weft recover` of that version can recover the file");
    }
    if (const auto journal = decode_trailer(tail.bytes, tail.file_bytes))
        return Interrupted(*journal);
    const auto insertion = find_insertion(file, tail.file_bytes, tail.bytes);
    if (!insertion.ok()) return insertion.status();
    return insertion.value() ? Interrupted(*insertion.value()) : Interrupted();
}

/// Restores the old bytes, durably; does nothing if none was overwritten.
Status restore(const Journal& journal, storage::File& file) {
    if (journal.stage == JournalStage::copying) return {};
    const region::Interval all{.begin = 0, .end = journal.copy_bytes()};
    constexpr std::int64_t window_bytes = 1 << 20;
    const auto transfer = [&](Route route) {
        return transfer_copied(journal, file, route, all, window_bytes);
    };
    const Result<std::uint64_t> found = transfer({.from = Side::copy});
    if (!found.ok()) return found.status();
    if (found.value() == journal.checksum) {
        const Status status = transfer({.from = Side::copy, .writes = true}).status();
        return status.ok() ? file.sync() : status;
    }
    if (journal.stage == JournalStage::copied) return {};
    return {Code::enotnc, "the journal of an interrupted change is damaged"};
}

/// Restores the old file, durably.
Status take_back(const Journal& journal, storage::File& file) {
    Status status = restore(journal, file);
    if (status.ok()) status = file.resize(journal.old_file_bytes);
    return status.ok() ? file.sync() : status;
}

/// Reads again: the change that held the lock may be complete.
Result<bool> recover_locked(storage::File& file) {
    const Result<Interrupted> found = find_interrupted(file);
    if (!found.ok()) return found.status();
    Status status;
    if (const auto* journal = std::get_if<Journal>(&found.value())) {
        status = take_back(*journal, file);
    } else if (const auto* insertion = std::get_if<Insertion>(&found.value())) {
        status = take_back(*insertion, file);
    } else {
        return false;
    }
    if (!status.ok()) return status;
    return true;
}

}  // namespace

Result<bool> is_interrupted(storage::File& file) {
    const Result<Interrupted> found = find_interrupted(file);
    if (!found.ok()) return found.status();
    return !std::holds_alternative<std::monostate>(found.value());
}

Result<bool> recover(storage::File& file) {
    const Result<bool> interrupted = is_interrupted(file);
    if (!interrupted.ok() || !interrupted.value()) return interrupted;
    const auto lock = lock_of_all(file);
    if (!lock.ok()) return lock.status();
    return recover_locked(file);
}

Status recover_if_interrupted(storage::Store& store, const std::string& path, storage::File& file,
                              bool writable) {
    const Result<bool> interrupted = is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    if (!interrupted.value()) return {};
    if (writable) return recover(file).status();
    Result<std::unique_ptr<storage::File>> again = store.open_file(path, {.writable = true});
    if (!again.ok()) {
        return {Code::efile,
                fmt::format(
                    "'{}' holds an interrupted change of its definition; run `weft recover`, which "
                    "needs permission to write: {}",
                    path, again.status().context())};
    }
    const Result<bool> recovered = recover(*again.value());
    const Status closed = again.value()->close();
    return recovered.ok() ? closed : recovered.status();
}

}  // namespace weft::journal
