// SPDX-License-Identifier: BSD-3-Clause
// For the tests of this room: headers built field by field, and the comparison of schemas.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/header_reader.hpp"
#include "format/header_words.hpp"
#include "format/header_writer.hpp"
#include "format/validator.hpp"

namespace weft::format::testing {

using Bytes = PooledBytes;

/// Builds a header of the given fields, valid or not.
class HeaderText {
public:
    explicit HeaderText(Version version) : version_(version) {
        raw("CDF").raw(std::string(1, static_cast<char>(version)));
    }

    HeaderText& raw(std::string_view bytes) {
        for (const char c : bytes) bytes_.push_back(static_cast<std::byte>(c));
        return *this;
    }
    HeaderText& word(std::uint64_t value) { return integer(value, word_bytes); }
    HeaderText& count(std::uint64_t value) { return integer(value, count_bytes(version_)); }
    HeaderText& begin(std::uint64_t value) { return integer(value, begin_bytes(version_)); }
    /// A name with its length, padded by `pad`.
    HeaderText& name(std::string_view text, char pad = '\0') {
        count(text.size()).raw(text);
        return raw(std::string((4 - text.size() % 4) % 4, pad));
    }
    HeaderText& dimension(std::string_view text, std::uint64_t length) {
        return name(text).count(length);
    }
    HeaderText& list(std::uint32_t tag, std::uint64_t items) { return word(tag).count(items); }
    HeaderText& absent() { return list(absent_tag, 0); }
    /// Adds everything behind the name of a variable without attributes.
    HeaderText& shape(const std::vector<std::uint64_t>& ids, types::External type,
                      std::uint64_t vsize, std::uint64_t first_byte) {
        count(ids.size());
        for (const std::uint64_t id : ids) count(id);
        return absent().word(static_cast<std::uint64_t>(type)).count(vsize).begin(first_byte);
    }
    HeaderText& zeros(std::size_t size) {
        bytes_.resize(bytes_.size() + size);
        return *this;
    }

    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(bytes_.size()); }
    [[nodiscard]] const Bytes& bytes() const { return bytes_; }

private:
    HeaderText& integer(std::uint64_t value, std::int64_t bytes) {
        for (std::int64_t shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
            bytes_.push_back(static_cast<std::byte>((value >> shift) & 0xFF));
        return *this;
    }

    Version version_;
    Bytes bytes_;
};

/// The base of tests that run for every version.
class VersionTest : public ::testing::TestWithParam<Version> {
protected:
    [[nodiscard]] static bool is_wide() { return GetParam() == Version::cdf5; }
    /// A header up to the dimension list.
    [[nodiscard]] static HeaderText start(std::uint64_t records = 0) {
        return std::move(HeaderText(GetParam()).count(records));
    }
    /// A header with time (record), x of 3 values, and no global attributes.
    [[nodiscard]] static HeaderText with_dimensions() {
        HeaderText text = start();
        text.list(dimension_tag, 2).dimension("time", 0).dimension("x", 3).absent();
        return text;
    }
};
inline constexpr Version every_version[] = {Version::cdf1, Version::cdf2, Version::cdf5};

inline Result<Header> read(const Bytes& bytes) {
    MemorySource source(bytes);
    return read_header(source, static_cast<std::int64_t>(bytes.size()));
}

/// The same for a file that is longer than the header.
inline Result<Header> read(const Bytes& bytes, std::int64_t file_bytes) {
    MemorySource source(bytes);
    return read_header(source, file_bytes);
}

inline std::vector<Finding> findings_of(const Bytes& bytes, std::int64_t file_bytes) {
    MemorySource source(bytes);
    return validate(source, file_bytes);
}

inline std::vector<Finding> findings_of(const Bytes& bytes) {
    return findings_of(bytes, static_cast<std::int64_t>(bytes.size()));
}

inline bool same(const model::AttributeList& a, const model::AttributeList& b) {
    if (a.size() != b.size()) return false;
    for (int i = 0; i < a.size(); ++i)
        if (a.at(i).name != b.at(i).name || a.at(i).type != b.at(i).type ||
            a.at(i).count != b.at(i).count || a.at(i).values != b.at(i).values)
            return false;
    return true;
}

inline bool same(const model::Variable& a, const model::Variable& b) {
    return a.name == b.name && a.type == b.type && a.dimension_ids == b.dimension_ids &&
           same(a.attributes, b.attributes);
}

/// Compares everything but vsize, which is computed when a header is written.
inline bool same(const model::Schema& a, const model::Schema& b) {
    if (a.record_count != b.record_count || a.record_dimension() != b.record_dimension() ||
        a.dimension_count() != b.dimension_count() || a.variable_count() != b.variable_count() ||
        !same(a.global_attributes, b.global_attributes))
        return false;
    for (int i = 0; i < a.dimension_count(); ++i)
        if (a.dimension(i).name != b.dimension(i).name ||
            a.dimension(i).length != b.dimension(i).length)
            return false;
    for (int i = 0; i < a.variable_count(); ++i)
        if (!same(a.variable(i), b.variable(i))) return false;
    return true;
}

inline bool same(const Header& a, const Header& b) {
    return a.version == b.version && a.begins == b.begins && same(a.schema, b.schema);
}

/// An attribute with values that differ from byte to byte.
inline model::Attribute attribute_of(types::External type, std::string name, std::int64_t count) {
    const auto bytes = static_cast<std::size_t>(count * types::size_of(type));
    model::Values values(bytes);
    for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<std::byte>(37 * i + 11);
    return {.name = std::move(name), .type = type, .count = count, .values = std::move(values)};
}

/// A header with the dimensions time (record), lat 3 and lon 5; for each type of the version a
/// fixed and a record variable with attributes; without gaps.
Header example_header(Version version);

}  // namespace weft::format::testing
