// SPDX-License-Identifier: BSD-3-Clause
// The other end of the line is a thread of the test: a keeper's session over books of the test's
// own, or one that lies.
#include "hdf5/apart/books_apart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <csignal>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hdf5/apart/keeper/session.hpp"
#include "hdf5/apart/messages.hpp"
#include "hdf5/books/archive.hpp"
#include "hdf5/books/description.hpp"

namespace weft::hdf5::apart {
namespace {

using testing::HasSubstr;
using Bytes = std::vector<std::byte>;

class Told final : public Sink {
public:
    void take(std::span<const std::byte> more) noexcept override {
        ++count;
        bytes.insert(bytes.end(), more.begin(), more.end());
    }
    [[nodiscard]] std::string text() const {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    Bytes bytes;
    int count = 0;
};

std::byte byte_at(std::int64_t offset) {
    return static_cast<std::byte>(offset * 7 + offset / 256);
}

class TestSource final : public Source {
public:
    [[nodiscard]] std::int64_t size() noexcept override { return 1 << 26; }
    bool read(std::int64_t offset, std::span<std::byte> bytes) noexcept override {
        ++reads;
        if (at_each_read) at_each_read();
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = byte_at(offset + static_cast<std::int64_t>(i));
        return !fails;
    }
    [[nodiscard]] std::int64_t page_bytes() const noexcept override { return 512; }
    int reads = 0;
    std::function<void()> at_each_read;
    bool fails = false;
};

Description example() {
    Description its;
    its.dimensions = {{"x", 4, false}};
    DescribedVariable variable{.name = "v", .object = "v"};
    variable.type.number = 5;
    variable.dimensions = {0};
    variable.storage.address = 100;
    its.variables = {variable};
    return its;
}

class TestVariable final : public StoredVariable {
public:
    explicit TestVariable(Source& source) : source_(source) {}
    Code find(std::span<const std::int64_t> places, std::span<StoredChunk> found,
              Sink& why) noexcept override {
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] = {.address = places[2 * i] * 10 + places[2 * i + 1], .bytes = 3};
        if (found[0].address >= 0) return Code::noerr;
        why.take(std::as_bytes(std::span("not\nhere", 8)));
        return Code::efilter;
    }
    Code count_stored(std::int64_t& bytes, Sink& /*why*/) noexcept override {
        bytes = 17;
        return Code::noerr;
    }
    Code check_decoding(Sink& /*why*/) noexcept override { return Code::enofilter; }
    [[nodiscard]] bool needs_libhdf5() const noexcept override { return true; }
    Code decode(std::uint32_t filter_mask, std::span<const std::byte> stored,
                std::span<std::byte> chunk, Sink& /*why*/) noexcept override {
        for (std::size_t i = 0; i < chunk.size(); ++i)
            chunk[i] = stored[i % stored.size()] ^ static_cast<std::byte>(filter_mask);
        return Code::noerr;
    }
    Code read(std::span<const std::int64_t> place, std::span<std::byte> chunk,
              Sink& /*why*/) noexcept override {
        const auto half = chunk.first(chunk.size() / 2);
        return source_.read(place[0], half) ? Code::noerr : Code::eread;
    }
    Code read_strings(std::span<const std::int64_t> start, std::span<const std::int64_t> count,
                      std::span<const std::int64_t> stride, Sink& strings,
                      Sink& /*why*/) noexcept override {
        for (std::int64_t i = 0; i < count[0]; ++i) {
            const std::string text = "s" + std::to_string(start[0] + i * stride[0]);
            strings.take(std::as_bytes(std::span(text.c_str(), text.size() + 1)));
        }
        return Code::noerr;
    }

private:
    Source& source_;
};

class TestBooks final : public Books {
public:
    explicit TestBooks(Source& source) : source_(source) {}
    Code describe(Sink& description, Sink& /*why*/) noexcept override {
        Description its = example();
        description.take(encode(its));
        return Code::noerr;
    }
    std::unique_ptr<StoredVariable> open(std::string_view object, Sink& why) noexcept override {
        if (object == "v") return std::make_unique<TestVariable>(source_);
        why.take(std::as_bytes(std::span("no such object", 14)));
        return nullptr;
    }

private:
    Source& source_;
};

std::unique_ptr<Books> open_test_books(Source& source, Sink& /*why*/) noexcept {
    return std::make_unique<TestBooks>(source);
}

/// What happens to the keeper's process in a test.
struct Fate {
    std::atomic<int> seconds = 0;            // that it has worked
    std::atomic<int> seconds_each_time = 0;  // that are added when somebody asks
    std::atomic<int> times_ended = 0;
    Ending ending;
};

class TestKeeper final : public Keeper {
public:
    explicit TestKeeper(Fate& fate) : fate_(fate) {}
    [[nodiscard]] std::chrono::nanoseconds processor_time() const noexcept override {
        return std::chrono::seconds(fate_.seconds += fate_.seconds_each_time);
    }
    void allow(std::chrono::seconds /*processor_time*/) noexcept override {}
    Ending end() noexcept override {
        ++fate_.times_ended;
        return fate_.ending;
    }

private:
    Fate& fate_;
};

using Script = std::function<void(KeeperLine& line)>;

/// The other end, and the books at this one.
class Far {
public:
    explicit Far(const Script& script) {
        std::signal(SIGPIPE, SIG_IGN);  // the thread may write when the books have closed the line
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
        ours_ = Descriptor(ends[0]);
        thread_ = std::jthread([script, its = ends[1]] {
            KeeperLine line(its);
            script(line);
            ::close(its);
        });
    }
    Status open(const Patience& patience = {}) {
        auto opened =
            open_books({std::make_unique<TestKeeper>(fate), std::move(ours_)}, source, patience);
        if (opened.ok()) books = std::move(opened.value().books);
        return opened.status();
    }
    Fate fate;
    TestSource source;

private:
    std::jthread thread_;  // ends when the books have closed the line
    Descriptor ours_;

public:
    std::unique_ptr<Books> books;
};

void send_words(KeeperLine& line, Head head, const Bytes& words) {
    head.words_bytes = std::ssize(words);
    line.send(head, words, {});
}

void greet(KeeperLine& line) {
    Greeting greeting{.interface = books_interface};
    Writer writer;
    writer(greeting);
    send_words(line, {.kind = Kind::greeting}, writer.bytes());
}

/// False at the end.
bool hear_question(KeeperLine& line) {
    Head head;
    if (!line.receive(std::as_writable_bytes(std::span(&head, 1)))) return false;
    Bytes rest(static_cast<std::size_t>(head.words_bytes + head.body_bytes));
    return line.receive(rest);
}

void serve(KeeperLine& line) {
    greet(line);
    OpenBooks& open = open_test_books;
    Session session(line, open);
    while (session.answer_one()) {
    }
}

void answer_opening(KeeperLine& line) {
    greet(line);
    hear_question(line);
    line.send({.kind = Kind::answer}, {}, {});
}

/// A keeper that opens the file, and answers the next question by `lie`.
Script that_then(const Script& lie) {
    return [lie](KeeperLine& line) {
        answer_opening(line);
        if (!hear_question(line)) return;
        lie(line);
        while (hear_question(line)) {
        }
    };
}

/// Describing fails, the keeper is ended, and every later question has the same answer.
std::string refusal_of(Far& far) {
    Told description;
    Told why;
    EXPECT_EQ(far.books->describe(description, why), Code::ehdferr);
    EXPECT_EQ(description.count, 0);
    EXPECT_GE(far.fate.times_ended, 1);
    Told again;
    EXPECT_EQ(far.books->open("v", again), nullptr);
    EXPECT_EQ(again.text(), why.text());
    return why.text();
}

std::string refusal_of_lie(const Script& lie) {
    Far far(that_then(lie));
    EXPECT_TRUE(far.open().ok());
    return refusal_of(far);
}

TEST(BooksApart, AnswerAsTheKeepersOwnDo) {
    Far far(serve);
    ASSERT_TRUE(far.open().ok());
    Told description;
    Told why;
    ASSERT_EQ(far.books->describe(description, why), Code::noerr);
    Description its = example();
    EXPECT_EQ(description.bytes, encode(its));
    EXPECT_EQ(far.books->open("w", why), nullptr);
    EXPECT_EQ(why.text(), "no such object");
    const auto variable = far.books->open("v", why);
    ASSERT_NE(variable, nullptr);
    EXPECT_TRUE(variable->needs_libhdf5());
    EXPECT_EQ(variable->check_decoding(why), Code::enofilter);
    std::int64_t bytes = 0;
    EXPECT_EQ(variable->count_stored(bytes, why), Code::noerr);
    EXPECT_EQ(bytes, 17);
    std::vector<StoredChunk> found(2);
    const std::vector<std::int64_t> places{1, 2, 3, 4};
    EXPECT_EQ(variable->find(places, found, why), Code::noerr);
    EXPECT_EQ(found[1].address, 34);
    Told strings;
    const std::vector<std::int64_t> three{5, 3, 2};
    EXPECT_EQ(variable->read_strings(std::span(three).first(1), std::span(three).subspan(1, 1),
                                     std::span(three).last(1), strings, why),
              Code::noerr);
    EXPECT_EQ(strings.text(), std::string("s5\0s7\0s9\0", 9));
    EXPECT_EQ(strings.count, 3);
}

TEST(BooksApart, FailuresOfAQuestionLeaveTheOthers) {
    Far far(serve);
    ASSERT_TRUE(far.open().ok());
    Told why;
    const auto variable = far.books->open("v", why);
    std::vector<StoredChunk> found(1);
    const std::vector<std::int64_t> nowhere{-1, 0};
    EXPECT_EQ(variable->find(nowhere, found, why), Code::efilter);
    EXPECT_EQ(why.text(), "not?here");  // nothing that a terminal would take for a command
    const std::vector<std::int64_t> somewhere{1, 0};
    EXPECT_EQ(variable->find(somewhere, found, why), Code::noerr);
    EXPECT_EQ(far.fate.times_ended, 0);
}

TEST(BooksApart, TheFileIsReadHereInPartsThatFit) {
    Far far(serve);
    ASSERT_TRUE(far.open().ok());
    Told why;
    const auto variable = far.books->open("v", why);
    const std::size_t half = most_wanted + 1000;
    Bytes chunk(2 * half, std::byte{9});
    const std::vector<std::int64_t> place{12345};
    ASSERT_EQ(variable->read(place, chunk, why), Code::noerr);
    EXPECT_EQ(far.source.reads, 2);
    Bytes wanted(2 * half, std::byte{9});  // what nobody reads stays as it was
    for (std::size_t i = 0; i < half; ++i)
        wanted[i] = byte_at(place[0] + static_cast<std::int64_t>(i));
    EXPECT_TRUE(chunk == wanted);
    far.source.fails = true;
    EXPECT_EQ(variable->read(place, chunk, why), Code::eread);
}

TEST(BooksApart, ManyThreadsMayDecode) {
    Far far(serve);
    ASSERT_TRUE(far.open().ok());
    Told why;
    const auto variable = far.books->open("v", why);
    std::atomic<int> good = 0;
    const auto work = [&](std::uint32_t mask) {
        Told its_why;
        const Bytes stored(1000, std::byte{5});
        Bytes chunk(100000);
        for (int i = 0; i < 20; ++i)
            if (variable->decode(mask, stored, chunk, its_why) == Code::noerr &&
                chunk == Bytes(chunk.size(), std::byte{5} ^ static_cast<std::byte>(mask)))
                ++good;
    };
    std::vector<std::jthread> threads;
    for (std::uint32_t mask = 0; mask < 4; ++mask) threads.emplace_back(work, mask);
    threads.clear();
    EXPECT_EQ(good, 80);
}

TEST(BooksApart, CrashesAreToldBySignal) {
    for (const auto& [number, name] :
         {std::pair(SIGSEGV, "(SIGSEGV)"), {SIGFPE, "(SIGFPE)"}, {SIGABRT, "(SIGABRT)"}}) {
        Far far([](KeeperLine& line) {
            answer_opening(line);
            hear_question(line);
        });
        far.fate.ending = {.is_known = true, .signal = number};
        ASSERT_TRUE(far.open().ok());
        const std::string said = refusal_of(far);
        EXPECT_THAT(said, HasSubstr("crashed over this file"));
        EXPECT_THAT(said, HasSubstr(name));
    }
}

TEST(BooksApart, AKeeperThatEndsWithinAMessageHasEnded) {
    Far far([](KeeperLine& line) {
        answer_opening(line);
        hear_question(line);
        line.send({.kind = Kind::answer, .body_bytes = 1000}, {}, Bytes(10));
    });
    far.fate.ending = {.is_known = true, .code = 3};
    ASSERT_TRUE(far.open().ok());
    EXPECT_THAT(refusal_of(far), HasSubstr("has ended with code 3"));
}

TEST(BooksApart, LengthsThatAreTooLargeAreRefusedBeforeMemoryIsTaken) {
    constexpr std::int64_t huge = std::int64_t{1} << 60;
    for (const Head& head : {Head{.kind = Kind::answer, .words_bytes = huge},
                             Head{.kind = Kind::answer, .words_bytes = -1},
                             Head{.kind = Kind::answer, .body_bytes = -1},
                             Head{.kind = Kind::answer, .body_bytes = huge},
                             Head{.kind = Kind::answer, .body_bytes = longest_answer + 1},
                             Head{.kind = Kind::want, .words_bytes = most_words + 1},
                             Head{.kind = Kind::want, .body_bytes = 1}})
        EXPECT_THAT(refusal_of_lie([&](KeeperLine& line) { line.send(head, {}, {}); }),
                    HasSubstr("does not say what it should"));
}

TEST(BooksApart, MessagesOfAnotherKindAreRefused) {
    for (const Kind kind : {Kind::greeting, Kind::bytes, Kind::open, static_cast<Kind>(99)})
        EXPECT_THAT(refusal_of_lie([&](KeeperLine& line) { line.send({.kind = kind}, {}, {}); }),
                    HasSubstr("neither an answer nor a wish"));
}

TEST(BooksApart, CodesThatNobodyKnowsAreRefused) {
    for (const int code : {1, -7777, 1 << 30})
        EXPECT_THAT(refusal_of_lie([&](KeeperLine& line) {
                        line.send({.kind = Kind::answer, .code = code}, {}, {});
                    }),
                    HasSubstr("no error code"));
    EXPECT_THAT(
        refusal_of_lie([&](KeeperLine& line) {
            line.send({.kind = Kind::answer, .code = static_cast<int>(Code::eio), .body_bytes = 5},
                      {}, {});
        }),
        HasSubstr("a failure with a body"));
}

TEST(BooksApart, WishesForWhatNoFileHasAreRefused) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (Wanted wanted : {Wanted{-1, 10}, {0, -1}, {0, most_wanted + 1}, {most, 10}, {0, most}}) {
        Writer writer;
        writer(wanted);
        EXPECT_THAT(refusal_of_lie([&](KeeperLine& line) {
                        send_words(line, {.kind = Kind::want}, writer.bytes());
                    }),
                    HasSubstr("it wants"));
    }
    EXPECT_THAT(refusal_of_lie(
                    [&](KeeperLine& line) { send_words(line, {.kind = Kind::want}, Bytes(15)); }),
                HasSubstr("another form"));
}

TEST(BooksApart, ChunksOfAnotherLengthAreRefused) {
    for (const std::int64_t length : {0, 99, 101}) {
        Far far([&](KeeperLine& line) {
            answer_opening(line);
            hear_question(line);
            OpenedVariable opened{.number = 1};
            Writer writer;
            writer(opened);
            line.send({.kind = Kind::answer, .body_bytes = std::ssize(writer.bytes())}, {},
                      writer.bytes());
            hear_question(line);
            const Bytes chunk(static_cast<std::size_t>(length));
            line.send({.kind = Kind::answer, .body_bytes = length}, {}, chunk);
            while (hear_question(line)) {
            }
        });
        ASSERT_TRUE(far.open().ok());
        Told why;
        const auto variable = far.books->open("v", why);
        Bytes chunk(100);
        EXPECT_EQ(variable->decode(0, Bytes(10), chunk, why), Code::ehdferr);
        EXPECT_THAT(why.text(), HasSubstr("instead of 100"));
    }
}

TEST(BooksApart, DescriptionsThatCannotBeAreRefused) {
    Description its = example();
    its.variables[0].dimensions = {1};
    for (const Bytes& description : {encode(its), Bytes(100, std::byte{0xff}), Bytes()}) {
        Far far(that_then([&](KeeperLine& line) {
            line.send({.kind = Kind::answer, .body_bytes = std::ssize(description)}, {},
                      description);
        }));
        ASSERT_TRUE(far.open().ok());
        Told told;
        Told why;
        EXPECT_EQ(far.books->describe(told, why), Code::ehdferr);
        EXPECT_EQ(told.count, 0);
        EXPECT_FALSE(why.text().empty());
    }
}

TEST(BooksApart, AKeeperThatWorksForTooLongIsStopped) {
    Far far(that_then([](KeeperLine& line) { hear_question(line); }));
    ASSERT_TRUE(far.open().ok());
    far.fate.seconds_each_time = 4;
    EXPECT_THAT(refusal_of(far), HasSubstr("did not come to an end"));
}

/// The seconds that a keeper may work on a chunk of so many bytes, if it works a second between two
/// looks.
int seconds_for_chunk(std::size_t bytes) {
    Far far([](KeeperLine& line) {
        answer_opening(line);
        OpenedVariable opened;
        Writer writer;
        writer(opened);
        hear_question(line);
        line.send({.kind = Kind::answer, .body_bytes = std::ssize(writer.bytes())}, {},
                  writer.bytes());
        while (hear_question(line)) {
        }
    });
    Patience looks_often;
    looks_often.step = std::chrono::milliseconds(1);
    EXPECT_TRUE(far.open(looks_often).ok());
    Told why;
    const auto variable = far.books->open("v", why);
    if (variable == nullptr) return -1;
    const int before = far.fate.seconds;
    far.fate.seconds_each_time = 1;
    Bytes chunk(bytes);
    EXPECT_EQ(variable->decode(0, Bytes(1), chunk, why), Code::ehdferr);
    EXPECT_THAT(why.text(), HasSubstr("did not come to an end"));
    return far.fate.seconds - before;
}

TEST(BooksApart, AKeeperMayWorkForLongerOnALongChunk) {
    const int for_short = seconds_for_chunk(100);
    EXPECT_GE(for_short, 2);
    EXPECT_GT(seconds_for_chunk(4 << 20), for_short + 2);
    EXPECT_GE(seconds_for_chunk(64 << 20), 10);
}

TEST(BooksApart, AKeeperThatSleepsIsStopped) {
    Far far([](KeeperLine& line) { hear_question(line); });
    Patience little;
    little.step = std::chrono::milliseconds(1);
    little.sleep = std::chrono::milliseconds(5);
    const Status status = far.open(little);
    EXPECT_EQ(status.code(), Code::ehdferr);
    EXPECT_THAT(status.context(), HasSubstr("did not come to an end"));
    EXPECT_GE(far.fate.times_ended, 1);
}

TEST(BooksApart, AKeeperThatAsksForEverIsStopped) {
    Far far(that_then([](KeeperLine& line) {
        Wanted wanted{.offset = 0, .bytes = 10};
        Writer writer;
        writer(wanted);
        do send_words(line, {.kind = Kind::want}, writer.bytes());
        while (hear_question(line));
    }));
    ASSERT_TRUE(far.open().ok());
    far.source.at_each_read = [&] { far.fate.seconds += 7; };
    EXPECT_THAT(refusal_of(far), HasSubstr("did not come to an end"));
    EXPECT_EQ(far.source.reads, 9);  // 63 seconds of work
}

TEST(BooksApart, KeepersOfAnotherVersionAreRefused) {
    Far far([](KeeperLine& line) {
        Greeting greeting{.interface = books_interface + 1};
        Writer writer;
        writer(greeting);
        send_words(line, {.kind = Kind::greeting}, writer.bytes());
    });
    const Status refused = far.open();
    EXPECT_EQ(refused.code(), Code::enotsupport);
    EXPECT_THAT(refused.context(), HasSubstr("take both from one build"));
}

}  // namespace
}  // namespace weft::hdf5::apart
