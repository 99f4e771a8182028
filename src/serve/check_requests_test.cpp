// SPDX-License-Identifier: BSD-3-Clause
// Ways of breaking the rules about requests are found.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "serve/wrong_servers.hpp"

namespace weft::serve {
namespace {

TEST(ServerCheck, FindsWrongBytes) {
    using remote::Data;
    const auto data = [](std::function<void(Data&)> change) {
        return Wrongs{.down = changing<Data>(Kind::data, std::move(change))};
    };
    expect_all_found({
        {"loses the first byte", "What is read is", data([](Data& part) {
             part.bytes.bytes =
                 part.bytes.bytes.last(part.bytes.bytes.size() - !part.bytes.bytes.empty());
         })},
        {"sends a part only", "Long reads", data([](Data& part) {
             part.bytes.bytes =
                 part.bytes.bytes.first(std::min<std::size_t>(part.bytes.bytes.size(), 1 << 17));
         })},
        {"says nothing of writes", "Writes are told of", {.down = losing(Kind::written)}},
        {"tells of writes to come",
         "Writes are told of",
         {.down = changing<remote::Written>(
              Kind::written, [](remote::Written& written) { written.through += 100; })}},
        {"writes elsewhere",
         "What is read is",
         {.up = changing<remote::WriteBytes>(Kind::write,
                                             [](remote::WriteBytes& write) { ++write.offset; })}},
        {"writes nothing", "What is read is", {.up = ignoring(Kind::write)}},
        {"fails nowhere",
         "Failed writes",
         {.up = changing<remote::WriteBytes>(
              Kind::write,
              [](remote::WriteBytes& write) { write.offset = std::abs(write.offset); })}},
        {"fails with no code",
         "Failed writes",
         {.down = changing<remote::WriteFailed>(
              Kind::write_failed, [](remote::WriteFailed& failed) { failed.code = 0; })}},
        {"heeds no base",
         "Shapes are",
         {.up = changing<remote::WriteShape>(Kind::write_shape,
                                             [](remote::WriteShape& write) { write.base = 0; })}},
        {"heeds no from",
         "Shapes are",
         {.up = changing<remote::ReadShape>(Kind::read_shape,
                                            [](remote::ReadShape& read) { read.from = 0; })}},
        {"reads the end of a file only", "Shapes are", data([](Data& part) {
             while (!part.bytes.bytes.empty() && part.bytes.bytes.back() == std::byte{0})
                 part.bytes.bytes = part.bytes.bytes.first(part.bytes.bytes.size() - 1);
         })},
        {"resizes by one more",
         "Files are cut",
         {.up = changing<remote::OfNumber>(Kind::resize,
                                           [](remote::OfNumber& resize) { ++resize.number; })}},
        {"answers reserve with a size",
         "about room",
         {.up = as_kind(Kind::insertion_block, Kind::sync)}},
    });
}

TEST(ServerCheck, FindsWrongChecksums) {
    expect_all_found({
        {"tells other checksums",
         "Checksums are told",
         {.down = changing_value<remote::ChecksumThere>(
              [](remote::ChecksumThere& there) { ++there.checksum.high; })}},
        {"counts beyond the end",
         "Checksums are told",
         {.down = changing_value<remote::ChecksumThere>(
              [](remote::ChecksumThere& there) { there.checksum.bytes |= 4; })}},
    });
}

TEST(ServerCheck, FindsWrongNames) {
    using remote::OpenedFile;
    const auto opened = [](std::function<void(OpenedFile&)> change) {
        return Wrongs{.down = changing_value<OpenedFile>(std::move(change))};
    };
    const auto open = [](std::function<void(remote::OpenFile&)> change) {
        return Wrongs{.up = changing<remote::OpenFile>(Kind::open, std::move(change))};
    };
    auto counter = std::make_shared<std::uint64_t>(0);
    expect_all_found({
        {"has one code",
         "have their codes",
         {.down = changing<remote::Answer>(
              Kind::answer,
              [](remote::Answer& answer) { answer.code = std::max(answer.code, -1); })}},
        {"is never exclusive", "have their codes",
         open([](remote::OpenFile& file) { file.intent.exclusive = false; })},
        {"never cuts", "can cut",
         open([](remote::OpenFile& file) { file.intent.truncate = false; })},
        {"tells of another size", "and one identity",
         opened([](OpenedFile& file) { ++file.bytes; })},
        {"tells no facts", "and one identity",
         opened([](OpenedFile& file) { file.has_facts = false; })},
        {"changes identities", "and one identity",
         opened([=](OpenedFile& file) { file.identity = ++*counter; })},
        {"cuts heads", "and one identity", opened([](OpenedFile& file) { file.head.resize(1); })},
        {"cuts tails", "and one identity", opened([](OpenedFile& file) { file.tail.clear(); })},
        {"has other limits", "at their limits",
         opened([](OpenedFile& file) { file.head.resize(100 << 10); })},
        {"removes nothing",
         "renamed, inspected",
         {.up = as_kind(Kind::remove, Kind::sync_directory)}},
        {"tells speed as facts", "Speed is told", {.up = as_kind(Kind::measure, Kind::inspect)}},
        {"opens all",
         "Too many open",
         {.down = changing<remote::Answer>(Kind::answer,
                                           [](remote::Answer& answer) { answer.code = 0; })}},
    });
}

TEST(ServerCheck, FindsWrongLocks) {
    const auto elsewhere = [](remote::OfRange& range) { range.offset += 1000 * range.file; };
    const auto number = [](std::int64_t told) {
        return Wrongs{.down = changing_value<remote::Number>(
                          [=](remote::Number& value) { value.number = told; })};
    };
    expect_all_found({
        {"two have a lock",
         "waits for it",
         {.up = changing<remote::OfRange>(Kind::lock, elsewhere)}},
        {"nothing is locked", "waits for it", number(0)},
        {"all is locked", "waits for it", number(1)},
        {"keeps locks", "waits for it", {.up = ignoring(Kind::unlock)}},
        {"gives held locks up",
         "outlives its file",
         {.up = changing<remote::OfRange>(Kind::hold, elsewhere)}},
        {"no sessions see others", "with their session", number(0)},
        {"lets all wait",
         "Too many waits",
         {.down = changing<remote::Answer>(Kind::answer,
                                           [](remote::Answer& answer) { answer.code = 0; })}},
    });
}

/// Each rule about misuse, and a server that overlooks it.
TEST(ServerCheck, FindsServersThatOverlookMisuse) {
    const auto kinds = [](std::set<Kind> which) {
        return Wrongs{.up =
                          ignoring([=](const Frame& frame) { return which.contains(frame.kind); })};
    };
    const auto never = [](const Frame& frame) {
        return frame.number > 0 &&
               (static_cast<int>(frame.kind) > 42 || static_cast<int>(frame.kind) < 16);
    };
    expect_all_found({
        {"other kinds", "Kinds that there are not", {.up = ignoring(never)}},
        {"fields", "Other fields than", kinds({Kind::size})},
        {"a text", "Other fields than", kinds({Kind::inspect})},
        {"files", "Files that are not open", kinds({Kind::size})},
        {"writes", "Files that are not open", kinds({Kind::write})},
        {"lengths", "Numbers out of bounds", kinds({Kind::read})},
        {"times", "Numbers out of bounds", kinds({Kind::renew})},
        {"unlocks", "Numbers out of bounds", kinds({Kind::unlock})},
        {"shapes", "Shapes that there are not", kinds({Kind::shape})},
        {"parts of shapes", "Shapes that there are not", kinds({Kind::read_shape})},
        {"too much for a shape", "Shapes that there are not", kinds({Kind::write_shape})},
        {"acknowledgements", "Acknowledging what was never", {.up = in_each_frame([](Frame& frame) {
                                                                  frame.acknowledged = 0;
                                                              })}},
        {"files that wait", "file that waits", kinds({Kind::size})},
    });
}

}  // namespace
}  // namespace weft::serve
