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
    std::vector<std::byte> nothing;
    return hand_out(comm, roots, nothing, root);
}

Agreed hand_out(CommView comm, const Status& roots, std::vector<std::byte>& bytes, int root) {
    if (comm.size() == 1)
        return Agreed(roots.ok() ? Status()
                                 : Status(roots.code(), named_after(0, roots.context())));
    std::int64_t outcome = pack(roots, root);
    const std::string text = named_after(root, roots.context());
    const auto content =
        roots.ok() ? std::span<const std::byte>(bytes) : std::as_bytes(std::span(text));
    std::vector<std::byte> message(sizeof outcome + content.size());
    std::memcpy(message.data(), &outcome, sizeof outcome);
    std::ranges::copy(content, message.begin() + sizeof outcome);
    comm.broadcast(message, root);
    std::memcpy(&outcome, message.data(), sizeof outcome);
    const auto received = std::span<const std::byte>(message).subspan(sizeof outcome);
    if (outcome == success) {
        if (comm.rank() != root) bytes.assign(received.begin(), received.end());
        return Agreed({});
    }
    return Agreed({code_in(outcome),
                   std::string(reinterpret_cast<const char*>(received.data()), received.size())});
}

}  // namespace weft::mpi
