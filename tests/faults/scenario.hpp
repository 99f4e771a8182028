// SPDX-License-Identifier: BSD-3-Clause
// Two small programs that use every kind of access to a file, run by all ranks while one storage
// call of one rank fails: one creates a file and redefines it, the other opens that file, reads,
// overwrites, redefines and extends it.
#pragma once

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

namespace faults {

/// The place of a run, and the fault in it.
struct Run {
    MPI_Comm comm = MPI_COMM_WORLD;
    std::string path;
    std::string method;  // hint weft_method
    std::string fault;   // RANK:PLAN (tests/planned_store.hpp); "" for none
};

struct Variable {
    const char* name;
    int type;
    bool has_records;
};
inline constexpr int row_count = 8;  // of variables without records
inline constexpr int column_count = 12;
inline constexpr int note_bytes =
    700;  // each redefinition adds an attribute, so that data must move
extern const std::array<Variable, 7> variables;

/// How the ranks divide the rows of a put.
enum class Share {
    columns_in_turn,  // collective, strided: interleaved
    column_blocks,    // collective
    row_of_rank,      // independent: rank k writes one row, first_row + k
    posted_blocks,    // nonblocking, completed together
};

struct Put {
    int variable;
    int first_row;
    int rows;
    Share share;
};

/// The steps of one session with the file, in this order.
struct Scenario {
    std::string name;
    bool creates;
    int variables_before;  // in the file, or defined first
    int variables_after;
    int generation;  // distinguishes its values from those of another scenario
    std::vector<Put> puts_before;
    std::vector<Put> puts_after;
    int records_after;
};
Scenario creation(int rank_count);
Scenario reopening(int rank_count);

inline constexpr int not_tried = 1 << 20;

/// The codes that one rank's calls returned.
struct Outcome {
    int open = not_tried;
    int define = not_tried;
    std::array<int, 4> before{not_tried, not_tried, not_tried, not_tried};
    int end_independent = not_tried;
    int sync = not_tried;
    int redefine = not_tried;
    std::array<int, 2> after{not_tried, not_tried};
    int get = not_tried;
    int close = not_tried;
    int wrong_values = 0;     // of a successful get, if all earlier calls succeeded
    char sentence[256] = "";  // of the last error before close
};

/// Collective.
Outcome carry_out(const Scenario& scenario, const Run& run);

/// The elements of a put that one rank writes: calls visit(row, column).
template <class Visit>
void visit_elements(const Put& put, int rank, int rank_count, const Visit& visit) {
    const int first = put.share == Share::row_of_rank ? put.first_row + rank : put.first_row;
    const int rows = put.share == Share::row_of_rank ? 1 : put.rows;
    for (int row = first; row < first + rows; ++row) {
        for (int column = 0; column < column_count; ++column) {
            const int in_turn = column % rank_count;
            const int in_blocks = column * rank_count / column_count;
            if (put.share == Share::columns_in_turn && in_turn != rank) continue;
            if ((put.share == Share::column_blocks || put.share == Share::posted_blocks) &&
                in_blocks != rank)
                continue;
            visit(row, column);
        }
    }
}

int value_of(int variable, int row, int column, int generation);
std::string note_text(int generation);

}  // namespace faults
