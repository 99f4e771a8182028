// SPDX-License-Identifier: BSD-3-Clause
// An outcome and its rank travel as one number, whose minimum over the ranks is the agreed outcome:
// the code in the upper half, the rank in the lower one. Success is not represented by its code,
// but by a number above all failures: codes are negative, but an errno is positive.
#include "mpi/agreed.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "mpi/rank_name.hpp"

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
    if (names_a_rank(context)) return context;  // from an earlier agreement
    return "rank " + std::to_string(rank) + (context.empty() ? "" : ": " + context);
}

/// Collective. Root's text, on all ranks. Uniform: root.
std::string broadcast_text(CommView comm, const std::string& text, int root) {
    const auto bytes = std::as_bytes(std::span(text));
    std::vector<std::byte> message(bytes.begin(), bytes.end());
    comm.broadcast(message, root);
    return {reinterpret_cast<const char*>(message.data()), message.size()};
}

/// `bytes`, or the reason of the failure, followed by the outcome, so that long bytes need not
/// move.
std::vector<std::byte> message_of(const Status& status, int rank, std::vector<std::byte> bytes) {
    const std::int64_t packed = pack(status, rank);
    if (!status.ok()) {
        const std::string text = named_after(rank, status.context());
        const auto content = std::as_bytes(std::span(text));
        bytes.assign(content.begin(), content.end());
    }
    const auto tail = std::as_bytes(std::span(&packed, 1));
    bytes.insert(bytes.end(), tail.begin(), tail.end());
    return bytes;
}

/// Takes the outcome off the end of a message.
std::int64_t take_packed(std::vector<std::byte>& message) {
    std::int64_t packed = 0;
    const std::size_t before = message.size() - sizeof packed;
    std::memcpy(&packed, message.data() + before, sizeof packed);
    message.resize(before);
    return packed;
}

/// `rest`: the message without its outcome.
Status outcome_of(std::int64_t packed, std::span<const std::byte> rest) {
    if (packed == success) return {};
    return {code_in(packed), std::string(reinterpret_cast<const char*>(rest.data()), rest.size())};
}

}  // namespace

bool names_a_rank(std::string_view context) {
    constexpr std::string_view word = "rank ";
    if (!context.starts_with(word)) return false;
    const std::size_t end = context.find_first_not_of("0123456789", word.size());
    return end != word.size() && (end == context.npos || context[end] == ':') &&
           context.size() > word.size();
}

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
    const std::int64_t packed = take_packed(message);
    return Agreed(outcome_of(packed, message));
}

Agreed lead(CommView comm, const Status& mine, std::vector<std::byte>& bytes, int root,
            const std::function<Status()>& first_step) {
    const auto answer = [&](std::int64_t worst) {
        // The failing rank sends its reason itself, below.
        if (worst != success && rank_in(worst) != root)
            return message_of({code_in(worst), ""}, rank_in(worst), {});
        const Status roots = mine.ok() ? first_step() : mine;
        return message_of(roots, root, std::move(bytes));
    };
    std::vector<std::byte> room;  // on other ranks: their `bytes`, to receive into
    if (comm.rank() != root) room = std::move(bytes);
    std::vector<std::byte> message =
        comm.ask(pack(mine, comm.rank()), root, answer, std::move(room));
    const std::int64_t packed = take_packed(message);
    if (packed == success) {
        bytes = std::move(message);
        return Agreed({});
    }
    const int failed = rank_in(packed);
    if (failed == root) return Agreed(outcome_of(packed, message));
    const std::string context = broadcast_text(comm, named_after(failed, mine.context()), failed);
    return Agreed({code_in(packed), context});
}

}  // namespace weft::mpi
