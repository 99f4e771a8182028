// SPDX-License-Identifier: BSD-3-Clause
#include "region/pattern.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace weft::region {
namespace {

/// Whether two neighbours have the same content, so that a loop can replace both.
bool alike(const Pattern::Part& a, const Pattern::Part& b) {
    return a.pattern == b.pattern || *a.pattern == *b.pattern;
}

/// The number of equal, equally spaced parts from `first` on.
std::size_t regular_length(const std::vector<Pattern::Part>& parts, std::size_t first) {
    std::size_t length = 1;
    while (first + length < parts.size()) {
        const Pattern::Part& next = parts[first + length];
        const std::int64_t pitch = parts[first + 1].displacement - parts[first].displacement;
        const bool in_step = next.displacement - parts[first + length - 1].displacement == pitch;
        if (!in_step || !alike(parts[first], next)) break;
        ++length;
    }
    return length;
}

/// A loop costs as much memory as two parts, so only longer rows become loops.
constexpr std::size_t shortest_row = 3;

std::vector<Pattern::Part> folded(const std::vector<Pattern::Part>& parts) {
    std::vector<Pattern::Part> result;
    for (std::size_t first = 0; first < parts.size();) {
        const std::size_t length = regular_length(parts, first);
        const bool whole = length == parts.size() && length > 1;
        if (length < shortest_row && !whole) {
            result.push_back(parts[first]);
            ++first;
            continue;
        }
        const std::int64_t pitch = parts[first + 1].displacement - parts[first].displacement;
        auto row = std::make_shared<Pattern>(
            parts[first].pattern->repeated(static_cast<std::int64_t>(length), pitch));
        result.push_back({parts[first].displacement, std::move(row)});
        first += length;
    }
    return result;
}

/// Appends the range of bytes of each row. False if elements of a row overlap.
bool add_rows(const Rows& rows, std::int64_t element_bytes, std::vector<Interval>& bytes) {
    bytes.reserve(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::int64_t reach = (rows.length(row) - 1) * rows.pitch();
        if (reach != 0 && std::abs(rows.pitch()) < element_bytes) return false;
        const std::int64_t begin = rows.displacement(row);
        bytes.push_back({begin + std::min<std::int64_t>(reach, 0),
                         begin + std::max<std::int64_t>(reach, 0) + element_bytes});
    }
    return true;
}

}  // namespace

Pattern Pattern::elements(Loops loops, std::int64_t displacement) {
    Pattern pattern;
    pattern.displacement_ = displacement;
    loops.resize(simplify(loops));
    pattern.loops_ = std::move(loops);
    pattern.count_elements();
    return pattern;
}

Pattern Pattern::sequence(std::vector<Part> parts) {
    std::erase_if(parts, [](const Part& part) { return part.pattern->element_count() == 0; });
    if (parts.empty()) return {};
    parts = folded(parts);
    if (parts.size() == 1) return parts.front().pattern->moved(parts.front().displacement);
    Pattern pattern;
    auto sequence = std::make_shared<Sequence>();
    pattern.body_elements_ = 0;
    for (const Part& part : parts) {
        sequence->begins.push_back(pattern.body_elements_);
        pattern.body_elements_ += part.pattern->element_count();
    }
    sequence->parts = std::move(parts);
    pattern.sequence_ = std::move(sequence);
    pattern.count_elements();
    return pattern;
}

Pattern Pattern::rows(std::shared_ptr<const Rows> rows) {
    Pattern pattern;
    pattern.body_elements_ = rows->elements();
    pattern.rows_ = std::move(rows);
    pattern.count_elements();
    return pattern;
}

const std::vector<Pattern::Part>& Pattern::parts() const {
    static const std::vector<Part> none;
    return sequence_ == nullptr ? none : sequence_->parts;
}

Pattern Pattern::repeated(std::int64_t count, std::int64_t pitch) const {
    if (count == 0 || element_count_ == 0) return {};
    if (count == 1) return *this;
    Pattern pattern = *this;
    pattern.loops_.insert(pattern.loops_.begin(), Loop{count, pitch});
    pattern.loops_.resize(simplify(pattern.loops_));
    pattern.count_elements();
    return pattern;
}

Pattern Pattern::moved(std::int64_t distance) const {
    Pattern pattern = *this;
    pattern.displacement_ += distance;
    return pattern;
}

void Pattern::count_elements() {
    element_count_ = body_elements_ * repetitions(loops_);
}

bool Pattern::is_dense(std::int64_t element_bytes) const {
    if (!is_loops_only()) return false;
    return loops_.empty() || (loops_.size() == 1 && loops_.front().pitch == element_bytes);
}

std::optional<std::int64_t> Pattern::dense_part(std::int64_t from, std::int64_t to,
                                                std::int64_t element_bytes) const {
    if (from >= to || !is_loops_only()) return std::nullopt;
    if (!loops_.empty()) {
        const Loop& row = loops_.back();
        if (row.pitch != element_bytes && to - from > 1) return std::nullopt;
        if (from / row.count != (to - 1) / row.count) return std::nullopt;
    }
    std::int64_t place = displacement_;
    for (auto loop = loops_.rbegin(); loop != loops_.rend(); ++loop) {
        place += from % loop->count * loop->pitch;
        from /= loop->count;
    }
    return place;
}

bool Pattern::may_overlap(std::int64_t element_bytes) const {
    return element_count_ > 0 && !bytes_apart(element_bytes);
}

/// The bytes of all elements; empty if elements could overlap.
std::optional<Interval> Pattern::bytes_apart(std::int64_t element_bytes) const {
    std::optional<Interval> all = body_apart(element_bytes);
    // Every loop must step further than the extent of all loops with smaller steps, in any nesting
    // order.
    Loops loops = loops_;
    std::ranges::sort(loops, {}, [](const Loop& loop) { return std::abs(loop.pitch); });
    for (const Loop& loop : loops) {
        if (!all || std::abs(loop.pitch) < all->end - all->begin) return std::nullopt;
        const std::int64_t reach = (loop.count - 1) * loop.pitch;
        all = Interval{all->begin + std::min<std::int64_t>(reach, 0),
                       all->end + std::max<std::int64_t>(reach, 0)};
    }
    if (all) all = Interval{all->begin + displacement_, all->end + displacement_};
    return all;
}

std::optional<Interval> Pattern::body_apart(std::int64_t element_bytes) const {
    if (is_loops_only()) return Interval{0, element_bytes};
    std::vector<Interval> parts;
    for (const Part& part : this->parts()) {
        const std::optional<Interval> bytes = part.pattern->bytes_apart(element_bytes);
        if (!bytes) return std::nullopt;
        parts.push_back({part.displacement + bytes->begin, part.displacement + bytes->end});
    }
    if (rows_ != nullptr && !add_rows(*rows_, element_bytes, parts)) return std::nullopt;
    if (!std::ranges::is_sorted(parts, {}, &Interval::begin))
        std::ranges::sort(parts, {}, &Interval::begin);
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[i].begin < parts[i - 1].end) return std::nullopt;
    }
    return Interval{parts.front().begin, parts.back().end};
}

bool operator==(const Pattern& a, const Pattern& b) {
    if (a.displacement_ != b.displacement_ || a.loops_ != b.loops_ ||
        a.element_count_ != b.element_count_ || a.parts().size() != b.parts().size() ||
        (a.rows_ == nullptr) != (b.rows_ == nullptr)) {
        return false;
    }
    if (a.rows_ != nullptr) return a.rows_ == b.rows_ || *a.rows_ == *b.rows_;
    if (a.sequence_ == b.sequence_) return true;
    for (std::size_t i = 0; i < a.parts().size(); ++i) {
        if (a.parts()[i].displacement != b.parts()[i].displacement ||
            !alike(a.parts()[i], b.parts()[i]))
            return false;
    }
    return true;
}

}  // namespace weft::region
