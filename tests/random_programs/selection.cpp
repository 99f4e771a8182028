// SPDX-License-Identifier: BSD-3-Clause
#include "selection.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace random_programs {
namespace {

// Visits all index tuples of a box in row-major order and collects base + sum(index * pitch).
std::vector<Index> walk(const Shape& count, Index base, const std::vector<Index>& pitch) {
    std::vector<Index> places{base};
    for (std::size_t d = 0; d < count.size(); ++d) {
        std::vector<Index> finer;
        finer.reserve(places.size() * static_cast<std::size_t>(count[d]));
        for (const Index place : places) {
            for (Index i = 0; i < count[d]; ++i) finer.push_back(place + i * pitch[d]);
        }
        places = std::move(finer);
    }
    return places;
}

}  // namespace

Index product(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), Index{1}, std::multiplies<>());
}

Index Selection::element_count() const {
    return product(count);
}

bool Selection::has_stride() const {
    for (std::size_t d = 0; d < count.size(); ++d) {
        if (stride[d] != 1 && count[d] > 1) return true;
    }
    return false;
}

Index Selection::end(std::size_t dimension) const {
    if (element_count() == 0) return start[dimension];
    return start[dimension] + (count[dimension] - 1) * stride[dimension] + 1;
}

Selection whole(const Shape& shape) {
    return {Shape(shape.size(), 0), shape, Shape(shape.size(), 1)};
}

Selection nothing(std::size_t dimension_count) {
    return {Shape(dimension_count, 0), Shape(dimension_count, 0), Shape(dimension_count, 1)};
}

Selection draw_selection(Random& random, const Shape& shape, bool strides, Index most_elements) {
    if (product(shape) == 0) return nothing(shape.size());
    Selection drawn = whole(shape);
    Index room = most_elements;
    for (std::size_t d = shape.size(); d-- > 0;) {
        const bool all = shape[d] <= room && random.chance(40);
        if (!all) {
            drawn.stride[d] = strides && random.chance(40) ? random.between(1, 4) : 1;
            drawn.start[d] = random.between(0, shape[d] - 1);
            const Index longest =
                (shape[d] - drawn.start[d] + drawn.stride[d] - 1) / drawn.stride[d];
            drawn.count[d] = random.between(1, std::min(longest, room));
        }
        room = std::max<Index>(1, room / drawn.count[d]);
    }
    return drawn;
}

std::vector<Selection> divide(Random& random, const Selection& whole, int parts, bool strides) {
    std::vector<std::size_t> candidates;
    for (std::size_t d = 0; d < whole.count.size(); ++d) {
        if (whole.count[d] > 1) candidates.push_back(d);
    }
    if (candidates.empty() || parts < 2) return {whole};
    const std::size_t d = random.pick(candidates);
    const Index total = whole.count[d];
    const Index used = std::min<Index>(parts, total);
    const bool in_turn = strides && random.chance(50);
    std::vector<Selection> divided;
    for (Index part = 0; part < used; ++part) {
        Selection piece = whole;
        const Index first = in_turn ? part : total * part / used;
        const Index next = total * (part + 1) / used;
        piece.start[d] += first * whole.stride[d];
        piece.count[d] = in_turn ? (total - part + used - 1) / used : next - first;
        if (in_turn) piece.stride[d] *= used;
        divided.push_back(std::move(piece));
    }
    return divided;
}

std::vector<Index> linear_indices(const Selection& selection, const Shape& shape) {
    Shape pitch(shape.size(), 1);
    Index base = 0;
    Index below = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
        base += selection.start[d] * below;
        pitch[d] = selection.stride[d] * below;
        below *= shape[d];
    }
    return walk(selection.count, base, pitch);
}

std::vector<Index> draw_imap(Random& random, const Shape& count, bool gaps) {
    std::vector<std::size_t> order(count.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    std::vector<Index> imap(count.size());
    Index pitch = gaps && random.chance(30) ? 2 : 1;
    for (const std::size_t d : order) {
        imap[d] = pitch;
        pitch *= std::max<Index>(1, count[d]);
        if (gaps && random.chance(30)) pitch += random.between(1, 3);
    }
    return imap;
}

std::vector<Index> mapped_positions(const Shape& count, const std::vector<Index>& imap) {
    return walk(count, 0, imap);
}

std::string text_of(const std::vector<Index>& numbers) {
    std::string text = "{";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        text += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
    }
    return text + "}";
}

}  // namespace random_programs
