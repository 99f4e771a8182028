// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_parser.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "base/checked.hpp"
#include "format/header_words.hpp"
#include "format/sizes.hpp"
#include "types/byte_order.hpp"

namespace weft::format {
namespace {

/// NC_MAX_DIMS, NC_MAX_ATTRS and NC_MAX_VARS.
constexpr std::int64_t most_items = std::numeric_limits<int>::max();

/// A count as it is written in a header; a large one may have become negative.
bool is_too_many(std::int64_t items) {
    return items < 0 || items > most_items;
}

std::optional<Version> version_of(std::span<const std::byte> magic) {
    const std::string_view text = text_of(magic);
    for (const Version version : {Version::cdf1, Version::cdf2, Version::cdf5})
        if (text.substr(0, 3) == "CDF" && text[3] == static_cast<char>(version)) return version;
    return std::nullopt;
}

}  // namespace

bool HeaderParser::parse() {
    return magic() && record_count() && dimensions() && attributes(schema_.global_attributes) &&
           variables();
}

bool HeaderParser::magic() {
    constexpr std::int64_t smallest_file = 8;
    if (cursor_.bytes_left() < smallest_file)
        return fail(Code::efile, 0, "the file has {} bytes, too few for a netCDF file",
                    cursor_.bytes_left());
    const auto bytes = cursor_.take(magic_bytes);
    if (!intact()) return false;
    const std::optional<Version> version = version_of(bytes);
    if (!version)
        return fail(Code::enotnc, 0,
                    "not a classic netCDF file: it does not begin with CDF and 1, 2 or 5");
    version_ = *version;
    limits_ = limits_of(*version);
    header_.version = *version;
    return true;
}

bool HeaderParser::record_count() {
    const std::int64_t at = cursor_.position();
    const std::uint64_t records = cursor_.integer(count_bytes(version_));
    if (!intact()) return false;
    is_streaming_ = records == streaming_count(version_);
    if (is_streaming_) return true;
    if (std::cmp_greater(records, limits_.record_count))
        return fail(Code::enotnc, at, "the record count {} is out of range", records);
    schema_.record_count = static_cast<std::int64_t>(records);
    return true;
}

std::optional<int> HeaderParser::list_head(const ListRule& rule) {
    const std::int64_t at = cursor_.position();
    const std::uint32_t tag = cursor_.word();
    const std::int64_t items = count();
    if (!intact()) return std::nullopt;
    if (tag != rule.tag && (tag != absent_tag || items != 0))
        fail(Code::enotnc, at, "the list of {} has tag {:#x} and {} items", rule.what, tag, items);
    else if (is_too_many(items))
        fail(rule.too_many, at, "the list claims {} {}, more than a file can have",
             static_cast<std::uint64_t>(items), rule.what);
    else if (items * rule.smallest_item > cursor_.bytes_left())
        fail(Code::enotnc, at, "the list claims {} {}, but the {} bytes left hold at most {}",
             items, rule.what, cursor_.bytes_left(), cursor_.bytes_left() / rule.smallest_item);
    else
        return static_cast<int>(items);
    return std::nullopt;
}

/// As many items as the remaining bytes can hold: a claim alone allocates nothing.
int HeaderParser::credible(int items, std::int64_t smallest_item) const {
    return static_cast<int>(std::min<std::int64_t>(items, cursor_.bytes_at_hand() / smallest_item));
}

bool HeaderParser::dimensions() {
    const std::int64_t smallest = smallest_dimension(version_);
    const std::optional<int> items =
        list_head({"dimensions", dimension_tag, smallest, Code::emaxdims});
    if (!items) return false;
    schema_.reserve_dimensions(credible(*items, smallest));
    for (int id = 0; id < *items; ++id) {
        enter("dimension", id);
        if (!dimension()) return false;
    }
    leave();
    return true;
}

bool HeaderParser::dimension() {
    const std::int64_t name_at = cursor_.position();
    std::string_view text;
    if (!name(text)) return false;
    if (schema_.find_dimension(key_) >= 0)
        return fail(Code::enameinuse, name_at, "an earlier dimension has this name");
    model::Dimension dimension{.name = text};
    if (!behind_name(dimension.name)) return false;
    const std::int64_t length_at = cursor_.position();
    const std::int64_t length = count();
    if (!intact()) return false;
    if (length < 0 || length > limits_.dimension_length)
        return fail(Code::edimsize, length_at, "the length {} exceeds the limit of the format",
                    static_cast<std::uint64_t>(length));
    if (length == 0 && schema_.record_dimension() >= 0)
        return fail(Code::eunlimit, length_at, "dimension {} is already unlimited",
                    schema_.record_dimension());
    dimension.length = length;
    dimension.is_unlimited = length == 0;
    schema_.add_dimension(std::move(dimension));
    return true;
}

bool HeaderParser::attributes(model::AttributeList& list) {
    const std::int64_t smallest = smallest_attribute(version_);
    const std::optional<int> items =
        list_head({"attributes", attribute_tag, smallest, Code::emaxatts});
    if (!items) return false;
    const char* const kind = is_in_item() ? "attribute" : "global attribute";
    begin_parts();
    list.reserve(credible(*items, smallest));
    for (int id = 0; id < *items; ++id) {
        enter(kind, id);
        if (!attribute(list)) return false;
    }
    end_parts();
    return true;
}

bool HeaderParser::attribute(model::AttributeList& list) {
    const std::int64_t name_at = cursor_.position();
    std::string_view text;
    if (!name(text)) return false;
    if (list.find(key_) >= 0)
        return fail(Code::enameinuse, name_at, "an earlier attribute has this name");
    model::Attribute& attribute = list.begin_one(text);
    return behind_name(attribute.name) && type(attribute.type) && values(attribute);
}

bool HeaderParser::values(model::Attribute& attribute) {
    const std::int64_t at = cursor_.position();
    attribute.count = count();
    if (!intact()) return false;
    const auto bytes = checked_mul<std::int64_t>(attribute.count, types::size_of(attribute.type));
    if (attribute.count < 0 || attribute.count > limits_.attribute_count || !bytes ||
        *bytes > cursor_.bytes_left())
        return fail(Code::enotnc, at, "{} values of type {}, but only {} bytes are left",
                    static_cast<std::uint64_t>(attribute.count), types::name_of(attribute.type),
                    cursor_.bytes_left());
    cursor_.copy(*bytes, attribute.values);
    types::change_form(attribute.type, attribute.values);
    return padding_behind(*bytes);
}

bool HeaderParser::variables() {
    const std::int64_t smallest = smallest_variable(version_);
    const std::optional<int> items =
        list_head({"variables", variable_tag, smallest, Code::emaxvars});
    if (!items) return false;
    schema_.reserve_variables(credible(*items, smallest));
    header_.begins.reserve(static_cast<std::size_t>(credible(*items, smallest)));
    for (int id = 0; id < *items; ++id) {
        enter("variable", id);
        if (!variable()) return false;
    }
    leave();
    return true;
}

bool HeaderParser::variable() {
    const std::int64_t name_at = cursor_.position();
    std::string_view text;
    if (!name(text)) return false;
    if (schema_.find_variable(key_) >= 0)
        return fail(Code::enameinuse, name_at, "an earlier variable has this name");
    model::Variable& variable = schema_.begin_variable(text);
    if (!behind_name(variable.name) || !dimension_ids(variable) ||
        !attributes(variable.attributes) || !type(variable.type) || !storage(variable))
        return false;
    if (findings_.wants_warnings()) warn_about_fill_value(variable, name_at);
    return true;
}

bool HeaderParser::dimension_ids(model::Variable& variable) {
    const std::int64_t at = cursor_.position();
    const std::int64_t ids = count();
    if (!intact()) return false;
    if (is_too_many(ids))
        return fail(Code::emaxdims, at, "{} dimensions, more than a file can have",
                    static_cast<std::uint64_t>(ids));
    if (ids * count_bytes(version_) > cursor_.bytes_left())
        return fail(Code::enotnc, at, "{} dimensions, but only {} bytes are left", ids,
                    cursor_.bytes_left());
    ids_.clear();
    for (std::int64_t i = 0; i < ids; ++i) {
        const std::int64_t id_at = cursor_.position();
        const std::int64_t id = count();
        if (!intact()) return false;
        if (id < 0 || id >= schema_.dimension_count())
            return fail(Code::ebaddim, id_at, "there is no dimension {} among {}",
                        static_cast<std::uint64_t>(id), schema_.dimension_count());
        if (id == schema_.record_dimension() && i > 0)
            return fail(Code::eunlimpos, id_at, "the record dimension is at position {}, not first",
                        i);
        ids_.push_back(static_cast<int>(id));
    }
    std::ranges::copy(ids_, variable.dimension_ids.renew(ids_.size()));
    return true;
}

bool HeaderParser::storage(const model::Variable& variable) {
    const Result<std::int64_t> slab = slab_bytes(schema_, variable);
    const std::int64_t vsize_at = cursor_.position();
    if (!slab.ok())
        return fail(slab.code(), vsize_at, "its size exceeds {} bytes",
                    std::numeric_limits<std::int64_t>::max());
    const std::int64_t vsize = count();
    const std::int64_t begin_at = cursor_.position();
    const auto begin = static_cast<std::int64_t>(cursor_.integer(begin_bytes(version_)));
    if (!intact()) return false;
    if (begin < 0 || begin > limits_.begin)
        return fail(Code::enotnc, begin_at, "begin {} is out of range", begin);
    header_.begins.push_back(begin);
    if (findings_.wants_warnings() && vsize != vsize_of(version_, slab.value()))
        findings_.warn(Code::evarsize, vsize_at, "{}: vsize is {} but should be {}", item_text(),
                       vsize, vsize_of(version_, slab.value()));
    return true;
}

void HeaderParser::warn_about_fill_value(const model::Variable& variable, std::int64_t offset) {
    const int id = variable.attributes.find("_FillValue");
    if (id < 0) return;
    const model::Attribute& fill = variable.attributes.at(id);
    if (fill.type == variable.type && fill.count == 1) return;
    findings_.warn(Code::ebadtype, offset,
                   "{}: _FillValue has {} values of type {}, not one of type {}", item_text(),
                   fill.count, types::name_of(fill.type), types::name_of(variable.type));
}

}  // namespace weft::format
