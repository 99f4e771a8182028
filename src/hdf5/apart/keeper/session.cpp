// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/keeper/session.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "hdf5/books/archive.hpp"

namespace weft::hdf5::apart {
namespace {

class TextSink final : public Sink {
public:
    explicit TextSink(std::string& text) : text_(text) {}
    void take(std::span<const std::byte> bytes) noexcept override {
        const auto room = static_cast<std::size_t>(most_words) - text_.size();
        const auto its = bytes.first(std::min(bytes.size(), room));
        text_.append(reinterpret_cast<const char*>(its.data()), its.size());
    }

private:
    std::string& text_;
};

/// Collects bytes or strings as long as they fit into an answer.
class BytesSink : public Sink {
public:
    explicit BytesSink(std::vector<std::byte>& bytes) : bytes_(bytes) {}
    void take(std::span<const std::byte> more) noexcept override {
        is_too_much_ = is_too_much_ || std::ssize(more) > longest_answer - std::ssize(bytes_);
        try {
            if (!is_too_much_) bytes_.insert(bytes_.end(), more.begin(), more.end());
        } catch (const std::bad_alloc&) {
            is_too_much_ = true;
        }
    }
    [[nodiscard]] bool is_too_much() const { return is_too_much_; }

private:
    std::vector<std::byte>& bytes_;
    bool is_too_much_ = false;
};

/// A zero byte within a string would be the end of two.
class StringsSink final : public BytesSink {
public:
    using BytesSink::BytesSink;
    void take(std::span<const std::byte> string) noexcept override {
        const auto end = std::ranges::find(string, std::byte{0});
        BytesSink::take(string.first(static_cast<std::size_t>(end - string.begin()) + 1));
    }
};

std::span<const std::int64_t> third(const std::vector<std::int64_t>& numbers, std::size_t which) {
    const std::size_t count = numbers.size() / 3;
    return std::span(numbers).subspan(which * count, count);
}

template <class Value>
std::vector<Value> values_in(std::span<const std::byte> bytes) {
    std::vector<Value> values(bytes.size() / sizeof(Value));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
    return values;
}

template <class Value>
std::vector<std::byte> bytes_of(std::span<const Value> values) {
    const auto bytes = std::as_bytes(values);
    return {bytes.begin(), bytes.end()};
}

}  // namespace

bool KeeperLine::send(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::write(descriptor_, bytes.data(), bytes.size());
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

bool KeeperLine::send(const Head& head, std::span<const std::byte> words,
                      std::span<const std::byte> body) {
    return send(std::as_bytes(std::span(&head, 1))) && send(words) && send(body);
}

bool KeeperLine::receive(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t got = ::read(descriptor_, bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

bool AskedSource::read(std::int64_t offset, std::span<std::byte> bytes) noexcept {
    while (!bytes.empty()) {
        const auto part =
            bytes.first(std::min(bytes.size(), static_cast<std::size_t>(most_wanted)));
        if (!read_part(offset, part)) return false;
        bytes = bytes.subspan(part.size());
        offset += std::ssize(part);
    }
    return true;
}

bool AskedSource::read_part(std::int64_t offset, std::span<std::byte> bytes) {
    Wanted wanted{.offset = offset, .bytes = std::ssize(bytes)};
    Writer writer;
    writer(wanted);
    Head head{.kind = Kind::want, .words_bytes = std::ssize(writer.bytes())};
    if (!line_.send(head, writer.bytes(), {})) return false;
    if (!line_.receive(std::as_writable_bytes(std::span(&head, 1)))) return false;
    return head.kind == Kind::bytes && head.body_bytes == std::ssize(bytes) && line_.receive(bytes);
}

void Session::open_file(const Question& question, Outcome& outcome) {
    source_.begin(question.numbers.at(0), question.numbers.at(1));
    TextSink why(outcome.why);
    books_ = open_(source_, why);
    if (books_ == nullptr) outcome.code = Code::ehdferr;
}

void Session::open_variable(const Question& question, Outcome& outcome) {
    TextSink why(outcome.why);
    std::unique_ptr<StoredVariable> variable = books_->open(question.text, why);
    if (variable == nullptr) {
        outcome.code = Code::ehdferr;
        return;
    }
    OpenedVariable opened{.number = ++last_number_, .needs_libhdf5 = variable->needs_libhdf5()};
    Writer writer;
    writer(opened);
    outcome.body = writer.bytes();
    variables_[opened.number] = std::move(variable);
}

void Session::ask_variable(const Question& question, std::vector<std::byte> body,
                           Outcome& outcome) {
    StoredVariable& its = *variables_.at(question.variable);
    const std::vector<std::int64_t>& numbers = question.numbers;
    TextSink why(outcome.why);
    switch (question.kind) {
        case Kind::find: {
            std::vector<StoredChunk> found(static_cast<std::size_t>(numbers.at(0)));
            outcome.code = its.find(values_in<std::int64_t>(body), found, why);
            outcome.body = bytes_of<StoredChunk>(found);
            return;
        }
        case Kind::count_stored: {
            std::int64_t bytes = 0;
            outcome.code = its.count_stored(bytes, why);
            outcome.body = bytes_of<std::int64_t>(std::span(&bytes, 1));
            return;
        }
        case Kind::check_decoding:
            outcome.code = its.check_decoding(why);
            return;
        case Kind::decode:
            outcome.body.resize(static_cast<std::size_t>(numbers.at(1)));
            outcome.code =
                its.decode(static_cast<std::uint32_t>(numbers.at(0)), body, outcome.body, why);
            return;
        case Kind::read_chunk:
            outcome.body = std::move(body);
            outcome.code = its.read(numbers, outcome.body, why);
            return;
        case Kind::read_strings: {
            StringsSink strings(outcome.body);
            outcome.code = its.read_strings(third(numbers, 0), third(numbers, 1), third(numbers, 2),
                                            strings, why);
            if (strings.is_too_much()) outcome.code = Code::enotsupport;
            return;
        }
        default:
            outcome.code = Code::einval;
    }
}

Session::Outcome Session::outcome_of(const Question& question, std::vector<std::byte> body) {
    Outcome outcome;
    if (question.kind == Kind::open) {
        open_file(question, outcome);
    } else if (question.kind == Kind::describe) {
        BytesSink description(outcome.body);
        TextSink why(outcome.why);
        outcome.code = books_->describe(description, why);
        if (description.is_too_much()) outcome.code = Code::enotsupport;
    } else if (question.kind == Kind::open_variable) {
        open_variable(question, outcome);
    } else if (question.kind == Kind::close_variable) {
        variables_.erase(question.variable);
    } else {
        ask_variable(question, std::move(body), outcome);
    }
    if (outcome.code == Code::enotsupport && outcome.why.empty())
        outcome.why = "it says more of itself than is taken of a file that is not trusted";
    return outcome;
}

bool Session::answer_one() {
    Head head;
    if (!line_.receive(std::as_writable_bytes(std::span(&head, 1)))) return false;
    std::vector<std::byte> words(static_cast<std::size_t>(head.words_bytes));
    std::vector<std::byte> body(static_cast<std::size_t>(head.body_bytes));
    if (!line_.receive(words) || !line_.receive(body)) return false;
    Question question;
    Reader reader(words);
    reader(question);
    Outcome outcome;
    try {
        outcome = outcome_of(question, std::move(body));
    } catch (const std::bad_alloc&) {
        outcome = {.code = Code::enomem,
                   .why = "the memory of the process that keeps its books does not suffice",
                   .body = {}};
    }
    if (outcome.code != Code::noerr) outcome.body.clear();
    return line_.send({.kind = Kind::answer,
                       .code = static_cast<std::int32_t>(outcome.code),
                       .words_bytes = std::ssize(outcome.why),
                       .body_bytes = std::ssize(outcome.body)},
                      std::as_bytes(std::span(outcome.why)), outcome.body);
}

}  // namespace weft::hdf5::apart
