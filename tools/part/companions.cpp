// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/companions.hpp"

#include <array>
#include <string>
#include <string_view>

#include "model/names.hpp"
#include "tools/meaning/attributes.hpp"

namespace weft::tools {
namespace {

/// How the words of an attribute name variables.
enum class Words {
    names,   // "lat lon"
    pairs,   // "area: cell_area", of which the second names a variable
    either,  // "crs", or "crs: x y"
};

struct Naming {
    std::string_view attribute;
    Words words;
};

/// The attributes of the CF conventions, and of UGRID, which extends them.
constexpr std::array namings{Naming{"coordinates", Words::names},
                             Naming{"bounds", Words::names},
                             Naming{"climatology", Words::names},
                             Naming{"ancillary_variables", Words::names},
                             Naming{"grid_mapping", Words::either},
                             Naming{"cell_measures", Words::pairs},
                             Naming{"formula_terms", Words::pairs},
                             Naming{"geometry", Words::names},
                             Naming{"node_coordinates", Words::names},
                             Naming{"nodes", Words::names},
                             Naming{"node_count", Words::names},
                             Naming{"part_node_count", Words::names},
                             Naming{"interior_ring", Words::names},
                             Naming{"coordinate_interpolation", Words::either},
                             Naming{"interpolation_parameters", Words::pairs},
                             Naming{"tie_point_mapping", Words::pairs},
                             Naming{"quantization", Words::names},
                             Naming{"mesh", Words::names},
                             Naming{"edge_coordinates", Words::names},
                             Naming{"face_coordinates", Words::names},
                             Naming{"volume_coordinates", Words::names},
                             Naming{"edge_node_connectivity", Words::names},
                             Naming{"face_node_connectivity", Words::names},
                             Naming{"face_edge_connectivity", Words::names},
                             Naming{"face_face_connectivity", Words::names},
                             Naming{"edge_face_connectivity", Words::names},
                             Naming{"location_index_set", Words::names}};

int find_name(const model::Schema& schema, std::string_view name) {
    const Result<std::string> key = model::normalised_name(std::string(name));
    return key.ok() ? schema.find_variable(key.value()) : -1;
}

/// Calls `use` for the names of variables in an attribute.
void for_names(std::string_view text, Words kind, const auto& use) {
    constexpr std::string_view blanks{" \t\n\r\0", 5};
    for (;;) {
        const std::size_t begin = text.find_first_not_of(blanks);
        if (begin == std::string_view::npos) return;
        text.remove_prefix(begin);
        std::string_view word = text.substr(0, text.find_first_of(blanks));
        text.remove_prefix(word.size());
        const bool is_key = word.ends_with(':') && kind != Words::names;
        if (is_key) word.remove_suffix(1);
        if (!is_key || kind == Words::either) use(word);
    }
}

/// Calls `use` for the ids of the variables that this one names.
void for_needed(const model::Schema& schema, const model::Variable& variable, const auto& use) {
    const auto use_name = [&](std::string_view name) {
        const int id = find_name(schema, name);
        if (id >= 0) use(id);
    };
    for (const int dimension : variable.dimension_ids) use_name(schema.dimension(dimension).name);
    for (const Naming& naming : namings)
        for_names(text_in(variable, naming.attribute), naming.words, use_name);
}

}  // namespace

std::vector<int> with_companions(const model::Schema& schema, std::vector<int> variables) {
    std::vector<bool> is_chosen(static_cast<std::size_t>(schema.variable_count()));
    for (const int id : variables) is_chosen[static_cast<std::size_t>(id)] = true;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        for_needed(schema, schema.variable(variables[i]), [&](int id) {
            if (is_chosen[static_cast<std::size_t>(id)]) return;
            is_chosen[static_cast<std::size_t>(id)] = true;
            variables.push_back(id);
        });
    }
    return variables;
}

bool is_named_by_another(const model::Schema& schema, int id) {
    bool is_named = false;
    for (int other = 0; other < schema.variable_count() && !is_named; ++other) {
        if (other == id) continue;
        for_needed(schema, schema.variable(other), [&](int needed) { is_named |= needed == id; });
    }
    return is_named;
}

}  // namespace weft::tools
