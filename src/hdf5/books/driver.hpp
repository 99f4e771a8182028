// SPDX-License-Identifier: BSD-3-Clause
// A file driver of libhdf5 (VFD) over a Source. It can note where libhdf5 looks for the bytes of a
// chunk without reading them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "hdf5/books/handle.hpp"
#include "hdf5/books/pages.hpp"

namespace weft::hdf5 {

/// The state of the driver of one file. Outlives the file.
class DriverState {
public:
    explicit DriverState(Source& source) : source_(source), pages_(source), end_(source.size()) {}

    struct Noted {
        std::int64_t address = -1;
        std::int64_t bytes = 0;
    };
    /// Makes reads of values be noted, instead of reading anything.
    void begin_noting() {
        is_noting_ = true;
        noted_ = {};
    }
    /// The first that was noted since then.
    Noted end_noting() {
        is_noting_ = false;
        return noted_;
    }

    /// Whether libhdf5 may open the file. It may do so once, because it asks for other files by
    /// other names.
    bool begin_use() { return !std::exchange(is_in_use_, true); }
    void end_use() { is_in_use_ = false; }

    [[nodiscard]] std::int64_t end() const { return end_; }
    /// The end that the file states: no values are behind it, although the file may be longer.
    [[nodiscard]] std::int64_t used_end() const { return std::min(end_, stated_end_); }
    void state_end(std::uint64_t end) {
        stated_end_ = static_cast<std::int64_t>(
            std::min<std::uint64_t>(end, std::numeric_limits<std::int64_t>::max()));
    }
    /// `is_of_values`: of values, and not of what describes them.
    bool read(std::int64_t offset, std::span<std::byte> bytes, bool is_of_values);

private:
    Source& source_;
    Pages pages_;
    std::int64_t end_;
    std::int64_t stated_end_ = 0;
    bool is_in_use_ = false;
    bool is_noting_ = false;
    Noted noted_;
};

/// Opens the file for reading. Throws Failure.
FileHandle open_by_driver(DriverState& state);

}  // namespace weft::hdf5
