// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/description.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>

#include "base/checked.hpp"

namespace weft::engine::twophase {
namespace {

constexpr std::int64_t is_list = -1;  // in the place of a nest's number of loops

/// Numbers in groups of seven bits, the lowest first; the sign is the lowest bit of all.
void put_number(std::int64_t value, std::vector<std::byte>& bytes) {
    auto rest = static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63);
    for (; rest >= 0x80; rest >>= 7U) bytes.push_back(static_cast<std::byte>(rest | 0x80U));
    bytes.push_back(static_cast<std::byte>(rest));
}

class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
    [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
    std::int64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const auto group = std::to_integer<std::uint64_t>(bytes_[at_++]);
            value |= (group & 0x7FU) << shift;
            if (group < 0x80) break;
        }
        return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
    }

private:
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
};

region::FileShape read_nest(Reader& reader, std::int64_t base, std::int64_t loop_count) {
    region::Loops loops(static_cast<std::size_t>(loop_count));
    const std::int64_t run = reader.number();
    for (region::Loop& loop : loops) {
        loop.count = reader.number();
        loop.pitch = reader.number();
    }
    return region::Nest(base, run, loops);
}

/// Relative to the first.
std::shared_ptr<const std::vector<region::Run>> read_runs(Reader& reader) {
    constexpr std::int64_t unused_memory = 0;
    auto runs = std::make_shared<std::vector<region::Run>>();
    std::int64_t at = 0;
    for (std::int64_t count = reader.number(); count > 0; --count) {
        at += reader.number();
        for (std::int64_t length = reader.number(); length > 0;) {
            const std::int64_t part = std::min(length, region::Run::longest);
            runs->emplace_back(at, part, unused_memory);
            at += part;
            length -= part;
        }
    }
    return runs;
}

region::FileShape list_at(std::int64_t base, std::shared_ptr<const std::vector<region::Run>> runs) {
    const region::ElementPlaces places{.begin = base};
    return {std::make_shared<const region::RunList>(std::move(runs), places)};
}

class Hash {
public:
    Hash() : state_(XXH3_createState()) { XXH3_64bits_reset(state_); }
    ~Hash() { XXH3_freeState(state_); }
    Hash(const Hash&) = delete;
    Hash& operator=(const Hash&) = delete;

    template <std::size_t Count>
    void add(const std::array<std::int64_t, Count>& numbers) {
        XXH3_64bits_update(state_, numbers.data(), sizeof numbers);
    }
    [[nodiscard]] std::uint64_t value() const { return XXH3_64bits_digest(state_); }

private:
    XXH3_state_t* state_;
};

void add_shape(const region::FileShape& shape, std::int64_t begin, Hash& hash) {
    if (const region::Nest* const nest = shape.nest()) {
        hash.add<3>({nest->base() - begin, nest->run(), std::ssize(nest->loops())});
        for (const region::Loop& loop : nest->loops()) hash.add<2>({loop.count, loop.pitch});
        return;
    }
    hash.add<2>({is_list, shape.runs()});
    shape.visit(0, shape.bytes(), [&](const region::RunGroup& group) {
        hash.add<2>({group.offset - begin, group.run});
    });
}

}  // namespace

std::vector<RequestShape> list_of(const Request& request) {
    const bool get = request.direction == Direction::get;
    std::vector<RequestShape> list;
    list.reserve(request.pieces.size());
    for (const Piece& piece : request.pieces)
        list.push_back({&piece.file, list.size(), get ? piece.elements->codec.external_bytes : 1});
    return list;
}

std::uint64_t fingerprint(const Request& request) {
    if (request.pieces.empty()) return 0;
    Hash hash;
    for (const RequestShape& item : list_of(request)) {
        hash.add<1>({item.element_bytes});
        add_shape(*item.shape, request.begin(), hash);
    }
    return hash.value() >> 1U;
}

bool needs_order(const Request& request) {
    return request.direction == Direction::get &&
           std::ranges::any_of(request.pieces, [](const Piece& piece) {
               return piece.elements->memory->may_overlap(piece.elements->codec.memory_bytes);
           });
}

void Description::number(std::int64_t value) {
    put_number(value, bytes_);
}

void Description::add(const RequestShape& item, const std::vector<Stretch>& stretches) {
    const bool inside = std::ranges::any_of(stretches, [&](const Stretch& stretch) {
        return item.shape->base() < stretch.end && item.shape->end() > stretch.begin;
    });
    if (!inside) return;
    if (item.shape->nest() != nullptr) {
        add_nest(item);
    } else {
        add_list(item, stretches);
    }
}

void Description::begin_shape(std::int64_t kind, const RequestShape& item, std::int64_t base) {
    number(kind);
    number(item.element_bytes);
    number(base - last_);
    last_ = base;
}

void Description::add_nest(const RequestShape& item) {
    const region::Nest& nest = *item.shape->nest();
    begin_shape(std::ssize(nest.loops()), item, nest.base());
    number(nest.run());
    for (const region::Loop& loop : nest.loops()) {
        number(loop.count);
        number(loop.pitch);
    }
}

void Description::add_list(const RequestShape& item, const std::vector<Stretch>& stretches) {
    std::vector<region::RunGroup> runs;
    std::int64_t done = 0;
    for (const Stretch& stretch : stretches) {
        const std::int64_t from = item.shape->bytes_below(stretch.begin);
        const std::int64_t to = round_up(item.shape->bytes_below(stretch.end), item.element_bytes);
        item.shape->visit(std::max(done, from - from % item.element_bytes), to,
                          [&](const region::RunGroup& group) { runs.push_back(group); });
        done = std::max(done, to);
    }
    if (runs.empty()) return;
    begin_shape(is_list, item, runs.front().offset);
    number(std::ssize(runs));
    std::int64_t at = last_;
    for (const region::RunGroup& run : runs) {  // a list's groups are of one run each
        number(run.offset - at);
        number(run.run);
        at = run.offset + run.run;
    }
}

Described::Described(std::span<const std::byte> bytes, std::int64_t base) {
    for (Reader reader(bytes); !reader.at_end();) {
        const std::int64_t kind = reader.number();
        const std::int64_t element_bytes = reader.number();
        base += reader.number();
        DescribedShape& told = shapes_.emplace_back();
        told.base = base;
        if (kind == is_list) {
            told.runs = read_runs(reader);
            told.shape = list_at(base, told.runs);
        } else {
            told.shape = read_nest(reader, base, kind);
        }
        list_.push_back({&told.shape, list_.size(), element_bytes});
    }
}

void Described::move(std::int64_t distance) {
    for (DescribedShape& told : shapes_) {
        told.base += distance;
        if (const region::Nest* const nest = told.shape.nest()) {
            told.shape = region::Nest(told.base, nest->run(), nest->loops());
        } else {
            told.shape = list_at(told.base, told.runs);
        }
    }
}

}  // namespace weft::engine::twophase
