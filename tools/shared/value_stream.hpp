// SPDX-License-Identifier: BSD-3-Clause
// The values of a variable from the first to the last, through one buffer of fixed size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

class ValueStream {
public:
    ValueStream(const OpenedFile& opened, int variable);

    [[nodiscard]] std::int64_t values_left() const { return values_left_; }

    /// The next values in file form: at least one, at most `most` (> 0). Call only while some are
    /// left. Valid until the next call. Zeros behind the end of the file.
    Result<std::span<const std::byte>> next(std::int64_t most);

    /// True if some values so far were behind the end of the file.
    [[nodiscard]] bool is_cut_short() const { return is_cut_short_; }

private:
    Status fill();

    storage::File& file_;
    std::int64_t value_bytes_;
    std::int64_t slab_bytes_;  // a fixed variable is one slab, a record variable one in each record
    std::int64_t pitch_;       // from one slab to the next
    std::int64_t values_left_;
    std::int64_t at_;         // file offset of the next value
    std::int64_t slab_left_;  // bytes
    bool reads_across_;       // slabs lie so close that one read takes several
    bool is_cut_short_ = false;
    std::vector<std::byte> window_;
    std::int64_t window_begin_ = 0;
    std::int64_t window_bytes_ = 0;   // valid bytes
    std::int64_t window_stored_ = 0;  // of these, before the end of the file
};

}  // namespace weft::tools
