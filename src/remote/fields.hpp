// SPDX-License-Identifier: BSD-3-Clause
// The fields of a message. A message lists its fields once, in their order on the link; the writer
// and the reader both use that list:
//
//     struct Resize {
//         std::uint32_t file = 0;
//         std::int64_t bytes = 0;
//         template <class Fields>
//         void list(Fields& fields) { fields(file, bytes); }
//     };
//
// Numbers are little-endian; a double is its IEEE bits, a bool is a byte 0 or 1, a text or Body is
// its length in 32 bits followed by its bytes; `Rest` is all bytes up to the end of the message.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "base/result.hpp"
#include "remote/frame.hpp"
#include "remote/little_endian.hpp"

namespace weft::remote {

/// Bytes that are not copied: they belong to the message's writer, or to the body that is read.
struct Rest {
    std::span<const std::byte> bytes;
};

class FieldWriter {
public:
    explicit FieldWriter(Body& body) : body_(body) {}

    template <class... Field>
    void operator()(const Field&... fields) {
        (put(fields), ...);
    }

private:
    template <class T>
    requires std::is_integral_v<T>
    void put(T value) {
        const std::size_t at = body_.size();
        body_.resize(at + sizeof value);
        store_little(&body_[at], static_cast<std::make_unsigned_t<T>>(value));
    }
    void put(bool value) { put(static_cast<std::uint8_t>(value)); }
    void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
    void put(const std::string& text) {
        put(static_cast<std::uint32_t>(text.size()));
        append(std::as_bytes(std::span(text)));
    }
    void put(const Body& bytes) {
        put(static_cast<std::uint32_t>(bytes.size()));
        append(bytes);
    }
    void put(const Rest& rest) { append(rest.bytes); }
    void append(std::span<const std::byte> bytes) {
        const std::size_t at = body_.size();
        body_.resize(at + bytes.size());
        if (!bytes.empty()) std::memcpy(&body_[at], bytes.data(), bytes.size());
    }

    Body& body_;
};

/// Reads untrusted bytes: it never reads behind the end, and takes no more memory than there are
/// bytes.
class FieldReader {
public:
    explicit FieldReader(std::span<const std::byte> body) : rest_(body) {}

    template <class... Field>
    void operator()(Field&... fields) {
        (get(fields), ...);
    }

    /// Whether all fields were there, and nothing followed them.
    [[nodiscard]] bool ok() const { return ok_ && rest_.empty(); }

private:
    template <class T>
    requires std::is_integral_v<T>
    void get(T& value) {
        const auto bytes = cut(sizeof value);
        if (ok_) value = static_cast<T>(load_little<std::make_unsigned_t<T>>(bytes.data()));
    }
    void get(bool& value) {
        std::uint8_t byte = 0;
        get(byte);
        ok_ = ok_ && byte <= 1;
        value = byte == 1;
    }
    void get(double& value) {
        std::uint64_t bits = 0;
        get(bits);
        value = std::bit_cast<double>(bits);
    }
    void get(std::string& text) {
        const auto bytes = counted();
        text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    void get(Body& body) {
        const auto bytes = counted();
        body.assign(bytes.begin(), bytes.end());
    }
    void get(Rest& rest) { rest.bytes = cut(rest_.size()); }

    std::span<const std::byte> counted() {
        std::uint32_t length = 0;
        get(length);
        return cut(length);
    }
    std::span<const std::byte> cut(std::size_t length) {
        ok_ = ok_ && length <= rest_.size();
        if (!ok_) return {};
        const auto bytes = rest_.first(length);
        rest_ = rest_.subspan(length);
        return bytes;
    }

    std::span<const std::byte> rest_;
    bool ok_ = true;
};

/// The body of a message. (list() serves both directions, so it is not const.)
template <class Message>
Body encoded(Message message) {
    Body body;
    FieldWriter writer(body);
    message.list(writer);
    return body;
}

/// `einval` for bytes that are not such a message. Its Rest points into `body`.
template <class Message>
Result<Message> decoded(std::span<const std::byte> body) {
    Message message;
    FieldReader reader(body);
    message.list(reader);
    if (!reader.ok()) return Status(Code::einval, "a message does not have the fields of its kind");
    return message;
}

}  // namespace weft::remote
