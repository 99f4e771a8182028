// SPDX-License-Identifier: BSD-3-Clause
#include "tools/plot/values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tools/shared/json_text.hpp"
#include "tools/shared/number_text.hpp"
#include "tools/shared/value_stream.hpp"
#include "tools/stats/tally.hpp"

namespace weft::tools {
namespace {

double attribute_number(const format::Variable& variable, std::string_view name, double otherwise) {
    const int id = variable.attributes.find(name);
    if (id < 0) return otherwise;
    const format::Attribute& attribute = variable.attributes.at(id);
    if (attribute.type == types::External::character || attribute.count != 1) return otherwise;
    double number = 0;
    with_value_type(attribute.type, [&]<class T>(std::type_identity<T>) {
        number = static_cast<double>(load<T>(attribute.values.data()));
    });
    return number;
}

/// How packed values become those that are meant.
struct Unpacking {
    double scale = 1;
    double offset = 0;

    [[nodiscard]] double operator()(double packed) const { return packed * scale + offset; }
};

template <class T>
void take_all(std::span<const std::byte> bytes, const MissingValues& missing, Unpacking unpack,
              const std::function<void(double)>& take) {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
        const T value = load<T>(bytes.data() + at);
        bool is_there = std::isfinite(static_cast<double>(value));
        for (std::size_t i = 0; i < missing.count; ++i)
            is_there = is_there && value != load<T>(missing.values[i].data());
        take(is_there ? unpack(static_cast<double>(value))
                      : std::numeric_limits<double>::quiet_NaN());
    }
}

}  // namespace

Result<bool> read_values(const OpenedFile& file, const format::Variable& variable,
                         std::int64_t count, const std::function<void(double)>& take) {
    const MissingValues missing = missing_values_of(variable);
    const Unpacking unpack{.scale = attribute_number(variable, "scale_factor", 1),
                           .offset = attribute_number(variable, "add_offset", 0)};
    ValueStream stream(*file.file, file.schema, variable, file.record_bytes);
    std::int64_t left = std::min(count, stream.values_left());
    while (left > 0) {
        const auto bytes = stream.next(left);
        if (!bytes.ok()) return bytes.status();
        with_value_type(variable.type, [&]<class T>(std::type_identity<T>) {
            take_all<T>(bytes.value(), missing, unpack, take);
        });
        left -= std::ssize(bytes.value()) / types::size_of(variable.type);
    }
    return stream.is_cut_short();
}

std::string title_of(const format::Variable& variable) {
    const int id = variable.attributes.find("units");
    if (id < 0 || variable.attributes.at(id).type != types::External::character)
        return shown(variable.name);
    const format::Values& units = variable.attributes.at(id).values;
    std::string_view text(reinterpret_cast<const char*>(units.data()), units.size());
    text = text.substr(0, text.find('\0'));
    return shown(variable.name) + " (" + shown(text) + ")";
}

std::string shown(std::string_view text) {
    const std::string utf8 = as_utf8(text);
    std::string safe;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        const auto byte = static_cast<unsigned char>(utf8[at]);
        const auto next = static_cast<unsigned char>(at + 1 < utf8.size() ? utf8[at + 1] : 0);
        const bool is_long = byte == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 to U+009F
        const bool controls = byte < 0x20 || byte == 0x7f || is_long;
        safe += controls ? '?' : utf8[at];
        if (is_long) ++at;
    }
    return safe;
}

}  // namespace weft::tools
