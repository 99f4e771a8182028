// SPDX-License-Identifier: BSD-3-Clause
// How a format that can do more than keep one array keeps the values of a variable.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::model {

/// The numbers under which filters are registered.
namespace filter_id {
constexpr int deflate = 1;
constexpr int shuffle = 2;
constexpr int fletcher32 = 3;
constexpr int szip = 4;
constexpr int nbit = 5;
constexpr int scaleoffset = 6;
constexpr int bzip2 = 307;
constexpr int lzf = 32000;
constexpr int blosc = 32001;
constexpr int lz4 = 32004;
constexpr int zstd = 32015;
}  // namespace filter_id

/// A filter of HDF5. Chunks pass through the filters of a list, in its order, on their way to the
/// file.
struct Filter {
    int id = 0;  // the number under which it is registered
    bool is_optional = false;
    std::vector<std::uint32_t> parameters = {};

    friend bool operator==(const Filter&, const Filter&) = default;
};

/// "deflate", "bitshuffle", ...; empty, where no known plugin has the number.
std::string filter_name(int id);

struct Storage {
    enum class Layout : std::uint8_t { contiguous, chunked, compact };
    Layout layout = Layout::contiguous;
    std::vector<std::int64_t> chunk = {};  // lengths; of a chunked variable, one for each dimension
    std::vector<Filter> filters = {};
    bool has_fill = false;     // a value of its own stands for what nobody has written
    std::string refused = {};  // why its values cannot be had; empty: they can
};

}  // namespace weft::model
