// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/rank_transfer.hpp"

#include <algorithm>

#include "mpi/datatype.hpp"
#include "region/cut.hpp"
#include "types/copy.hpp"

namespace weft::mpiio {
namespace {

constexpr std::int64_t buffer_bytes = std::int64_t{4} << 20;

engine::Elements plain_elements(int unit, region::Pattern memory) {
    engine::Elements elements;
    elements.codec.kernels = &types::copy_kernels(unit);
    elements.codec.external_bytes = elements.codec.memory_bytes = unit;
    elements.memory = std::make_shared<const region::Pattern>(std::move(memory));
    return elements;
}

/// Moves bytes unchanged: as many at a time as lie side by side both in memory and in the file.
Result<std::shared_ptr<const engine::Elements>> elements_of(const Buffer& memory,
                                                            const engine::Pieces& pieces) {
    Result<mpi::ByteLayout> layout = mpi::decode_bytes(memory.datatype, memory.count);
    if (!layout.ok()) return layout.status();
    // Rows are moved one by one, whatever their elements are.
    const region::Pattern& bytes = layout.value().pattern;
    const bool is_by_rows = bytes.is_dense(1) || bytes.rows() != nullptr;
    std::int64_t unit = is_by_rows ? 1 : layout.value().grain;
    for (const engine::Piece& piece : pieces) unit = std::min(unit, piece.file.grain());
    if (unit > 1) layout = mpi::decode_bytes(memory.datatype, memory.count, static_cast<int>(unit));
    if (!layout.ok()) return layout.status();
    return std::make_shared<const engine::Elements>(
        plain_elements(static_cast<int>(unit), std::move(layout).value().pattern));
}

}  // namespace

Status RankTransfer::open() {
    if (view_.representation() != Representation::external32) return {};
    Status status = values_.open(transfer_.direction, transfer_.memory);
    if (!status.ok()) return status;
    elements_ = values_.elements();
    // The view shows whole values only if it was made of them.
    is_staged_ = elements_ == nullptr || elements_->codec.external_bytes != view_.value_bytes();
    if (!is_staged_) return {};
    buffer_.resize(static_cast<std::size_t>(std::min(buffer_bytes, part_.length())));
    elements_ = std::make_shared<const engine::Elements>(
        plain_elements(1, region::Pattern::elements({{std::ssize(buffer_), 1}})));
    return {};
}

std::int64_t RankTransfer::rounds() const {
    if (!is_staged_) return 1;
    return std::max<std::int64_t>(1, (part_.length() + buffer_bytes - 1) / buffer_bytes);
}

/// The part of a round, in positions of the stream of values.
region::Interval RankTransfer::part_of(std::int64_t round) const {
    if (!is_staged_) return {0, round == 0 ? part_.length() : 0};
    return {std::min(round * buffer_bytes, part_.length()),
            std::min((round + 1) * buffer_bytes, part_.length())};
}

/// Reads end at the end of the file, with a whole value.
Result<RankTransfer::Found> RankTransfer::find(region::Interval part, std::byte* address,
                                               engine::Request& request) const {
    const auto shapes = view_.shapes_of({part_.begin + part.begin, part_.begin + part.end});
    if (!shapes.ok()) return shapes.status();
    const std::int64_t value = elements_ == nullptr ? 1 : elements_->codec.external_bytes;
    Found found{.bytes = 0, .gap = part.length()};
    for (const region::FileShape& shape : shapes.value()) {
        std::int64_t there = shape.bytes();
        if (shape.end() > file_bytes_) {
            there = shape.bytes_below(file_bytes_);
            there -= there % value;
            found.gap = std::min(found.gap, shape.memory_of(there));
        }
        if (there == 0) continue;
        found.bytes += there;
        request.pieces.push_back({.file = region::Cut::of(shape, {0, there}),
                                  .elements = elements_,
                                  .address = address});
    }
    return found;
}

Status RankTransfer::begin(std::int64_t round, engine::Request& request) {
    const region::Interval part = part_of(round);
    if (part.begin > moved_) return {};  // behind the end of the file
    std::byte* const address =
        is_staged_ ? buffer_.data() : static_cast<std::byte*>(transfer_.memory.address);
    const Result<Found> found = find(part, address, request);
    if (!found.ok()) return found.status();
    found_ = found.value();
    if (!request.pieces.empty() && elements_ == nullptr) {
        const auto elements = elements_of(transfer_.memory, request.pieces);
        if (!elements.ok()) return elements.status();
        for (engine::Piece& piece : request.pieces) piece.elements = elements.value();
    }
    request.sort();
    if (is_staged_ && transfer_.direction == Direction::put) values_.convert(part, buffer_.data());
    return {};
}

void RankTransfer::end(std::int64_t round) {
    const region::Interval part = part_of(round);
    if (part.begin > moved_) return;
    moved_ += is_staged_ ? found_.gap : found_.bytes;
    if (is_staged_ && transfer_.direction == Direction::get)
        values_.convert({part.begin, part.begin + found_.gap}, buffer_.data());
}

std::int64_t RankTransfer::memory_bytes() const {
    return view_.representation() == Representation::external32 ? values_.memory_bytes(moved_)
                                                                : moved_;
}

}  // namespace weft::mpiio
