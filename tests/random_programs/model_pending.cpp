// SPDX-License-Identifier: BSD-3-Clause
//
// Requests between their post and the wait that carries them out.
#include <algorithm>
#include <cstring>

#include "model.hpp"

namespace random_programs {

const Pending* Model::find_pending(int number) const {
    for (const Pending& one : pending) {
        if (one.request.number == number) return &one;
    }
    return nullptr;
}

Index Model::buffered_bytes() const {
    Index bytes = 0;
    for (const Pending& one : pending) bytes += one.buffered_bytes;
    return bytes;
}

void Model::apply_one(const Post& step) {
    for (const Request& request : step.requests) {
        const Piece& piece = request.piece;
        if (piece.fault != NC_NOERR || element_count(piece) == 0) continue;
        Pending posted{request, {}, 0};
        if (request.posting != Posting::iget) {
            posted.stored = stored_values(*this, piece, values_to_put(*this, piece)).values;
        }
        if (request.posting == Posting::bput) posted.buffered_bytes = bytes_in_file(*this, piece);
        pending.push_back(std::move(posted));
    }
}

// Puts first: gets of the same wait see them.
void Model::apply_one(const Wait& step) {
    for (const int number : step.chosen.numbers) {
        const Pending& one = *find_pending(number);
        if (one.request.posting != Posting::iget) put_pending(one, step.collective);
    }
    for (const int number : step.chosen.numbers) {
        const Pending& one = *find_pending(number);
        if (one.request.posting == Posting::iget) mark_read(one.request.piece);
    }
    if (step.collective) agreed_record_count = record_count;
    drop(step.chosen);
}

// A fill value that has changed since the post may stand for a value out of range, or the old one.
void Model::put_pending(const Pending& posted, bool collective) {
    const Piece& piece = posted.request.piece;
    put_values(piece, posted.stored, collective);
    if (posted.request.posting == Posting::bput) return;
    const Bytes now = stored_values(*this, piece, values_to_put(*this, piece)).values;
    const std::size_t size = size_of(native(piece.variable));
    std::size_t at = 0;
    for (const Index index : linear_indices(piece, shape(piece.variable))) {
        if (std::memcmp(&now[at], &posted.stored[at], size) != 0) {
            variables[piece.variable].states[static_cast<std::size_t>(index)] &=
                static_cast<unsigned char>(~element_known);
        }
        at += size;
    }
}

void Model::apply_one(const Cancel& step) {
    drop(step.chosen);
}

void Model::drop(const Chosen& chosen) {
    std::erase_if(pending, [&](const Pending& one) {
        return std::ranges::count(chosen.numbers, one.request.number) > 0;
    });
}

void Model::apply_one(const AttachBuffer& step) {
    if (step.bytes > 0 && !attached_bytes) attached_bytes = step.bytes;
}

void Model::apply_one(const DetachBuffer&) {
    if (buffered_bytes() == 0) attached_bytes.reset();
}

Index bytes_in_file(const Model& model, const Piece& piece) {
    return element_count(piece) *
           static_cast<Index>(size_of_external(model.variables[piece.variable].type));
}

}  // namespace random_programs
