// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <span>
#include <vector>

#include "engine/methods/methods.hpp"

namespace weft::engine {
namespace {

class ShapeRun {
public:
    ShapeRun(const Request& request, const MethodContext& context)
        : request_(request), context_(context), mover_(request) {}

    Outcome run() {
        for (std::size_t i = 0; i < request_.pieces.size() && status_.ok(); ++i) {
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
