// SPDX-License-Identifier: BSD-3-Clause
// Layouts as a client of Lustre hands them out, written from the structures that it publishes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace weft::storage::lustre {

struct [[gnu::packed]] PublishedPlain {  // lov_user_md_v1
    std::uint32_t magic = 0x0bd10bd0;
    std::uint32_t pattern = 1;
    std::uint64_t object[2] = {7, 0};
    std::uint32_t stripe_size = 1 << 20;
    std::uint16_t stripe_count = 1;
    std::uint16_t offset_or_generation = 0;
};
static_assert(sizeof(PublishedPlain) == 32);

struct [[gnu::packed]] PublishedPool {  // what lov_user_md_v3 has behind that
    char name[16] = {};
};

struct [[gnu::packed]] PublishedObject {  // lov_user_ost_data_v1
    std::uint64_t object[2] = {11, 0};
    std::uint32_t generation = 0;
    std::uint32_t target = 0;
};
static_assert(sizeof(PublishedObject) == 24);

struct [[gnu::packed]] PublishedComposite {  // lov_comp_md_v1
    std::uint32_t magic = 0x0bd60bd0;
    std::uint32_t size = 0;
    std::uint32_t generation = 1;
    std::uint16_t flags = 0;
    std::uint16_t entries = 0;
    std::uint16_t mirrors_but_one = 0;
    std::uint16_t unused[3] = {};
    std::uint64_t unused_too = 0;
};
static_assert(sizeof(PublishedComposite) == 32);

struct [[gnu::packed]] PublishedEntry {  // lov_comp_md_entry_v1
    std::uint32_t id = 1;
    std::uint32_t flags = 0x10;  // there are objects
    std::uint64_t begin = 0;
    std::uint64_t end = ~std::uint64_t{0};
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::uint32_t generation = 0;
    std::uint64_t time = 0;
    std::uint32_t unused = 0;
};
static_assert(sizeof(PublishedEntry) == 48);

using Published = std::vector<std::byte>;

template <class Struct>
void append_struct(Published& bytes, const Struct& what) {
    const auto* const first = reinterpret_cast<const std::byte*>(&what);
    bytes.insert(bytes.end(), first, first + sizeof what);
}

/// The attribute as published, with a pool if its kind has room for one, and an object on each
/// target.
inline Published published(const PublishedPlain& plain,
                           const std::vector<std::uint32_t>& targets = {},
                           const std::string& pool = "") {
    Published bytes;
    append_struct(bytes, plain);
    if (plain.magic != 0x0bd10bd0) {
        PublishedPool room;
        std::memcpy(room.name, pool.data(), std::min(pool.size(), sizeof room.name));
        append_struct(bytes, room);
    }
    for (const std::uint32_t target : targets) {
        PublishedObject object;
        object.target = target;
        append_struct(bytes, object);
    }
    return bytes;
}

struct PublishedPart {
    PublishedEntry entry = {};
    Published plain = {};
};

inline Published composite(std::vector<PublishedPart> parts) {
    PublishedComposite head;
    std::size_t offset = sizeof head + parts.size() * sizeof(PublishedEntry);
    for (PublishedPart& part : parts) {
        part.entry.offset = static_cast<std::uint32_t>(offset);
        part.entry.size = static_cast<std::uint32_t>(part.plain.size());
        offset += part.plain.size();
    }
    head.size = static_cast<std::uint32_t>(offset);
    head.entries = static_cast<std::uint16_t>(parts.size());
    Published bytes;
    append_struct(bytes, head);
    for (const PublishedPart& part : parts) append_struct(bytes, part.entry);
    for (const PublishedPart& part : parts)
        bytes.insert(bytes.end(), part.plain.begin(), part.plain.end());
    return bytes;
}

}  // namespace weft::storage::lustre
