// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "mpi/check.hpp"
#include "mpi/collectives.hpp"
#include "mpi/comm.hpp"
#include "mpi/comm_record.hpp"
#include "mpi/failure.hpp"
#include "mpi/pieces.hpp"
#include "mpi/who_is_where.hpp"

namespace weft::mpi {

bool CommView::has_shortcut() const {
    return shortcut() != nullptr;
}

Shortcut* CommView::shortcut() const {
    return record_ == nullptr ? nullptr : record_->shortcut;
}

/// Collective. Shows `mine` to all ranks in shared memory. False if MPI must do it.
bool CommView::show(std::span<const std::byte> mine) const {
    if (!has_shortcut() || mine.size() > Shortcut::most_bytes) return false;
    if (!shortcut()->exchange(mine)) throw Failure(rank_has_ended(), true);
    return true;
}

/// Reduces in shared memory. False if MPI must do it.
template <class Combine>
bool CommView::reduce_in_memory(std::span<std::int64_t> values, Combine combine) const {
    if (!show(std::as_bytes(values))) return false;
    for (int rank = 0; rank < size_; ++rank) {
        if (rank == rank_) continue;
        const std::byte* const shown = shortcut()->shown_by(rank);
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::int64_t other = 0;
            std::memcpy(&other, shown + i * sizeof other, sizeof other);
            values[i] = combine(i, values[i], other);
        }
    }
    return true;
}

void CommView::barrier() const {
    if (show({})) return;
    // A rank that has seen all others has waited for them.
    std::array<std::int64_t, 1> nothing = {};
    all_reduce_min(nothing);
}

void CommView::broadcast(std::span<std::byte> bytes, int root) const {
    if (bytes.empty() || size_ == 1) return;
    if (bytes.size() > Shortcut::most_bytes ||
        !show(rank_ == root ? bytes : std::span<std::byte>())) {
        for_each_piece(std::ssize(bytes), largest_piece_bytes, [&](std::int64_t begin, int count) {
            const auto piece =
                bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
            std::vector<std::byte> copy(piece.begin(), piece.end());
            broadcast_long(copy, 0, root);
            std::ranges::copy(copy, piece.begin());
        });
        return;
    }
    if (rank_ != root) std::copy_n(shortcut()->shown_by(root), bytes.size(), bytes.begin());
}

void CommView::broadcast_long(std::vector<std::byte>& bytes, std::size_t begin, int root) const {
    meet();
    broadcast_in_pieces(*this, bytes, begin, root, largest_piece_bytes);
}

/// The first message of a broadcast whose length only root knows: the length, and the first bytes,
/// which are all if there are few.
struct CommView::Beginning {
    std::int64_t length = 0;
    std::array<std::byte, 504> bytes{};

    Beginning() = default;
    explicit Beginning(const std::vector<std::byte>& all) : length(std::ssize(all)) {
        std::copy_n(all.begin(), size(), bytes.begin());
    }
    [[nodiscard]] std::size_t size() const {
        return std::min(static_cast<std::size_t>(length), bytes.size());
    }
};

/// Collective, after all ranks have the first message. Ranks other than root get their `bytes`.
void CommView::broadcast_rest(const Beginning& first, std::vector<std::byte>& bytes,
                              int root) const {
    if (rank_ != root) {
        bytes.resize(static_cast<std::size_t>(first.length));
        std::copy_n(first.bytes.begin(), first.size(), bytes.begin());
    }
    const std::span<std::byte> rest = std::span(bytes).subspan(first.size());
    if (rest.size() <= Shortcut::most_bytes) return broadcast(rest, root);
    broadcast_long(bytes, first.size(), root);
}

void CommView::broadcast(std::vector<std::byte>& bytes, int root) const {
    Beginning first = rank_ == root ? Beginning(bytes) : Beginning();
    broadcast(std::as_writable_bytes(std::span(&first, 1)), root);
    broadcast_rest(first, bytes, root);
}

/// Called on root, before it shows the bytes for which the others wait. Empty if MPI must do it.
std::optional<std::int64_t> CommView::lowest_of_others() const {
    if (!has_shortcut()) return std::nullopt;
    if (!shortcut()->await_others()) throw Failure(rank_has_ended(), true);
    std::int64_t lowest = std::numeric_limits<std::int64_t>::max();
    for (int rank = 0; rank < size_; ++rank) {
        if (rank == rank_) continue;
        std::int64_t other = 0;
        std::memcpy(&other, shortcut()->offered_by(rank), sizeof other);
        lowest = std::min(lowest, other);
    }
    return lowest;
}

std::vector<std::byte> CommView::ask(std::int64_t question, int root, const Answer& answer,
                                     std::vector<std::byte> room) const {
    if (size_ == 1) return answer(question);
    std::array<std::int64_t, 1> lowest = {question};
    if (rank_ == root) {
        const std::optional<std::int64_t> others = lowest_of_others();
        if (others) lowest[0] = std::min(question, *others);
        if (!others) all_reduce_min(lowest);
        std::vector<std::byte> bytes = answer(lowest[0]);
        broadcast(bytes, root);
        return bytes;
    }
    Beginning first;
    if (show(std::as_bytes(std::span(lowest)))) {
        std::memcpy(&first, shortcut()->shown_by(root), sizeof first);
    } else {
        all_reduce_min(lowest);
        broadcast(std::as_writable_bytes(std::span(&first, 1)), root);
    }
    broadcast_rest(first, room, root);
    return room;
}

void CommView::all_reduce_min(std::span<std::int64_t> values) const {
    if (size_ == 1) return;
    const auto lower = [](auto, std::int64_t a, std::int64_t b) { return std::min(a, b); };
    if (!reduce_in_memory(values, lower) && !meet_with(values, {}))
        all_reduce_in_pieces(*this, values, MPI_MIN, largest_piece_bytes);
}

void CommView::all_reduce_max(std::span<std::int64_t> values) const {
    if (size_ == 1) return;
    const auto higher = [](auto, std::int64_t a, std::int64_t b) { return std::max(a, b); };
    if (reduce_in_memory(values, higher)) return;
    meet();
    all_reduce_in_pieces(*this, values, MPI_MAX, largest_piece_bytes);
}

void CommView::all_reduce_sum(std::span<std::int64_t> values) const {
    const auto sum = [](auto, std::int64_t a, std::int64_t b) { return a + b; };
    if (size_ == 1 || reduce_in_memory(values, sum)) return;
    meet();
    all_reduce_in_pieces(*this, values, MPI_SUM, largest_piece_bytes);
}

void CommView::all_reduce(std::span<std::int64_t> least, std::span<std::int64_t> sums) const {
    if (size_ == 1) return;
    if (!has_shortcut()) {
        if (!meet_with(least, sums)) all_reduce_jointly(*this, least, sums);
        return;
    }
    std::vector<std::int64_t> all(least.begin(), least.end());
    all.insert(all.end(), sums.begin(), sums.end());
    const auto combine = [&](std::size_t i, std::int64_t a, std::int64_t b) {
        return i < least.size() ? std::min(a, b) : a + b;
    };
    if (!reduce_in_memory(all, combine)) return all_reduce_jointly(*this, least, sums);
    std::copy_n(all.begin(), least.size(), least.begin());
    std::copy_n(all.begin() + std::ssize(least), sums.size(), sums.begin());
}

std::vector<std::byte> CommView::all_gather(std::span<const std::byte> mine) const {
    if (!show(mine)) {
        meet();
        return all_gather_in_pieces(*this, mine, largest_piece_bytes);
    }
    std::vector<std::byte> all;
    all.reserve(mine.size() * static_cast<std::size_t>(size_));
    for (int rank = 0; rank < size_; ++rank) {
        const std::byte* const shown = shortcut()->shown_by(rank);
        all.insert(all.end(), shown, shown + mine.size());
    }
    return all;
}

std::vector<std::vector<std::byte>> CommView::gather(std::span<const std::byte> mine,
                                                     int root) const {
    meet();
    return gather_in_pieces(*this, mine, root, largest_piece_bytes);
}

// Collective calls of the program: where ranks compare them, and how a rank that cannot go on tells
// the others.
//
// Ranks that share memory do both there (engine/shm/roll_call.hpp). If they meet through MPI, the
// first meeting of any call is a reduction of the same form, which also tells whether all ranks are
// in the same call; it carries the numbers that the call reduces first. A failing rank sends an
// alarm to all others, which look for it while they wait. Then no rank knows which messages are
// still to come, so no further call is possible over this communicator.

namespace {

constexpr std::size_t kinds =
    2;  // the numbers of a first meeting that tell the kind of the call, twice
constexpr std::size_t meeting_least = 56;
constexpr std::size_t meeting_sums = 8;
constexpr std::size_t name_bytes = 64;

/// The message about a rank's call.
struct CallMessage {
    std::array<char, name_bytes> name{};
    std::int64_t kind = 0;
    std::int64_t ends_file = 0;
};

CallMessage told(const Call& call) {
    CallMessage told{.kind = static_cast<std::int64_t>(call.kind >> 1),
                     .ends_file = call.ends_file};
    std::memcpy(told.name.data(), call.name, std::min(std::strlen(call.name), name_bytes - 1));
    return told;
}

}  // namespace

bool CommView::is_lost() const {
    return record_ != nullptr && !record_->lost.ok();
}

int CommView::count_sparse_exchange() const {
    return size_ == 1 ? 0 : record_->sparse_exchanges++;
}

const std::string* CommView::why_closed_elsewhere(std::int64_t file) const {
    if (record_ == nullptr) return nullptr;
    const auto found = record_->closed_elsewhere.find(file);
    return found == record_->closed_elsewhere.end() ? nullptr : &found->second;
}

void CommView::begin_round(std::int64_t round) const {
    if (record_ != nullptr) record_->round = round;
}

std::int64_t CommView::round_of_loss() const {
    return record_ != nullptr ? record_->lost_in_round : 0;
}

void CommView::enter(const Call& call) const {
    if (record_ == nullptr || size_ == 1) return;
    record_->call = call;
    if (is_lost()) throw Failure(record_->lost, true);
    if (has_shortcut()) {
        if (!shortcut()->enter(call)) throw Failure(rank_has_ended(), true);
        for (const std::int64_t file : shortcut()->ended_files())
            record_->closed_elsewhere.try_emplace(file, "another rank has closed this file");
        return;
    }
    record_->has_met = false;
    look_for_failures();
}

Status CommView::verdict_on(Status mine) const {
    const auto verdict = has_shortcut() ? shortcut()->verdict() : std::nullopt;
    return verdict ? verdict->status : mine;
}

Status CommView::leave(Status mine) const {
    if (record_ == nullptr || size_ == 1) return mine;
    record_->has_met = true;
    record_->call = {};
    if (has_shortcut()) {
        const std::optional<Verdict> verdict = shortcut()->leave();
        if (verdict && verdict->is_lost && !is_lost()) {
            record_->lost = verdict->status;
            record_->lost_in_round = verdict->round;
        }
        if (verdict) return verdict->status;
    }
    return is_lost() ? record_->lost : mine;
}

void CommView::fail(const Status& why) const {
    if (record_ == nullptr || size_ == 1 || is_lost()) return;
    record_->lost = {why.code(), "rank " + std::to_string(rank_) + ": " + why.context()};
    record_->lost_in_round = record_->round;
    if (has_shortcut()) shortcut()->fail(why, record_->round);
    CommRecord::Alarm& alarm = record_->alarm;
    alarm.round = record_->round;
    alarm.code = static_cast<std::int32_t>(why.code());
    const std::string& text = record_->lost.context();
    std::copy_n(text.begin(), std::min(text.size(), alarm.text.size() - 1), alarm.text.begin());
    for (int rank = 0; rank < size_; ++rank) {
        if (rank == rank_) continue;
        MPI_Request request = MPI_REQUEST_NULL;
        if (MPI_Isend(&alarm, sizeof alarm, MPI_BYTE, rank, CommRecord::alarm_tag, handle_,
                      &request) == MPI_SUCCESS)
            release(MPI_Request_free(&request));
    }
}

void CommView::look_for_failures() const {
    const Status alarm = heard();
    if (!alarm.ok()) throw Failure(alarm, true);
    if (one_has_ended()) throw Failure(rank_has_ended());
}

void CommView::watch(std::vector<std::int64_t> processes) const {
    if (record_ != nullptr) record_->processes.watch(std::move(processes));
}

/// Whether a rank has ended. It must be true at two looks: a rank may have ended properly, and its
/// last messages may not have been received yet.
bool CommView::one_has_ended() const {
    using std::chrono::steady_clock;
    constexpr std::chrono::milliseconds between_looks(100);
    if (record_ == nullptr) return false;
    if (record_->whole) return record_->whole->one_has_ended();
    const steady_clock::time_point now = steady_clock::now();
    if (now - record_->last_look < between_looks) return false;
    record_->last_look = now;
    return std::exchange(record_->one_has_ended, !record_->processes.all_live());
}

Status CommView::heard() const {
    if (record_ == nullptr) return {};
    if (is_lost()) return record_->lost;
    if (record_->whole) {
        record_->lost = record_->whole->heard();
        record_->lost_in_round = record_->whole->round_of_loss();
        return record_->lost;
    }
    if (size_ == 1) return {};
    int found = 0;
    MPI_Status from;
    // A failed probe is repeated later.
    if (MPI_Iprobe(MPI_ANY_SOURCE, CommRecord::alarm_tag, handle_, &found, &from) != MPI_SUCCESS ||
        found == 0)
        return {};
    CommRecord::Alarm alarm{};
    const int received = MPI_Recv(&alarm, sizeof alarm, MPI_BYTE, from.MPI_SOURCE,
                                  CommRecord::alarm_tag, handle_, MPI_STATUS_IGNORE);
    record_->lost = received == MPI_SUCCESS
                        ? Status(static_cast<Code>(alarm.code), alarm.text.data())
                        : Status(Code::empi, "another rank has failed and could not say why");
    record_->lost_in_round = received == MPI_SUCCESS ? alarm.round : record_->round;
    return record_->lost;
}

/// Collective. The first meeting of a call whose next meeting has another form.
void CommView::meet() const {
    (void)meet_with({}, {});
}

/// Collective. Does all_reduce() if this is the first meeting of a call; else returns false.
bool CommView::meet_with(std::span<std::int64_t> least, std::span<std::int64_t> sums) const {
    if (record_ == nullptr || record_->has_met || has_shortcut()) return false;
    const bool fits = least.size() <= meeting_least - kinds && sums.size() <= meeting_sums;
    std::array<std::int64_t, meeting_least> all_least{};
    std::array<std::int64_t, meeting_sums> all_sums{};
    const auto kind = static_cast<std::int64_t>(record_->call.kind >> 1);
    all_least[0] = kind;
    all_least[1] = -kind;
    if (fits) {
        std::ranges::copy(least, all_least.begin() + kinds);
        std::ranges::copy(sums, all_sums.begin());
    }
    record_->has_met = true;
    all_reduce_jointly(*this, all_least, all_sums);
    if (all_least[0] != -all_least[1]) differ();
    if (fits) {
        std::copy_n(all_least.begin() + kinds, least.size(), least.begin());
        std::copy_n(all_sums.begin(), sums.size(), sums.begin());
    }
    return fits;
}

/// Collective. Fails the call on all ranks, with the call that each is in.
void CommView::differ() const {
    const CallMessage mine = told(record_->call);
    const std::vector<std::byte> bytes =
        all_gather_in_pieces(*this, std::as_bytes(std::span(&mine, 1)), largest_piece_bytes);
    std::vector<CallOfRank> calls;
    std::vector<std::int64_t> ended;
    for (int rank = 0; rank < size_; ++rank) {
        CallMessage one;
        std::memcpy(&one, bytes.data() + static_cast<std::size_t>(rank) * sizeof one, sizeof one);
        calls.push_back({rank, std::string("in ") + one.name.data()});
        if (one.ends_file != 0) ended.push_back(one.ends_file);
    }
    const std::string text = who_is_where(calls);
    for (const std::int64_t file : ended) record_->closed_elsewhere.try_emplace(file, text);
    throw Failure({Code::emultidefine, text}, true);
}

}  // namespace weft::mpi
