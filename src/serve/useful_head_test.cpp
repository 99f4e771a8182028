// SPDX-License-Identifier: BSD-3-Clause
#include "serve/useful_head.hpp"

#include <gtest/gtest.h>

#include <string>

#include "format/header_writer.hpp"

namespace weft::serve {
namespace {

TEST(UsefulHead, IsTheHeaderOfANetcdfFile) {
    format::Schema schema;
    schema.version = format::Version::cdf5;
    schema.add_dimension({"x", 1000});
    const auto header = format::write_header(schema);
    std::vector<std::byte> file(header.begin(), header.end());
    file.resize(5000);
    const auto bytes = std::ssize(file);
    EXPECT_EQ(useful_bytes(file, bytes), header.size());
    EXPECT_EQ(useful_bytes(std::span(file).first(header.size()), bytes), header.size());
    // The rest of the file can be requested.
    for (std::size_t length = 0; length < header.size(); ++length)
        EXPECT_EQ(useful_bytes(std::span(file).first(length), bytes), length);
}

TEST(UsefulHead, IsAllOfAnotherFile) {
    const std::string text(300, 'a');
    EXPECT_EQ(useful_bytes(std::as_bytes(std::span(text)), 1000), text.size());
    EXPECT_EQ(useful_bytes({}, 0), 0U);
}

}  // namespace
}  // namespace weft::serve
