// SPDX-License-Identifier: BSD-3-Clause
// Accesses that are carried out together, as requests to the engine. There may be a million of
// them: what they have in common is stored once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "container/container.hpp"
#include "container/prepared.hpp"
#include "container/transfer.hpp"
#include "dataset/pieces.hpp"
#include "engine/request/request.hpp"
#include "types/types.hpp"

namespace weft::dataset {

using engine::Direction;

class Batch {
public:
    /// An access for which the container has read what it needs. `out_of_range`: if not null, set
    /// when a value does not fit its target type.
    void add(const container::Container& container, const container::Prepared& prepared,
             bool* out_of_range);
    /// Keeps the values of a put until the batch is complete.
    void keep(std::unique_ptr<std::byte[]> values) { values_.push_back(std::move(values)); }

    [[nodiscard]] container::Transfer& of(Direction direction) {
        return direction == Direction::put ? puts_ : gets_;
    }
    [[nodiscard]] const Reach& reach() const { return reach_; }  // of the puts

private:
    struct Conversion {
        types::External external{};
        std::endian byte_order{};
        types::Memory memory{};
        bool converted = false;

        friend bool operator==(const Conversion&, const Conversion&) = default;
    };

    const std::shared_ptr<const engine::Elements>& elements_of(
        const container::Container& container, const container::Prepared& prepared);
    void add_block(const container::Container& container, const layout::Place& place,
                   const container::Prepared& prepared, bool* out_of_range);
    [[nodiscard]] const std::byte*& end_of(Direction direction) {
        return direction == Direction::put ? puts_end_ : gets_end_;
    }

    container::Transfer puts_{Direction::put};
    container::Transfer gets_{Direction::get};
    Reach reach_;
    std::vector<std::unique_ptr<std::byte[]>> values_;  // of puts whose requests own them
    /// Elements that plain accesses share if their values are converted in the same way.
    std::map<engine::Codec, std::shared_ptr<const engine::Elements>> elements_;
    /// The last one, because the next access is usually of the same conversion.
    std::optional<Conversion> last_conversion_;
    std::shared_ptr<const engine::Elements> last_elements_;
    /// The end of the last piece in memory, if it is a nest with values side by side.
    const std::byte* puts_end_ = nullptr;
    const std::byte* gets_end_ = nullptr;
};

}  // namespace weft::dataset
