// SPDX-License-Identifier: BSD-3-Clause
// Facts as a text that people can also read: a line "name: value" for each. Such texts may come
// from hostile files, so everything in them is checked.
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

/// A text most of whose lines need not be read.
struct DividedText {
    std::string_view of_stem;  // from the first line "stem ..." to the last, if there are any
    std::string others;        // the lines before and behind these
};
/// Takes time proportional to the other lines.
DividedText divided_at(std::string_view text, std::string_view stem);

[[nodiscard]] std::int64_t line_count(std::string_view text);

/// Fields to be written.
class NewFields {
public:
    void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
    void set(const std::string& name, std::int64_t value) { set(name, std::to_string(value)); }
    void set(const std::string& name, std::span<const std::int64_t> values);

    /// The lines in alphabetical order.
    [[nodiscard]] std::string as_text() const;

private:
    std::map<std::string, std::string> values_;
};

/// A text that was read. Lines without a colon are skipped, and of several lines of one name all
/// but the first.
class Fields {
public:
    explicit Fields(std::string text);
    Fields(const Fields&) = delete;
    Fields& operator=(const Fields&) = delete;

    /// The value of the line; empty if there is no such line.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view name) const;
    /// The numbers in the line; empty if it is not a list of decimal numbers of at most 63 bits.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> numbers(std::string_view name) const;
    /// The number in the line; empty if it is not a single number within [least, most].
    [[nodiscard]] std::optional<std::int64_t> number(std::string_view name, std::int64_t least,
                                                     std::int64_t most) const;
    /// The values of the lines "stem 0", "stem 1" and so on, `count` of them; empty for a missing
    /// line. It makes one pass over the lines, because there may be thousands.
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
