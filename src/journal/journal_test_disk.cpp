// SPDX-License-Identifier: BSD-3-Clause
#include "journal/journal_test_disk.hpp"

#include <algorithm>
#include <random>

#include "base/checked.hpp"
#include "storage/test_bytes.hpp"

namespace weft::journal {
namespace {

/// The file after a power failure: pages in a hole are missing.
class Remains {
public:
    explicit Remains(Bytes bytes) : bytes_(std::move(bytes)) {}

    void insert_hole(std::int64_t at, std::int64_t length) {
        const std::int64_t begin = std::min(at, std::ssize(bytes_));
        bytes_.insert(bytes_.begin() + begin, static_cast<std::size_t>(length), std::byte{0});
        for (std::int64_t hole = round_up(begin, page); hole < begin + length; hole += page)
            holes_.insert(hole);
    }

    void put_page(std::int64_t at, std::span<const std::byte> written) {
        if (at >= std::ssize(bytes_)) return;
        const auto fits = std::min(written.size(), bytes_.size() - static_cast<std::size_t>(at));
        std::ranges::copy(written.first(fits), bytes_.begin() + at);
        holes_.erase(at);
    }

    Status write_to(storage::File& file) const {
        Status status = file.resize(0);
        if (status.ok()) status = file.resize(std::ssize(bytes_));
        for (std::int64_t at = 0; status.ok() && at < std::ssize(bytes_); at += page) {
            if (holes_.contains(at)) continue;
            const std::int64_t length = std::min(page, std::ssize(bytes_) - at);
            status = file.write_at(at, std::span(bytes_).subspan(at, length));
        }
        return status.ok() ? file.sync() : status;
    }

private:
    Bytes bytes_;
    std::set<std::int64_t> holes_;  // begins of pages
};

/// The place of the hole after a power failure: none, its own place, any page behind that, or the
/// end of the file.
std::optional<std::int64_t> place_of_hole(const UnsyncedShift& unsynced, std::mt19937_64& random) {
    const std::int64_t begin = unsynced.shift.offset;
    const std::int64_t end = std::ssize(unsynced.before);
    const auto one_of = [&](std::int64_t count) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
    };
    switch (one_of(4)) {
        case 0:
            return std::nullopt;
        case 1:
            return begin;
        case 2:
            return begin + one_of((end - 1) / page + 2 - begin / page) * page;
        default:
            return end;
    }
}

/// Pages that were written after the hole was made are on the disk where the hole had put them.
/// Bytes written into the hole itself are there only if the hole is.
Remains remains_of_insertion(const UnsyncedShift& unsynced, const Bytes& now,
                             std::mt19937_64& random) {
    const auto [begin, length, inserts] = unsynced.shift;
    Remains left(unsynced.before);
    const std::optional<std::int64_t> hole = place_of_hole(unsynced, random);
    if (hole) left.insert_hole(*hole, length);
    for (const std::int64_t number : unsynced.written_pages) {
        const std::int64_t at = number * page;
        const bool is_in_hole = at >= begin && at < begin + length;
        if ((is_in_hole && hole != begin) || random() % 2 == 0) continue;
        std::int64_t place = at >= begin + length ? at - length : at;
        if (hole && !is_in_hole && place >= *hole) place += length;
        left.put_page(place, std::span(now).subspan(at, std::min(page, std::ssize(now) - at)));
    }
    return left;
}

/// Leaves the old length with a hole elsewhere, or the shorter file.
Remains remains_of_removal(const UnsyncedShift& unsynced, std::mt19937_64& random) {
    const auto [begin, length, inserts] = unsynced.shift;
    UnsyncedShift removed = unsynced;
    removed.before.erase(removed.before.begin() + begin, removed.before.begin() + begin + length);
    Remains left(removed.before);
    if (const auto hole = place_of_hole(removed, random)) left.insert_hole(*hole, length);
    return left;
}

/// What a power failure leaves of an unsynced shift; empty if it is as if there had been no shift,
/// and nothing after it.
std::optional<Remains> remains_of(const UnsyncedShift& unsynced, const Bytes& now,
                                  std::mt19937_64& random) {
    if (unsynced.shift.inserts) return remains_of_insertion(unsynced, now, random);
    if (random() % 4 == 0) return std::nullopt;
    return remains_of_removal(unsynced, random);
}

}  // namespace

PowerCutFile::PowerCutFile(storage::MemoryStore& store, PowerCut cut)
    : InterceptingFile(storage::opened(store, test_path, storage::to_write)),
      store_(store),
      cut_(cut) {}

/// Called before each call: cuts the power, or makes the bytes that the last call cut off lost for
/// good.
void PowerCutFile::count_call() {
    const bool fails = ++calls_ == cut_.call;
    apply_cut(fails);
    if (fails) {
        lose_power();
    } else {
        apply_shift();
    }
}

/// Writes after a cut do not survive without it.
void PowerCutFile::apply_cut(bool fails) {
    if (!pending_size_) return;
    const bool survives = cut_.survivors_seed && *cut_.survivors_seed % 2 == 1;
    Status status;
    if (!fails || survives) status = inner().resize(*pending_size_);
    if (status.ok() && survives) status = inner().sync();
    EXPECT_TRUE(status.ok()) << status.context();
    loses_cut_ = !survives;
    pending_size_.reset();
}

void PowerCutFile::apply_shift() {
    if (!shift_ || shift_->is_applied) return;
    const BlockShift& shift = shift_->shift;
    const Status status = shift.inserts ? inner().insert_room(shift.offset, shift.length)
                                        : inner().remove_room(shift.offset, shift.length);
    EXPECT_TRUE(status.ok()) << status.context();
    shift_->is_applied = true;
}

void PowerCutFile::lose_power() {
    if (!shift_) {
        store_.power_failure(loses_cut_ ? std::nullopt : cut_.survivors_seed);
        return;
    }
    if (cut_.survivors_seed) {
        std::mt19937_64 random(*cut_.survivors_seed + static_cast<std::uint64_t>(calls_));
        const auto left = remains_of(*shift_, stored_contents(store_), random);
        EXPECT_TRUE(!left || left->write_to(inner()).ok());
    }
    shift_.reset();
    store_.power_failure();
}

Result<std::int64_t> PowerCutFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    count_call();
    return inner().read_at(offset, bytes);
}

Status PowerCutFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    count_call();
    has_unsynced_writes_ = true;
    if (shift_) {
        EXPECT_TRUE(shift_->shift.inserts) << "this test does not model what this would leave";
        for (std::int64_t at = offset / page; at * page < offset + std::ssize(bytes); ++at)
            shift_->written_pages.insert(at);
    }
    return inner().write_at(offset, bytes);
}

Result<std::int64_t> PowerCutFile::size() {
    count_call();
    return inner().size();
}

Status PowerCutFile::resize(std::int64_t bytes) {
    count_call();
    EXPECT_FALSE(shift_) << "this test does not model what this would leave";
    const Result<std::int64_t> now = inner().size();
    if (!now.ok()) return now.status();
    if (bytes >= now.value()) return inner().resize(bytes);
    pending_size_ = bytes;
    return {};
}

Result<std::int64_t> PowerCutFile::insertion_block() {
    count_call();
    return inner().insertion_block();
}

Status PowerCutFile::begin_shift(const BlockShift& shift) {
    count_call();
    EXPECT_FALSE(shift_ || has_unsynced_writes_)
        << "this test does not model what this would leave";
    const Result<std::int64_t> now = inner().size();
    if (!now.ok()) return now.status();
    shift_ = UnsyncedShift{.shift = shift, .before = stored_contents(store_)};
    return {};
}

Status PowerCutFile::insert_room(std::int64_t offset, std::int64_t length) {
    return begin_shift({.offset = offset, .length = length, .inserts = true});
}

Status PowerCutFile::remove_room(std::int64_t offset, std::int64_t length) {
    return begin_shift({.offset = offset, .length = length, .inserts = false});
}

Result<storage::Extent> PowerCutFile::hole_behind(std::int64_t offset) {
    count_call();
    return inner().hole_behind(offset);
}

Status PowerCutFile::sync() {
    count_call();
    const Status status = inner().sync();
    if (!status.ok()) return status;
    shift_.reset();
    has_unsynced_writes_ = false;
    loses_cut_ = false;
    return status;
}

Result<std::unique_ptr<storage::RangeLock>> PowerCutFile::lock(std::int64_t offset,
                                                               std::int64_t length) {
    count_call();
    return inner().lock(offset, length);
}

Status PowerCutFile::close() {
    count_call();
    return inner().close();
}

void store_contents(storage::MemoryStore& store, const Bytes& contents) {
    storage::put_text(store, test_path,
                      {reinterpret_cast<const char*>(contents.data()), contents.size()});
    ASSERT_TRUE(storage::opened(store, test_path, storage::to_write)->sync().ok());
    ASSERT_TRUE(store.sync_directory_of(test_path).ok());
}

void store_old(storage::MemoryStore& store, const ChangeCase& tested) {
    if (tested.on_blocks) store.allow_insertion();
    store_contents(store, tested.old_contents());
}

Bytes stored_contents(storage::MemoryStore& store) {
    const std::string text = storage::get_text(store, test_path);
    const auto bytes = storage::bytes_of(text);
    return {bytes.begin(), bytes.end()};
}

}  // namespace weft::journal
