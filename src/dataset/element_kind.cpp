// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/element_kind.hpp"

namespace weft::dataset {

std::optional<types::Memory> memory_of(mpi::ElementKind kind, types::External external) {
    using mpi::ElementKind;
    using types::Memory;
    switch (kind) {
        case ElementKind::text:
            return Memory::text;
        case ElementKind::schar:
            return Memory::schar;
        case ElementKind::uchar:
            return Memory::uchar;
        case ElementKind::byte:
            return types::size_of(external) == 1 ? types::natural_memory(external) : Memory::uchar;
        case ElementKind::short_:
            return Memory::short_;
        case ElementKind::ushort:
            return Memory::ushort;
        case ElementKind::int_:
            return Memory::int_;
        case ElementKind::uint:
            return Memory::uint;
        case ElementKind::long_:
            return Memory::long_;
        case ElementKind::ulong_:
            return Memory::ulonglong;
        case ElementKind::float_:
            return Memory::float_;
        case ElementKind::double_:
            return Memory::double_;
        case ElementKind::longlong:
            return Memory::longlong;
        case ElementKind::ulonglong:
            return Memory::ulonglong;
        case ElementKind::none:
            break;
    }
    return std::nullopt;
}

}  // namespace weft::dataset
