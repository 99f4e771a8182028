// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/layout.hpp"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "storage/store_table.hpp"

namespace weft::hdf5 {
namespace {

using Layout = model::Storage::Layout;
using Lengths = std::vector<std::int64_t>;

/// The lengths of chunks that are only filled: they are whole along the last dimensions, up to a
/// few MiB.
Lengths chunk_for_nothing(const Lengths& shape, std::int64_t element_bytes) {
    constexpr std::int64_t most_bytes = 4 << 20;
    Lengths chunk(shape.size(), 1);
    std::int64_t bytes = element_bytes;
    for (std::size_t i = shape.size(); i-- > 0;) {
        const std::int64_t most = std::max<std::int64_t>(1, most_bytes / bytes);
        chunk[i] = std::clamp<std::int64_t>(shape[i], 1, most);
        bytes *= chunk[i];
    }
    return chunk;
}

/// A compact variable is one chunk.
Lengths chunk_for_all(Lengths shape) {
    for (std::int64_t& length : shape) length = std::max<std::int64_t>(length, 1);
    return shape;
}

Lengths chunk_for(const DescribedVariable& variable, const Lengths& shape) {
    switch (variable.storage.form.layout) {
        case Layout::chunked:
            return variable.storage.form.chunk;
        case Layout::compact:
            return chunk_for_all(shape);
        case Layout::contiguous:
            break;
    }
    return chunk_for_nothing(shape, variable.type.value_bytes());
}

}  // namespace

bool is_array(const DescribedVariable& variable) {
    return variable.storage.form.layout == Layout::contiguous && variable.storage.address >= 0;
}

namespace {

Lengths shape_of(const Description& description, const DescribedVariable& variable) {
    Lengths shape;
    for (const int id : variable.dimensions)
        shape.push_back(description.dimensions[static_cast<std::size_t>(id)].length);
    return shape;
}

Result<std::optional<chunks::Grid>> grid_with(const DescribedVariable& variable, Lengths shape) {
    Lengths chunk = chunk_for(variable, shape);
    const bool fits = chunk.size() == shape.size() &&
                      std::ranges::all_of(chunk, [](std::int64_t one) { return one > 0; });
    if (!fits)
        return Status(
            Code::ebadchunk,
            fmt::format("variable '{}': its chunks do not fit its dimensions", variable.name));
    Result<chunks::Grid> grid =
        chunks::Grid::make(std::move(shape), std::move(chunk), variable.type.value_bytes());
    if (grid.ok()) return std::optional(std::move(grid).value());
    return Status(grid.code(),
                  fmt::format("variable '{}': {}", variable.name, grid.status().context()));
}

}  // namespace

Result<std::optional<chunks::Grid>> grid_of(const Description& description,
                                            const DescribedVariable& variable) {
    if (is_array(variable) || variable.type.value_bytes() == 0)
        return std::optional<chunks::Grid>();
    return grid_with(variable, shape_of(description, variable));
}

Lengths chunk_of_nothing(const Description& description, const DescribedVariable& variable) {
    return chunk_for_nothing(shape_of(description, variable), variable.type.value_bytes());
}

namespace {

constexpr std::int64_t longest = std::int64_t{1} << 62;

std::vector<std::size_t> growing_dimensions(const Description& description,
                                            const DescribedVariable& variable) {
    std::vector<std::size_t> growing;
    for (std::size_t i = 0; i < variable.dimensions.size(); ++i)
        if (description.dimensions[static_cast<std::size_t>(variable.dimensions[i])].is_unlimited)
            growing.push_back(i);
    return growing;
}

std::int64_t bytes_of(const chunks::Grid& grid) {
    return grid.chunk_bytes() * std::max<std::int64_t>(1, grid.chunk_count());
}

/// Doubles the number of chunks along each of these dimensions in turn, as long as there is room.
Lengths doubled(const std::vector<std::size_t>& growing, const Lengths& chunk, std::int64_t bytes,
                Lengths shape) {
    while (true) {
        bool is_longer = false;
        for (const std::size_t i : growing) {
            const std::int64_t chunks = (shape[i] + chunk[i] - 1) / chunk[i];
            if (bytes > longest / 2 || chunks > longest / 2 / chunk[i]) continue;
            shape[i] = 2 * chunks * chunk[i];
            bytes *= 2;
            is_longer = true;
        }
        if (!is_longer) return shape;
    }
}

}  // namespace

Result<std::optional<chunks::Grid>> grid_that_grows(const Description& description,
                                                    const DescribedVariable& variable) {
    const std::vector<std::size_t> growing = growing_dimensions(description, variable);
    if (growing.empty()) return grid_of(description, variable);
    Lengths shape = shape_of(description, variable);
    const Lengths chunk = chunk_for(variable, shape);
    const bool has_records = growing.size() == 1 && growing.front() == 0;
    for (const std::size_t i : growing)
        shape[i] = has_records ? chunk[i] : std::max(shape[i], chunk[i]);
    const auto least = grid_with(variable, shape);
    if (!least.ok()) return least;
    const std::int64_t bytes = bytes_of(*least.value());
    if (has_records)
        shape.front() = std::min(longest / bytes, longest / chunk.front()) * chunk.front();
    else
        shape = doubled(growing, chunk, bytes, std::move(shape));
    return grid_with(variable, shape);
}

std::int64_t page_bytes_for(const std::string& path) {
    return storage::is_far(path) ? 1 << 20 : 64 << 10;
}

int cores_allowed() {
    cpu_set_t allowed;
    return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

}  // namespace weft::hdf5
