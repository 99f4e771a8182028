// SPDX-License-Identifier: BSD-3-Clause
// The protocol of company.hpp for two communicators, in every interleaving of their steps: each
// comes, rewrites windows or writes what it was asked to, and leaves.
#include <gtest/gtest.h>

#include <array>
#include <compare>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace weft::engine {
namespace {

enum class Step { come, lock_all, unlock_all, lock_byte, ask, read, write, unlock_byte, leave };
using Program = std::vector<Step>;

/// Of one communicator. Ordered, so that a state is visited once.
struct Member {
    std::size_t next = 0;  // step
    bool is_present = false;
    bool has_all = false;   // of rewriting
    bool has_byte = false;  // of rewriting
    bool is_alone = false;  // as it was told
    bool has_read = false;  // and not written back

    auto operator<=>(const Member&) const = default;
};

class Model {
public:
    Model(Program program, bool same_byte) : program_(std::move(program)), same_byte_(same_byte) {}

    /// "" or what can go wrong.
    std::string run() {
        visit({});
        return wrong_;
    }

private:
    using State = std::array<Member, 2>;

    void visit(const State& state) {
        if (!wrong_.empty() || !seen_.insert(state).second) return;
        bool somebody_can = false;
        bool everybody_is_done = true;
        for (const std::size_t who : {0U, 1U}) {
            if (state[who].next == program_.size()) continue;
            everybody_is_done = false;
            State after = state;
            if (!take_step(after[who], after[1 - who])) continue;
            somebody_can = true;
            visit(after);
        }
        if (!somebody_can && !everybody_is_done) wrong_ = "both wait for ever";
    }

    /// False while it must wait.
    bool take_step(Member& me, const Member& other) {
        const Step step = program_[me.next];
        if (step == Step::lock_all && (other.has_all || other.has_byte)) return false;
        if (step == Step::lock_byte && (other.has_all || (other.has_byte && same_byte_)))
            return false;
        ++me.next;
        carry_out(step, me, other);
        return true;
    }

    void carry_out(Step step, Member& me, const Member& other) {
        switch (step) {
            case Step::come:
            case Step::leave:
                me.is_present = step == Step::come;
                break;
            case Step::lock_all:
            case Step::unlock_all:
                me.has_all = step == Step::lock_all;
                break;
            case Step::lock_byte:
            case Step::unlock_byte:
                me.has_byte = step == Step::lock_byte;
                break;
            case Step::ask:
                me.is_alone = !other.is_present;
                break;
            case Step::read:
                me.has_read = me.is_alone;
                break;
            case Step::write:
                if (other.has_read) wrong_ = "a write is undone";
                me.has_read = false;
                break;
        }
    }

    Program program_;
    bool same_byte_;
    std::set<State> seen_;
    std::string wrong_;
};

Program program_of(const Program& coming, const Program& going) {
    using enum Step;
    Program all = coming;
    all.push_back(write);
    const Program call{lock_byte, ask, read, write, read, write, unlock_byte};
    for (int calls = 0; calls < 2; ++calls) all.insert(all.end(), call.begin(), call.end());
    all.insert(all.end(), going.begin(), going.end());
    return all;
}

constexpr Step come = Step::come;
constexpr Step leave = Step::leave;

TEST(CompanyModel, NoWriteIsUndoneAndNobodyWaitsForEver) {
    const Program program = program_of({come, Step::lock_all, Step::unlock_all}, {leave});
    EXPECT_EQ(Model(program, true).run(), "");
    EXPECT_EQ(Model(program, false).run(), "");
}

TEST(CompanyModel, WhoComesMustWaitForThoseThatRewrite) {
    EXPECT_EQ(Model(program_of({come}, {leave}), true).run(), "a write is undone");
}

TEST(CompanyModel, WhoWaitsMustBeSeenBefore) {
    const Program late = program_of({Step::lock_all, Step::unlock_all, come}, {leave});
    EXPECT_EQ(Model(late, true).run(), "a write is undone");
}

TEST(CompanyModel, WhoLeavesMustHaveWrittenItsLast) {
    const Program early =
        program_of({come, Step::lock_all, Step::unlock_all}, {leave, Step::write});
    EXPECT_EQ(Model(early, true).run(), "a write is undone");
}

}  // namespace
}  // namespace weft::engine
