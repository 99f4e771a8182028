// SPDX-License-Identifier: BSD-3-Clause
// The way back from an interrupted change, as journal.hpp argues it: finding what it has left at
// the end of the file, waiting for whoever still works on it, and taking it back.
#include "classic/journal.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <variant>

#include "classic/insertion.hpp"
#include "classic/journal_lock.hpp"
#include "classic/kept_bytes.hpp"
#include "region/interval.hpp"

namespace weft::classic {
namespace {

/// The end of a file, where a journal has its trailer.
struct Tail {
    std::int64_t file_bytes = 0;
    std::array<std::byte, journal_trailer_bytes> bytes{};
};

/// Nothing of a file that is too short. Reads again when somebody has cut the file meanwhile, as
/// the end of a change does; it may be longer again by then, by the next change.
Result<std::optional<Tail>> read_tail(storage::File& file) {
    constexpr int most_changes = 20;  // one after the other, all just then
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

/// What an interrupted change has left.
using Interrupted = std::variant<std::monostate, Journal, Insertion>;

Result<Interrupted> find_interrupted(storage::File& file) {
    const Result<std::optional<Tail>> found = read_tail(file);
    if (!found.ok()) return found.status();
    if (!found.value()) return Interrupted();
    const Tail& tail = *found.value();
    if (is_trailer_of_before(tail.bytes)) {
        return Status(Code::enotnc,
                      "an earlier version of Weft was interrupted while it changed the file's "
                      "definition; only `weft recover` of that version can recover the file");
    }
    if (const auto journal = decode_trailer(tail.bytes, tail.file_bytes))
        return Interrupted(*journal);
    const auto insertion = find_insertion(file, tail.file_bytes, tail.bytes);
    if (!insertion.ok()) return insertion.status();
    return insertion.value() ? Interrupted(*insertion.value()) : Interrupted();
}

/// The old bytes in their places, durable; nothing to do when they have never left them.
Status restore(const Journal& journal, storage::File& file) {
    if (journal.stage == JournalStage::copying) return {};
    const region::Interval all{.begin = 0, .end = journal.copy_bytes()};
    constexpr std::int64_t window_bytes = 1 << 20;
    const auto transfer = [&](Route route) {
        return transfer_kept(journal, file, route, all, window_bytes);
    };
    const Result<std::uint64_t> found = transfer({.from = Side::copy});
    if (!found.ok()) return found.status();
    if (found.value() == journal.checksum) {
        const Status status = transfer({.from = Side::copy, .writes = true}).status();
        return status.ok() ? file.sync() : status;
    }
    if (journal.stage == JournalStage::kept) return {};
    return {Code::enotnc, "the journal of an interrupted change is damaged"};
}

/// The old file, durable.
Status take_back(const Journal& journal, storage::File& file) {
    Status status = restore(journal, file);
    if (status.ok()) status = file.resize(journal.old_file_bytes);
    return status.ok() ? file.sync() : status;
}

/// Looks again: whoever held the lock may have come to an end.
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

}  // namespace weft::classic
