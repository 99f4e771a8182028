// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/apart/conversation.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <new>
#include <utility>

#include "base/checked.hpp"
#include "hdf5/books/archive.hpp"

namespace weft::hdf5::apart {
namespace {

/// A question cannot be answered, by a fault of the keeper.
struct Broken {
    Status status;
};

constexpr std::chrono::seconds allowed_for_a_question(120);

Status no_answer(const std::string& detail) {
    return {Code::ehdferr,
            "the process that keeps the books of this file does not say what it should: " + detail};
}

[[noreturn]] void refuse(const std::string& detail) {
    throw Broken{no_answer(detail)};
}

std::string name_of_signal(int number) {
    constexpr std::pair<int, const char*> names[] = {
        {SIGSEGV, "SIGSEGV"}, {SIGFPE, "SIGFPE"}, {SIGABRT, "SIGABRT"},
        {SIGBUS, "SIGBUS"},   {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"},
    };
    for (const auto& [its, name] : names)
        if (its == number) return name;
    return fmt::format("signal {}", number);
}

Status endless() {
    return {Code::ehdferr, "libhdf5 did not come to an end over this file, and was stopped"};
}

Status status_of(const Ending& ending) {
    if (ending.signal == SIGXCPU) return endless();
    if (ending.signal != 0 && ending.signal != SIGKILL)
        return {Code::ehdferr,
                fmt::format("libhdf5 crashed over this file ({})", name_of_signal(ending.signal))};
    const std::string how = ending.signal == SIGKILL ? ", because it was killed"
                            : ending.is_known        ? fmt::format(" with code {}", ending.code)
                                                     : "";
    return {Code::ehdferr, "the process that keeps the books of this file has ended" + how};
}

/// Replaces the control characters, which a terminal would take as commands.
std::string printable(std::span<const std::byte> words) {
    std::string text;
    for (const std::byte one : words) {
        const auto its = static_cast<unsigned char>(one);
        text += its < ' ' || its == 0x7f ? '?' : static_cast<char>(its);
    }
    return text;
}

Code code_of(std::int32_t number) {
    const auto codes = all_codes();
    const auto found = std::ranges::find(codes, static_cast<Code>(number), &CodeText::code);
    if (found == codes.end()) refuse(fmt::format("{} is no error code", number));
    return found->code;
}

/// The bytes of chunks and of their places in a question and its answer. The length of strings is
/// not known before.
std::size_t bytes_of_values(Kind kind, std::span<const std::byte> body, const Place& place) {
    if (kind == Kind::read_strings) return static_cast<std::size_t>(longest_answer);
    const auto* const known = std::get_if<std::span<std::byte>>(&place);
    return body.size() + (known == nullptr ? 0 : known->size());
}

template <class Value>
Value read_words(std::span<const std::byte> words) {
    Value value;
    Reader reader(words);
    reader(value);
    if (!reader.is_good()) refuse("words that have another form");
    return value;
}

}  // namespace

Conversation::Conversation(StartedKeeper started, Source& source, const Patience& patience)
    : source_(source),
      keeper_(std::move(started.keeper)),
      line_(std::move(started.line), *keeper_, patience) {}

Status Conversation::fail(Status status) {
    line_.close();
    keeper_->end();
    failure_ = std::move(status);
    return failure_;
}

void Conversation::send(const Head& head, std::span<const std::byte> words,
                        std::span<const std::byte> body) {
    for (const auto bytes : {std::as_bytes(std::span(&head, 1)), words, body}) {
        const Heard heard = line_.send(bytes);
        if (heard == Heard::takes_too_long) throw Broken{endless()};
        if (heard == Heard::has_ended) throw Broken{status_of(keeper_->end())};
    }
}

void Conversation::receive(std::span<std::byte> bytes) {
    const Heard heard = line_.receive(bytes);
    if (heard == Heard::takes_too_long) throw Broken{endless()};
    if (heard == Heard::has_ended) throw Broken{status_of(keeper_->end())};
}

Head Conversation::receive_head() {
    line_.begin_message();
    Head head;
    receive(std::as_writable_bytes(std::span(&head, 1)));
    if (head.words_bytes < 0 || head.words_bytes > most_words || head.body_bytes < 0)
        refuse(fmt::format("a message of {} and {} bytes", head.words_bytes, head.body_bytes));
    return head;
}

std::vector<std::byte> Conversation::receive_words(const Head& head) {
    std::vector<std::byte> words(static_cast<std::size_t>(head.words_bytes));
    receive(words);
    return words;
}

/// Memory grows with what has come, not with what was announced.
void Conversation::receive_body(const Head& head, const Place& place) {
    if (const auto* const known = std::get_if<std::span<std::byte>>(&place)) {
        if (head.body_bytes != std::ssize(*known))
            refuse(fmt::format("{} bytes instead of {}", head.body_bytes, known->size()));
        return receive(*known);
    }
    if (head.body_bytes > longest_answer)
        refuse(fmt::format("an answer of {} bytes, more than the {} allowed", head.body_bytes,
                           longest_answer));
    constexpr std::size_t step = 1 << 20;
    std::vector<std::byte>& some = *std::get<std::vector<std::byte>*>(place);
    some.clear();
    for (auto left = static_cast<std::size_t>(head.body_bytes); left > 0;) {
        const std::size_t count = std::min(left, step);
        some.resize(some.size() + count);
        receive(std::span(some).last(count));
        left -= count;
    }
}

/// Sends the keeper the bytes of the file that it asks for.
void Conversation::hand_out(const Head& head) {
    if (head.body_bytes != 0) refuse("a wish with a body");
    const auto wanted = read_words<Wanted>(receive_words(head));
    const auto end = checked_add(wanted.offset, wanted.bytes);
    if (wanted.offset < 0 || wanted.bytes < 0 || wanted.bytes > most_wanted || !end)
        refuse(fmt::format("it wants {} bytes at {}", wanted.bytes, wanted.offset));
    handed_out_.resize(static_cast<std::size_t>(wanted.bytes));
    const bool is_read = source_.read(wanted.offset, handed_out_);
    const std::span<const std::byte> body =
        is_read ? std::span<const std::byte>(handed_out_) : std::span<const std::byte>();
    send({.kind = Kind::bytes,
          .code = static_cast<std::int32_t>(is_read ? Code::noerr : Code::eread),
          .body_bytes = std::ssize(body)},
         {}, body);
}

Status Conversation::ask_keeper(Question& question, std::span<const std::byte> body,
                                const Place& place) {
    keeper_->allow(allowed_for_a_question);
    line_.begin_answer(bytes_of_values(question.kind, body, place));
    Writer writer;
    writer(question);
    send({.kind = question.kind,
          .words_bytes = std::ssize(writer.bytes()),
          .body_bytes = std::ssize(body)},
         writer.bytes(), body);
    Head head = receive_head();
    for (; head.kind == Kind::want; head = receive_head()) hand_out(head);
    if (head.kind != Kind::answer) refuse("neither an answer nor a wish");
    const Code code = code_of(head.code);
    const std::string why = printable(receive_words(head));
    if (code != Code::noerr && head.body_bytes != 0) refuse("a failure with a body");
    if (code != Code::noerr) return {code, why};
    receive_body(head, place);
    return {};
}

Status Conversation::greet() {
    const std::lock_guard<std::mutex> lock(mutex_);
    try {
        keeper_->allow(allowed_for_a_question);
        line_.begin_answer();
        const Head head = receive_head();
        if (head.kind != Kind::greeting || head.body_bytes != 0) refuse("no greeting");
        const auto greeting = read_words<Greeting>(receive_words(head));
        if (greeting.interface != books_interface)
            return fail({Code::enotsupport,
                         fmt::format("the program that keeps the books has version {} of the "
                                     "interface, and {} is needed: take both from one build",
                                     greeting.interface, books_interface)});
        lacks_ = printable(std::as_bytes(std::span(greeting.lacks)));
        return {};
    } catch (const Broken& broken) {
        return fail(broken.status);
    }
}

Status Conversation::ask(Question& question, std::span<const std::byte> body,
                         const Place& place) noexcept {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_.ok()) return failure_;
    try {
        return ask_keeper(question, body, place);
    } catch (const Broken& broken) {
        return fail(broken.status);
    } catch (const std::bad_alloc&) {
        return fail(Code::enomem);
    }
}

}  // namespace weft::hdf5::apart
