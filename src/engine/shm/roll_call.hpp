// SPDX-License-Identifier: BSD-3-Clause
// The ranks of a node show each other which collective call they are in, so that no rank waits for
// one that will not come, because it is in another call, has returned from another one, or had to
// leave this one in the middle.
//
// Each rank has an entry that only it writes. `meetings` counts the meetings of all ranks that it
// has been through (exchanges on any all-gather); `entered` counts the calls that it has entered
// since the last of them. While `entered` is not zero, the rank has not met the others in its call
// yet.
//
// Mismatch. Let ranks A and B have equal `meetings`, and both be in calls in which they have not
// met. A's next meeting needs B in the same call, and B will make no other before its own. So when
// the calls differ, neither can end. When B is in no call, but has entered at least as many as A
// since the last meeting, then B has returned without a meeting (with an error of its mode, or
// because there was nothing to do) from the call that A waits in. A program may do that on some
// ranks and come to A's call later, therefore A gives it some time.
//
// The all-gather notices at once where both meet on the same one, because tags travel with the
// meeting; else whoever waits looks at the entries now and then. It asks twice before it believes,
// as an entry may change while it is read.
//
// Verdict. A failed call has a verdict, which is everybody's: the first to find a failure writes
// it and then raises `verdicts`. Who waits notices, takes back what it had posted on an all-gather
// (or finds that the meeting is complete, which the others then find, too), returns the verdict
// from its call and acknowledges it. A rank in no call returns it from the next one that it enters:
// that is the one which the others were waiting for. Nobody posts anything for a later call until
// all have acknowledged; from then on nothing of the failed call is on any all-gather, and all
// ranks have the same count of meetings. So there is never more than one verdict that a rank has
// not acknowledged.
//
// A rank that closes a file in a call with a verdict has it no more, whatever the others did: its
// entry says so before it acknowledges, and who enters a later call learns it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/shm/futex.hpp"
#include "mpi/call.hpp"
#include "mpi/shortcut.hpp"

namespace weft::engine::shm {

class RollCall {
public:
    static std::size_t bytes_for(int ranks);

    /// `memory`: shared, bytes_for() bytes long, zero at the start, aligned to a cache line.
    RollCall(std::byte* memory, int rank, int ranks);

    /// This rank enters a call. It must not while a verdict waits for it, or while other ranks have
    /// not acknowledged one.
    void enter(const mpi::Call& call);
    /// Returns the verdict on the call, if it has failed.
    [[nodiscard]] std::optional<mpi::Verdict> verdict() const;
    /// This rank leaves its call. Returns the verdict, if there is one, and acknowledges it.
    std::optional<mpi::Verdict> leave();

    /// This rank cannot go on with its call, nor with any later one. `round`: mpi/comm_record.hpp.
    void fail(const Status& why, std::int64_t round);

    /// The number that ranks in the same call have in common.
    [[nodiscard]] std::uint64_t kind() const { return call_.kind; }
    /// Notes that all ranks have met in this rank's call.
    void met();
    /// Notes that they have met, but in different calls.
    void met_in_different_calls();
    /// Notes that they are about to meet in different calls.
    void others_are_in_another_call();

    /// Whether another rank was on this rank's present core when it entered its last call.
    [[nodiscard]] bool shares_core() const;

    /// Whether a verdict waits for this rank.
    [[nodiscard]] bool has_verdict() const;
    /// A rank calls it when it has waited for a tenth of a second. Returns false when a verdict
    /// waits for this rank, perhaps one that this call has found.
    bool look();

    /// look() asks it why no further call is possible, if a rank has said so elsewhere, and for the
    /// round of that rank.
    struct Alarm {
        Status why;
        std::int64_t round = 0;
    };
    void listen(std::function<Alarm()> elsewhere) { elsewhere_ = std::move(elsewhere); }

    /// Whether all ranks have acknowledged all verdicts; acknowledgements() is the word that
    /// changes when one does.
    [[nodiscard]] bool is_settled() const;
    [[nodiscard]] WaitWord& acknowledgements();
    /// The files that a rank has closed in a call with a verdict. Read them when all is settled.
    [[nodiscard]] std::vector<std::int64_t> ended_files() const;

private:
    struct Control;
    struct Entry;
    struct Suspicion {
        int rank = -1;
        std::uint32_t entered = 0;
        int looks = 0;
    };

    [[nodiscard]] Entry& own() const;
    [[nodiscard]] bool is_in_vain(const Entry& other, int& looks) const;
    [[nodiscard]] std::string who_is_where() const;
    static constexpr std::int64_t not_lost = -1;
    void declare(Code code, const std::string& text, std::int64_t round);

    Control* control_;
    Entry* entries_;
    int rank_;
    int ranks_;
    std::uint32_t acknowledged_ = 0;
    mpi::Call call_;
    Suspicion suspicion_;
    std::function<Alarm()> elsewhere_;
};

}  // namespace weft::engine::shm
