// SPDX-License-Identifier: BSD-3-Clause
// The reader, which checks every number.
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/checked.hpp"
#include "base/short_array.hpp"
#include "region/chain.hpp"
#include "region/cut.hpp"
#include "region/run_list.hpp"
#include "region/shape_codec.hpp"
#include "region/shape_kinds.hpp"
#include "region/tile.hpp"

namespace weft::region {
namespace {

// The deepest nesting of shapes: a message must not exhaust the stack of the reader.
constexpr int most_levels = 64;

/// The distance from the first byte of a nest to behind the last; nothing if the pitch of a loop is
/// below the extent of its body, or a number is too large.
std::optional<std::int64_t> reach_of(std::int64_t run, std::span<const Loop> loops) {
    std::int64_t reach = run;
    for (std::size_t level = loops.size(); level-- > 0;) {
        const Loop& loop = loops[level];
        if (loop.count < 1 || loop.pitch < reach) return {};
        const auto last = checked_mul(loop.count - 1, loop.pitch);
        const auto sum = last ? checked_add(*last, reach) : std::nullopt;
        if (!sum) return {};
        reach = *sum;
    }
    return reach;
}

/// Takes numbers and shapes off the front of a message. Functions fail by returning false, or a
/// meaningless shape; failure() then has the reason, and nothing more may be taken.
class Parser {
public:
    Parser(std::span<const std::byte> message, std::size_t at) : message_(message), at_(at) {}

    bool take(std::int64_t& number) {
        const std::size_t begin = at_;
        std::uint64_t bits = 0;
        if (!take_bits(bits)) return false;
        number = static_cast<std::int64_t>(bits);
        return number >= 0 || refuse(begin, "a number is above 2^63 - 1");
    }
    FileShape take_shape(std::int64_t origin, int levels);
    [[nodiscard]] std::size_t at() const { return at_; }
    [[nodiscard]] const std::optional<Status>& failure() const { return failure_; }

private:
    bool take_bits(std::uint64_t& bits) {
        std::uint64_t sum = 0;
        unsigned shift = 0;
        for (std::size_t at = at_; at < message_.size(); ++at, shift += 7) {
            const auto group = std::to_integer<std::uint64_t>(message_[at]);
            if (shift == 63 && group > 1) return refuse(at_, "a number has more than 64 bits");
            sum |= (group & 0x7FU) << shift;
            if (group < 0x80) {
                at_ = at + 1;
                bits = sum;
                return true;
            }
        }
        return refuse(message_.size(), "the message ends within a shape");
    }
    bool take_base(std::int64_t origin, std::int64_t& base);
    FileShape take_nest(std::int64_t loop_count, std::int64_t origin);
    FileShape take_list(std::int64_t origin);
    FileShape take_cut(std::int64_t origin, int levels);
    FileShape take_tile(std::int64_t origin, int levels);
    FileShape take_chain(std::int64_t origin, int levels);
    [[gnu::cold]] bool refuse(std::size_t byte, std::string_view why);

    std::span<const std::byte> message_;
    std::size_t at_;
    std::optional<Status> failure_;  // optional, because constructing a Status costs time here
};

bool Parser::refuse(std::size_t byte, std::string_view why) {
    failure_.emplace(Code::einval, "byte " + std::to_string(byte) + " of a message of " +
                                       std::to_string(message_.size()) + ": " + std::string(why));
    return false;
}

bool Parser::take_base(std::int64_t origin, std::int64_t& base) {
    const std::size_t begin = at_;
    std::uint64_t bits = 0;
    if (!take_bits(bits)) return false;
    const auto distance =
        static_cast<std::int64_t>(bits >> 1U) ^ -static_cast<std::int64_t>(bits & 1U);
    const auto sum = checked_add(origin, distance);
    if (!sum || *sum < 0) return refuse(begin, "a base is not an offset of a file");
    base = *sum;
    return true;
}

FileShape Parser::take_shape(std::int64_t origin, int levels) {
    const std::size_t begin = at_;
    std::int64_t kind = 0;
    if (!take(kind)) return {};
    if (kind <= most_loops) return take_nest(kind, origin);
    if (levels == 0) {
        refuse(begin, "the shapes are nested too deeply");
    } else if (kind == list_kind) {
        return take_list(origin);
    } else if (kind == cut_kind) {
        return take_cut(origin, levels - 1);
    } else if (kind == tile_kind) {
        return take_tile(origin, levels - 1);
    } else if (kind == chain_kind) {
        return take_chain(origin, levels - 1);
    } else {
        refuse(begin, std::to_string(kind) + " is not the number of a kind of shape");
    }
    return {};
}

FileShape Parser::take_nest(std::int64_t loop_count, std::int64_t origin) {
    const std::size_t begin = at_;
    std::int64_t base = 0;
    std::int64_t run = 0;
    if (!take_base(origin, base) || !take(run)) return {};
    ShortArray<Loop, 3> loops(static_cast<std::size_t>(loop_count));
    for (Loop& loop : loops) {
        if (!take(loop.count) || !take(loop.pitch)) return {};
    }
    const std::optional<std::int64_t> reach = reach_of(run, loops);
    if (!reach || (run == 0 && loop_count > 0)) {
        refuse(begin, "a loop of a nest has a pitch below its body, or repeats nothing");
    } else if (!checked_add(base, *reach)) {
        refuse(begin, "a nest ends behind 2^63 - 1");
    }
    if (failure_) return {};
    return Nest(base, run, loops);
}

FileShape Parser::take_list(std::int64_t origin) {
    const std::size_t begin = at_;
    std::int64_t base = 0;
    if (!take_base(origin, base)) return {};
    const auto runs = std::make_shared<std::vector<Run>>();
    std::int64_t end = 0;  // of the runs so far, relative to the base
    std::int64_t gap = 0;
    std::int64_t length = 0;
    for (std::size_t at = at_; take(length) && length > 0; at = at_) {
        const auto first = checked_add(end, gap);
        const auto behind = first ? checked_add(*first, length) : std::nullopt;
        if (length > Run::longest || !behind || !checked_add(base, *behind)) {
            refuse(at, "a run is longer than 2^24 - 1 bytes, or ends behind 2^63 - 1");
            return {};
        }
        runs->emplace_back(*first, length, 0);
        end = *behind;
        if (!take(gap)) return {};
    }
    if (failure_) return {};
    if (runs->empty()) {
        refuse(begin, "a list has no runs");
        return {};
    }
    return RunList(runs, ElementPlaces{.begin = base}, RunList::Memory::of_stream);
}

FileShape Parser::take_cut(std::int64_t origin, int levels) {
    const std::size_t begin = at_;
    std::int64_t from = 0;
    std::int64_t bytes = 0;
    if (!take(from) || !take(bytes)) return {};
    const FileShape whole = take_shape(origin, levels);
    if (failure_) return {};
    const auto to = checked_add(from, bytes);
    if (bytes == 0 || !to || *to > whole.bytes()) {
        refuse(begin, "a cut has no bytes, or more than the shape that it is cut from");
        return {};
    }
    return Cut::of(whole, {from, *to}, -from);
}

FileShape Parser::take_tile(std::int64_t origin, int levels) {
    const std::size_t begin = at_;
    Loop extents;
    if (!take(extents.count) || !take(extents.pitch)) return {};
    const FileShape tile = take_shape(origin, levels);
    if (failure_) return {};
    Result<FileShape> shape = Tile::of(tile, extents);
    if (!shape.ok()) {
        refuse(begin, shape.status().context());
    } else if (shape.value().empty()) {
        refuse(begin, "a tile has no bytes");
    }
    return shape.ok() ? std::move(shape).value() : FileShape();
}

FileShape Parser::take_chain(std::int64_t origin, int levels) {
    const std::size_t begin = at_;
    std::int64_t count = 0;
    if (!take(count)) return {};
    std::vector<FileShape> members;
    for (std::int64_t i = 0; i < count; ++i) {
        members.push_back(take_shape(origin, levels));
        if (failure_) return {};
    }
    Result<FileShape> shape = Chain::of(members);
    if (!shape.ok()) {
        refuse(begin, shape.status().context());
    } else if (shape.value().empty()) {
        refuse(begin, "a chain has no bytes");
    }
    return shape.ok() ? std::move(shape).value() : FileShape();
}

}  // namespace

Result<std::int64_t> ShapeReader::number() {
    if (!failure_.ok()) return failure_;
    Parser parser(message_, at_);
    std::int64_t number = 0;
    if (!parser.take(number)) return failure_ = *parser.failure();
    at_ = parser.at();
    return number;
}

Result<FileShape> ShapeReader::shape(std::int64_t origin) {
    if (!failure_.ok()) return failure_;
    Parser parser(message_, at_);
    FileShape shape = parser.take_shape(origin, most_levels);
    if (parser.failure()) return failure_ = *parser.failure();
    at_ = parser.at();
    return shape;
}

}  // namespace weft::region
