// SPDX-License-Identifier: BSD-3-Clause
// Carries out the plans of a call, each by its method.
#pragma once

#include "engine/file_part.hpp"
#include "engine/interconnect.hpp"
#include "engine/methods/methods.hpp"
#include "engine/request/options.hpp"
#include "engine/window/turn.hpp"

namespace weft::engine {

/// Gives each method what it needs, and runs those that bring ranks together on all of their files
/// in one go.
class Executor {
public:
    /// Both arguments outlive it.
    Executor(Interconnect& ranks, const Options& options)
        : interconnect_(ranks), options_(options) {}

    /// Collective. All parts of a call.
    Outcome carry_out(FileParts& parts, Direction direction);
    /// Carries out a part by a method that treats each file separately; the caller finishes the
    /// channel.
    Outcome carry_out_by_itself(FilePart& part);
    /// Collective. The same of a put to a target; the caller finishes the turn.
    Outcome carry_out_in_turns(FilePart& part, Turn& turn);

private:
    [[nodiscard]] MethodContext context_of(FilePart& part) const;
    [[nodiscard]] FileCall file_call_of(FilePart& part) const;
    Outcome carry_out_apart(FileParts& parts);
    Outcome carry_out_together(FileParts& parts, const MethodEntry& method);

    Interconnect& interconnect_;
    const Options& options_;
};

}  // namespace weft::engine
