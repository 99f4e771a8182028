// SPDX-License-Identifier: BSD-3-Clause
//
// The steps of a random program. A step says what the whole program does, never which rank does it:
// the runner derives that from the number of ranks, so one program has the same meaning on any
// number of them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "selection.hpp"
#include "types.hpp"

namespace random_programs {

// The attribute that holds a variable's own fill value.
inline constexpr const char* fill_value_name = "_FillValue";

// The kinds in the order of the tables of functions.
enum class Kind { var, var1, vara, vars, varm, varn };
constexpr int kind_count = 6;

enum class Buffering {
    typed,          // ncmpi_put_vara_int
    flexible,       // ncmpi_put_vara with a random derived datatype
    predefined,     // ncmpi_put_vara with a predefined type and its count
    count_ignored,  // the same with NC_COUNT_IGNORE
    external        // MPI_DATATYPE_NULL: the buffer holds the variable's external type
};

// One call of one rank.
struct Piece {
    int variable = 0;
    Kind kind = Kind::vara;
    Selection selection;
    std::vector<Index> imap;        // of varm only
    std::vector<Selection> blocks;  // of varn only, instead of `selection`
    MemoryType memory = MemoryType::plain_int;
    Buffering buffering = Buffering::typed;
    bool any_value = false;         // some values may be out of the external type's range
    bool range_ends = true;         // values at the very ends of the memory type's range
    bool read_only_buffer = false;  // put from memory that cannot be written
    bool by_filetype = false;       // blocking calls: by vard, whatever the kind
    int fault = NC_NOERR;           // the code that the call must return, without moving data
    std::uint64_t seed = 0;         // of values and of the datatype
};

Index element_count(const Piece& piece);
// The linear indices of its elements, in the order of the request.
std::vector<Index> linear_indices(const Piece& piece, const Shape& shape);
// One past the last record of a piece of a record variable; 0 when empty.
Index records_end(const Piece& piece);

struct Create {
    int format;
    std::vector<std::pair<std::string, std::string>> layout_hints;
};
struct Open {
    bool writable;
    std::uint64_t rank_draw;  // how many ranks open it: 1 + rank_draw % ranks
};
struct Close {};
struct Abort {};
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
struct CopyAttribute {
    int from;  // owner
    std::string name;
    int to;
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
        wait_wrong_mode,
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

// mput or mget: each rank passes all of its pieces, which have one kind, to one call.
struct AccessMany {
    bool put;
    bool collective;
    Kind kind;
    bool typed;  // then all pieces have one memory type; else predefined types
    std::vector<Piece> pieces;
    int rotation;
};

enum class Posting { iput, iget, bput };

// A nonblocking call. Requests have numbers, counted from the creation or the opening of the file.
struct Request {
    int number;
    int slot;  // posted by the rank slot modulo ranks
    Posting posting;
    Piece piece;
    bool without_id;  // the caller does not ask for the id
    int same_buffer;  // number of the earlier request of the same Post with whose buffer it is put,
                      // or -1
};
struct Post {
    std::vector<Request> requests;
};

// The pending requests of a wait or a cancel.
struct Chosen {
    enum class How { listed, all, all_gets, all_puts } how;
    std::vector<int> numbers;  // of all these requests, also of unlisted ones
    std::uint64_t order_seed;  // of the list's order and of its NC_REQ_NULL entries
    bool statuses;             // whether the caller wants them
    int unknown_slot;          // where an unknown id is in the list, or -1
    int unknown_id;
};
// wait_all in collective mode, wait in independent mode.
struct Wait {
    bool collective;
    Chosen chosen;
};
struct Cancel {
    Chosen chosen;
};
struct AttachBuffer {
    Index bytes;
};
struct DetachBuffer {};

using Step = std::variant<Create, Open, Close, Abort, DefineDimension, DefineVariable, PutAttribute,
                          CopyAttribute, DeleteAttribute, Rename, SetFill, DefineFill, EndDefine,
                          Redefine, BeginIndependent, EndIndependent, SyncRecordCount, Sync,
                          Barrier, FillRecord, InquireAll, Forbidden, Access, AccessMany, Post,
                          Wait, Cancel, AttachBuffer, DetachBuffer>;

std::string describe(const Piece& piece, bool put, bool collective);
std::string describe(const Request& request);
std::string describe(const Step& step);

}  // namespace random_programs
