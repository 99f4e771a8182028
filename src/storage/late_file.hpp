// SPDX-License-Identifier: BSD-3-Clause
// A file that is opened when it is first used: by ranks that may never need it themselves, on hosts
// whose view of the directory may lag behind.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "storage/forwarding_file.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// Opens like Store::open(), but may know from another host which file it must be, and waits for a
/// while until this host has stopped to see none, or the one that had the name before: Code::efile
/// when it does not. The store must outlive the file.
class LateFile final : public ForwardingFile {
public:
    static constexpr double usual_timeout_seconds = 3;

    /// `identity`: what File::identity() says on the other host; nothing: any file will do.
    LateFile(Store& store, std::string path, bool writable, std::optional<std::uint64_t> identity,
             double timeout_seconds = usual_timeout_seconds)
        : ForwardingFile(std::unique_ptr<File>()),
          store_(store),
          path_(std::move(path)),
          writable_(writable),
          identity_(identity),
          timeout_seconds_(timeout_seconds) {}

    Status settle() override { return has_file() ? ForwardingFile::settle() : Status(); }
    Status sync() override { return has_file() ? ForwardingFile::sync() : Status(); }
    Status renew(double stale_seconds) override {
        return has_file() ? ForwardingFile::renew(stale_seconds) : Status();
    }
    Status close() override { return has_file() ? ForwardingFile::close() : Status(); }

private:
    /// Opens if need be.
    Result<File*> reach() override;
    [[nodiscard]] bool has_file() { return at_hand() != nullptr; }
    Status try_to_open();
    Status open();

    Store& store_;
    std::string path_;
    bool writable_;
    std::optional<std::uint64_t> identity_;
    double timeout_seconds_;
};

}  // namespace weft::storage
