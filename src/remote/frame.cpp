// SPDX-License-Identifier: BSD-3-Clause
#include "remote/frame.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "remote/little_endian.hpp"

namespace weft::remote {
namespace {

constexpr std::size_t hashed_bytes = 24;
constexpr std::size_t usual_room = std::size_t{256} << 10;

std::uint64_t header_hash(const std::byte* header, std::uint64_t body_hash) {
    return XXH3_64bits_withSeed(header, hashed_bytes, body_hash);
}

}  // namespace

std::uint64_t hash_of(std::span<const std::byte> bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

Header header_of(FrameKind kind, std::uint64_t number, std::uint64_t acknowledged,
                 std::size_t body_bytes, std::uint64_t body_hash) {
    Header header{};
    store_little(&header[0], static_cast<std::uint32_t>(body_bytes));
    store_little(&header[4], static_cast<std::uint16_t>(kind));
    store_little(&header[8], number);
    store_little(&header[16], acknowledged);
    store_little(&header[24], header_hash(header.data(), body_hash));
    return header;
}

Body frame_bytes(const Frame& frame) {
    const Header header = header_of(frame.kind, frame.number, frame.acknowledged, frame.body.size(),
                                    hash_of(frame.body));
    Body bytes(header.size() + frame.body.size());
    std::copy(header.begin(), header.end(), bytes.begin());
    std::copy(frame.body.begin(), frame.body.end(), bytes.begin() + std::ssize(header));
    return bytes;
}

std::span<std::byte> FrameCutter::room() {
    if (begin_ == end_) begin_ = end_ = 0;
    // Make room for the whole frame that has begun.
    std::size_t wanted = usual_room;
    if (end_ - begin_ >= header_bytes) {
        const std::size_t body = load_little<std::uint32_t>(&bytes_[begin_]);
        wanted = std::max(wanted, header_bytes + std::min(body, most_body_));
    }
    wanted = std::min(wanted, header_bytes + most_body_);
    if (begin_ > 0 && begin_ + wanted > bytes_.size()) {
        std::memmove(bytes_.data(), bytes_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    if (bytes_.size() < std::max(wanted, end_ + 1)) bytes_.resize(std::max(wanted, end_ + 1));
    return std::span(bytes_).subspan(end_);
}

Result<std::optional<Frame>> FrameCutter::next() {
    if (end_ - begin_ < header_bytes) return std::optional<Frame>();
    const std::byte* const header = bytes_.data() + begin_;
    const std::size_t body_bytes = load_little<std::uint32_t>(header);
    if (body_bytes > most_body_)
        return Status(Code::efile, "a frame of " + std::to_string(body_bytes) + " bytes; at most " +
                                       std::to_string(most_body_) +
                                       " are allowed: this is not Weft's protocol");
    if (end_ - begin_ < header_bytes + body_bytes) return std::optional<Frame>();
    const std::span<const std::byte> body(header + header_bytes, body_bytes);
    if (load_little<std::uint64_t>(header + 24) != header_hash(header, hash_of(body)))
        return Status(Code::efile, "the checksum of a frame is wrong");
    if (load_little<std::uint16_t>(header + 6) != 0)
        return Status(Code::efile, "a frame has unknown bits");
    Frame frame{.kind = static_cast<FrameKind>(load_little<std::uint16_t>(header + 4)),
                .number = load_little<std::uint64_t>(header + 8),
                .acknowledged = load_little<std::uint64_t>(header + 16),
                .body = Body(body.begin(), body.end())};
    begin_ += header_bytes + body_bytes;
    return std::optional<Frame>(std::move(frame));
}

}  // namespace weft::remote
