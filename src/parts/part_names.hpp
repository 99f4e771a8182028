// SPDX-License-Identifier: BSD-3-Clause
// The names of a set's part files. There may be thousands, and a program that opens the set uses
// few of them; so they are stored as one text, and those of a master are not parsed until the first
// one is needed.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weft::parts {

class PartNames {
public:
    PartNames() = default;
    PartNames(std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) push_back(name);
    }
    /// The values of the lines "part 0", "part 1" and so on, `count` of them, in `lines` (see
    /// fields.hpp); empty for a missing line.
    PartNames(std::string lines, std::size_t count);

    [[nodiscard]] std::size_t size() const {
        return unread_ != nullptr ? count_of_unread() : list_.ends.size();
    }
    [[nodiscard]] std::string_view operator[](std::size_t number) const { return list()[number]; }

    void push_back(std::string_view name);

    class Iterator {
    public:
        using value_type = std::string_view;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(const PartNames& names, std::size_t number) : names_(&names), number_(number) {}
        std::string_view operator*() const { return (*names_)[number_]; }
        Iterator& operator++() {
            ++number_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++number_;
            return before;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        const PartNames* names_ = nullptr;
        std::size_t number_ = 0;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, size()}; }

    friend bool operator==(const PartNames& a, const PartNames& b) { return a.list() == b.list(); }

private:
    struct List {
        [[nodiscard]] std::string_view operator[](std::size_t number) const {
            const std::size_t begin = number == 0 ? 0 : ends[number - 1];
            return std::string_view(text).substr(begin, ends[number] - begin);
        }
        void push_back(std::string_view name);
        friend bool operator==(const List&, const List&) = default;

        std::string text;
        std::vector<std::size_t> ends;  // of each name in the text
    };
    struct Unread;

    [[nodiscard]] const List& list() const { return unread_ != nullptr ? read() : list_; }
    [[nodiscard]] const List& read() const;
    [[nodiscard]] std::size_t count_of_unread() const;

    List list_;
    std::shared_ptr<Unread> unread_;  // shared by all copies; if present, the text is not parsed
};

}  // namespace weft::parts
