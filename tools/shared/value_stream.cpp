// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/value_stream.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "types/types.hpp"

namespace weft::tools {
namespace {

/// A multiple of every value's size.
constexpr std::int64_t window_limit = 256 << 10;
/// One large read costs less than one read per slab if slabs are at most this far apart.
constexpr std::int64_t near_pitch = 4 << 10;

std::int64_t values_in(const model::Schema& schema, const model::Variable& variable) {
    std::int64_t count = 1;
    for (const std::int64_t length : schema.shape_of(variable)) count *= length;
    return count;
}

}  // namespace

ValueStream::ValueStream(const OpenedFile& opened, int id)
    : file_(*opened.file),
      value_bytes_(types::size_of(opened.schema.variable(id).type)),
      values_left_(values_in(opened.schema, opened.schema.variable(id))),
      at_(opened.begin(id)) {
    const model::Schema& schema = opened.schema;
    const model::Variable& variable = schema.variable(id);
    const bool is_record = schema.is_record_variable(variable);
    const std::int64_t slabs = is_record ? std::max<std::int64_t>(schema.record_count, 1) : 1;
    slab_bytes_ = values_left_ / slabs * value_bytes_;
    pitch_ = is_record ? opened.record_bytes : slab_bytes_;
    slab_left_ = slab_bytes_;
    reads_across_ = slabs > 1 && pitch_ <= near_pitch;
    const std::int64_t wanted =
        reads_across_ ? checked_mul(slabs, pitch_).value_or(window_limit) : slab_bytes_;
    window_.resize(static_cast<std::size_t>(std::min(wanted, window_limit)));
}

Result<std::span<const std::byte>> ValueStream::next(std::int64_t most) {
    if (slab_left_ == 0) {
        at_ += pitch_ - slab_bytes_;
        slab_left_ = slab_bytes_;
    }
    if (at_ + value_bytes_ > window_begin_ + window_bytes_) {
        const Status status = fill();
        if (!status.ok()) return status;
    }
    const std::int64_t first = at_ - window_begin_;
    const std::int64_t reachable = std::min(window_bytes_ - first, slab_left_) / value_bytes_;
    const std::int64_t count = std::min(reachable, most);
    const std::int64_t bytes = count * value_bytes_;
    is_cut_short_ = is_cut_short_ || first + bytes > window_stored_;
    at_ += bytes;
    slab_left_ -= bytes;
    values_left_ -= count;
    return std::span<const std::byte>(window_).subspan(static_cast<std::size_t>(first),
                                                       static_cast<std::size_t>(bytes));
}

Status ValueStream::fill() {
    const auto room = static_cast<std::int64_t>(window_.size());
    window_begin_ = at_;
    window_bytes_ = reads_across_ ? room : std::min(room, slab_left_);
    const std::span<std::byte> bytes =
        std::span(window_).first(static_cast<std::size_t>(window_bytes_));
    const Result<std::int64_t> got = file_.read_at(at_, bytes);
    if (!got.ok()) return got.status();
    window_stored_ = got.value();
    std::fill(bytes.begin() + got.value(), bytes.end(), std::byte{0});
    return {};
}

}  // namespace weft::tools
