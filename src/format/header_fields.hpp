// SPDX-License-Identifier: BSD-3-Clause
// Fields of a header with a meaning of their own (counts, names, types, padding), each checked as
// it is read, and the item that they belong to, for error messages.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "format/findings.hpp"
#include "format/header_cursor.hpp"
#include "format/header_words.hpp"
#include "format/sizes.hpp"
#include "format/version.hpp"

namespace weft::format {

/// Reads the fields of a header item by item. Each step returns false after an error, which is then
/// in the findings.
class HeaderFields {
public:
    HeaderFields(ByteSource& source, std::int64_t file_bytes, Findings& findings)
        : cursor_(source, file_bytes), findings_(findings) {}

protected:
    struct Item {
        const char* kind = nullptr;
        int id = 0;
        std::string_view name;
    };

    /// Reads the item's name, which stays valid until the next read, and sets `key_` to its
    /// normalised form, which may be a view of it.
    bool name(std::string_view& name);
    /// Reads what is behind the last name. `stored` is now that name, and stays valid while the
    /// item is read.
    bool behind_name(const model::Name& stored) {
        items_[depth_].name = stored;
        return padding_behind(static_cast<std::int64_t>(stored.size()));
    }
    bool type(types::External& type);
    /// The padding behind this many bytes.
    bool padding_behind(std::int64_t bytes) {
        const std::int64_t at = cursor_.position();
        const auto pad = cursor_.take((padding_unit - bytes % padding_unit) % padding_unit);
        if (findings_.wants_warnings()) warn_about_padding(at, pad);
        return intact();
    }
    /// A count of this version's width; negative if it exceeds 2^63-1. Ask intact() before use.
    std::int64_t count() {
        return static_cast<std::int64_t>(cursor_.integer(count_bytes(version_)));
    }
    /// False, with the error reported, if the cursor has failed.
    bool intact() { return cursor_.ok() || fail_as_cursor(); }

    template <class... Args>
    bool fail(Code code, std::int64_t offset, fmt::format_string<Args...> text, Args&&... args) {
        findings_.error(code, offset, "{}: {}", item_text(),
                        fmt::format(text, std::forward<Args>(args)...));
        return false;
    }
    /// "attribute 0 'units' of variable 3 'temp'"
    [[nodiscard]] std::string item_text() const;
    void enter(const char* kind, int id);
    void leave() { items_[depth_].kind = nullptr; }
    /// Between the two calls, fields belong to the current item, if there is one.
    void begin_parts() { ++depth_; }
    void end_parts() {
        leave();
        --depth_;
    }
    [[nodiscard]] bool is_in_item() const { return items_[depth_].kind != nullptr; }

    HeaderCursor cursor_;
    Findings& findings_;
    Version version_ = Version::cdf1;
    Limits limits_ = limits_of(version_);
    std::string_view key_;

private:
    bool fail_as_cursor();
    void warn_about_padding(std::int64_t at, std::span<const std::byte> pad);

    std::array<Item, 2> items_;  // a variable, and its attribute
    std::size_t depth_ = 0;
    std::string key_room_;
};

}  // namespace weft::format
