// SPDX-License-Identifier: BSD-3-Clause
// One of the files that ranks have open together.
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

/// What rank 0 finds out about a file, and the other ranks hear.
struct FileFacts {
    std::int64_t bytes;
    std::int64_t block_bytes;
    std::uint64_t device;
    std::uint64_t identity;
    std::uint64_t only_host;  // whose file system it is (storage/this_host.hpp); 0: of many
    storage::Striping striping;
    storage::Coherence coherence;
    double stale_seconds;        // see storage::File::renew
    std::int64_t presence_place;  // see engine::OtherWriters::learn
    engine::CostModel cost;
    std::size_t introduction_bytes;
    std::array<std::byte, storage::most_introduction_bytes> introduction;  // of the store
};

struct OpenFile {
    std::string path;
    std::unique_ptr<storage::File> bytes;     // null: not opened by this rank
    FileFacts facts{};                        // when it was opened
    storage::PathFacts place;                 // rank 0 alone
    bool awaits_striping = false;             // rank 0: see storage::Opened
    std::optional<storage::Speed> speed;      // rank 0: where the store knows it without measuring
    std::optional<std::int64_t> known_bytes;  // rank 0: its size, where that is known already
    storage::Introduction introduction{};     // rank 0: what the others' stores are to be told
    std::optional<engine::OtherWriters> other_writers;   // with whom it shares `bytes`
    engine::Pace* pace = nullptr;             // of its file system; the communicator's
};

}  // namespace weft::files
