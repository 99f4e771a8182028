// SPDX-License-Identifier: BSD-3-Clause
#include "types/types.hpp"

#include <utility>

#include "types/representation.hpp"

namespace weft::types {
namespace {

using FileForm = std::array<std::byte, 8>;

struct ExternalFacts {
    const char* name;
    Memory natural;
    FileForm fill;
};

template <class Value>
constexpr FileForm file_form(Value value) {
    const auto native = std::bit_cast<std::array<std::byte, sizeof(Value)>>(value);
    FileForm form{};
    for (std::size_t i = 0; i < sizeof(Value); ++i) {
        const bool little = std::endian::native == std::endian::little;
        form[i] = native[little ? sizeof(Value) - 1 - i : i];
    }
    return form;
}

template <External type>
constexpr ExternalFacts facts(const char* name, Memory natural) {
    constexpr auto fill = external_fill<type>;
    static_assert(sizeof(fill) == size_of(type));
    return {name, natural, file_form(fill)};
}

constexpr std::array<ExternalFacts, external_count> external_facts{
    facts<External::byte>("byte", Memory::schar),
    facts<External::character>("char", Memory::text),
    facts<External::int16>("short", Memory::short_),
    facts<External::int32>("int", Memory::int_),
    facts<External::float32>("float", Memory::float_),
    facts<External::float64>("double", Memory::double_),
    facts<External::uint8>("ubyte", Memory::uchar),
    facts<External::uint16>("ushort", Memory::ushort),
    facts<External::uint32>("uint", Memory::uint),
    facts<External::int64>("int64", Memory::longlong),
    facts<External::uint64>("uint64", Memory::ulonglong),
};

constexpr std::array<int, memory_count> memory_sizes =
    []<std::size_t... memory>(std::index_sequence<memory...>) {
    return std::array{static_cast<int>(sizeof(std::tuple_element_t<memory, MemoryValues>))...};
}
(std::make_index_sequence<memory_count>());

const ExternalFacts& facts_of(External type) {
    return external_facts[static_cast<std::size_t>(type) - 1];
}

}  // namespace

int size_of(Memory type) {
    return memory_sizes[static_cast<std::size_t>(type)];
}
const char* name_of(External type) {
    return facts_of(type).name;
}
Memory natural_memory(External type) {
    return facts_of(type).natural;
}
std::array<std::byte, 8> default_fill(External type) {
    return facts_of(type).fill;
}

}  // namespace weft::types
