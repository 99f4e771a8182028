// SPDX-License-Identifier: BSD-3-Clause
//
// What a random program consists of. A step says what the whole program does, never which rank does
// it: the runner derives that from the number of ranks, so one program has one meaning on any
// number of them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "selection.hpp"
#include "types.hpp"

namespace random_programs {

// The order of the table of typed functions.
// The attribute that holds a variable's own fill value.
inline constexpr const char* fill_value_name = "_FillValue";

enum class Kind { var, var1, vara, vars, varm };
constexpr int kind_count = 5;

enum class Buffering {
    typed,          // ncmpi_put_vara_int
    flexible,       // ncmpi_put_vara with a random derived datatype
    predefined,     // ncmpi_put_vara with a predefined type and its count
    count_ignored,  // the same with NC_COUNT_IGNORE
    external        // MPI_DATATYPE_NULL: the buffer holds the variable's external type
};

// One call of one rank inside an Access.
struct Piece {
    int variable = 0;
    Kind kind = Kind::vara;
    Selection selection;
    std::vector<Index> imap;  // of varm only
    MemoryType memory = MemoryType::plain_int;
    Buffering buffering = Buffering::typed;
    bool any_value = false;         // some values may be out of the external type's range
    bool range_ends = true;         // values at the very ends of the memory type's range
    bool read_only_buffer = false;  // put from memory that cannot be written
    int fault = NC_NOERR;           // the code the call has to return, having moved nothing
    std::uint64_t seed = 0;         // of values and of the datatype
};

struct Create {
    int format;
    std::vector<std::pair<std::string, std::string>> layout_hints;
};
struct Open {
    bool writable;
    std::uint64_t rank_draw;  // how many ranks open it: 1 + rank_draw % ranks
};
struct Close {};
struct DefineDimension {
    std::string name;
    Index length;  // NC_UNLIMITED for the record dimension
};
struct DefineVariable {
    std::string name;
    nc_type type;
    std::vector<int> dimensions;
};
struct PutAttribute {
    int variable;
    std::string name;
    nc_type type;
    MemoryType memory;
    bool flexible;
    Index length;
    bool any_value;
    bool range_ends;
    std::uint64_t seed;
};
struct DeleteAttribute {
    int variable;
    std::string name;
};
struct Rename {
    enum class What { dimension, variable, attribute } what;
    int id;  // of the dimension, the variable, or the attribute's owner
    std::string old_name;
    std::string new_name;
};
struct SetFill {
    bool fill;
};
struct DefineFill {
    int variable;
    bool fill;
    bool with_value;
    std::uint64_t seed;
};
struct EndDefine {
    bool with_arguments;
    Index header_free = 0;
    Index variable_align = 4;
    Index variable_free = 0;
    Index record_align = 4;
};
struct Redefine {};
struct BeginIndependent {};
struct EndIndependent {};
struct SyncRecordCount {};
struct Sync {};
struct Barrier {};
struct FillRecord {
    int variable;
    Index record;
};
struct InquireAll {};
// A call that the current mode forbids; it must change nothing.
struct Forbidden {
    enum class What {
        put_wrong_mode,
        define_in_data_mode,
        put_in_define_mode,
        redefine_read_only
    } what;
    int variable;
};
struct Access {
    bool put;
    bool collective;
    std::vector<Piece> pieces;
    int rotation;       // which rank starts
    int idle_variable;  // of the zero-count calls of ranks without a piece
};

using Step = std::variant<Create, Open, Close, DefineDimension, DefineVariable, PutAttribute,
                          DeleteAttribute, Rename, SetFill, DefineFill, EndDefine, Redefine,
                          BeginIndependent, EndIndependent, SyncRecordCount, Sync, Barrier,
                          FillRecord, InquireAll, Forbidden, Access>;

std::string describe(const Piece& piece, bool put, bool collective);
std::string describe(const Step& step);

}  // namespace random_programs
