// SPDX-License-Identifier: BSD-3-Clause
// An outcome and its rank travel as one number whose minimum over the ranks is the outcome to agree
// on: the code in the upper half, the rank in the lower one. Success is no code here, it is more
// than any failure: codes are negative, but an errno is positive.
#include "mpi/agreed.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace weft::mpi {
namespace {

constexpr std::int64_t success = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t rank_range = std::int64_t{1} << 32;

std::int64_t pack(const Status& status, int rank) {
    return status.ok() ? success : static_cast<std::int64_t>(status.code()) * rank_range + rank;
}

int rank_in(std::int64_t packed) {
    return static_cast<int>(packed & (rank_range - 1));
}

Code code_in(std::int64_t packed) {
    return static_cast<Code>((packed - rank_in(packed)) / rank_range);
}

std::string named_after(int rank, const std::string& context) {
    return "rank " + std::to_string(rank) + (context.empty() ? "" : ": " + context);
}

/// Collective. Root's text, for everybody. Uniform: root.
std::string broadcast_text(CommView comm, const std::string& text, int root) {
    const auto bytes = std::as_bytes(std::span(text));
    std::vector<std::byte> message(bytes.begin(), bytes.end());
    comm.broadcast(message, root);
    return {reinterpret_cast<const char*>(message.data()), message.size()};
}

/// A rank's outcome, and behind it why it failed, or `bytes` where it did not.
std::vector<std::byte> message_of(const Status& status, int rank,
                                  std::span<const std::byte> bytes) {
    const std::int64_t packed = pack(status, rank);
    const std::string text = named_after(rank, status.context());
    const auto content = status.ok() ? bytes : std::as_bytes(std::span(text));
    std::vector<std::byte> message(sizeof packed + content.size());
    std::memcpy(message.data(), &packed, sizeof packed);
    std::ranges::copy(content, message.begin() + sizeof packed);
    return message;
}

std::int64_t packed_in(std::span<const std::byte> message) {
    std::int64_t packed = 0;
    std::memcpy(&packed, message.data(), sizeof packed);
    return packed;
}

Status outcome_in(std::span<const std::byte> message) {
    const std::int64_t packed = packed_in(message);
    if (packed == success) return {};
    const auto text = message.subspan(sizeof packed);
    return {code_in(packed), std::string(reinterpret_cast<const char*>(text.data()), text.size())};
}

}  // namespace

Agreed agree(CommView comm, const Status& mine) {
    bool everybody = true;
    return agree(comm, mine, everybody);
}

Agreed agree(CommView comm, const Status& mine, bool& everybody) {
    std::array worst{pack(mine, comm.rank()), std::int64_t{everybody}};
    comm.all_reduce_min(worst);
    everybody = worst[1] != 0;
    if (worst[0] == success) return Agreed({});
    const int rank = rank_in(worst[0]);
    const std::string context = broadcast_text(comm, named_after(rank, mine.context()), rank);
    return Agreed({code_in(worst[0]), context});
}

Agreed agree_at(CommView comm, const Status& roots, int root) {
    std::vector<std::byte> message = message_of(roots, root, {});
    comm.broadcast(message, root);
    return Agreed(outcome_in(message));
}

Agreed lead(CommView comm, const Status& mine, std::vector<std::byte>& bytes, int root,
            const std::function<Status()>& first_step) {
    const auto answer = [&](std::int64_t worst) {
        // Another rank's failure is told by itself, below.
        if (worst != success && rank_in(worst) != root)
            return message_of({code_in(worst), ""}, rank_in(worst), {});
        const Status roots = mine.ok() ? first_step() : mine;
        return message_of(roots, root, bytes);
    };
    const std::vector<std::byte> message = comm.ask(pack(mine, comm.rank()), root, answer);
    const std::int64_t packed = packed_in(message);
    if (packed == success) {
        if (comm.rank() != root) bytes.assign(message.begin() + sizeof packed, message.end());
        return Agreed({});
    }
    const int failed = rank_in(packed);
    if (failed == root) return Agreed(outcome_in(message));
    const std::string context = broadcast_text(comm, named_after(failed, mine.context()), failed);
    return Agreed({code_in(packed), context});
}

}  // namespace weft::mpi
