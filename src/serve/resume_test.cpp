// SPDX-License-Identifier: BSD-3-Clause
// Connections that are lost: the session goes on, and nothing is carried out twice or not at all;
// or it does not, and every call says so.
#include <gtest/gtest.h>

#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "region/nest.hpp"
#include "serve/test_server.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::serve {
namespace {

using storage::bytes_of;
using storage::text_at;

/// A store there, and a client's files.
struct Far {
    explicit Far(ServeSettings settings = {.grace_seconds = 10}) : server(there, settings) {
        here = std::make_unique<remote::RemoteStore>(remote::RemoteStore::Sessions{
            [this](const remote::Destination&) { return server.session(); },
            [](const remote::Destination&, const storage::Prospect&) {}});
    }
    std::unique_ptr<storage::File> create() {
        return storage::opened(*here, "ssh://far/a", storage::to_create);
    }
    std::string text() { return storage::get_text(there, "/a"); }

    storage::MemoryStore there;
    TestServer server;
    std::unique_ptr<remote::RemoteStore> here;
};

/// The file that the calls should make, byte by byte.
class Model {
public:
    void write(std::int64_t offset, const std::string& text) {
        const auto end = static_cast<std::size_t>(offset) + text.size();
        if (bytes.size() < end) bytes.resize(end, '\0');
        bytes.replace(static_cast<std::size_t>(offset), text.size(), text);
    }
    std::string bytes;
};

std::string random_text(std::mt19937_64& random, std::size_t most) {
    std::string text(1 + random() % most, ' ');
    for (char& letter : text) letter = static_cast<char>('a' + random() % 26);
    return text;
}

TEST(Resume, WhateverIsCutTheFileIsThatOfThePlainModel) {
    int joined = 0;
    const std::vector<std::uint64_t> seeds = test_seeds(20);
    for (const std::uint64_t seed : seeds) {
        SCOPED_TRACE(replay_of(seed));
        std::mt19937_64 random(seed);
        Far far;
        Model model;
        const auto file = far.create();
        for (int step = 0; step < 150; ++step) {
            const auto offset = static_cast<std::int64_t>(random() % 2000);
            const std::uint64_t dice = random() % 10;
            if (random() % 24 == 0) far.server.cut();
            if (random() % 24 == 0) far.server.cut_one(random());
            if (dice < 5) {
                const std::string text = random_text(random, dice == 0 ? 300'000 : 300);
                ASSERT_TRUE(file->write_soon(offset, bytes_of(text)).ok());
                model.write(offset, text);
            } else if (dice < 6) {
                const std::string text = random_text(random, 40);
                const region::Nest every_other(offset, 1, {{std::ssize(text), 2}});
                ASSERT_TRUE(file->write_shape(every_other, 0, bytes_of(text)).ok());
                for (std::size_t i = 0; i < text.size(); ++i)
                    model.write(offset + 2 * static_cast<std::int64_t>(i), {text[i]});
            } else if (dice < 8) {
                const std::size_t length = std::min<std::size_t>(
                    random() % 500'000,
                    model.bytes.size() -
                        std::min(model.bytes.size(), static_cast<std::size_t>(offset)));
                ASSERT_EQ(text_at(*file, offset, length),
                          length == 0
                              ? ""
                              : model.bytes.substr(static_cast<std::size_t>(offset), length));
            } else if (dice < 9) {
                ASSERT_EQ(file->size().value(), std::ssize(model.bytes));
            } else {
                ASSERT_TRUE(file->settle().ok());
            }
        }
        const Status closed = file->close();
        ASSERT_TRUE(closed.ok()) << closed.context();
        EXPECT_EQ(far.text(), model.bytes);
        joined += far.server.joined();
    }
    EXPECT_GT(joined, std::ssize(seeds)) << "sessions have had several connections";
}

TEST(Resume, LocksAreKeptWhileTheClientIsAway) {
    Far far;
    const auto file = far.create();
    auto held = file->lock(0, 10);
    ASSERT_TRUE(held.ok());
    far.server.cut();
    const auto other = storage::opened(far.there, "/a", storage::to_write);
    EXPECT_TRUE(other->is_locked(5, 1).value());
    ASSERT_TRUE(file->write_at(0, bytes_of("x")).ok()) << "and here it is back";
    EXPECT_TRUE(other->is_locked(5, 1).value());
    held.value().reset();
    ASSERT_TRUE(file->size().ok());
    EXPECT_FALSE(other->is_locked(5, 1).value());
}

TEST(Resume, AClientThatCannotComeBackHearsIt) {
    Far far({.grace_seconds = 0.3});
    const auto file = far.create();
    ASSERT_TRUE(file->write_at(0, bytes_of("stored")).ok());
    far.server.close_for_ever();
    far.server.cut();
    EXPECT_EQ(file->read_at(0, {}).value(), 0) << "nothing to ask";
    EXPECT_EQ(file->write_at(0, bytes_of("x")).code(), Code::ewrite);
    std::byte one{};
    EXPECT_EQ(file->read_at(0, {&one, 1}).code(), Code::eread);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(file->lock(0, 1).code(), Code::efile);
    const Status closed = file->close();
    EXPECT_EQ(closed.code(), Code::ewrite);
    EXPECT_NE(closed.context().find("ssh://far/a: the connection was lost"), std::string::npos)
        << closed.context();
}

TEST(Resume, WritesThatMayBeLostAreNeverASuccess) {
    Far far({.grace_seconds = 0.3});
    const auto file = far.create();
    far.server.close_for_ever();
    far.server.cut();
    Status status = file->write_soon(0, bytes_of("gone"));
    status.keep_first(file->settle());
    EXPECT_EQ(status.code(), Code::ewrite);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
}

TEST(Resume, AServerThatHasWaitedLongEnoughGivesFilesAndLocksBack) {
    Far far({.grace_seconds = 0.2});
    const auto file = far.create();
    const auto held = file->lock(0, 10);
    ASSERT_TRUE(held.ok());
    far.server.close_for_ever();
    far.server.cut();
    const auto other = storage::opened(far.there, "/a", storage::to_write);
    EXPECT_TRUE(other->lock(0, 10).ok()) << "waits until the session has ended";
}

TEST(Resume, OnlyWhoHasTheKeyComesBack) {
    Far far;
    const auto file = far.create();
    ASSERT_TRUE(file->write_at(0, bytes_of("mine")).ok());
    remote::Hello stranger{.session = {1, 2, 3}, .client = "stranger"};
    const auto refused = far.server.dial(stranger, 9, remote::Deadline(longer_than_any_answer));
    EXPECT_EQ(refused.code(), Code::eperm);
    EXPECT_NE(refused.status().context().find("not your session"), std::string::npos);
    stranger.session = {};
    EXPECT_EQ(far.server.dial(stranger, 9, remote::Deadline(longer_than_any_answer)).code(),
              Code::eperm)
        << "nor is it a new one";
    EXPECT_EQ(text_at(*file, 0, 4), "mine");
}

TEST(Resume, WhoSharesALoginAndMovesMuchHasOneMoreConnectionInTheEnd) {
    for (const bool shares : {false, true}) {
        Far far;
        far.server.shares_login = shares;
        const auto file = far.create();
        const std::string text(1 << 20, 'a');
        for (int i = 0; i < 200; ++i) ASSERT_TRUE(file->write_soon(0, bytes_of(text)).ok());
        ASSERT_TRUE(file->settle().ok());
        EXPECT_EQ(far.server.joined(), 2);
        for (int i = 0; i < 100; ++i) ASSERT_TRUE(file->write_soon(0, bytes_of(text)).ok());
        ASSERT_TRUE(file->settle().ok());
        EXPECT_EQ(far.server.joined(), shares ? 3 : 2);
    }
}

}  // namespace
}  // namespace weft::serve
