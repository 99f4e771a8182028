// SPDX-License-Identifier: BSD-3-Clause
// Accesses that are carried out together, as what the engine is asked to move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "container/transfer.hpp"
#include "dataset/request_queue.hpp"
#include "engine/request/request.hpp"

namespace weft::dataset {

using container::Transfer;

struct Batch {
    Transfer puts{Direction::put};
    Transfer gets{Direction::get};
    std::int64_t record_count = 0;  // how many records there are after the puts at least
    std::vector<std::unique_ptr<std::byte[]>> values;  // of puts whose requests keep their own
    /// What plain accesses whose values change in the same way have in common.
    std::map<engine::Codec, std::shared_ptr<const engine::Elements>> elements;
    /// The last of them, for accesses that are of its kind: as a rule the next one is.
    struct Kind {
        types::External external{};
        types::Memory memory{};
        bool converted = false;

        friend bool operator==(const Kind&, const Kind&) = default;
    };
    std::optional<Kind> last_kind;
    std::shared_ptr<const engine::Elements> last_elements;
    /// Where the memory of the last piece ends, if it is a nest with values side by side.
    const std::byte* puts_end = nullptr;
    const std::byte* gets_end = nullptr;

    [[nodiscard]] const std::byte*& end_of(Direction direction) {
        return direction == Direction::put ? puts_end : gets_end;
    }
    [[nodiscard]] Transfer& of(Direction direction) {
        return direction == Direction::put ? puts : gets;
    }
};

}  // namespace weft::dataset
