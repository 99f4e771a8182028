// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <span>
#include <vector>

#include "engine/methods/methods.hpp"
#include "region/interval.hpp"

namespace weft::engine {
namespace {

/// Announces the next pieces of a get to storage. If each call may cost a round trip, storage is
/// asked for several pieces before the first one is waited for.
class PiecesAhead {
public:
    PiecesAhead(const Request& request, Channel& channel) : request_(request), channel_(channel) {}

    /// Called before this piece is read. A single piece is not announced.
    void begin(std::size_t piece) {
        if (request_.pieces.size() < 2) return;
        if (piece > 0) read_bytes_ += request_.pieces[piece - 1].file.bytes();
        if (2 * (asked_bytes_ - read_bytes_) < most_bytes) ask();
    }

private:
    static constexpr std::int64_t most_bytes = 32 << 20;
    static constexpr std::int64_t longest_gap = 4096;  // costs less than another request

    /// Neighbours in the file are one range. What is mostly holes is left out.
    void ask() {
        region::Interval range{};
        for (; next_ < request_.pieces.size() && asked_bytes_ - read_bytes_ < most_bytes; ++next_) {
            const region::FileShape& shape = request_.pieces[next_].file;
            asked_bytes_ += shape.bytes();
            if (shape.empty() || 2 * shape.bytes() < shape.end() - shape.base()) continue;
            const bool is_near = range.length() > 0 && shape.base() >= range.begin &&
                                 shape.base() <= range.end + longest_gap;
            if (!is_near) {
                tell(range);
                range.begin = shape.base();
                range.end = range.begin;
            }
            range.end = std::max(range.end, shape.end());
        }
        tell(range);
    }

    void tell(const region::Interval& range) {
        if (range.length() > 0) channel_.will_read(range.begin, range.length());
    }

    const Request& request_;
    Channel& channel_;
    std::size_t next_ = 0;
    std::int64_t asked_bytes_ = 0;
    std::int64_t read_bytes_ = 0;
};

class ShapeRun {
public:
    ShapeRun(const Request& request, const MethodContext& context)
        : request_(request), context_(context), mover_(request) {}

    Outcome run() {
        PiecesAhead ahead(request_, context_.channel);
        for (std::size_t i = 0; i < request_.pieces.size() && status_.ok(); ++i) {
            if (request_.direction == Direction::get) ahead.begin(i);
            const std::int64_t bytes = request_.pieces[i].file.bytes();
            for (std::int64_t from = 0; from < bytes && status_.ok(); from += shape_call_bytes)
                move_part(i, from, std::min(from + shape_call_bytes, bytes));
        }
        return {status_, mover_.all_in_range()};
    }

private:
    void move_part(std::size_t piece, std::int64_t from, std::int64_t to) {
        const region::FileShape& file = request_.pieces[piece].file;
        packed_.resize(static_cast<std::size_t>(to - from));
        if (request_.direction == Direction::put) {
            convert(piece, from, to);
            status_ = context_.channel.write_shape(file, from, packed_);
        } else {
            status_ = context_.channel.read_shape(file, from, packed_);
            if (status_.ok()) convert(piece, from, to);
        }
    }

    void convert(std::size_t piece, std::int64_t from, std::int64_t to) {
        const PhaseTimer timer(context_.channel.report(), Phase::convert);
        mover_.move(piece, from, to,
                    {.data = packed_.data(), .origin = from, .form = FileBuffer::Form::packed});
    }

    const Request& request_;
    const MethodContext& context_;
    Mover mover_;
    Status status_;
    std::vector<std::byte> packed_;
};

}  // namespace

Outcome run_shapes(const Request& request, const MethodContext& context) {
    return ShapeRun(request, context).run();
}

}  // namespace weft::engine
