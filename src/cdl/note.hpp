// SPDX-License-Identifier: BSD-3-Clause
// Notes: what a file has beyond definitions and values, in comments that other readers of CDL skip.
//
//   // weft: begin 512                          the variable in front begins at this file offset
//   // weft: size 1300                          bytes of the file
//   // weft: header 276 at 69 = 41              in a header of 276 bytes, byte 69 is 0x41
//   // weft: bytes 340 = 0a0b                   what lies where no value is
//   // weft: bytes 340 every 24 times 5 = 00    the same at 340, 364, ...
//
// The first two are before the data section, the others in it. They hold for the text's format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace weft::cdl {

/// The beginning of a comment that is a note, behind the slashes.
inline constexpr std::string_view note_mark = " weft: ";

enum class NoteKind { begin, size, header, bytes };

struct Note {
    NoteKind kind = NoteKind::begin;
    std::int64_t number = 0;         // for begin and size; for header, the header's length
    std::int64_t offset = 0;         // in the file, of the first byte
    std::int64_t pitch = 0;          // from one repetition to the next
    std::int64_t times = 1;          // at least 1
    std::vector<std::byte> content;  // at least one byte
};

/// The note whose text follows the mark. `enotnc` for anything else; the message has no position.
Result<Note> parse_note(std::string_view text);

}  // namespace weft::cdl
