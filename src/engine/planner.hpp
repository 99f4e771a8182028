// SPDX-License-Identifier: BSD-3-Clause
// How the engine comes to the plans of a collective call: one for each file that it touches.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "engine/file_part.hpp"
#include "engine/interconnect.hpp"
#include "engine/plan/plan.hpp"
#include "engine/request/options.hpp"
#include "engine/request/request.hpp"
#include "engine/trace/report.hpp"

namespace weft::engine {

/// Plans a call when the ranks have met, and prepares what its plans need of the interconnect.
class Planner {
public:
    /// All arguments outlive it.
    Planner(Interconnect& ranks, const Options& options, Report& report)
        : interconnect_(ranks), options_(options), report_(report) {}

    /// Collective. Gives each part its plan. Throws mpi::Failure on all ranks when one has died.
    void plan(FileParts& parts, Direction direction);

    /// How many ranks move windows of two-phase at a time, as far as this rank knows without asking
    /// the others; 0: it does not know yet.
    [[nodiscard]] int movers() const;

private:
    [[nodiscard]] Plan plan_of(Direction direction, const FilePart& part,
                               Transport transport) const;
    void choose_methods(FileParts& parts, Direction direction);
    Transport choose_transport(const FileParts& parts, Direction direction);
    void learn_crossing(FileParts& parts, Direction direction, const Transport& transport);
    [[nodiscard]] std::int64_t crossing_bytes(const FilePart& part,
                                              const mpi::NodeMap& nodes) const;
    void prepare_windows(FileParts& parts, Direction direction);
    Status settle_rewriting(FileParts& parts);

    Interconnect& interconnect_;
    const Options& options_;
    Report& report_;
};

}  // namespace weft::engine
