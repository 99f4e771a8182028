// SPDX-License-Identifier: BSD-3-Clause
#include "storage/lustre_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <set>
#include <utility>

#include "storage/lustre_format.hpp"

namespace weft::storage::lustre {
namespace {

/// Numbers at offsets of a layout, in its byte order. The caller has checked that they are there.
class Numbers {
public:
    Numbers(std::span<const std::byte> bytes, bool swapped) : bytes_(bytes), swapped_(swapped) {}

    template <class Number>
    [[nodiscard]] Number at(std::size_t offset) const {
        std::array<std::byte, sizeof(Number)> raw{};
        std::ranges::copy(bytes_.subspan(offset, sizeof(Number)), raw.begin());
        if (swapped_) std::ranges::reverse(raw);
        return std::bit_cast<Number>(raw);
    }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }
    [[nodiscard]] Numbers part(std::size_t offset, std::size_t length) const {
        return {bytes_.subspan(offset, length), swapped_};
    }
    [[nodiscard]] std::uint32_t magic() const { return at<std::uint32_t>(0) & ~magic_is_settled; }

private:
    std::span<const std::byte> bytes_;
    bool swapped_;
};

Status wrong(const std::string& what) {
    return {Code::efile, "the file's layout on Lustre is wrong: " + what};
}

/// An offset in the file; the largest one of Lustre becomes our largest.
std::int64_t place_of(std::uint64_t offset) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    return offset > static_cast<std::uint64_t>(most) ? most : static_cast<std::int64_t>(offset);
}

/// The name of a pool, which fills its field or ends with a zero.
std::string pool_of(std::span<const std::byte> bytes) {
    const auto* const first = reinterpret_cast<const char*>(bytes.data());
    return {first, std::find(first, first + bytes.size(), '\0')};
}

/// A plain layout; the caller sets its extent.
Result<Component> read_plain(const Numbers& numbers) {
    const bool has_pool = numbers.magic() != magic_v1;
    const std::size_t begin = plain_bytes + (has_pool ? pool_bytes : 0);
    if (numbers.size() < begin)
        return wrong(fmt::format("it ends after {} of {} bytes", numbers.size(), begin));
    const auto pattern = numbers.at<std::uint32_t>(pattern_place);
    Component component;
    component.is_striped = (pattern & pattern_striped) != 0 || (pattern & 0xffff) == 0;
    component.is_overstriped = (pattern & pattern_overstriped) != 0;
    component.stripe_bytes = numbers.at<std::uint32_t>(stripe_bytes_place);
    component.stripes = numbers.at<std::uint16_t>(stripes_place);
    if (has_pool) component.pool = pool_of(numbers.bytes().subspan(plain_bytes, pool_bytes));
    // Folders, parts without data and archived files have stripes without objects.
    if (numbers.size() == begin || (pattern & pattern_is_released) != 0 || !component.is_striped)
        return component;
    const std::size_t objects = (numbers.size() - begin) / object_bytes;
    if (component.stripes == Component::all ||
        objects < static_cast<std::size_t>(component.stripes))
        return wrong(fmt::format("it has {} stripes, and room for {}", component.stripes, objects));
    for (int i = 0; i < component.stripes; ++i)
        component.targets.push_back(numbers.at<std::uint32_t>(
            begin + static_cast<std::size_t>(i) * object_bytes + target_in_object));
    return component;
}

bool is_plain(std::uint32_t magic) {
    return magic == magic_v1 || magic == magic_v3 || magic == magic_specific;
}

Status unknown_kind(std::uint32_t magic) {
    return {Code::enotsupport,
            fmt::format("the file's layout on Lustre is of an unknown kind: {:#x}", magic)};
}

/// An entry of a composite layout; empty if it holds no data of the program.
Result<Component> read_entry(const Numbers& all, const Numbers& entry) {
    const auto id = entry.at<std::uint32_t>(0);
    const auto flags = entry.at<std::uint32_t>(entry_flags_place);
    const std::size_t offset = entry.at<std::uint32_t>(entry_part_place);
    const std::size_t length = entry.at<std::uint32_t>(entry_length_place);
    if (offset > all.size() || length > all.size() - offset)
        return wrong(fmt::format("a component of {} bytes at {} lies outside its {} bytes", length,
                                 offset, all.size()));
    if ((flags & (entry_extends | entry_is_parity)) != 0) return Component{};
    if (length < sizeof(std::uint32_t)) return wrong("a component has no kind");
    const Numbers part = all.part(offset, length);
    Component component{.is_striped = false};
    if (part.magic() != magic_foreign) {
        if (!is_plain(part.magic())) return unknown_kind(part.magic());
        Result<Component> read = read_plain(part);
        if (!read.ok()) return read;
        component = std::move(read).value();
    }
    component.begin = place_of(entry.at<std::uint64_t>(entry_begin_place));
    component.end = place_of(entry.at<std::uint64_t>(entry_end_place));
    component.is_stale = (flags & entry_is_stale) != 0;
    component.mirror = static_cast<int>((id >> 16) & 0x7fff);
    if (component.begin > component.end)
        return wrong(
            fmt::format("a component begins at {} and ends at {}", component.begin, component.end));
    return component;
}

Result<Layout> read_composite(const Numbers& numbers) {
    if (numbers.size() < head_bytes)
        return wrong(fmt::format("it ends after {} bytes", numbers.size()));
    const std::size_t size = numbers.at<std::uint32_t>(size_place);
    const std::size_t count = numbers.at<std::uint16_t>(count_place);
    if (size > numbers.size() || size < head_bytes + count * entry_bytes)
        return wrong(fmt::format("it claims {} components in {} bytes, but has {} bytes", count,
                                 size, numbers.size()));
    const Numbers all = numbers.part(0, size);
    Layout layout;
    for (std::size_t i = 0; i < count; ++i) {
        Result<Component> component =
            read_entry(all, all.part(head_bytes + i * entry_bytes, entry_bytes));
        if (!component.ok()) return component.status();
        if (component.value().begin < component.value().end)
            layout.push_back(std::move(component).value());
    }
    return layout;
}

}  // namespace

Result<Layout> read_layout(std::span<const std::byte> bytes) {
    if (bytes.size() < sizeof(std::uint32_t))
        return wrong(fmt::format("it ends after {} bytes", bytes.size()));
    for (const bool swapped : {false, true}) {
        const Numbers numbers(bytes, swapped);
        const std::uint32_t magic = numbers.magic();
        if (magic == magic_foreign) return Layout{};
        if (magic == magic_composite || magic == magic_extending) return read_composite(numbers);
        if (!is_plain(magic)) continue;
        Result<Component> component = read_plain(numbers);
        if (!component.ok()) return component.status();
        component.value().end = std::numeric_limits<std::int64_t>::max();
        return Layout{std::move(component).value()};
    }
    return unknown_kind(Numbers(bytes, false).magic());
}

/// The last component counts for an empty file, and for one whose data are not striped.
const Component* prevailing(const Layout& layout, std::int64_t file_bytes) {
    const Component* last = nullptr;
    const Component* found = nullptr;
    std::int64_t most = 0;
    // Writes go to an up-to-date mirror, which Lustre chooses.
    const auto fresh = std::ranges::find(layout, false, &Component::is_stale);
    if (fresh == layout.end()) return nullptr;
    for (const Component& component : layout) {
        if (component.mirror != fresh->mirror || component.is_stale || !component.is_striped)
            continue;
        if (last == nullptr || component.begin >= last->begin) last = &component;
        const std::int64_t bytes = std::min(component.end, file_bytes) - component.begin;
        if (bytes <= most) continue;
        most = bytes;
        found = &component;
    }
    return found == nullptr ? last : found;
}

Striping striping_of(const Component& component, int target_count) {
    Striping striping{.stripe_bytes = component.stripe_bytes};
    const bool wants_all = component.stripes == Component::all;
    striping.stripes = wants_all ? target_count : component.stripes;
    if (!component.targets.empty()) {
        const std::set<std::uint32_t> different(component.targets.begin(), component.targets.end());
        striping.targets = static_cast<int>(different.size());
        constexpr std::uint32_t most = std::numeric_limits<int>::max();
        striping.first_target = static_cast<int>(std::min(component.targets.front(), most));
    } else if (component.is_overstriped && target_count > 0) {
        striping.targets = std::min(striping.stripes, target_count);
    } else {
        striping.targets = striping.stripes;
    }
    return striping.is_known() ? striping : Striping{};
}

}  // namespace weft::storage::lustre
