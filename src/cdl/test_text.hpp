// SPDX-License-Identifier: BSD-3-Clause
// Texts of the unit tests, and their results.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cdl/reader.hpp"

namespace weft::cdl {

/// A text that is returned in pieces of a few bytes.
class SlowSource final : public format::ByteSource {
public:
    SlowSource(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}
    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override {
        most_asked_ = std::max(most_asked_, length);
        const auto bytes = std::as_bytes(std::span(text_));
        const auto first = std::min(static_cast<std::size_t>(offset), bytes.size());
        const auto count =
            std::min({piece_, bytes.size() - first, static_cast<std::size_t>(length)});
        return bytes.subspan(first, count);
    }
    [[nodiscard]] std::int64_t most_asked() const { return most_asked_; }

private:
    std::string text_;
    std::size_t piece_;
    std::int64_t most_asked_ = 0;
};

/// A sink that stores everything that it receives.
class KeepingSink final : public Sink {
public:
    Status begin(const Header& received) override {
        header = received;
        values.resize(static_cast<std::size_t>(header.schema.variable_count()));
        return {};
    }
    Status begin_variable(int id) override {
        order.push_back(id);
        return {};
    }
    Status put(std::span<const std::byte> bytes) override {
        auto& of_variable = values[static_cast<std::size_t>(order.back())];
        for (const std::byte byte : bytes) of_variable.push_back(std::to_integer<int>(byte));
        largest_piece = std::max(largest_piece, bytes.size());
        return fails_in_put ? Status(Code::eno_space, "full") : Status();
    }
    Status end_variable() override { return {}; }
    Status put_note(const Note& note) override {
        notes.push_back(note);
        return {};
    }

    Header header;
    std::vector<int> order;
    std::vector<std::vector<int>> values;  // bytes, by variable
    std::vector<Note> notes;
    std::size_t largest_piece = 0;
    bool fails_in_put = false;
};

inline Status read_text(const std::string& text, Sink& sink) {
    SlowSource source(text, text.size());
    return read(source, sink);
}

}  // namespace weft::cdl
