// SPDX-License-Identifier: BSD-3-Clause
// Strings in and out of files, for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "storage/store.hpp"

namespace weft::storage {

inline constexpr Intent to_read{};
inline constexpr Intent to_write{.writable = true};
inline constexpr Intent to_create{.writable = true, .create = true};
inline constexpr Intent to_create_new{.writable = true, .create = true, .exclusive = true};

inline std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// The bytes that read_at delivers for `length` bytes at `offset`. The buffer has other contents
/// before.
inline std::string text_at(File& file, std::int64_t offset, std::size_t length) {
    std::string text(length, '?');
    const Result<std::int64_t> got =
        file.read_at(offset, std::as_writable_bytes(std::span(text.data(), text.size())));
    if (!got.ok()) return "failed: " + got.status().context();
    text.resize(static_cast<std::size_t>(got.value()));
    return text;
}

/// Null, and a failed test, when the file cannot be opened.
inline std::unique_ptr<File> opened(Store& store, const std::string& path, const Intent& intent) {
    Result<std::unique_ptr<File>> file = store.open_file(path, intent);
    EXPECT_TRUE(file.ok()) << file.status().context();
    return file.ok() ? std::move(file).value() : nullptr;
}

/// Creates or replaces a file.
inline void put_text(Store& store, const std::string& path, std::string_view text) {
    const auto file = opened(store, path, {.writable = true, .create = true, .truncate = true});
    ASSERT_NE(file, nullptr);
    const Status written = file->write_at(0, bytes_of(text));
    ASSERT_TRUE(written.ok()) << written.context();
    ASSERT_TRUE(file->close().ok());
}

/// The whole content of a file, or "" and a failed test.
inline std::string get_text(Store& store, const std::string& path) {
    const auto file = opened(store, path, to_read);
    if (file == nullptr) return {};
    const Result<std::int64_t> size = file->size();
    EXPECT_TRUE(size.ok()) << size.status().context();
    return size.ok() ? text_at(*file, 0, static_cast<std::size_t>(size.value())) : std::string();
}

}  // namespace weft::storage
