// SPDX-License-Identifier: BSD-3-Clause
#include "parts/aggregation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <string>

#include "base/checked.hpp"
#include "format/sizes.hpp"
#include "parts/attribute_values.hpp"
#include "parts/names.hpp"
#include "types/types.hpp"

namespace weft::parts {
namespace {

using types::External;

/// Texts are padded to multiples of this, so that most new names fit in the place of old ones.
constexpr std::int64_t text_unit = 32;

std::int64_t room_for(std::string_view text) {
    return round_up(std::max<std::int64_t>(std::ssize(text), 1), text_unit);
}

std::int64_t room_for_names(const Table& table) {
    std::int64_t most = 0;
    for (const std::string_view name : table.names) most = std::max(most, room_for(name));
    return most;
}

/// The ranges that have some of a variable. They are its fragments, in each of its epochs.
std::vector<int> ranges_with(const model::Schema& whole, const Table& table, int variable) {
    std::vector<int> numbers;
    const Ranges ranges = table.ranges_of(whole, variable);
    for (int range = 0; range < table.range_count(); ++range) {
        if (!ranges.of_part(range).empty()) numbers.push_back(range);
    }
    return numbers;
}

External map_type(format::Version version) {
    return version == format::Version::cdf5 ? External::int64 : External::int32;
}

/// Variables that are divided in the same way.
struct Group {
    int first = 0;  // the first of its variables
    int map = 0;    // in the master
    int uris = 0;
};

/// The helper variables of a set in its master. The same set always has the same ones.
class Helpers {
public:
    Helpers(format::Version version, const model::Schema& whole, const Table& table,
            model::Schema& master)
        : version_(version), whole_(whole), table_(table), master_(master) {}

    /// Adds the helpers of one more variable, in the order of ids.
    void add(int variable) {
        const Group& group = group_of(variable);
        const std::string_view name = whole_.variable(variable).name;
        const int identifier =
            add_variable("weft_identifier", External::character, {room_for(name)});
        model::AttributeList& attributes = master_.variable(variable).attributes;
        attributes.add(text_attribute(names::aggregated_dimensions, dimensions_of(variable)));
        attributes.add(text_attribute(
            names::aggregated_data,
            fmt::format("map: {} uris: {} identifiers: {}", master_.variable(group.map).name,
                        master_.variable(group.uris).name, master_.variable(identifier).name)));
    }

private:
    const Group& group_of(int variable) {
        const auto same = [&](const Group& group) {
            return whole_.variable(group.first).dimension_ids ==
                       whole_.variable(variable).dimension_ids &&
                   table_.variables[static_cast<std::size_t>(group.first)].position ==
                       table_.variables[static_cast<std::size_t>(variable)].position;
        };
        const auto found = std::ranges::find_if(groups_, same);
        return found == groups_.end() ? new_group(variable) : *found;
    }

    const Group& new_group(int variable) {
        const std::int64_t ranges = std::ssize(ranges_with(whole_, table_, variable));
        const std::int64_t epochs = table_.epochs_of(whole_, variable);
        const std::int64_t dimensions = std::ssize(whole_.variable(variable).dimension_ids);
        std::vector<std::int64_t> shape(static_cast<std::size_t>(dimensions), 1);
        shape.front() = epochs;
        shape[static_cast<std::size_t>(
            table_.variables[static_cast<std::size_t>(variable)].position)] = ranges;
        shape.push_back(room_for_names(table_));
        Group group{.first = variable};
        group.map =
            add_variable("weft_map", map_type(version_), {dimensions, std::max(ranges, epochs)});
        group.uris = add_variable("weft_uris", External::character, shape);
        groups_.push_back(group);
        return groups_.back();
    }

    [[nodiscard]] std::string dimensions_of(int variable) const {
        std::string text;
        for (const int id : whole_.variable(variable).dimension_ids) {
            if (!text.empty()) text += ' ';
            text += whole_.dimension(id).name.view();
        }
        return text;
    }

    int add_variable(const char* stem, External type, const std::vector<std::int64_t>& shape) {
        model::Variable variable;
        std::string name = fmt::format("{}_{}", stem, master_.variable_count());
        while (master_.find_variable(name) >= 0) name += '_';
        variable.name = name;
        variable.type = type;
        std::vector<int> ids;
        for (const std::int64_t length : shape) ids.push_back(dimension(length));
        variable.dimension_ids = ids;
        return master_.add_variable(std::move(variable));
    }

    /// A dimension of a length, behind the program's dimensions.
    int dimension(std::int64_t length) {
        for (int id = whole_.dimension_count(); id < master_.dimension_count(); ++id) {
            if (master_.dimension(id).length == length) return id;
        }
        std::string name = fmt::format("weft_{}", length);
        while (master_.find_dimension(name) >= 0) name += '_';
        return master_.add_dimension({.name = std::move(name), .length = length});
    }

    format::Version version_;
    const model::Schema& whole_;
    const Table& table_;
    model::Schema& master_;
    std::vector<Group> groups_;
};

std::vector<std::byte> padded(std::vector<std::byte> bytes, std::int64_t length) {
    bytes.resize(static_cast<std::size_t>(length));
    return bytes;
}

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// The sizes of the fragments along a dimension of a variable.
std::vector<std::int64_t> sizes_along(const model::Schema& whole, const Table& table, int variable,
                                      int dimension) {
    std::vector<std::int64_t> sizes;
    const int position = table.variables[static_cast<std::size_t>(variable)].position;
    const std::int64_t length =
        whole.shape_of(whole.variable(variable))[static_cast<std::size_t>(dimension)];
    const bool is_records = dimension == 0 && whole.is_record_variable(whole.variable(variable));
    if (dimension == position) {
        const Ranges ranges = table.ranges_of(whole, variable);
        for (const int range : ranges_with(whole, table, variable))
            sizes.push_back(ranges.of_part(range).length());
    } else if (is_records) {
        for (int epoch = 0; epoch < table.epoch_count(); ++epoch)
            sizes.push_back(table.records_in(table.part_at(epoch, 0), length));
    } else {
        sizes.push_back(length);
    }
    return sizes;
}

/// A row of sizes for each dimension, padded.
std::vector<std::byte> map_values(External type, const model::Schema& whole, const Table& table,
                                  int variable) {
    const auto row = static_cast<std::size_t>(std::max<std::int64_t>(
        std::ssize(ranges_with(whole, table, variable)), table.epochs_of(whole, variable)));
    const std::array fill = types::default_fill(type);
    const auto dimensions = std::ssize(whole.variable(variable).dimension_ids);
    std::vector<std::byte> bytes;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        const auto sizes = sizes_along(whole, table, variable, dimension);
        for (const std::int64_t size : sizes) append_integer(bytes, type, size);
        for (std::size_t i = sizes.size(); i < row; ++i)
            bytes.insert(bytes.end(), fill.begin(), fill.begin() + types::size_of(type));
    }
    return bytes;
}

std::vector<std::byte> uri_values(const model::Schema& whole, const Table& table, int variable) {
    const std::int64_t room = room_for_names(table);
    const std::vector<int> ranges = ranges_with(whole, table, variable);
    std::vector<std::byte> bytes;
    for (int epoch = 0; epoch < table.epochs_of(whole, variable); ++epoch) {
        for (const int range : ranges) {
            const int part = table.part_at(epoch, range);
            const auto name = padded(bytes_of(table.names[static_cast<std::size_t>(part)]), room);
            bytes.insert(bytes.end(), name.begin(), name.end());
        }
    }
    return bytes;
}

/// The variable of the master in an attribute's "term: name"; negative if there is none.
int named_by(const model::Schema& master, const std::string& text, const std::string& term) {
    const std::size_t found = text.find(term);
    if (found == std::string::npos) return -1;
    const std::size_t begin = found + term.size();
    return master.find_variable(text.substr(begin, text.find(' ', begin) - begin));
}

/// Other software may have made this master.
bool has_room(const model::Schema& master, const HelperValues& helper) {
    const model::Variable& variable = master.variable(helper.variable);
    if (master.is_record_variable(variable)) return false;
    const Result<std::int64_t> room = format::slab_bytes(master, variable);
    return room.ok() && std::ssize(helper.bytes) <= room.value();
}

}  // namespace

void add_aggregation(format::Version version, const model::Schema& whole, const Table& table,
                     model::Schema& master) {
    Helpers helpers(version, whole, table, master);
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (!table.variables[static_cast<std::size_t>(id)].is_whole()) helpers.add(id);
    }
}

std::vector<HelperValues> values_of_aggregation(format::Version version, const model::Schema& whole,
                                                const Table& table, const model::Schema& master) {
    std::vector<HelperValues> values;
    std::set<int> known;
    for (int id = 0; id < whole.variable_count(); ++id) {
        if (table.variables[static_cast<std::size_t>(id)].is_whole()) continue;
        const auto text = text_in(master.variable(id).attributes, names::aggregated_data);
        if (!text) continue;
        const auto add = [&](const char* term, const auto& bytes_of_term) {
            const int helper = named_by(master, *text, term);
            if (helper < whole.variable_count() || !known.insert(helper).second) return;
            HelperValues made{helper, bytes_of_term()};
            if (has_room(master, made)) values.push_back(std::move(made));
        };
        add("map: ", [&] { return map_values(map_type(version), whole, table, id); });
        add("uris: ", [&] { return uri_values(whole, table, id); });
        add("identifiers: ", [&] {
            const std::string_view name = whole.variable(id).name;
            return padded(bytes_of(name), room_for(name));
        });
    }
    return values;
}

}  // namespace weft::parts
