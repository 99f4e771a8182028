// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/note.hpp"

#include <fmt/format.h>

#include <charconv>

namespace weft::cdl {
namespace {

/// Takes words off the front of a text; after a missing one, no other is found.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text) {}

    bool take(std::string_view word) {
        if (next() != word) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    void expect(std::string_view word) { is_good_ = take(word) && is_good_; }

    std::int64_t number() {
        const std::string_view word = next();
        std::int64_t value = 0;
        const char* const last = word.data() + word.size();
        const auto [end, error] = std::from_chars(word.data(), last, value);
        is_good_ = is_good_ && error == std::errc() && end == last && value >= 0;
        rest_.remove_prefix(word.size());
        return value;
    }

    /// Two hexadecimal digits per byte, at least one byte.
    std::vector<std::byte> content() {
        const std::string_view word = next();
        std::vector<std::byte> bytes;
        is_good_ = is_good_ && !word.empty() && word.size() % 2 == 0;
        for (std::size_t at = 0; at < word.size() && is_good_; at += 2) {
            unsigned value = 0;
            const char* const last = word.data() + at + 2;
            const auto [end, error] = std::from_chars(word.data() + at, last, value, 16);
            is_good_ = error == std::errc() && end == last;
            bytes.push_back(static_cast<std::byte>(value));
        }
        rest_.remove_prefix(word.size());
        return bytes;
    }

    bool is_good_to_the_end() { return is_good_ && next().empty(); }

private:
    std::string_view next() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\r')) {
            rest_.remove_prefix(1);
        }
        return rest_.substr(0, rest_.find_first_of(" \r"));
    }

    std::string_view rest_;
    bool is_good_ = true;
};

void read_content(Words& words, Note& note) {
    words.expect("=");
    note.content = words.content();
    if (note.times == 1) note.pitch = static_cast<std::int64_t>(note.content.size());
}

}  // namespace

Result<Note> parse_note(std::string_view text) {
    Words words(text);
    Note note;
    if (words.take("begin")) {
        note.kind = NoteKind::begin;
        note.number = words.number();
    } else if (words.take("size")) {
        note.kind = NoteKind::size;
        note.number = words.number();
    } else if (words.take("header")) {
        note.kind = NoteKind::header;
        note.number = words.number();
        words.expect("at");
        note.offset = words.number();
        read_content(words, note);
    } else {
        note.kind = NoteKind::bytes;
        words.expect("bytes");
        note.offset = words.number();
        if (words.take("every")) {
            note.pitch = words.number();
            words.expect("times");
            note.times = words.number();
        }
        read_content(words, note);
    }
    const bool repeats_well =
        note.times > 0 && note.pitch >= static_cast<std::int64_t>(note.content.size());
    if (words.is_good_to_the_end() && repeats_well) return note;
    return Status(Code::enotnc, fmt::format("weft does not know the note 'weft: {}'", text));
}

}  // namespace weft::cdl
