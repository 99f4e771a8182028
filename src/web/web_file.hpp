// SPDX-License-Identifier: BSD-3-Clause
// An open file on a server of the web. All bytes are of the version that it had when it was opened.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "storage/read_only_file.hpp"
#include "web/fetcher.hpp"

namespace weft::web {

/// The message for changes: why they are impossible, and what to do instead.
inline constexpr const char* only_read =
    "files on the web are only read: write a file of this machine, or one of another machine by "
    "ssh://";

class WebFile final : public storage::ReadOnlyFile {
public:
    /// `place`: with a version. `head`: the first bytes of the file.
    WebFile(Place place, std::vector<std::byte> head);

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status read_shape(const region::FileShape& shape, std::int64_t from,
                      std::span<std::byte> packed) override;
    void will_read(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> size() override { return bytes_; }
    Result<std::uint64_t> identity() override { return identity_; }
    Status close() override;

private:
    /// A shape that is read part by part, and how far it has been asked for.
    struct Reading {
        region::FileShape shape;
        std::int64_t read = 0;
        std::int64_t asked = 0;
    };

    [[nodiscard]] Status check_open() const;
    /// The status as a failure of reading, whatever its code is.
    [[nodiscard]] static Status of_reading(const Status& status);
    [[nodiscard]] bool goes_on(const region::FileShape& shape, std::int64_t from) const;
    void read_ahead(std::int64_t to);

    std::int64_t bytes_;
    std::uint64_t identity_;
    Fetcher fetcher_;
    std::optional<Reading> reading_;
    bool is_closed_ = false;
};

}  // namespace weft::web
