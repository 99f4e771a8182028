// SPDX-License-Identifier: BSD-3-Clause
// The protocol of other_writers.hpp in every interleaving of small cases: two communicators come,
// write to two files of a set, by rewriting windows or by writing what is theirs alone, and leave.
// What they write is posted: storage has it some time later. Nothing that was written may be lost,
// and nobody may wait for ever.
#include <gtest/gtest.h>

#include <array>
#include <compare>
#include <cstddef>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace weft::engine {
namespace {

constexpr std::size_t files = 2;

/// The content of one window of a file: for each communicator, how often it has written to its
/// cell.
using Window = std::array<int, 2>;

struct Step {
    enum Kind {
        come,
        lock_all,  // of rewriting; also waits
        unlock_all,
        lock_byte,
        ask,  // whether another communicator is present
        read,
        post,  // the window, where nobody else was present; otherwise the own cell
        put,   // post the own cell, without a question
        settle,
        meet,   // the ranks of the communicator
        agree,  // the same: nobody else is present if none of them has seen any
        unlock_byte,
        leave
    } kind;
    std::size_t file = 0;
};
using Program = std::vector<Step>;

struct Rank {
    std::size_t communicator;
    int byte;  // of rewriting
    Program program;
};

struct Posted {
    std::size_t file = 0;
    Window values = {};
    bool is_whole = false;

    auto operator<=>(const Posted&) const = default;
};

/// The state of one rank. It is ordered, so that a state is visited once.
struct Progress {
    std::size_t next = 0;  // step
    bool has_all = false;
    bool has_byte = false;
    bool is_alone = false;  // as it was told
    std::deque<Posted> under_way;

    auto operator<=>(const Progress&) const = default;
};

/// The state of one communicator, whose ranks share memory.
struct Shared {
    bool is_present = false;
    std::array<Window, files> image = {};
    int written = 0;  // how often

    auto operator<=>(const Shared&) const = default;
};

struct State {
    std::vector<Progress> ranks;
    std::array<Shared, 2> communicators;
    std::array<Window, files> storage = {};

    auto operator<=>(const State&) const = default;
};

class Model {
public:
    explicit Model(std::vector<Rank> ranks) : ranks_(std::move(ranks)) {}

    /// "" or what can go wrong.
    std::string run() {
        State start;
        start.ranks.resize(ranks_.size());
        visit(start);
        return wrong_;
    }

private:
    void visit(const State& state) {
        if (!wrong_.empty() || !seen_.insert(state).second) return;
        bool somebody_can = false;
        for (std::size_t who = 0; who < ranks_.size(); ++who) {
            if (may_step(state, who)) {
                somebody_can = true;
                State after = state;
                take_step(after, who);
                visit(after);
            }
            if (!state.ranks[who].under_way.empty()) {
                somebody_can = true;
                State after = state;
                store(after, who);
                visit(after);
            }
        }
        for (std::size_t who = 0; !somebody_can && who < ranks_.size(); ++who) {
            if (!is_done(state, who)) wrong_ = "ranks wait for ever";
        }
    }

    [[nodiscard]] bool is_done(const State& state, std::size_t who) const {
        return state.ranks[who].next == ranks_[who].program.size();
    }

    [[nodiscard]] bool may_step(const State& state, std::size_t who) const {
        if (is_done(state, who)) return false;
        const Progress& mine = state.ranks[who];
        const Step& step = ranks_[who].program[mine.next];
        if (step.kind == Step::settle) return mine.under_way.empty();
        for (std::size_t other = 0; other < ranks_.size(); ++other) {
            if (other == who) continue;
            const Progress& theirs = state.ranks[other];
            const bool has_mine = theirs.has_byte && ranks_[other].byte == ranks_[who].byte;
            if (step.kind == Step::lock_all && (theirs.has_all || theirs.has_byte)) return false;
            if (step.kind == Step::lock_byte && (theirs.has_all || has_mine)) return false;
            const bool same = ranks_[other].communicator == ranks_[who].communicator;
            if (is_meeting(step) && same && meetings(other, theirs.next) < meetings(who, mine.next))
                return false;
        }
        return true;
    }

    static bool is_meeting(const Step& step) {
        return step.kind == Step::meet || step.kind == Step::agree;
    }

    /// The number of meetings that a rank has come to when it is about to take a step.
    [[nodiscard]] int meetings(std::size_t who, std::size_t next) const {
        int count = 0;
        const Program& program = ranks_[who].program;
        for (std::size_t i = 0; i <= next && i < program.size(); ++i)
            count += is_meeting(program[i]) ? 1 : 0;
        return count;
    }

    void take_step(State& state, std::size_t who) const {
        Progress& mine = state.ranks[who];
        Shared& ours = state.communicators[ranks_[who].communicator];
        const Shared& others = state.communicators[1 - ranks_[who].communicator];
        const Step& step = ranks_[who].program[mine.next++];
        switch (step.kind) {
            case Step::come:
            case Step::leave:
                ours.is_present = step.kind == Step::come;
                break;
            case Step::lock_all:
            case Step::unlock_all:
                mine.has_all = step.kind == Step::lock_all;
                break;
            case Step::lock_byte:
            case Step::unlock_byte:
                mine.has_byte = step.kind == Step::lock_byte;
                break;
            case Step::ask:
                mine.is_alone = !others.is_present;
                break;
            case Step::agree:
                for (std::size_t other = 0; other < ranks_.size(); ++other)
                    mine.is_alone =
                        mine.is_alone && (ranks_[other].communicator != ranks_[who].communicator ||
                                          state.ranks[other].is_alone);
                break;
            case Step::read:
                ours.image[step.file] = state.storage[step.file];
                break;
            case Step::post:
            case Step::put:
                ours.image[step.file][ranks_[who].communicator] = ++ours.written;
                mine.under_way.push_back(
                    {step.file, ours.image[step.file], step.kind == Step::post && mine.is_alone});
                break;
            default:  // a wait that is over
                break;
        }
    }

    /// Stores the oldest posted write, by the thread that a rank has for it.
    void store(State& state, std::size_t who) {
        const Posted first = state.ranks[who].under_way.front();
        state.ranks[who].under_way.pop_front();
        Window& window = state.storage[first.file];
        const std::size_t own = ranks_[who].communicator;
        if (first.is_whole && first.values[1 - own] < window[1 - own]) wrong_ = "a write is lost";
        if (first.is_whole) window = first.values;
        window[own] = first.values[own];
    }

    std::vector<Rank> ranks_;
    std::set<State> seen_;
    std::string wrong_;
};

void append(Program& program, const Program& more) {
    program.insert(program.end(), more.begin(), more.end());
}

const Program coming{{Step::come}, {Step::lock_all}, {Step::unlock_all}}, going{{Step::leave}};

/// A call that writes to both files, and rewrites where it may.
const Program rewriting{{Step::lock_byte}, {Step::ask},     {Step::read, 0}, {Step::post, 0},
                        {Step::read, 1},   {Step::post, 1}, {Step::settle},  {Step::unlock_byte}};
/// A program that writes only the bytes that it was asked to, and takes no lock.
const Program plain{{Step::put, 0}, {Step::put, 1}, {Step::settle}};

Program visit_of(const Program& begin, const Program& call, const Program& end) {
    Program all = begin;
    append(all, plain);
    for (int calls = 0; calls < 2; ++calls) append(all, call);
    for (const Program& last : {plain, end}) append(all, last);
    return all;
}

/// Two communicators of one rank each, which have the same program.
std::string two_alike(const Program& program, int second_byte = 0) {
    return Model({{0, 0, program}, {1, second_byte, program}}).run();
}

TEST(OtherWritersModel, NoWriteIsLostAndNobodyWaitsForEver) {
    for (int byte : {0, 1}) EXPECT_EQ(two_alike(visit_of(coming, rewriting, going), byte), "");
}

TEST(OtherWritersModel, WhoComesMustWaitForThoseThatRewrite) {
    EXPECT_EQ(two_alike(visit_of({{Step::come}}, rewriting, going)), "a write is lost");
}

TEST(OtherWritersModel, WhoWaitsMustBeSeenBefore) {
    const Program late{{Step::lock_all}, {Step::unlock_all}, {Step::come}};
    EXPECT_EQ(two_alike(visit_of(late, rewriting, going)), "a write is lost");
}

TEST(OtherWritersModel, WhoLeavesMustHaveStoredItsLast) {
    Program early = visit_of(coming, rewriting, {});
    early.back() = {Step::leave};
    early.push_back({Step::settle});
    EXPECT_EQ(two_alike(early), "a write is lost");
}

TEST(OtherWritersModel, TheByteIsKeptUntilWhatWasPostedIsStored) {
    Program early = rewriting;
    std::swap(early[early.size() - 2], early.back());
    EXPECT_EQ(two_alike(visit_of(coming, early, going)), "a write is lost");
}

TEST(OtherWritersModel, TheByteIsKeptUntilAllFilesOfACallAreStored) {
    const Program apart{{Step::lock_byte},   {Step::ask},       {Step::read, 0},    {Step::post, 0},
                        {Step::unlock_byte}, {Step::lock_byte}, {Step::ask},        {Step::read, 1},
                        {Step::post, 1},     {Step::settle},    {Step::unlock_byte}};
    EXPECT_EQ(two_alike(visit_of(coming, apart, going)), "a write is lost");
}

/// The ranks of a communicator share windows: rank 0 reads them, another one writes them back, and
/// none waits at the end of the call, which may have failed. `second`: what the other one does.
std::string shared_windows(const Program& second) {
    const Program first{{Step::lock_byte}, {Step::ask},  {Step::agree},  {Step::read, 0},
                        {Step::read, 1},   {Step::meet}, {Step::settle}, {Step::unlock_byte}};
    const Program together{{Step::meet}};
    Program root = coming;
    for (const Program& next : {together, first, together, going}) append(root, next);
    Program other = together;
    append(other, second);
    append(other, together);
    return Model({{0, 0, root}, {0, 1, other}, {1, 0, visit_of(coming, rewriting, going)}}).run();
}

TEST(OtherWritersModel, EachRankThatWritesWindowsBackHoldsItsOwnByte) {
    const Program back{{Step::meet}, {Step::post, 0}, {Step::post, 1}, {Step::settle}};
    Program trusting{{Step::ask}, {Step::agree}};
    append(trusting, back);
    EXPECT_EQ(shared_windows(trusting), "a write is lost") << "rank 0 holds its byte for all";
    Program holding{{Step::lock_byte}, {Step::ask}, {Step::agree}};
    append(holding, back);
    holding.push_back({Step::unlock_byte});
    EXPECT_EQ(shared_windows(holding), "");
}

}  // namespace
}  // namespace weft::engine
