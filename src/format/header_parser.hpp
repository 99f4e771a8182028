// SPDX-License-Identifier: BSD-3-Clause
// Recursive descent through the grammar of header_words.hpp; only header_reader.cpp uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "format/header.hpp"
#include "format/header_fields.hpp"

namespace weft::format {

class HeaderParser final : private HeaderFields {
public:
    using HeaderFields::HeaderFields;

    /// False after an error, which is then in the findings.
    bool parse();

    /// Valid after parse(). The record count of a streaming file is still zero.
    Header& header() { return header_; }
    [[nodiscard]] bool is_streaming() const { return is_streaming_; }
    [[nodiscard]] std::int64_t header_end() const { return cursor_.position(); }

private:
    struct ListRule {
        const char* what;
        std::uint32_t tag;
        std::int64_t smallest_item;
        Code too_many;
    };

    bool magic();
    bool record_count();
    std::optional<int> list_head(const ListRule& rule);
    /// For how many items of a list that claims `items` to reserve memory before they arrive.
    [[nodiscard]] int credible(int items, std::int64_t smallest_item) const;
    bool dimensions();
    bool dimension();
    bool attributes(model::AttributeList& list);
    bool attribute(model::AttributeList& list);
    bool values(model::Attribute& attribute);
    bool variables();
    bool variable();
    bool dimension_ids(model::Variable& variable);
    bool storage(const model::Variable& variable);
    void warn_about_fill_value(const model::Variable& variable, std::int64_t offset);

    Header header_;
    model::Schema& schema_ = header_.schema;
    std::vector<int> ids_;  // of the current variable
    bool is_streaming_ = false;
};

}  // namespace weft::format
