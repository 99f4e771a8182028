// SPDX-License-Identifier: BSD-3-Clause
// Servers that break the rules about requests are found.
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
        {"loses the first byte", "Reads return", "a read returns other bytes than were written",
         data([](Data& part) {
             part.bytes.bytes =
                 part.bytes.bytes.last(part.bytes.bytes.size() - !part.bytes.bytes.empty());
         })},
        {"sends a part only", "Long reads", "a read of 3 MiB returns other bytes than were written",
         data([](Data& part) {
             part.bytes.bytes =
                 part.bytes.bytes.first(std::min<std::size_t>(part.bytes.bytes.size(), 1 << 17));
         })},
        {"says nothing of writes",
         "Finished writes",
         "the server does not report finished writes",
         {.down = losing(FrameKind::written)}},
        {"tells of writes to come",
         "Finished writes",
         "written has an impossible number",
         {.down = changing<remote::Written>(
              FrameKind::written, [](remote::Written& written) { written.through += 100; })}},
        {"writes elsewhere",
         "Reads return",
         "a read returns other bytes than were written",
         {.up = changing<remote::WriteBytes>(FrameKind::write,
                                             [](remote::WriteBytes& write) { ++write.offset; })}},
        {"writes nothing",
         "Reads return",
         "a read returns other bytes than were written",
         {.up = ignoring(FrameKind::write)}},
        {"fails nowhere",
         "Failed writes",
         "a write at a negative offset does not fail, or sync is answered before the failure is "
         "reported",
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
         "write_shape ignores base or from",
         {.up = changing<remote::WriteShape>(FrameKind::write_shape,
                                             [](remote::WriteShape& write) { write.base = 0; })}},
        {"heeds no from",
         "Shapes are",
         "read_shape returns wrong bytes",
         {.up = changing<remote::ReadShape>(FrameKind::read_shape,
                                            [](remote::ReadShape& read) { read.from = 0; })}},
        {"reads the end of a file only",
         "Shapes are",
         "read_shape returns no zeros behind the end of the file",
         {.down = changing<remote::Data>(FrameKind::data,
                                         [](remote::Data& part) {
                                             while (!part.bytes.bytes.empty() &&
                                                    part.bytes.bytes.back() == std::byte{0})
                                                 part.bytes.bytes = part.bytes.bytes.first(
                                                     part.bytes.bytes.size() - 1);
                                         })}},
        {"resizes by one more",
         "Files are shortened",
         "resize does not shorten a file",
         {.up = changing<remote::OfNumber>(FrameKind::resize,
                                           [](remote::OfNumber& resize) { ++resize.number; })}},
        {"answers reserve with a size",
         "about room",
         "the answer to insertion_block is not an i64",
         {.up = as_kind(FrameKind::insertion_block, FrameKind::sync)}},
    });
}

TEST(ServerCheck, FindsWrongChecksums) {
    expect_all_found({
        {"tells other checksums",
         "Checksums cover",
         "the checksum of abc is wrong",
         {.down = changing_value<remote::ChecksumThere>(
              [](remote::ChecksumThere& there) { ++there.checksum.high; })}},
        {"counts beyond the end",
         "Checksums cover",
         "the checksum of abc is wrong",
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
         "the code is -1, not",
         {.down = changing<remote::Answer>(
              FrameKind::answer,
              [](remote::Answer& answer) { answer.code = std::max(answer.code, -1); })}},
        {"is never exclusive", "have their codes", "creating an existing file exclusively",
         open([](remote::OpenRequest& file) { file.intent.exclusive = false; })},
        {"never cuts", "can truncate", "a truncated file has bytes",
         open([](remote::OpenRequest& file) { file.intent.truncate = false; })},
        {"tells of another size", "and one identity", "opened has a wrong size",
         opened([](OpenedFile& file) { ++file.bytes; })},
        {"tells no facts", "and one identity", "requested facts are missing or impossible",
         opened([](OpenedFile& file) { file.has_facts = false; })},
        {"changes identities", "and one identity", "one file has two identities",
         opened([=](OpenedFile& file) { file.identity = ++*counter; })},
        {"cuts heads", "and one identity", "head is not the beginning of the file",
         opened([](OpenedFile& file) { file.head.resize(1); })},
        {"cuts tails", "and one identity", "tail is not the end of the file",
         opened([](OpenedFile& file) { file.tail.clear(); })},
        {"has other limits", "at their limits",
         "head and tail are not 256 KiB when more is requested",
         opened([](OpenedFile& file) { file.head.resize(100 << 10); })},
        {"removes nothing",
         "renamed, inspected",
         "a removed file still exists",
         {.up = as_kind(FrameKind::remove, FrameKind::sync_directory)}},
        {"tells speed as facts",
         "Speed has",
         "the answer to measure does not have the fields of speed",
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
         "waits for another file",
         "a lock is not seen by another file",
         {.up = changing<remote::OfRange>(FrameKind::lock, elsewhere)}},
        {"nothing is locked", "waits for another file", "a lock is not seen by another file",
         number(0)},
        {"all is locked", "waits for another file", "a lock is seen where there is none",
         number(1)},
        {"keeps locks",
         "waits for another file",
         "has no answer",
         {.up = ignoring(FrameKind::unlock)}},
        {"gives held locks up",
         "outlives its file",
         "a held lock ends when its file is closed",
         {.up = changing<remote::OfRange>(FrameKind::hold, elsewhere)}},
        {"settles nothing",
         "to settle sets",
         "the last settle_size does not set the size",
         {.up = changing<remote::SettleSize>(FrameKind::settle_size,
                                             [](remote::SettleSize& asked) { asked.size = {}; })}},
        {"takes each for the last",
         "to settle sets",
         "settle_size does not recognise the last client",
         {.up = changing<remote::SettleSize>(
              FrameKind::settle_size, [](remote::SettleSize& asked) { asked.others = {}; })}},
        {"keeps the lock of who settles",
         "to settle sets",
         "settle_size does not",
         {.up = changing<remote::SettleSize>(FrameKind::settle_size,
                                             [](remote::SettleSize& asked) { asked.lock = 0; })}},
        {"no sessions see others", "with their session", "another session does not see a lock",
         number(0)},
        {"lets all wait",
         "Too many waiting",
         "more than 64 lock requests wait",
         {.down = changing<remote::Answer>(FrameKind::answer,
                                           [](remote::Answer& answer) { answer.code = 0; })}},
    });
}

/// For each rule about misuse a server that overlooks it.
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
         "Unknown kinds",
         "a frame of kind 6: the connection is not closed",
         {.up = ignoring(never)}},
        {"fields", "Wrong fields", "size with a byte too many: the connection is not closed",
         kinds({FrameKind::size})},
        {"a text", "Wrong fields",
         "a text that is longer than its frame: the connection is not closed",
         kinds({FrameKind::inspect})},
        {"files", "Files that are not open",
         "a file that is not open: the connection is not closed", kinds({FrameKind::size})},
        {"writes", "Files that are not open",
         "a write to a file that is not open: the connection is not closed",
         kinds({FrameKind::write})},
        {"lengths", "Numbers out of bounds", "a negative length: the connection is not closed",
         kinds({FrameKind::read})},
        {"times", "Numbers out of bounds", "renew of -1 seconds: the connection is not closed",
         kinds({FrameKind::renew})},
        {"unlocks", "Numbers out of bounds",
         "an unlock of an unknown lock: the connection is not closed", kinds({FrameKind::unlock})},
        {"shapes", "Invalid shapes", "bytes that are not a shape: the connection is not closed",
         kinds({FrameKind::shape})},
        {"parts of shapes", "Invalid shapes",
         "a slot without a shape: the connection is not closed", kinds({FrameKind::read_shape})},
        {"too much for a shape", "Invalid shapes",
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
