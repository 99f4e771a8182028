// SPDX-License-Identifier: BSD-3-Clause
// The fields of a header that mean something by themselves (counts, names, types, padding), each
// checked as it is read, and the item to which they belong, for the sentences about them.
#pragma once

#include "format/findings.hpp"
#include "format/header_cursor.hpp"
#include "format/schema.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace weft::format {

std::string_view text_of(std::span<const std::byte> bytes);

/// Each step returns false after an error, which is in the findings then.
class HeaderFields {
public:
    HeaderFields(ByteSource& source, std::int64_t file_bytes, Findings& findings)
        : cursor_(source, file_bytes), findings_(findings) {}

protected:
    struct Item {
        const char* kind = nullptr;
        int id = 0;
        std::string name;
    };

    /// Reads a name into `name_`, and its normalised form into `key_`, which may be a view of
    /// `name_`; the item carries it from now on.
    bool name();
    bool type(types::External& type);
    /// The padding that belongs behind this many bytes.
    bool padding_behind(std::int64_t bytes);
    /// A count of the version at hand; negative when it exceeds 2^63-1. Ask intact() before use.
    std::int64_t count();
    /// False, with the error reported, when the cursor could not deliver.
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

    HeaderCursor cursor_;
    Findings& findings_;
    Version version_ = Version::cdf1;
    Item owner_;  // the variable whose attributes are read
    Item item_;
    std::string name_;
    std::string_view key_;

private:
    bool fail_as_cursor();

    std::string key_room_;
};

}  // namespace weft::format
