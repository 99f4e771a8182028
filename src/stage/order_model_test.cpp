// SPDX-License-Identifier: BSD-3-Clause
// The order that put_ranges.hpp argues, in every interleaving of small programs: two nodes with two
// ranks each, which put and get together, put on their own and redefine, while the drain of each
// node moves records cell by cell, and all processes may die after any step. A get, and the file
// after "weft drain", must have for each cell a write that no later one has replaced.
#include <gtest/gtest.h>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace weft::stage {
namespace {

constexpr std::size_t node_count = 2;
constexpr std::size_t rank_count = 4;
constexpr int cell_count = 3;
/// Redefinitions move the data up by one cell each.
constexpr int most_redefinitions = 2;

constexpr std::size_t node_of(std::size_t rank) {
    return rank / 2;
}

using Cells = std::uint32_t;   // a bit for each
using Writes = std::uint32_t;  // a bit for each write of the program
constexpr int nobody = -1;

struct Step {
    enum Kind { put_all, get_all, begin_indep, put_indep, end_indep, redefine } kind;
    std::array<Cells, rank_count> cells{};  // that each rank puts or gets

    [[nodiscard]] Cells all() const { return cells[0] | cells[1] | cells[2] | cells[3]; }
};
using Program = std::vector<Step>;

int number_of_write(std::size_t step, std::size_t rank) {
    return static_cast<int>(step * rank_count + rank);
}

struct Record {
    int write = 0;
    Cells cells = 0;
    int shift = 0;  // where the data began when it was made
    bool is_complete = false;

    auto operator<=>(const Record&) const = default;
};

struct Rank {
    std::size_t step = 0;
    int sub = 0;
    int meetings = 0;         // that it has come to
    int cell = 0;             // of a transfer
    Cells ranges = 0;         // of puts since the logs were last known to be empty
    Writes began_behind = 0;  // what had returned when its call began

    auto operator<=>(const Rank&) const = default;
};

struct Node {
    std::vector<Record> log;
    int cell = 0;  // of the first record, that the drain is at

    auto operator<=>(const Node&) const = default;
};

struct State {
    std::array<Rank, rank_count> ranks;
    std::array<Node, node_count> nodes;
    std::array<int, cell_count + most_redefinitions> file = {nobody, nobody, nobody, nobody,
                                                             nobody};
    int shift = 0;
    Writes returned = 0;
    std::vector<Writes> behind = {};  // of each write: what had returned when it began

    auto operator<=>(const State&) const = default;
};

/// The part of the protocol that is left out, to see that the model notices.
struct Omitted {
    bool waits = false;        // of collective calls
    bool first_drain = false;  // of begin_indep_data and of redefinitions
};

class Model {
public:
    explicit Model(Program program, Omitted omitted = {})
        : program_(std::move(program)), omitted_(omitted) {}

    /// Returns the number of states; stops at the first finding.
    std::size_t explore() {
        State first;
        first.behind.resize(program_.size() * rank_count);
        std::vector<State> open = {first};
        seen_.insert(first);
        while (!open.empty() && finding.empty()) {
            State state = std::move(open.back());
            open.pop_back();
            check_crash(state);
            bool goes_on = false;
            for (std::size_t rank = 0; rank < rank_count; ++rank) {
                State next = state;
                if (!go_on(next, rank)) continue;
                goes_on = true;
                if (seen_.insert(next).second) open.push_back(next);
            }
            for (std::size_t node = 0; node < node_count; ++node) {
                State next = state;
                if (!drain(next, node)) continue;
                goes_on = true;
                if (seen_.insert(next).second) open.push_back(next);
            }
            if (!goes_on) check_end(state);
        }
        return seen_.size();
    }

    std::string finding;
    bool has_ended = false;

private:
    [[nodiscard]] static bool have_met(const State& state, std::size_t rank) {
        for (const Rank& other : state.ranks)
            if (other.meetings < state.ranks[rank].meetings) return false;
        return true;
    }

    static bool is_empty(const State& state, std::size_t rank) {
        return state.nodes[node_of(rank)].log.empty();
    }

    static void finish(Rank& rank) {
        ++rank.step;
        rank.sub = rank.cell = 0;
    }

    /// Takes a rank's next step, if it can.
    bool go_on(State& state, std::size_t number) {
        Rank& rank = state.ranks[number];
        if (rank.step == program_.size()) return false;
        const Step& step = program_[rank.step];
        switch (step.kind) {
            case Step::put_all:
            case Step::get_all:
                return rank.sub < 4                 ? meet_for_call(state, number, step)
                       : step.kind == Step::put_all ? append(state, number, step)
                                                    : get(state, number, step);
            case Step::begin_indep:
                return drain_and_meet(state, number);
            case Step::put_indep:
                return put_alone(state, number, step);
            case Step::end_indep:
                if (rank.sub++ == 0) return ++rank.meetings, true;
                return have_met(state, number) && (finish(rank), true);
            case Step::redefine:
                return redefine(state, number);
        }
        return false;
    }

    bool meet_for_call(State& state, std::size_t number, const Step& step) {
        Rank& rank = state.ranks[number];
        switch (rank.sub) {
            case 0:
                begin(state, number);
                ++rank.meetings;
                rank.sub = 1;
                return true;
            case 1: {
                if (!have_met(state, number)) return false;
                const bool waits = (rank.ranges & step.all()) != 0 && !omitted_.waits;
                rank.sub = waits ? 2 : 4;
                return true;
            }
            case 2:
                if (!is_empty(state, number)) return false;
                ++rank.meetings;
                rank.sub = 3;
                return true;
            default:
                if (!have_met(state, number)) return false;
                rank.ranges = 0;
                rank.sub = 4;
                return true;
        }
    }

    static void begin(State& state, std::size_t number) {
        Rank& rank = state.ranks[number];
        rank.began_behind = state.returned;
        state.behind[static_cast<std::size_t>(number_of_write(rank.step, number))] = state.returned;
    }

    static void note_returned(State& state, std::size_t number) {
        Rank& rank = state.ranks[number];
        state.returned |= Writes{1} << static_cast<unsigned>(number_of_write(rank.step, number));
        finish(rank);
    }

    bool append(State& state, std::size_t number, const Step& step) {
        Rank& rank = state.ranks[number];
        std::vector<Record>& log = state.nodes[node_of(number)].log;
        const int write = number_of_write(rank.step, number);
        if (rank.sub == 4) {
            rank.ranges |= step.all();
            if (step.cells[number] == 0) return finish(rank), true;
            log.push_back({write, step.cells[number], state.shift, false});
            rank.sub = 5;
            return true;
        }
        for (Record& record : log)
            if (record.write == write) record.is_complete = true;
        note_returned(state, number);
        return true;
    }

    /// Cell by cell, from the file.
    bool get(State& state, std::size_t number, const Step& step) {
        Rank& rank = state.ranks[number];
        while (rank.cell < cell_count && (step.cells[number] >> rank.cell & 1U) == 0) ++rank.cell;
        if (rank.cell == cell_count) return finish(rank), true;
        const int got = state.file[static_cast<std::size_t>(rank.cell + state.shift)];
        if (!may_be(state, got, rank.cell, rank.began_behind)) finding = "a get finds an old value";
        ++rank.cell;
        return true;
    }

    bool drain_and_meet(State& state, std::size_t number) {
        Rank& rank = state.ranks[number];
        if (rank.sub == 0) {
            if (!is_empty(state, number) && !omitted_.first_drain) return false;
            ++rank.meetings;
            rank.sub = 1;
            return true;
        }
        if (!have_met(state, number)) return false;
        rank.ranges = 0;
        finish(rank);
        return true;
    }

    /// Straight to the file, cell by cell.
    bool put_alone(State& state, std::size_t number, const Step& step) {
        Rank& rank = state.ranks[number];
        if (step.cells[number] == 0) return finish(rank), true;
        if (rank.sub == 0) {
            begin(state, number);
            rank.sub = 1;
            return true;
        }
        if (rank.sub == 1 && !is_empty(state, number)) return false;
        rank.sub = 2;
        while ((step.cells[number] >> rank.cell & 1U) == 0) ++rank.cell;
        state.file[static_cast<std::size_t>(rank.cell + state.shift)] =
            number_of_write(rank.step, number);
        ++rank.cell;
        if (step.cells[number] >> rank.cell == 0) note_returned(state, number);
        return true;
    }

    /// The journal makes the move itself one step (journal/journal.hpp).
    bool redefine(State& state, std::size_t number) {
        Rank& rank = state.ranks[number];
        if (rank.sub < 1) return drain_and_meet(state, number);
        if (rank.sub == 1) {
            if (!have_met(state, number)) return false;
            rank.ranges = 0;
            if (number == 0) {
                for (std::size_t i = state.file.size() - 1; i > 0; --i)
                    state.file[i] = state.file[i - 1];
                ++state.shift;
            }
            ++rank.meetings;
            rank.sub = 2;
            return true;
        }
        if (!have_met(state, number)) return false;
        finish(rank);
        return true;
    }

    static void apply(State& state, const Record& record, int cell) {
        if ((record.cells >> cell & 1U) != 0)
            state.file[static_cast<std::size_t>(cell + record.shift)] = record.write;
    }

    /// The drain of a node moves a cell of its first record.
    static bool drain(State& state, std::size_t number) {
        Node& node = state.nodes[number];
        if (node.log.empty() || !node.log.front().is_complete) return false;
        apply(state, node.log.front(), node.cell);
        if (++node.cell < cell_count) return true;
        node.cell = 0;
        node.log.erase(node.log.begin());
        return true;
    }

    /// Whether a cell may have this value after all writes of `before` have returned: no write of
    /// `before` may have begun after the one with this value had returned.
    bool may_be(const State& state, int value, int cell, Writes before) const {
        for (std::size_t step = 0; step < program_.size(); ++step) {
            if (program_[step].kind != Step::put_all && program_[step].kind != Step::put_indep)
                continue;
            for (std::size_t rank = 0; rank < rank_count; ++rank) {
                const int write = number_of_write(step, rank);
                const bool is_there = (program_[step].cells[rank] >> cell & 1U) != 0 &&
                                      (before >> static_cast<unsigned>(write) & 1U) != 0;
                if (!is_there || write == value) continue;
                const Writes behind = state.behind[static_cast<std::size_t>(write)];
                if (value == nobody || (behind >> static_cast<unsigned>(value) & 1U) != 0)
                    return false;
            }
        }
        return true;
    }

    /// Checks a crash of all processes, after which "weft drain" takes the logs in any order.
    void check_crash(const State& state) {
        for (const bool second_first : {false, true}) {
            State left = state;
            for (std::size_t i = 0; i < node_count; ++i) {
                for (const Record& record : left.nodes[second_first ? 1 - i : i].log) {
                    if (!record.is_complete) continue;
                    for (int cell = 0; cell < cell_count; ++cell) apply(left, record, cell);
                }
            }
            for (int cell = 0; cell < cell_count; ++cell) {
                const int value = left.file[static_cast<std::size_t>(cell + left.shift)];
                if (!may_be(left, value, cell, left.returned))
                    finding = "the file has an old value after a crash";
            }
        }
    }

    void check_end(const State& state) {
        has_ended = true;
        for (const Rank& rank : state.ranks)
            if (rank.step < program_.size()) finding = "a rank waits for ever";
        for (const Node& node : state.nodes)
            if (!node.log.empty()) finding = "a drain stands still";
    }

    const Program program_;
    const Omitted omitted_;
    std::set<State> seen_;
};

constexpr Cells a = 1;
constexpr Cells b = 2;
constexpr Cells c = 4;

/// Puts in which ranks of one node write what ranks of the other have written.
Program overlapping_puts() {
    return {{Step::put_all, {a, b, 0, c}}, {Step::put_all, {b, 0, a | c, 0}}};
}

Program puts_and_gets() {
    return {{Step::put_all, {a | b, 0, c, 0}}, {Step::get_all, {0, 0, a, b}}};
}

Program puts_of_both_kinds() {
    return {{Step::put_all, {a, 0, b, 0}},
            {Step::begin_indep, {}},
            {Step::put_indep, {b, 0, a | c, 0}},
            {Step::end_indep, {}},
            {Step::put_all, {0, c, 0, a}}};
}

Program puts_around_a_redefinition() {
    return {{Step::put_all, {a, 0, b | c, 0}}, {Step::redefine, {}}, {Step::put_all, {b, 0, a, 0}}};
}

TEST(StageOrder, HoldsInEveryInterleaving) {
    for (const Program& program : {overlapping_puts(), puts_and_gets(), puts_of_both_kinds(),
                                   puts_around_a_redefinition()}) {
        Model model(program);
        EXPECT_GT(model.explore(), 1000U);
        EXPECT_EQ(model.finding, "");
        EXPECT_TRUE(model.has_ended) << "nobody gets to the end";
    }
}

TEST(StageOrder, WithoutTheWaitItDoesNot) {
    for (const Program& program : {overlapping_puts(), puts_and_gets()}) {
        Model model(program, {.waits = true});
        model.explore();
        EXPECT_NE(model.finding, "");
    }
}

TEST(StageOrder, WithoutTheFirstDrainItDoesNot) {
    for (const Program& program : {puts_of_both_kinds(), puts_around_a_redefinition()}) {
        Model model(program, {.first_drain = true});
        model.explore();
        EXPECT_NE(model.finding, "");
    }
}

}  // namespace
}  // namespace weft::stage
