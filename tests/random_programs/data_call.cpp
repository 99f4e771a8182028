// SPDX-License-Identifier: BSD-3-Clause
#include "data_call.hpp"

#include <cstring>

#include "memory.hpp"
#include "mismatch.hpp"
#include "uniform_call.hpp"

namespace random_programs {
namespace {

constexpr Index count_ignored = -1;  // NC_COUNT_IGNORE, which older headers lack

struct FlexibleBuffer {
    void* data;
    Index count;
    MPI_Datatype type;
};

FlexibleBuffer flexible_buffer(const Piece& piece, const MemoryLayout& layout, void* data) {
    const auto elements = static_cast<Index>(layout.offsets.size());
    switch (piece.buffering) {
        case Buffering::flexible:
            return {data, layout.datatype->count, layout.datatype->type.handle()};
        case Buffering::count_ignored:
            return {data, count_ignored, mpi_type_of(piece.memory)};
        case Buffering::external:
            return {data, 0, MPI_DATATYPE_NULL};
        case Buffering::predefined:
        case Buffering::typed:
            break;
    }
    return {data, elements, mpi_type_of(piece.memory)};
}

int call_flexible_put(Kind kind, bool collective, const CallArguments& a, const FlexibleBuffer& b) {
    switch (kind) {
        case Kind::var:
            return (collective ? ncmpi_put_var_all : ncmpi_put_var)(a.ncid, a.variable, b.data,
                                                                    b.count, b.type);
        case Kind::var1:
            return (collective ? ncmpi_put_var1_all : ncmpi_put_var1)(a.ncid, a.variable, a.start,
                                                                      b.data, b.count, b.type);
        case Kind::vara:
            return (collective ? ncmpi_put_vara_all : ncmpi_put_vara)(
                a.ncid, a.variable, a.start, a.count, b.data, b.count, b.type);
        case Kind::vars:
            return (collective ? ncmpi_put_vars_all : ncmpi_put_vars)(
                a.ncid, a.variable, a.start, a.count, a.stride, b.data, b.count, b.type);
        case Kind::varm:
            break;
    }
    return (collective ? ncmpi_put_varm_all : ncmpi_put_varm)(
        a.ncid, a.variable, a.start, a.count, a.stride, a.imap, b.data, b.count, b.type);
}

int call_flexible_get(Kind kind, bool collective, const CallArguments& a, const FlexibleBuffer& b) {
    switch (kind) {
        case Kind::var:
            return (collective ? ncmpi_get_var_all : ncmpi_get_var)(a.ncid, a.variable, b.data,
                                                                    b.count, b.type);
        case Kind::var1:
            return (collective ? ncmpi_get_var1_all : ncmpi_get_var1)(a.ncid, a.variable, a.start,
                                                                      b.data, b.count, b.type);
        case Kind::vara:
            return (collective ? ncmpi_get_vara_all : ncmpi_get_vara)(
                a.ncid, a.variable, a.start, a.count, b.data, b.count, b.type);
        case Kind::vars:
            return (collective ? ncmpi_get_vars_all : ncmpi_get_vars)(
                a.ncid, a.variable, a.start, a.count, a.stride, b.data, b.count, b.type);
        case Kind::varm:
            break;
    }
    return (collective ? ncmpi_get_varm_all : ncmpi_get_varm)(
        a.ncid, a.variable, a.start, a.count, a.stride, a.imap, b.data, b.count, b.type);
}

int call(const CallContext& context, bool put, const Piece& piece, const MemoryLayout& layout,
         void* data) {
    const Selection& s = piece.selection;
    const CallArguments arguments{context.ncid,
                                  piece.variable,
                                  s.start.data(),
                                  s.count.data(),
                                  s.stride.data(),
                                  piece.imap.data(),
                                  data};
    if (piece.buffering == Buffering::typed) {
        const TypedCalls& calls = put ? put_calls : get_calls;
        const auto& by_kind = calls.at(static_cast<std::size_t>(piece.memory));
        return by_kind.at(static_cast<std::size_t>(piece.kind))[context.collective](arguments);
    }
    return (put ? call_flexible_put : call_flexible_get)(piece.kind, context.collective, arguments,
                                                         flexible_buffer(piece, layout, data));
}

// What a get has to deliver.
struct Wanted {
    Bytes values;               // in the memory type
    std::vector<bool> defined;  // whether the value matters
    bool range_error = false;   // some defined value does not fit
    bool all_defined = true;
};

Wanted wanted_values(const Model& model, const Piece& piece) {
    const Variable& variable = model.variables[piece.variable];
    const MemoryType native = model.native(piece.variable);
    const bool bits_only = copies_bits(model.format, variable.type, piece.memory);
    const bool converts = native != piece.memory && !bits_only;
    const std::size_t from_size = size_of(native);
    const std::size_t to_size = size_of(piece.memory);
    Wanted wanted;
    for (const Index index : linear_indices(piece.selection, model.shape(piece.variable))) {
        const auto at = static_cast<std::size_t>(index);
        const unsigned char state = variable.states[at];
        const bool defined =
            (state & element_known) != 0 && ((state & element_unusual) == 0 || !converts);
        const std::size_t end = wanted.values.size();
        wanted.values.resize(end + to_size);
        wanted.defined.push_back(defined);
        wanted.all_defined = wanted.all_defined && defined;
        if (!converts) {
            std::memcpy(&wanted.values[end], &variable.values[at * from_size], to_size);
        } else if (defined &&
                   !convert(&variable.values[at * from_size], native, &wanted.values[end],
                            piece.memory, default_fill_of(piece.memory))) {
            wanted.range_error = true;
        }
    }
    return wanted;
}

void check_values(const Piece& piece, const MemoryLayout& layout, const Wanted& wanted,
                  std::span<const std::byte> buffer) {
    const std::size_t size = layout.element_size;
    std::size_t wrong = 0;
    std::string first;
    for (std::size_t i = 0; i < layout.offsets.size(); ++i) {
        const std::byte* got = &buffer[layout.offsets[i]];
        const std::byte* expected = &wanted.values[i * size];
        if (!wanted.defined[i] || std::memcmp(got, expected, size) == 0) continue;
        if (wrong++ == 0) {
            first = "element " + std::to_string(i) + " of the request: expected " +
                    text_of(expected, piece.memory) + ", got " + text_of(got, piece.memory);
        }
    }
    if (wrong > 0) {
        throw Mismatch(first + " (" + std::to_string(wrong) + " of " +
                       std::to_string(layout.offsets.size()) + " elements are wrong)");
    }
}

}  // namespace

bool put_piece(const CallContext& context, const Piece& piece) {
    const Bytes values = values_to_put(context.model, piece);
    const bool range_error = stored_values(context.model, piece, values).out_of_range;
    const MemoryLayout layout = layout_of(piece);
    GuardedMemory memory(layout.bytes, piece.seed, piece.read_only_buffer);
    for (std::size_t i = 0; i < layout.offsets.size(); ++i) {
        std::memcpy(&memory.bytes()[layout.offsets[i]], &values[i * layout.element_size],
                    layout.element_size);
    }
    memory.remember();
    memory.make_read_only();
    const int code = call(context, true, piece, layout, memory.bytes().data());
    const bool damaged =
        context.damage == Damage::put_buffer && layout.bytes > 0 && !piece.read_only_buffer;
    if (damaged) memory.bytes()[layout.bytes / 2] ^= std::byte{1};
    const int regular = range_error ? NC_ERANGE : NC_NOERR;
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
    const int code = call(context, false, piece, layout, memory.bytes().data());
    const std::string text = describe(piece, false, context.collective);
    if (piece.fault != NC_NOERR) {
        expect_code(text, piece.fault, code);
        if (memory.first_change()) throw Mismatch("a failing get changed the user's buffer");
        return false;
    }
    const Wanted wanted = wanted_values(context.model, piece);
    // What is stored in elements that nobody wrote may or may not fit.
    if (wanted.all_defined || code != NC_ERANGE) {
        expect_code(text, wanted.range_error ? NC_ERANGE : NC_NOERR, code);
    }
    const bool damaged =
        context.damage == Damage::read_value && wanted.all_defined && !layout.offsets.empty();
    if (damaged) memory.bytes()[layout.offsets.back()] ^= std::byte{1};
    check_values(piece, layout, wanted, memory.bytes());
    if (const auto changed = memory.first_change_outside(layout)) {
        throw Mismatch("the get changed byte " + std::to_string(*changed) +
                       " of the buffer, which belongs to no element");
    }
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
