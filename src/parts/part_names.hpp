// SPDX-License-Identifier: BSD-3-Clause
// The names of a set's part files. There may be thousands, which every opening of the set reads and
// few of which it uses; so they are kept as one text.
#pragma once

#include <cstddef>
#include <initializer_list>
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

    [[nodiscard]] std::size_t size() const { return ends_.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t number) const {
        const std::size_t begin = number == 0 ? 0 : ends_[number - 1];
        return std::string_view(text_).substr(begin, ends_[number] - begin);
    }

    void reserve(std::size_t count) { ends_.reserve(count); }
    void push_back(std::string_view name) {
        text_ += name;
        ends_.push_back(text_.size());
    }

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

    friend bool operator==(const PartNames&, const PartNames&) = default;

private:
    std::string text_;
    std::vector<std::size_t> ends_;  // of each in the text
};

}  // namespace weft::parts
