// SPDX-License-Identifier: BSD-3-Clause
// A file that is opened at its first use: for ranks that may never need it, on hosts whose view of
// the directory may be out of date.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "storage/forwarding_file.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// Opens like Store::open(). If it knows from another host which file it must be, it waits for a
/// while until this host sees that file under the name, and not none or an older one; Code::efile
/// when the time is over. The store must outlive the file.
class LateFile final : public ForwardingFile {
public:
    static constexpr double usual_timeout_seconds = 3;

    /// `identity`: File::identity() on the other host; nothing: any file is right.
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
    /// Opens the file if need be.
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
