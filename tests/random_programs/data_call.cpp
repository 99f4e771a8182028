// SPDX-License-Identifier: BSD-3-Clause
#include "data_call.hpp"

#include "bound_call.hpp"
#include "expectation.hpp"
#include "filetype.hpp"
#include "mismatch.hpp"

namespace random_programs {
namespace {

int made(const CallContext& context, const Piece& piece, bool put, const BoundCall& call) {
    if (!piece.by_filetype) return call.access(put, context.collective);
    const Filetype filetype(context.ncid, context.model, piece);
    return call.access_by_filetype(put, context.collective, filetype.handle());
}

}  // namespace

bool put_piece(const CallContext& context, const Piece& piece) {
    const MemoryLayout layout = layout_of(piece);
    GuardedMemory memory(layout.bytes, piece.seed, piece.read_only_buffer);
    store_values(context.model, piece, layout, memory);
    memory.make_read_only();
    const BoundCall call(context.ncid, piece, layout, memory.bytes().data());
    const int code = made(context, piece, true, call);
    const bool damaged =
        context.damage == Damage::put_buffer && layout.bytes > 0 && !piece.read_only_buffer;
    if (damaged) memory.bytes()[layout.bytes / 2] ^= std::byte{1};
    const int regular = put_is_out_of_range(context.model, piece) ? NC_ERANGE : NC_NOERR;
    expect_code(describe(piece, true, context.collective),
                piece.fault != NC_NOERR ? piece.fault : regular, code);
    if (const auto changed = memory.first_change()) {
        throw Mismatch("the put changed byte " + std::to_string(*changed) +
                       " of the user's buffer");
    }
    return damaged;
}

bool get_piece(const CallContext& context, const Piece& piece) {
    const MemoryLayout layout = layout_of(piece);
    GuardedMemory memory(layout.bytes, piece.seed, false);
    const BoundCall call(context.ncid, piece, layout, memory.bytes().data());
    const int code = made(context, piece, false, call);
    const std::string text = describe(piece, false, context.collective);
    if (piece.fault != NC_NOERR) {
        expect_code(text, piece.fault, code);
        if (memory.first_change()) throw Mismatch("a failing get changed the user's buffer");
        return false;
    }
    const Wanted wanted = wanted_values(context.model, piece);
    check_get_code(text, wanted, code);
    const bool damaged =
        context.damage == Damage::read_value && wanted.all_defined && !layout.offsets.empty();
    if (damaged) memory.bytes()[layout.offsets.back()] ^= std::byte{1};
    check_buffer(piece, layout, wanted, memory);
    return damaged;
}

void call_without_data(const CallContext& context, bool put, int variable) {
    Piece piece;
    piece.variable = variable;
    piece.selection = nothing(context.model.variables[variable].dimensions.size());
    piece.memory = context.model.native(variable);
    if (put) {
        put_piece(context, piece);
    } else {
        get_piece(context, piece);
    }
}

}  // namespace random_programs
