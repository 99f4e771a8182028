// SPDX-License-Identifier: BSD-3-Clause
//
// The effect of puts and gets on the values of the model.
#include <cmath>
#include <cstring>

#include "model.hpp"

namespace random_programs {
namespace {

bool is_unusual(const std::byte* value, MemoryType type) {
    double number = 0;
    if (type == MemoryType::single_float) {
        float single = 0;
        std::memcpy(&single, value, sizeof single);
        number = static_cast<double>(single);
    } else if (type == MemoryType::double_float) {
        std::memcpy(&number, value, sizeof number);
    }
    // Bit patterns are drawn without draw_value's care for the ends of ranges and for fractions.
    return !std::isfinite(number) || (number != 0 && std::abs(number) < 0.05) ||
           std::abs(number) > 1e280 ||
           (number != std::trunc(number) && (number < 0 || number > 100));
}

}  // namespace

void Model::apply_one(const Access& step) {
    for (const Piece& piece : step.pieces) {
        if (piece.fault != NC_NOERR) continue;
        if (step.put) {
            put_piece(piece, step.collective);
        } else {
            mark_read(piece);
        }
    }
    if (step.collective) agreed_record_count = record_count;
}

void Model::apply_one(const AccessMany& step) {
    for (const Piece& piece : step.pieces) {
        if (piece.fault != NC_NOERR) continue;
        if (step.put) {
            put_piece(piece, step.collective);
        } else {
            mark_read(piece);
        }
    }
    if (step.collective) agreed_record_count = record_count;
}

void Model::put_piece(const Piece& piece, bool collective) {
    put_values(piece, stored_values(*this, piece, values_to_put(*this, piece)).values, collective);
}

void Model::put_values(const Piece& piece, const Bytes& stored, bool collective) {
    if (is_record(piece.variable)) grow(records_end(piece));
    const std::size_t size = size_of(native(piece.variable));
    Variable& variable = variables[piece.variable];
    const unsigned char put = collective ? element_put_together : element_put_alone;
    std::size_t position = 0;
    for (const Index index : linear_indices(piece, shape(piece.variable))) {
        const std::byte* value = &stored[position++ * size];
        std::memcpy(&variable.values[static_cast<std::size_t>(index) * size], value, size);
        const bool unusual = is_unusual(value, native(piece.variable));
        variable.states[static_cast<std::size_t>(index)] =
            static_cast<unsigned char>(element_known | (unusual ? element_unusual : 0) | put);
    }
}

void Model::mark_read(const Piece& piece) {
    for (const Index index : linear_indices(piece, shape(piece.variable))) {
        variables[piece.variable].states[static_cast<std::size_t>(index)] |= element_read;
    }
}

}  // namespace random_programs
