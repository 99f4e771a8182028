// SPDX-License-Identifier: BSD-3-Clause
// Collective calls of the program: where ranks compare them, and how a rank that cannot go on tells
// the others.
//
// Ranks that share memory do both there (engine/shm/roll_call.hpp). If they meet through MPI, the
// first meeting of any call is a reduction of the same form, which also tells whether all ranks are
// in the same call; it carries the numbers that the call reduces first. A failing rank sends an
// alarm to all others, which look for it while they wait. Then no rank knows which messages are
// still to come, so no further call is possible over this communicator.
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
#include "mpi/pieces.hpp"
#include "mpi/who_is_where.hpp"

namespace weft::mpi {
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

/// Must be true at two looks: a rank may have ended properly, and its last messages may not have
/// been received yet.
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
