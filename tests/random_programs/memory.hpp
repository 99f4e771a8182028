// SPDX-License-Identifier: BSD-3-Clause
//
// The user's side of a data call: where in memory each element of the request lies.
#pragma once

#include <optional>
#include <span>

#include "datatypes.hpp"
#include "steps.hpp"

namespace random_programs {

struct MemoryLayout {
    std::size_t bytes = 0;             // of the buffer
    std::vector<std::size_t> offsets;  // of each element, in the order of the request
    std::size_t element_size = 0;
    std::optional<TypedCount> datatype;  // of the flexible functions with derived datatypes
};

MemoryLayout layout_of(const Piece& piece);

// A buffer full of bytes drawn from a seed, so that a change in a gap is noticed. It can be made
// unwritable.
class GuardedMemory {
public:
    GuardedMemory(std::size_t bytes, std::uint64_t seed, bool can_be_read_only);
    ~GuardedMemory();
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    std::span<std::byte> bytes() { return {data_, size_}; }
    void make_read_only();
    // Later comparisons are with the buffer's present contents.
    void remember();
    // The first byte that differs from what was remembered, if any.
    std::optional<std::size_t> first_change() const;
    // The same, leaving out the elements of a layout.
    std::optional<std::size_t> first_change_outside(const MemoryLayout& layout) const;

private:
    Bytes owned_;
    std::byte* data_ = nullptr;
    std::size_t size_;
    std::size_t mapped_bytes_ = 0;
    Bytes remembered_;
};

}  // namespace random_programs
