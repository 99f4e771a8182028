// SPDX-License-Identifier: BSD-3-Clause
#include "tools/part/companions.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "format/names.hpp"
#include "tools/meaning/attributes.hpp"

namespace weft::tools {
namespace {

/// What the words of an attribute are.
enum class Words {
    names,   // "lat lon"
    pairs,   // "area: cell_area", of which the second names a variable
    either,  // "crs", or "crs: x y"
};

struct Naming {
    std::string_view attribute;
    Words words;
};

/// Of the CF conventions, and of UGRID, which extends them.
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

class Companions {
public:
    explicit Companions(const format::Schema& schema, std::vector<int> ids)
        : schema_(schema),
          is_chosen_(static_cast<std::size_t>(schema.variable_count())),
          ids_(std::move(ids)) {
        for (const int id : ids_) is_chosen_[static_cast<std::size_t>(id)] = true;
    }

    std::vector<int> find() && {
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            const format::Variable& variable = schema_.variable(ids_[i]);
            for (const int dimension : variable.dimension_ids)
                add(schema_.dimension(dimension).name);
            for (const Naming& naming : namings)
                add_words(text_in(variable, naming.attribute), naming.words);
        }
        return std::move(ids_);
    }

private:
    void add(std::string_view name) {
        const Result<std::string> key = format::normalised_name(std::string(name));
        const int id = key.ok() ? schema_.find_variable(key.value()) : -1;
        if (id < 0 || is_chosen_[static_cast<std::size_t>(id)]) return;
        is_chosen_[static_cast<std::size_t>(id)] = true;
        ids_.push_back(id);
    }

    void add_words(std::string_view text, Words kind) {
        constexpr std::string_view blanks{" \t\n\r\0", 5};
        for (;;) {
            const std::size_t begin = text.find_first_not_of(blanks);
            if (begin == std::string_view::npos) return;
            text.remove_prefix(begin);
            std::string_view word = text.substr(0, text.find_first_of(blanks));
            text.remove_prefix(word.size());
            const bool is_key = word.ends_with(':') && kind != Words::names;
            if (is_key) word.remove_suffix(1);
            if (!is_key || kind == Words::either) add(word);
        }
    }

    const format::Schema& schema_;
    std::vector<bool> is_chosen_;
    std::vector<int> ids_;
};

}  // namespace

std::vector<int> with_companions(const format::Schema& schema, std::vector<int> variables) {
    return Companions(schema, std::move(variables)).find();
}

}  // namespace weft::tools
