// SPDX-License-Identifier: BSD-3-Clause
#include "tools/dump/cdl_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "tools/dump/cdl_text.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::ForeignType;
using model::TypeClass;

/// The end of the line counts as a part of the last piece, as in ncdump.
void print_enumeration(Output& out, LineFiller& filler, const ForeignType& type,
                       const std::string& indent) {
    out.put(indent);
    filler.begin_section(indent.size());
    filler.put(fmt::format("{} enum {} {{", types::name_of(type.base), cdl_name(type.name)));
    std::size_t left = type.members.size();
    for (const ForeignType::Member& member : type.members)
        filler.put(fmt::format("{} = {}{}", cdl_name(member.name), member.value,
                               --left > 0 ? ", " : "} ;\n"));
}

void print_compound(Output& out, const ForeignType& type, const std::string& indent) {
    const std::string name = cdl_name(type.name);
    out.print("{}compound {} {{\n", indent, name);
    for (const ForeignType::Member& member : type.members) {
        out.print("{}  {} {}", indent, cdl_name(member.type), cdl_name(member.name));
        if (!member.lengths.empty()) out.print("({})", fmt::join(member.lengths, ", "));
        out.put(" ;\n");
    }
    out.print("{}}}; // {}\n", indent, name);
}

}  // namespace

void print_cdl_type(Output& out, LineFiller& filler, const ForeignType& type, int depth) {
    const std::string indent = cdl_indent(depth + 1);
    const std::string name = cdl_name(type.name);
    switch (type.type_class) {
        case TypeClass::enumeration:
            return print_enumeration(out, filler, type, indent);
        case TypeClass::compound:
            return print_compound(out, type, indent);
        case TypeClass::vlen:
            return out.print("{}{}(*) {} ;\n", indent, cdl_name(type.base_name), name);
        case TypeClass::opaque:
            return out.print("{}opaque({}) {} ;\n", indent, type.bytes, name);
        default:
            return out.print("{}// {} is of a kind that netCDF has not\n", indent, name);
    }
}

}  // namespace weft::tools
