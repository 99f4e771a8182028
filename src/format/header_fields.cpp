// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_fields.hpp"

#include "format/header_words.hpp"
#include "format/names.hpp"
#include "format/sizes.hpp"

#include <algorithm>

namespace weft::format {

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string HeaderFields::item_text() const {
    const auto numbered = [](const Item& item) {
        return item.name.empty() ? fmt::format("{} {}", item.kind, item.id)
                                 : fmt::format("{} {} '{}'", item.kind, item.id, item.name);
    };
    if (item_.kind == nullptr) return "header";
    if (owner_.kind == nullptr) return numbered(item_);
    return fmt::format("{} of {}", numbered(item_), numbered(owner_));
}

void HeaderFields::enter(const char* kind, int id) {
    item_.kind = kind;
    item_.id = id;
    item_.name.clear();
}

bool HeaderFields::fail_as_cursor() {
    return fail(cursor_.status().code(), cursor_.position(), "{}", cursor_.status().context());
}

std::int64_t HeaderFields::count() {
    return static_cast<std::int64_t>(cursor_.integer(count_bytes(version_)));
}

bool HeaderFields::name() {
    const std::int64_t at = cursor_.position();
    const std::int64_t bytes = count();
    if (!intact()) return false;
    constexpr auto longest = static_cast<std::int64_t>(longest_name_bytes);
    if (bytes < 0 || bytes > longest)
        return fail(Code::emaxname, at, "the name has {} bytes of {} allowed",
                    static_cast<std::uint64_t>(bytes), longest);
    const std::int64_t text_at = cursor_.position();
    name_ = text_of(cursor_.take(bytes));
    if (!intact()) return false;
    const Result<std::string_view> normal = normalised_name(name_, key_room_);
    if (!normal.ok()) return fail(normal.code(), text_at, "{}", normal.status().context());
    key_ = normal.value();
    item_.name = name_;
    if (findings_.wants_warnings() && key_ != name_)
        findings_.warn(Code::ebadname, text_at, "{}: the name is not in normalisation form C",
                       item_text());
    return padding_behind(bytes);
}

bool HeaderFields::type(types::External& type) {
    const std::int64_t at = cursor_.position();
    const std::uint32_t number = cursor_.word();
    if (!intact()) return false;
    if (std::cmp_greater(number, limits_of(version_).last_type))
        return fail(Code::ebadtype, at, "type {} is unknown to the format", number);
    const auto found = types::external_from_number(static_cast<int>(number));
    if (!found) return fail(Code::ebadtype, at, "type {} is unknown", number);
    type = *found;
    return true;
}

bool HeaderFields::padding_behind(std::int64_t bytes) {
    const std::int64_t pad_bytes = (padding_unit - bytes % padding_unit) % padding_unit;
    const std::int64_t at = cursor_.position();
    const auto pad = cursor_.take(pad_bytes);
    if (!intact()) return false;
    if (findings_.wants_warnings() &&
        std::any_of(pad.begin(), pad.end(), [](std::byte b) { return b != std::byte{0}; }))
        findings_.warn(Code::enullpad, at, "{}: padding is not zero", item_text());
    return true;
}

}  // namespace weft::format
