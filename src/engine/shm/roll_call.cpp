// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/roll_call.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "mpi/who_is_where.hpp"

namespace weft::engine::shm {
namespace {

constexpr std::size_t name_words = 8;
constexpr std::size_t name_bytes = name_words * sizeof(std::uint64_t);

/// The number of looks, a tenth of a second apart, before a rank declares the calls failed.
constexpr int looks_at_another_call = 2;
constexpr int looks_at_none = 20;

using Number = std::atomic<std::uint32_t>;

/// The number of this rank's core, from 1 on; 0 if the system does not say.
std::uint32_t own_core() {
    return static_cast<std::uint32_t>(sched_getcpu() + 1);
}

}  // namespace

/// The shared head of the roll call, all zero at the start.
struct alignas(64) RollCall::Control {
    static constexpr std::size_t text_bytes = 488;
    WaitWord acknowledgements;  // of all ranks, over all verdicts
    Number verdicts;
    Number declaring;  // a rank writes what follows
    std::int32_t code;
    std::int64_t round;  // in which all later calls were lost, or not_lost
    char text[text_bytes];
};

struct alignas(64) RollCall::Entry {
    Number meetings;
    Number entered;  // calls since the last meeting
    Number is_in;
    Number acknowledged;
    Number core;  // that it was on when it entered its last call, from 1; 0: not known
    std::atomic<std::uint64_t> kind;
    std::atomic<std::int64_t> ended_file;
    std::array<std::atomic<std::uint64_t>, name_words> name;

    void set_name(const char* text) {
        std::array<std::uint64_t, name_words> words{};
        std::memcpy(words.data(), text, std::min(std::strlen(text), name_bytes - 1));
        for (std::size_t i = 0; i < name_words; ++i)
            name[i].store(words[i], std::memory_order_relaxed);
    }
    [[nodiscard]] std::string get_name() const {
        std::array<char, name_bytes> text{};
        for (std::size_t i = 0; i < name_words; ++i) {
            const std::uint64_t word = name[i].load(std::memory_order_relaxed);
            std::memcpy(text.data() + i * sizeof word, &word, sizeof word);
        }
        text.back() = '\0';
        return text.data();
    }
};

std::size_t RollCall::bytes_for(int ranks) {
    return sizeof(Control) + static_cast<std::size_t>(ranks) * sizeof(Entry);
}

RollCall::RollCall(std::byte* memory, int rank, int ranks)
    : control_(reinterpret_cast<Control*>(memory)),
      entries_(reinterpret_cast<Entry*>(memory + sizeof(Control))),
      rank_(rank),
      ranks_(ranks) {}

RollCall::Entry& RollCall::own() const {
    return entries_[rank_];
}

void RollCall::enter(const mpi::Call& call) {
    call_ = call;
    Entry& mine = own();
    mine.kind.store(call.kind, std::memory_order_relaxed);
    mine.core.store(own_core(), std::memory_order_relaxed);
    mine.set_name(call.name);
    mine.entered.store(mine.entered.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    mine.is_in.store(1, std::memory_order_release);
    suspicion_ = {};
}

void RollCall::met() {
    Entry& mine = own();
    mine.entered.store(0, std::memory_order_relaxed);
    mine.meetings.store(mine.meetings.load(std::memory_order_relaxed) + 1,
                        std::memory_order_release);
}

void RollCall::met_in_different_calls() {
    others_are_in_another_call();
    met();
}

void RollCall::others_are_in_another_call() {
    if (!has_verdict()) declare(Code::emultidefine, who_is_where(), not_lost);
}

std::optional<mpi::Verdict> RollCall::verdict() const {
    if (!has_verdict()) return std::nullopt;
    return mpi::Verdict{{static_cast<Code>(control_->code), control_->text},
                        control_->round != not_lost,
                        control_->round};
}

std::optional<mpi::Verdict> RollCall::leave() {
    Entry& mine = own();
    mine.is_in.store(0, std::memory_order_release);
    std::optional<mpi::Verdict> given = verdict();
    if (given) {
        mine.ended_file.store(call_.ends_file, std::memory_order_relaxed);
        mine.entered.store(0, std::memory_order_relaxed);
        mine.acknowledged.store(++acknowledged_, std::memory_order_release);
        control_->acknowledgements.value.fetch_add(1, std::memory_order_acq_rel);
        control_->acknowledgements.wake();
    }
    call_ = {};
    return given;
}

bool RollCall::shares_core() const {
    const std::uint32_t core = own_core();
    for (int rank = 0; core != 0 && rank < ranks_; ++rank) {
        if (rank != rank_ && entries_[rank].core.load(std::memory_order_relaxed) == core)
            return true;
    }
    return false;
}

bool RollCall::has_verdict() const {
    return control_->verdicts.load(std::memory_order_acquire) != acknowledged_;
}

bool RollCall::is_settled() const {
    return control_->acknowledgements.load() == acknowledged_ * static_cast<std::uint32_t>(ranks_);
}

WaitWord& RollCall::acknowledgements() {
    return control_->acknowledgements;
}

std::vector<std::int64_t> RollCall::ended_files() const {
    std::vector<std::int64_t> files;
    for (int rank = 0; rank < ranks_; ++rank) {
        const std::int64_t file = entries_[rank].ended_file.load(std::memory_order_relaxed);
        if (file != 0) files.push_back(file);
    }
    return files;
}

void RollCall::fail(const Status& why, std::int64_t round) {
    if (has_verdict()) return;
    declare(why.code(), "rank " + std::to_string(rank_) + ": " + why.context(), round);
}

/// One rank writes; others that find a failure at the same time wait until it has.
void RollCall::declare(Code code, const std::string& text, std::int64_t round) {
    std::uint32_t nobody = 0;
    while (!control_->declaring.compare_exchange_weak(nobody, 1, std::memory_order_acquire)) {
        if (has_verdict()) return;
        nobody = 0;
        sched_yield();
    }
    if (!has_verdict()) {
        control_->code = static_cast<std::int32_t>(code);
        control_->round = round;
        const std::size_t length = std::min(text.size(), Control::text_bytes - 1);
        std::memcpy(control_->text, text.data(), length);
        control_->text[length] = '\0';
        control_->verdicts.fetch_add(1, std::memory_order_release);
    }
    control_->declaring.store(0, std::memory_order_release);
}

/// Whether this rank waits in its call in vain for another one. Sets `looks` to how often to look
/// before believing it.
bool RollCall::is_in_vain(const Entry& other, int& looks) const {
    const Entry& mine = own();
    const std::uint32_t entered = other.entered.load(std::memory_order_acquire);
    if (entered == 0 || other.meetings.load() != mine.meetings.load() ||
        other.acknowledged.load() != acknowledged_)
        return false;
    if (other.is_in.load() != 0) {
        looks = looks_at_another_call;
        return other.kind.load() != call_.kind;
    }
    looks = looks_at_none;
    return entered >= mine.entered.load();
}

bool RollCall::look() {
    if (has_verdict()) return false;
    const Alarm alarm = elsewhere_ ? elsewhere_() : Alarm{};
    if (!alarm.why.ok()) {
        declare(alarm.why.code(), alarm.why.context(), alarm.round);
        return false;
    }
    if (own().is_in.load() == 0 || own().entered.load() == 0) return true;
    for (int rank = 0; rank < ranks_; ++rank) {
        int looks = 0;
        if (rank == rank_ || !is_in_vain(entries_[rank], looks)) continue;
        const std::uint32_t entered = entries_[rank].entered.load();
        if (suspicion_.rank != rank || suspicion_.entered != entered)
            suspicion_ = {.rank = rank, .entered = entered, .looks = 0};
        if (++suspicion_.looks < looks) return true;
        declare(Code::emultidefine, who_is_where(), not_lost);
        return false;
    }
    suspicion_ = {};
    return true;
}

/// Says where the ranks are that have not met the others in their calls.
std::string RollCall::who_is_where() const {
    std::vector<mpi::CallOfRank> calls;
    for (int rank = 0; rank < ranks_; ++rank) {
        const Entry& entry = entries_[rank];
        if (entry.entered.load() == 0 || entry.meetings.load() != own().meetings.load()) continue;
        calls.push_back(
            {rank, (entry.is_in.load() != 0 ? "in " : "back from ") + entry.get_name()});
    }
    return mpi::who_is_where(calls);
}

}  // namespace weft::engine::shm
