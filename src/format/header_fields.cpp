// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_fields.hpp"

#include <algorithm>

#include "model/names.hpp"

namespace weft::format {

std::string HeaderFields::item_text() const {
    const auto numbered = [](const Item& item) {
        return item.name.empty() ? fmt::format("{} {}", item.kind, item.id)
                                 : fmt::format("{} {} '{}'", item.kind, item.id, item.name);
    };
    if (!is_in_item()) return "header";
    const std::string item = numbered(items_[depth_]);
    const Item& owner = items_.front();
    if (depth_ == 0 || owner.kind == nullptr) return item;
    return fmt::format("{} of {}", item, numbered(owner));
}

void HeaderFields::enter(const char* kind, int id) {
    items_[depth_] = {kind, id, {}};
}

bool HeaderFields::fail_as_cursor() {
    return fail(cursor_.status().code(), cursor_.position(), "{}", cursor_.status().context());
}

bool HeaderFields::name(std::string_view& name) {
    const std::int64_t at = cursor_.position();
    const std::int64_t bytes = count();
    if (!intact()) return false;
    constexpr auto longest = static_cast<std::int64_t>(model::longest_name_bytes);
    if (bytes < 0 || bytes > longest)
        return fail(Code::emaxname, at, "the name has {} bytes, more than the {} allowed",
                    static_cast<std::uint64_t>(bytes), longest);
    const std::int64_t text_at = cursor_.position();
    const std::string_view text = text_of(cursor_.take(bytes));
    if (!intact()) return false;
    name = key_ = items_[depth_].name = text;
    if (!model::is_plain(text)) {
        const Result<std::string_view> normal = model::composed_name(text, key_room_);
        if (!normal.ok()) return fail(normal.code(), text_at, "{}", normal.status().context());
        key_ = normal.value();
    }
    if (findings_.wants_warnings() && key_ != text)
        findings_.warn(Code::ebadname, text_at, "{}: the name is not in normalisation form C",
                       item_text());
    return true;
}

bool HeaderFields::type(types::External& type) {
    const std::int64_t at = cursor_.position();
    const std::uint32_t number = cursor_.word();
    if (!intact()) return false;
    if (std::cmp_greater(number, limits_.last_type))
        return fail(Code::ebadtype, at, "this version of the format has no type {}", number);
    const auto found = types::external_from_number(static_cast<int>(number));
    if (!found) return fail(Code::ebadtype, at, "type {} is unknown", number);
    type = *found;
    return true;
}

void HeaderFields::warn_about_padding(std::int64_t at, std::span<const std::byte> pad) {
    if (std::ranges::any_of(pad, [](std::byte b) { return b != std::byte{0}; }))
        findings_.warn(Code::enullpad, at, "{}: padding is not zero", item_text());
}

}  // namespace weft::format
