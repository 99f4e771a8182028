// SPDX-License-Identifier: BSD-3-Clause
// The messages between a program and a keeper: the process without rights that keeps the books of a
// file that is not trusted.
//
// The program asks, and the keeper answers. Between a question and its answer the keeper asks for
// bytes of the file, as often as libhdf5 needs some, because it cannot read the file itself. So the
// two take turns: nothing is ever under way in both directions, and neither waits for a message
// while the other does.
//
// A message is a Head, its words and its body. What a keeper says is a stranger's word: libhdf5 may
// have been taken over by what is in the file. The program takes no length that is above the limits
// here or other than that which it has asked for.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace weft::hdf5::apart {

enum class Kind : std::int32_t {
    // Questions of the program, whose words are a Question:
    open = 1,       // numbers: the bytes of the file, the bytes of a page
    describe,       // answer: a Description
    open_variable,  // text: the object; answer: an OpenedVariable
    close_variable,
    find,            // body: places; answer: a StoredChunk for each
    count_stored,    // answer: a number
    check_decoding,  // answer: nothing
    decode,          // numbers: filter mask, bytes of the chunk; body: as stored; answer: the chunk
    read_chunk,      // numbers: place; body: the chunk as it is; answer: the chunk
    read_strings,    // numbers: start, count, stride; answer: strings
    // Messages of the keeper:
    greeting,  // words: a Greeting
    want,      // words: a Wanted
    answer,    // code: what has come of the question; words: why
    // The program's answer to `want`:
    bytes,  // body: those, or none if they cannot be read
};

struct Head {
    Kind kind = {};
    std::int32_t code = 0;
    std::int64_t words_bytes = 0;
    std::int64_t body_bytes = 0;
};
static_assert(std::has_unique_object_representations_v<Head>);

struct Question {
    Kind kind = {};
    std::int64_t variable = -1;
    std::string text = {};
    std::vector<std::int64_t> numbers = {};
};

/// The first message of a keeper, when it has given up its rights.
struct Greeting {
    std::int32_t interface = 0;  // books_interface
    std::string lacks = {};      // which right it could not give up, and why; empty: none
};

struct OpenedVariable {
    std::int64_t number = 0;
    bool needs_libhdf5 = false;
};

struct Wanted {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
};

template <class Archive>
void fields(Archive& archive, Question& question) {
    archive(question.kind, question.variable, question.text, question.numbers);
}
template <class Archive>
void fields(Archive& archive, Greeting& greeting) {
    archive(greeting.interface, greeting.lacks);
}
template <class Archive>
void fields(Archive& archive, OpenedVariable& variable) {
    archive(variable.number, variable.needs_libhdf5);
}
template <class Archive>
void fields(Archive& archive, Wanted& wanted) {
    archive(wanted.offset, wanted.bytes);
}

/// The most bytes of the file in one message.
inline constexpr std::int64_t most_wanted = 16 << 20;
/// The most bytes of words in a keeper's message.
inline constexpr std::int64_t most_words = 4096;
/// The longest answer of a length that the program does not know: a description, strings.
inline constexpr std::int64_t longest_answer = 64 << 20;
/// The longest chunk, both decoded and as it is stored.
inline constexpr std::int64_t longest_chunk = 1 << 30;
/// The most memory of a keeper, including its program and libraries.
inline constexpr std::int64_t keeper_memory = std::int64_t{4} << 30;

}  // namespace weft::hdf5::apart
