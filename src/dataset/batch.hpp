// SPDX-License-Identifier: BSD-3-Clause
// Accesses that are carried out together, as requests to the engine.
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
    std::int64_t record_count = 0;                     // the least number of records after the puts
    std::vector<std::unique_ptr<std::byte[]>> values;  // of puts whose requests own them
    /// Shared by plain accesses whose values are converted in the same way.
    std::map<engine::Codec, std::shared_ptr<const engine::Elements>> elements;
    /// The last one, because the next access is usually of the same conversion.
    struct Conversion {
        types::External external{};
        types::Memory memory{};
        bool converted = false;

        friend bool operator==(const Conversion&, const Conversion&) = default;
    };
    std::optional<Conversion> last_conversion;
    std::shared_ptr<const engine::Elements> last_elements;
    /// The end of the last piece in memory, if it is a nest with values side by side.
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
