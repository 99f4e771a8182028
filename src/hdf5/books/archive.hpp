// SPDX-License-Identifier: BSD-3-Clause
// Values as bytes and back, within one machine. A type names its fields once, in a function
// `fields(archive, value)`, which serves both directions.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace weft::hdf5 {

template <class Value>
concept Plain = std::is_arithmetic_v<Value> || std::is_enum_v<Value>;

class Writer {
public:
    template <class... Values>
    void operator()(Values&... values) {
        (write(values), ...);
    }
    [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    template <Plain Value>
    void write(const Value& value) {
        const auto its = std::as_bytes(std::span(&value, 1));
        bytes_.insert(bytes_.end(), its.begin(), its.end());
    }
    template <class Value>
    requires(!Plain<Value>) void write(Value& value) { fields(*this, value); }
    void write(std::string& text) {
        write(std::ssize(text));
        const auto its = std::as_bytes(std::span(text));
        bytes_.insert(bytes_.end(), its.begin(), its.end());
    }
    template <class Value>
    void write(std::vector<Value>& values) {
        write(std::ssize(values));
        for (Value& value : values) write(value);
    }

    std::vector<std::byte> bytes_;
};

/// Reads the form that Writer makes. If the bytes do not follow it, values stay empty and is_good()
/// is false.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

    template <class... Values>
    void operator()(Values&... values) {
        (read(values), ...);
    }
    /// Whether all fields were there, and nothing is left.
    [[nodiscard]] bool is_good() const { return is_good_ && rest_.empty(); }

private:
    std::span<const std::byte> take(std::size_t count) {
        is_good_ = is_good_ && count <= rest_.size();
        if (!is_good_) return {};
        const auto taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }
    template <Plain Value>
    void read(Value& value) {
        const auto taken = take(sizeof value);
        if (taken.empty()) return;
        if constexpr (std::is_same_v<Value, bool>)
            value = taken.front() != std::byte{0};  // a bool has no other values
        else
            std::memcpy(&value, taken.data(), sizeof value);
    }
    template <class Value>
    requires(!Plain<Value>) void read(Value& value) { fields(*this, value); }
    void read(std::string& text) {
        const auto taken = take(read_count());
        text.assign(reinterpret_cast<const char*>(taken.data()), taken.size());
    }
    template <class Value>
    void read(std::vector<Value>& values) {
        values.clear();
        for (std::size_t left = read_count(); left > 0 && is_good_; --left)
            read(values.emplace_back());
    }
    std::size_t read_count() {
        std::int64_t count = 0;
        read(count);
        is_good_ = is_good_ && count >= 0;
        return is_good_ ? static_cast<std::size_t>(count) : 0;
    }

    std::span<const std::byte> rest_;
    bool is_good_ = true;
};

}  // namespace weft::hdf5
