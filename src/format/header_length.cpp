// SPDX-License-Identifier: BSD-3-Clause
#include "format/header_length.hpp"

#include <algorithm>
#include <span>

#include "base/checked.hpp"
#include "format/header_cursor.hpp"
#include "format/header_words.hpp"
#include "types/types.hpp"

namespace weft::format {
namespace {

/// Follows a header to its end. Each step returns false if it cannot go on.
class Follower {
public:
    Follower(ByteSource& source, std::int64_t file_bytes) : cursor_(source, file_bytes) {}

    [[nodiscard]] const HeaderCursor& cursor() const { return cursor_; }

    bool header() {
        return magic() && skip(count_bytes(version_)) && list([this] { return dimension(); }) &&
               attributes() && list([this] { return variable(); });
    }

private:
    bool magic() {
        const auto bytes = cursor_.take(magic_bytes);
        if (bytes.empty() ||
            !std::ranges::equal(bytes.first(3), std::as_bytes(std::span("CDF", 3))))
            return false;
        version_ = static_cast<Version>(bytes.back());
        return version_ == Version::cdf1 || version_ == Version::cdf2 || version_ == Version::cdf5;
    }

    bool skip(std::int64_t bytes) {
        if (bytes < 0 || bytes > cursor_.bytes_left()) return false;
        while (bytes > 0 && cursor_.ok())
            bytes -= std::ssize(cursor_.take(std::min(bytes, ByteSource::window_bytes)));
        return cursor_.ok();
    }

    /// Skips this many items of this size; `padded`: up to a whole number of words.
    bool skip(std::int64_t items, std::int64_t item_bytes, bool padded) {
        const auto bytes = checked_mul(items, item_bytes);
        if (items < 0 || !bytes || *bytes > cursor_.bytes_left()) return false;
        return skip(padded ? round_up(*bytes, word_bytes) : *bytes);
    }

    std::int64_t count() {
        return static_cast<std::int64_t>(cursor_.integer(count_bytes(version_)));
    }

    template <class Item>
    bool list(Item&& item) {
        cursor_.word();
        const std::int64_t items = count();
        bool follows = cursor_.ok() && items >= 0;
        // The end of the bytes ends this, whatever the claimed count.
        for (std::int64_t i = 0; i < items && follows; ++i) follows = item();
        return follows;
    }

    bool name() { return skip(count(), 1, true); }
    bool dimension() { return name() && skip(count_bytes(version_)); }
    bool attributes() {
        return list([this] { return attribute(); });
    }
    bool attribute() {
        if (!name()) return false;
        const auto type = types::external_from_number(static_cast<int>(cursor_.word()));
        return type && skip(count(), types::size_of(*type), true);
    }
    bool variable() {
        return name() && skip(count(), count_bytes(version_), false) && attributes() &&
               skip(word_bytes + count_bytes(version_) + begin_bytes(version_));
    }

    HeaderCursor cursor_;
    Version version_ = Version::cdf1;
};

}  // namespace

Result<std::optional<std::int64_t>> header_length(ByteSource& source, std::int64_t file_bytes) {
    Follower follower(source, file_bytes);
    const bool has_end = follower.header();
    const HeaderCursor& cursor = follower.cursor();
    if (has_end) return std::optional(cursor.position());
    // A header that the end of the file cuts has no length.
    if (!cursor.ok() && cursor.status().code() != Code::enotnc) return cursor.status();
    return std::optional<std::int64_t>();
}

}  // namespace weft::format
