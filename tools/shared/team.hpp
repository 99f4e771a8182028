// SPDX-License-Identifier: BSD-3-Clause
// The processes that carry out one command together: those that mpiexec started, or this one alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

/// The processes of one command. MPI runs from join() to leave() if mpiexec started the program and
/// the build has MPI; a command at a terminal never starts it. A process has at most one team,
/// once.
class Team {
public:
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    Team(Team&&) = default;
    ~Team() = default;  // never communicates; leave() does

    /// Collective over all processes of mpiexec.
    static Team join();
    /// This process, for work in which no other takes part.
    static Team alone() { return {}; }
    /// True if mpiexec started this process: then join() starts MPI.
    static bool is_launched();
    /// Collective. The last call.
    void leave();
    /// Ends all processes, for a failure in which the others cannot take part. Returns if this
    /// process is alone.
    static void abandon(int exit_code);

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }
    /// True on the one rank that prints and creates.
    [[nodiscard]] bool is_first() const { return rank_ == 0; }
    /// The reason why the processes of mpiexec are not a team; empty if they are. Each would do all
    /// the work.
    [[nodiscard]] const std::string& trouble() const { return trouble_; }

    /// Collective. The largest of all ranks' values.
    [[nodiscard]] std::int64_t largest(std::int64_t mine) const;
    /// Collective. Rank 0's text, on all ranks.
    [[nodiscard]] std::string text_of_first(const std::string& text) const;
    /// Collective. All ranks' `mine` on rank 0; elsewhere nothing. Uniform: size of `mine`.
    [[nodiscard]] std::vector<std::byte> gather(std::span<const std::byte> mine) const;
    /// Collective. The failure of the lowest rank that has one, the same on all ranks.
    [[nodiscard]] Status agree(const Status& mine) const;

private:
    Team() = default;

    int rank_ = 0;
    int size_ = 1;
    std::string trouble_;
};

/// This rank's part of `total` bytes: the parts of consecutive ranks are adjacent.
struct Part {
    std::int64_t from = 0;
    std::int64_t to = 0;
};
Part part_of(const Team& team, std::int64_t total);

}  // namespace weft::tools
