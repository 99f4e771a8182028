// SPDX-License-Identifier: BSD-3-Clause
// A file that ranks have open together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/plan/pace.hpp"
#include "engine/window/other_writers.hpp"
#include "storage/store.hpp"

namespace weft::files {

/// The facts about a file that rank 0 finds out and sends to the other ranks.
struct FileFacts {
    std::int64_t bytes;
    std::int64_t block_bytes;
    std::uint64_t device;
    std::uint64_t identity;
    std::uint64_t only_host;  // the only host of its file system (storage/this_host.hpp); 0: many
    storage::Striping striping;
    storage::Coherence coherence;
    double stale_seconds;         // see storage::File::renew
    std::int64_t presence_place;  // see engine::OtherWriters::learn
    engine::CostModel cost;
    std::size_t ticket_bytes;
    std::array<std::byte, storage::most_ticket_bytes> ticket;  // for the stores of the other ranks
};

struct OpenFile {
    std::string path;
    std::unique_ptr<storage::File> bytes;     // null: not opened by this rank
    FileFacts facts{};                        // when it was opened
    storage::PathFacts place;                 // rank 0 alone
    bool awaits_striping = false;             // rank 0: see storage::Opened
    std::optional<storage::Speed> speed;      // rank 0: if the store knows it without measuring
    std::optional<std::int64_t> known_bytes;  // rank 0: its size, if known
    storage::TicketBytes ticket{};            // rank 0: for the stores of the other ranks
    std::optional<engine::OtherWriters>
        other_writers;             // other communicators that write to the file
    engine::Pace* pace = nullptr;  // of its file system; kept with the communicator
};

}  // namespace weft::files
