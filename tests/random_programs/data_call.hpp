// SPDX-License-Identifier: BSD-3-Clause
//
// One blocking put or get of one rank: makes the call and checks code, data and buffer.
#pragma once

#include "model.hpp"
#include "options.hpp"

namespace random_programs {

struct CallContext {
    int ncid;
    bool collective;
    const Model& model;  // before the step
    Damage damage;       // applied to the first call it fits
};

// Both throw Mismatch. They return whether the damage was done.
bool put_piece(const CallContext& context, const Piece& piece);
bool get_piece(const CallContext& context, const Piece& piece);

// Takes part in a collective call without data.
void call_without_data(const CallContext& context, bool put, int variable);

}  // namespace random_programs
