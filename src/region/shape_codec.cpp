// SPDX-License-Identifier: BSD-3-Clause
// The writer.
#include "region/shape_codec.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "region/form.hpp"
#include "region/shape_kinds.hpp"

namespace weft::region {
namespace {

/// Buffers numbers, so that the message grows once for several.
class Numbers {
public:
    explicit Numbers(std::vector<std::byte>& message) : message_(message) {}

    void add_bits(std::uint64_t bits) {
        if (used_ + longest > bytes_.size()) flush();
        for (; bits >= 0x80; bits >>= 7U) bytes_[used_++] = static_cast<std::byte>(bits | 0x80U);
        bytes_[used_++] = static_cast<std::byte>(bits);
    }
    void add(std::int64_t number) { add_bits(static_cast<std::uint64_t>(number)); }
    void add_signed(std::int64_t number) {
        add_bits(static_cast<std::uint64_t>(number) << 1U ^
                 static_cast<std::uint64_t>(number >> 63));
    }

    /// Writes the rest; to be called at the end.
    void flush() {
        message_.insert(message_.end(), bytes_.begin(),
                        bytes_.begin() + static_cast<std::ptrdiff_t>(used_));
        used_ = 0;
    }

private:
    static constexpr std::size_t longest = 10;

    std::vector<std::byte>& message_;
    std::size_t used_ = 0;
    std::array<std::byte, 128> bytes_;
};

void add_nest(Numbers& numbers, const Nest& nest, std::int64_t origin) {
    numbers.add(std::ssize(nest.loops()));
    numbers.add_signed(nest.base() - origin);
    numbers.add(nest.run());
    for (const Loop& loop : nest.loops()) {
        numbers.add(loop.count);
        numbers.add(loop.pitch);
    }
}

void add_shape(Numbers& numbers, const FileShape& shape, std::int64_t origin);

void add_form(Numbers& numbers, const RunList& list, std::int64_t origin) {
    const Outline outline = list.outline();
    numbers.add(list_kind);
    numbers.add_signed(outline.base - origin);
    std::int64_t end = outline.base;
    list.visit(0, outline.bytes, [&](const RunGroup& run) {
        for (std::int64_t done = 0; done < run.run; done += Run::longest) {
            const std::int64_t offset = run.offset + done;
            const std::int64_t length = std::min(run.run - done, Run::longest);
            if (offset > outline.base) numbers.add(offset - end);
            numbers.add(length);
            end = offset + length;
        }
    });
    numbers.add(0);  // the last gap
    numbers.add(0);
}

void add_form(Numbers& numbers, const Cut& cut, std::int64_t origin) {
    numbers.add(cut_kind);
    numbers.add(cut.part().begin);
    numbers.add(cut.part().length());
    add_shape(numbers, cut.whole(), origin);
}

void add_form(Numbers& numbers, const Tile& tile, std::int64_t origin) {
    numbers.add(tile_kind);
    numbers.add(tile.extents().count);
    numbers.add(tile.extents().pitch);
    add_shape(numbers, tile.tile(), origin);
}

void add_form(Numbers& numbers, const Chain& chain, std::int64_t origin) {
    numbers.add(chain_kind);
    numbers.add(std::ssize(chain.members()));
    for (const Chain::Member& member : chain.members()) add_shape(numbers, member.shape, origin);
}

void add_shape(Numbers& numbers, const FileShape& shape, std::int64_t origin) {
    if (const Nest* const nest = shape.nest()) return add_nest(numbers, *nest, origin);
    std::visit([&](const auto& form) { add_form(numbers, form, origin - shape.distance()); },
               shape.form().kind);
}

}  // namespace

void append_number(std::vector<std::byte>& message, std::int64_t number) {
    Numbers numbers(message);
    numbers.add(number);
    numbers.flush();
}

void append_shape(std::vector<std::byte>& message, const FileShape& shape, std::int64_t origin) {
    Numbers numbers(message);
    add_shape(numbers, shape, origin);
    numbers.flush();
}

}  // namespace weft::region
