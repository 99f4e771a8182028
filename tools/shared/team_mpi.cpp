// SPDX-License-Identifier: BSD-3-Clause
// The team over MPI, whose default error handler ends the program: nothing here returns an error.
// Of src/mpi it uses only the handles and the note about launchers: the command has the serial form
// of the rest.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "mpi/handles.hpp"
#include "mpi/launch_note.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {
namespace {

/// Settings for a few short messages, for Open MPI if the user has not chosen others. Open MPI
/// spends much of its start looking for fast networks, which ranks of one machine do not need; and
/// a waiting rank should not occupy a core.
void prefer_little_effort() {
    const char* const all = std::getenv("OMPI_COMM_WORLD_SIZE");
    const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    if (all != nullptr && here != nullptr && std::string_view(all) == here)
        ::setenv("OMPI_MCA_pml", "ob1", 0);
    ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
}

bool is_running() {
    int is_initialized = 0;
    int is_finalized = 0;
    MPI_Initialized(&is_initialized);
    MPI_Finalized(&is_finalized);
    return is_initialized != 0 && is_finalized == 0;
}

std::string library_version() {
    std::string text(mpi::longest_version_text, '\0');
    int length = 0;
    MPI_Get_library_version(text.data(), &length);
    text.resize(static_cast<std::size_t>(length));
    return text;
}

void broadcast(std::string& text, int root) {
    int length = static_cast<int>(text.size());
    MPI_Bcast(&length, 1, MPI_INT, root, MPI_COMM_WORLD);
    text.resize(static_cast<std::size_t>(length));
    MPI_Bcast(text.data(), length, MPI_CHAR, root, MPI_COMM_WORLD);
}

}  // namespace

/// Recognises the variables that launchers of MPI libraries set for their processes. Starting MPI
/// in any other process takes long, and fails if a launcher is required.
bool Team::is_launched() {
    constexpr std::array names{
        "OMPI_COMM_WORLD_SIZE", "PMIX_RANK",           "PMI_RANK",    "PMI_SIZE",   "PMI_FD",
        "MPI_LOCALNRANKS",      "MV2_COMM_WORLD_SIZE", "PALS_RANKID", "ALPS_APP_PE"};
    return std::any_of(names.begin(), names.end(),
                       [](const char* name) { return std::getenv(name) != nullptr; });
}

Team Team::join() {
    Team team;
    if (!is_launched()) return team;
    prefer_little_effort();
    MPI_Init(nullptr, nullptr);
    MPI_Comm_rank(MPI_COMM_WORLD, &team.rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &team.size_);
    for (const char* name : mpi::launch_sizes) {
        const char* const launched = std::getenv(name);
        if (launched != nullptr && team.trouble_.empty())
            team.trouble_ = mpi::note_of_launch(std::atoi(launched), team.size_, library_version());
    }
    return team;
}

void Team::leave() {
    if (is_running()) MPI_Finalize();
}

void Team::abandon(int exit_code) {
    if (is_running()) MPI_Abort(MPI_COMM_WORLD, exit_code);
}

std::int64_t Team::largest(std::int64_t mine) const {
    if (size_ > 1) MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    return mine;
}

std::string Team::text_of_first(const std::string& text) const {
    std::string received = text;
    if (size_ > 1) broadcast(received, 0);
    return received;
}

std::vector<std::byte> Team::gather(std::span<const std::byte> mine) const {
    if (size_ == 1) return {mine.begin(), mine.end()};
    std::vector<std::byte> all(is_first() ? mine.size() * static_cast<std::size_t>(size_) : 0);
    // Counts are ints: a large message is sent as several, which arrive in the order of the ranks.
    constexpr std::size_t largest_piece = std::size_t{1} << 28;
    std::vector<std::byte> piece;
    for (std::size_t begin = 0; begin < mine.size(); begin += largest_piece) {
        const std::size_t bytes = std::min(largest_piece, mine.size() - begin);
        piece.resize(is_first() ? bytes * static_cast<std::size_t>(size_) : 0);
        MPI_Gather(mine.data() + begin, static_cast<int>(bytes), MPI_BYTE, piece.data(),
                   static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD);
        for (std::size_t rank = 0; is_first() && rank < static_cast<std::size_t>(size_); ++rank) {
            std::copy_n(piece.begin() + static_cast<std::ptrdiff_t>(rank * bytes), bytes,
                        all.begin() + static_cast<std::ptrdiff_t>(rank * mine.size() + begin));
        }
    }
    return all;
}

Status Team::agree(const Status& mine) const {
    if (size_ == 1) return mine;
    int lowest = mine.ok() ? size_ : rank_;
    MPI_Allreduce(MPI_IN_PLACE, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (lowest == size_) return {};
    int code = static_cast<int>(mine.code());
    MPI_Bcast(&code, 1, MPI_INT, lowest, MPI_COMM_WORLD);
    std::string context = mine.context();
    broadcast(context, lowest);
    return {static_cast<Code>(code), context};
}

}  // namespace weft::tools
