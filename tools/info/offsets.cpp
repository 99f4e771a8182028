// SPDX-License-Identifier: BSD-3-Clause
#include "tools/info/offsets.hpp"

#include <algorithm>

#include "formats/formats.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

using model::Schema;

void print_lengths(Output& out, const Schema& schema) {
    if (schema.dimension_count() == 0) return;
    out.put("\ndimensions:\n");
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const model::Dimension& dimension = schema.dimension(id);
        if (dimension.is_unlimited)
            out.print("\t{} = UNLIMITED // ({} currently)\n", dimension.name, schema.length_of(id));
        else
            out.print("\t{} = {}\n", dimension.name, dimension.length);
    }
}

void print_declaration(Output& out, const Schema& schema, const model::Variable& variable) {
    out.print("\t{:<6} {}(", types::name_of(variable.type), variable.name);
    const char* separator = "";
    for (const int id : variable.dimension_ids) {
        out.print("{}{}", separator, schema.dimension(id).name);
        separator = ", ";
    }
    out.put("):\n");
}

void print_places(Output& out, const container::Region& placed, const container::Regions& map,
                  std::int64_t records) {
    for (std::int64_t record = 0; record < records && out.is_open(); ++record) {
        const std::int64_t begin = placed.begin + record * map.record_bytes;
        const std::string about = placed.is_record ? fmt::format("    (record {})", record) : "";
        out.print("\t       start file offset ={:>12}{}\n", begin, about);
        out.print("\t       end   file offset ={:>12}{}\n", begin + placed.bytes, about);
    }
}

void print_variables(Output& out, const Schema& schema, const container::Regions& map,
                     const OffsetsForm& form, bool records) {
    bool is_first = true;
    for (const container::Region& placed : map.variables) {
        if (placed.is_record != records) continue;
        if (is_first) out.print("\n{} variables:\n", records ? "record" : "fixed-size");
        is_first = false;
        print_declaration(out, schema, schema.variable(placed.variable));
        const bool wants_all = records && form.all_records;
        print_places(out, placed, map, wants_all ? schema.record_count : 1);
        if (form.sizes)
            out.print("\t       size in bytes     ={:>12}{}\n", placed.bytes,
                      records ? "    (of one record)" : "");
        if (form.gaps) out.print("\t       gap from prev var ={:>12}\n", placed.gap_before);
    }
}

}  // namespace

void print_offsets(Output& out, const std::string& path, const Input& input,
                   const container::Regions& map, const OffsetsForm& form) {
    const Schema& schema = input.schema();
    out.print("netcdf {} {{\n// file format: {}\n\nfile header:\n", path,
              formats::title_of(input.format()));
    out.print("\tsize   = {} bytes\n\textent = {} bytes\n", map.header_bytes, map.header_extent);
    print_lengths(out, schema);
    print_variables(out, schema, map, form, false);
    print_variables(out, schema, map, form, true);
    out.put("}\n");
}

bool has_gaps(const container::Regions& map) {
    const container::Region* last = nullptr;
    for (const container::Region& placed : map.variables) {
        if (placed.is_record) continue;
        if (last != nullptr && placed.gap_before > 0) return true;
        last = &placed;
    }
    return false;
}

}  // namespace weft::tools
