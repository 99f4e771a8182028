// SPDX-License-Identifier: BSD-3-Clause
// Ways of breaking the rules about requests are found.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "serve/test_wrong_servers.hpp"

namespace weft::serve {
namespace {

TEST(ServerCheck, FindsWrongBytes) {
    using remote::Data;
    const auto data = [](std::function<void(Data&)> change) {
        return Wrongs{.down = changing<Data>(FrameKind::data, std::move(change))};
    };
    expect_all_found({
        {"loses the first byte", "What is read is", "what is read is not what was written",
         data([](Data& part) {
             part.bytes.bytes =
                 part.bytes.bytes.last(part.bytes.bytes.size() - !part.bytes.bytes.empty());
         })},
        {"sends a part only", "Long reads", "3 MiB are not what was written", data([](Data& part) {
             part.bytes.bytes =
                 part.bytes.bytes.first(std::min<std::size_t>(part.bytes.bytes.size(), 1 << 17));
         })},
        {"says nothing of writes",
         "Writes are told of",
         "the server does not say that writes are carried out",
         {.down = losing(FrameKind::written)}},
        {"tells of writes to come",
         "Writes are told of",
         "written says what cannot be",
         {.down = changing<remote::Written>(
              FrameKind::written, [](remote::Written& written) { written.through += 100; })}},
        {"writes elsewhere",
         "What is read is",
         "what is read is not what was written",
         {.up = changing<remote::WriteBytes>(FrameKind::write,
                                             [](remote::WriteBytes& write) { ++write.offset; })}},
        {"writes nothing",
         "What is read is",
         "what is read is not what was written",
         {.up = ignoring(FrameKind::write)}},
        {"fails nowhere",
         "Failed writes",
         "a write before the first byte does not fail, or sync is answered before that is told",
         {.up = changing<remote::WriteBytes>(
              FrameKind::write,
              [](remote::WriteBytes& write) { write.offset = std::abs(write.offset); })}},
        {"fails with no code",
         "Failed writes",
         "a write fails with the code of success",
         {.down = changing<remote::WriteFailed>(
              FrameKind::write_failed, [](remote::WriteFailed& failed) { failed.code = 0; })}},
    });
}

TEST(ServerCheck, FindsWrongShapesAndSizes) {
    expect_all_found({
        {"heeds no base",
         "Shapes are",
         "write_shape heeds not base or from",
         {.up = changing<remote::WriteShape>(FrameKind::write_shape,
                                             [](remote::WriteShape& write) { write.base = 0; })}},
        {"heeds no from",
         "Shapes are",
         "read_shape reads other bytes",
         {.up = changing<remote::ReadShape>(FrameKind::read_shape,
                                            [](remote::ReadShape& read) { read.from = 0; })}},
        {"reads the end of a file only",
         "Shapes are",
         "read_shape tells no zeros behind the end of the file",
         {.down = changing<remote::Data>(FrameKind::data,
                                         [](remote::Data& part) {
                                             while (!part.bytes.bytes.empty() &&
                                                    part.bytes.bytes.back() == std::byte{0})
                                                 part.bytes.bytes = part.bytes.bytes.first(
                                                     part.bytes.bytes.size() - 1);
                                         })}},
        {"resizes by one more",
         "Files are cut",
         "resize does not cut a file",
         {.up = changing<remote::OfNumber>(FrameKind::resize,
                                           [](remote::OfNumber& resize) { ++resize.number; })}},
        {"answers reserve with a size",
         "about room",
         "insertion_block is not answered with an i64",
         {.up = as_kind(FrameKind::insertion_block, FrameKind::sync)}},
    });
}

TEST(ServerCheck, FindsWrongChecksums) {
    expect_all_found({
        {"tells other checksums",
         "Checksums are told",
         "the checksum of abc is another one",
         {.down = changing_value<remote::ChecksumThere>(
              [](remote::ChecksumThere& there) { ++there.checksum.high; })}},
        {"counts beyond the end",
         "Checksums are told",
         "the checksum of abc is another one",
         {.down = changing_value<remote::ChecksumThere>(
              [](remote::ChecksumThere& there) { there.checksum.bytes |= 4; })}},
    });
}

TEST(ServerCheck, FindsWrongNames) {
    using remote::OpenedFile;
    const auto opened = [](std::function<void(OpenedFile&)> change) {
        return Wrongs{.down = changing_value<OpenedFile>(std::move(change))};
    };
    const auto open = [](std::function<void(remote::OpenRequest&)> change) {
        return Wrongs{.up = changing<remote::OpenRequest>(FrameKind::open, std::move(change))};
    };
    auto counter = std::make_shared<std::uint64_t>(0);
    expect_all_found({
        {"has one code",
         "have their codes",
         "the code is -1, and not",
         {.down = changing<remote::Answer>(
              FrameKind::answer,
              [](remote::Answer& answer) { answer.code = std::max(answer.code, -1); })}},
        {"is never exclusive", "have their codes", "an exclusive file that is there",
         open([](remote::OpenRequest& file) { file.intent.exclusive = false; })},
        {"never cuts", "can cut", "a truncated file has bytes",
         open([](remote::OpenRequest& file) { file.intent.truncate = false; })},
        {"tells of another size", "and one identity", "an open file has another size",
         opened([](OpenedFile& file) { ++file.bytes; })},
        {"tells no facts", "and one identity",
         "facts that were asked for are missing, or say what cannot be",
         opened([](OpenedFile& file) { file.has_facts = false; })},
        {"changes identities", "and one identity", "one file has two identities",
         opened([=](OpenedFile& file) { file.identity = ++*counter; })},
        {"cuts heads", "and one identity", "head is not how the file begins",
         opened([](OpenedFile& file) { file.head.resize(1); })},
        {"cuts tails", "and one identity", "tail is not how the file ends",
         opened([](OpenedFile& file) { file.tail.clear(); })},
        {"has other limits", "at their limits",
         "head and tail are not 256 KiB where more is asked for",
         opened([](OpenedFile& file) { file.head.resize(100 << 10); })},
        {"removes nothing",
         "renamed, inspected",
         "a file that was removed is there",
         {.up = as_kind(FrameKind::remove, FrameKind::sync_directory)}},
        {"tells speed as facts",
         "Speed is told",
         "measure is not answered with speed",
         {.up = as_kind(FrameKind::measure, FrameKind::inspect)}},
        {"opens all",
         "Too many open",
         "one session has more than 4096 open files",
         {.down = changing<remote::Answer>(FrameKind::answer,
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
         "a lock is not seen by another file",
         {.up = changing<remote::OfRange>(FrameKind::lock, elsewhere)}},
        {"nothing is locked", "waits for it", "a lock is not seen by another file", number(0)},
        {"all is locked", "waits for it", "a lock is seen where there is none", number(1)},
        {"keeps locks", "waits for it", "has no answer", {.up = ignoring(FrameKind::unlock)}},
        {"gives held locks up",
         "outlives its file",
         "a lock that is held does not outlive its file's close",
         {.up = changing<remote::OfRange>(FrameKind::hold, elsewhere)}},
        {"settles nothing",
         "to settle gives",
         "the size is not what the last one gives the file",
         {.up = changing<remote::SettleSize>(FrameKind::settle_size,
                                             [](remote::SettleSize& asked) { asked.size = {}; })}},
        {"takes each for the last",
         "to settle gives",
         "settle_size does not tell the last one from others",
         {.up = changing<remote::SettleSize>(
              FrameKind::settle_size, [](remote::SettleSize& asked) { asked.others = {}; })}},
        {"keeps the lock of who settles",
         "to settle gives",
         "settle_size does not",
         {.up = changing<remote::SettleSize>(FrameKind::settle_size,
                                             [](remote::SettleSize& asked) { asked.lock = 0; })}},
        {"no sessions see others", "with their session", "another session does not see a lock",
         number(0)},
        {"lets all wait",
         "Too many waits",
         "more than 64 locks are waited for",
         {.down = changing<remote::Answer>(FrameKind::answer,
                                           [](remote::Answer& answer) { answer.code = 0; })}},
    });
}

/// Each rule about misuse, and a server that overlooks it.
TEST(ServerCheck, FindsServersThatOverlookMisuse) {
    const auto kinds = [](std::set<FrameKind> which) {
        return Wrongs{.up =
                          ignoring([=](const Frame& frame) { return which.contains(frame.kind); })};
    };
    const auto never = [](const Frame& frame) {
        return frame.number > 0 &&
               (static_cast<int>(frame.kind) > 43 || static_cast<int>(frame.kind) < 16);
    };
    expect_all_found({
        {"other kinds",
         "Kinds that there are not",
         "a frame of kind 6: the connection is not closed",
         {.up = ignoring(never)}},
        {"fields", "Other fields than", "size with a byte too many: the connection is not closed",
         kinds({FrameKind::size})},
        {"a text", "Other fields than",
         "a text that is longer than its frame: the connection is not closed",
         kinds({FrameKind::inspect})},
        {"files", "Files that are not open",
         "a file that is not open: the connection is not closed", kinds({FrameKind::size})},
        {"writes", "Files that are not open",
         "a write to a file that is not open: the connection is not closed",
         kinds({FrameKind::write})},
        {"lengths", "Numbers out of bounds", "a length below 0: the connection is not closed",
         kinds({FrameKind::read})},
        {"times", "Numbers out of bounds", "renew of -1 seconds: the connection is not closed",
         kinds({FrameKind::renew})},
        {"unlocks", "Numbers out of bounds", "an unlock of no lock: the connection is not closed",
         kinds({FrameKind::unlock})},
        {"shapes", "Shapes that there are not",
         "a shape that is none: the connection is not closed", kinds({FrameKind::shape})},
        {"parts of shapes", "Shapes that there are not",
         "a place without a shape: the connection is not closed", kinds({FrameKind::read_shape})},
        {"too much for a shape", "Shapes that there are not",
         "a write of more bytes than a shape has: the connection is not closed",
         kinds({FrameKind::write_shape})},
        {"acknowledgements",
         "Acknowledging what was never",
         "an acknowledgement of what was never sent: the connection is not closed",
         {.up = in_each_frame([](Frame& frame) { frame.acknowledged = 0; })}},
        {"files that wait", "file that waits",
         "a request about a file that waits for a lock: the connection is not closed",
         kinds({FrameKind::size})},
    });
}

}  // namespace
}  // namespace weft::serve
