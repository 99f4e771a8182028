// SPDX-License-Identifier: BSD-3-Clause
// Facts as a text that people can read, too: a line "name: value" for each. Files of strangers have
// such texts, so nothing in them is taken for granted.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::parts {

inline constexpr std::int64_t largest_int = std::numeric_limits<int>::max();

/// A text of which many lines are not looked at yet.
struct DividedText {
    std::string_view
        of_stem;         // from the first line "stem ..." to the last, as far as there are any
    std::string others;  // the lines before and behind these
};
/// Takes as long as the others are many.
DividedText divided_at(std::string_view text, std::string_view stem);

[[nodiscard]] std::int64_t line_count(std::string_view text);

/// To be written.
class NewFields {
public:
    void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
    void set(const std::string& name, std::int64_t value) { set(name, std::to_string(value)); }
    void set(const std::string& name, std::span<const std::int64_t> values);

    /// In alphabetical order.
    [[nodiscard]] std::string as_text() const;

private:
    std::map<std::string, std::string> values_;
};

/// As read. Lines without a colon, and all but the first of a name, are passed over.
class Fields {
public:
    explicit Fields(std::string text);
    Fields(const Fields&) = delete;
    Fields& operator=(const Fields&) = delete;

    /// Nothing when there is no such line.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view name) const;
    /// Nothing either when it is no list of decimal numbers of at most 63 bits.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> numbers(std::string_view name) const;
    /// Nothing either when it is not a single one within [least, most].
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view name, std::int64_t least,
                                                     std::int64_t most) const;
    /// Of the lines "stem 0", "stem 1" and so on, `count` of them; empty where there is none. In
    /// one pass, since they may be thousands.
    [[nodiscard]] std::vector<std::string_view> texts(std::string_view stem,
                                                      std::size_t count) const;

private:
    struct Line {
        std::string_view name;
        std::string_view value;
    };

    std::string text_;
    std::vector<Line> lines_;  // of text_, by name
};

}  // namespace weft::parts
