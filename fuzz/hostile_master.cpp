// SPDX-License-Identifier: BSD-3-Clause
#include "hostile_master.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "format/header_writer.hpp"
#include "layout/layout.hpp"
#include "parts/master.hpp"
#include "parts/part.hpp"
#include "parts/paths.hpp"
#include "parts/set_id.hpp"

namespace weft::fuzz {
namespace {

using Random = std::mt19937_64;

template <class List>
std::string one_of(Random& random, const List& list) {
    return std::string(list[random() % list.size()]);
}

/// v(y, x) and s(t, y, x), of which the table divides both along y.
model::Schema whole_of(Random& random) {
    model::Schema whole;
    whole.record_count = static_cast<std::int64_t>(random() % 3);
    const int t = whole.add_dimension(model::unlimited_dimension("t"));
    const int y = whole.add_dimension({.name = "y", .length = 4});
    const int x = whole.add_dimension({.name = "x", .length = 3});
    for (const auto& [name, ids] :
         {std::pair("v", std::vector<int>{y, x}), std::pair("s", std::vector<int>{t, y, x})}) {
        model::Variable variable;
        variable.name = name;
        variable.type = types::External::int32;
        variable.dimension_ids = ids;
        whole.add_variable(std::move(variable));
    }
    return whole;
}

constexpr format::Version version = format::Version::cdf5;

layout::Layout layout_of(const model::Schema& schema) {
    return layout::place_variables(version, schema, format::header_bytes(version, schema), {})
        .value();
}

std::string as_file(const model::Schema& schema) {
    const layout::Layout layout = layout_of(schema);
    const PooledBytes header = format::write_header({version, schema, layout.begins});
    std::string bytes(reinterpret_cast<const char*>(header.data()), header.size());
    bytes.resize(static_cast<std::size_t>(
        std::max(layout.file_bytes(schema.record_count), std::ssize(header))));
    return bytes;
}

/// Words that lead somewhere, or could be taken to.
std::string word(Random& random, const std::string& folder) {
    const std::array words = {
        std::string("/"),      std::string(".."),       std::string("../"),
        std::string("./"),     std::string("//"),       std::string("~"),
        std::string("~/"),     std::string("ssh://h/"), std::string("weft://h/"),
        std::string("h:"),     std::string("ufs:"),     std::string("lustre:"),
        std::string("t1/"),    std::string("t2/"),      std::string("t1"),
        std::string("out.nc"), std::string("m.nc"),     std::string("plain.nc"),
        std::string("\n"),     std::string(1, '\0'),    std::string("\x1b["),
        std::string(".0000"),  std::string(".e1"),      std::string("outside/"),
        std::string(" "),      std::string("%2e%2e/"),  folder + "/",
        folder + "/outside/"};
    return one_of(random, words);
}

/// What a set that Weft has made would have, under one of these stems and in one of these folders.
std::string usual_name(Random& random, const parts::SetId& id, const std::string& folder, int epoch,
                       int range) {
    const std::array stems = {std::string("m.nc"), std::string("m.nc"), std::string("out.nc"),
                              std::string("plain.nc")};
    const std::array folders = {std::string(),        std::string(),     std::string("t1/"),
                                std::string("t2/"),   std::string("./"), std::string("outside/"),
                                folder + "/outside/", folder + "/"};
    const std::string in = one_of(random, folders);
    return in + one_of(random, stems) +
           parts::end_of_name(in.empty() ? "" : parts::text_of(id), epoch, range);
}

std::string changed(Random& random, std::string name, const std::string& folder) {
    for (std::uint64_t left = 1 + random() % 3; left > 0; --left) {
        const std::size_t at = random() % (name.size() + 1);
        switch (random() % 4) {
            case 0:
                name.insert(at, word(random, folder));
                break;
            case 1:
                name.insert(0, word(random, folder));
                break;
            case 2:
                name = name.substr(0, at) + (at < name.size() ? name.substr(at + 1) : "");
                break;
            default:
                name = word(random, folder) + word(random, folder) + word(random, folder);
        }
    }
    return name;
}

}  // namespace

HostileMaster hostile_master(Random& random, const std::string& folder) {
    HostileMaster made;
    made.whole = whole_of(random);
    parts::Table& table = made.table;
    // Of the set that is there already, as often as not.
    table.id = random() % 2 == 0 ? parts::SetId{7, 7} : parts::SetId{1, random() % 4};
    table.weights = {1, 1};
    if (random() % 3 == 0) table.epochs.push_back(1);
    const std::uint64_t same = random();
    for (int part = 0; part < table.epoch_count() * 2; ++part) {
        // The parts of a sound set agree.
        Random agreed(same);
        std::string name =
            usual_name(random() % 8 == 0 ? random : agreed, table.id, folder, part / 2, part % 2);
        if (random() % 4 == 0) name = changed(random, std::move(name), folder);
        table.names.push_back(name);
    }
    parts::divide_new_variables(made.whole, {.least_dimensions = 1, .least_bytes = 1}, table);
    made.bytes = bytes_of_master(made);
    made.is_damaged = random() % 8 == 0;
    if (made.is_damaged) made.bytes[random() % made.bytes.size()] = static_cast<char>(random());
    return made;
}

std::string bytes_of_master(const HostileMaster& master) {
    const layout::Layout layout = layout_of(master.whole);
    return as_file(parts::master_of({version, master.whole, layout.begins}, master.table));
}

std::string bytes_of_part(const HostileMaster& master, int part, const std::string& masters_place) {
    model::Schema schema = parts::part_of(master.whole, master.table, part).schema;
    if (!masters_place.empty()) parts::name_master(schema, masters_place);
    return as_file(schema);
}

}  // namespace weft::fuzz
