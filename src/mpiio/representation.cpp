// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/representation.hpp"

namespace weft::mpiio {
namespace {

constexpr Representation all[] = {Representation::native, Representation::internal,
                                  Representation::external32};

}  // namespace

std::optional<Representation> representation_of(std::string_view name) {
    for (const Representation known : all)
        if (name == name_of(known)) return known;
    return std::nullopt;
}

const char* name_of(Representation representation) {
    switch (representation) {
        case Representation::native:
            return "native";
        case Representation::internal:
            return "internal";
        case Representation::external32:
            break;
    }
    return "external32";
}

}  // namespace weft::mpiio
