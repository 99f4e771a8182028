// SPDX-License-Identifier: BSD-3-Clause
#include "memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace random_programs {

MemoryLayout layout_of(const Piece& piece) {
    const Index elements = element_count(piece);
    std::vector<Index> positions = piece.kind == Kind::varm
                                       ? mapped_positions(piece.selection.count, piece.imap)
                                       : linear_indices({{0}, {elements}, {1}}, {elements});
    MemoryLayout layout;
    layout.element_size = size_of(piece.memory);
    if (piece.buffering == Buffering::flexible) {
        Random random(mix(piece.seed, 1));
        layout.datatype = draw_datatype(random, piece.memory, elements);
    }
    for (const Index position : positions) {
        const auto at = static_cast<std::size_t>(position);
        std::size_t offset = at * layout.element_size;
        if (layout.datatype) {
            const Datatype& type = layout.datatype->type;
            const std::size_t per_type = type.offsets().size();
            offset = at / per_type * type.extent() + type.offsets()[at % per_type];
        }
        layout.offsets.push_back(offset);
        layout.bytes = std::max(layout.bytes, offset + layout.element_size);
    }
    return layout;
}

GuardedMemory::GuardedMemory(std::size_t bytes, std::uint64_t seed, bool can_be_read_only)
    : size_(bytes) {
    if (can_be_read_only && bytes > 0) {
        void* mapped =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped == MAP_FAILED) throw std::bad_alloc();
        data_ = static_cast<std::byte*>(mapped);
        mapped_bytes_ = bytes;
    } else {
        owned_.resize(bytes + 1);  // never a null pointer
        data_ = owned_.data();
    }
    for (std::size_t i = 0; i < size_; ++i)
        data_[i] = static_cast<std::byte>(mix(seed, i >> 3) >> (i & 7));
    remember();
}

GuardedMemory::~GuardedMemory() {
    if (mapped_bytes_ > 0) munmap(data_, mapped_bytes_);
}

void GuardedMemory::make_read_only() {
    if (mapped_bytes_ > 0) mprotect(data_, mapped_bytes_, PROT_READ);
}

void GuardedMemory::remember() {
    remembered_.assign(data_, data_ + size_);
}

std::optional<std::size_t> GuardedMemory::first_change() const {
    const auto at = std::mismatch(remembered_.begin(), remembered_.end(), data_).first;
    if (at == remembered_.end()) return std::nullopt;
    return static_cast<std::size_t>(at - remembered_.begin());
}

std::optional<std::size_t> GuardedMemory::first_change_outside(const MemoryLayout& layout) const {
    std::vector<bool> inside(size_, false);
    for (const std::size_t offset : layout.offsets) {
        for (std::size_t i = 0; i < layout.element_size; ++i) inside[offset + i] = true;
    }
    for (std::size_t i = 0; i < size_; ++i) {
        if (!inside[i] && data_[i] != remembered_[i]) return i;
    }
    return std::nullopt;
}

}  // namespace random_programs
