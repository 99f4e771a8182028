// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <span>
#include <vector>

#include "engine/methods.hpp"

namespace weft::engine {
namespace {

/// Converted data must still be in the core's cache when the kernel copies them.
constexpr std::int64_t staging_bytes = 256 << 10;

std::int64_t longest_run(const Request& request) {
    std::int64_t longest = 0;
    for (const Piece& piece : request.pieces) longest = std::max(longest, piece.file.longest_run());
    return longest;
}

class DirectRun {
public:
    DirectRun(const Request& request, const Context& context)
        : request_(request),
          context_(context),
          mover_(request),
          staging_(static_cast<std::size_t>(std::min(staging_bytes, longest_run(request)))) {}

    Outcome run() {
        for (std::size_t i = 0; i < request_.pieces.size() && status_.ok(); ++i) {
            const region::FileShape& file = request_.pieces[i].file;
            file.visit(0, file.bytes(), [&](const region::RunGroup& group) {
                for (std::int64_t k = 0; k < group.count && status_.ok(); ++k) {
                    move_run(i, group.stream + k * group.run, group.offset + k * group.pitch,
                             group.run);
                }
            });
        }
        return {status_, mover_.all_in_range()};
    }

private:
    void move_run(std::size_t piece, std::int64_t stream, std::int64_t offset,
                  std::int64_t length) {
        for (std::int64_t done = 0; done < length && status_.ok();) {
            const std::int64_t part =
                std::min(length - done, staging_bytes - (offset + done) % staging_bytes);
            move_part(piece, stream + done, offset + done, part);
            done += part;
        }
    }

    void move_part(std::size_t piece, std::int64_t stream, std::int64_t offset,
                   std::int64_t length) {
        const std::span<std::byte> bytes(staging_.data(), static_cast<std::size_t>(length));
        const Place place{.data = staging_.data(), .origin = stream, .form = Place::Form::packed};
        if (request_.direction == Direction::put) {
            convert(piece, stream, length, place);
            status_ = write_beside_neighbours(offset, bytes);
        } else {
            status_ = context_.channel.read(offset, bytes);
            if (status_.ok()) convert(piece, stream, length, place);
        }
    }

    void convert(std::size_t piece, std::int64_t stream, std::int64_t length, const Place& place) {
        const PhaseTimer timer(context_.channel.report(), Phase::convert);
        mover_.move(piece, stream, stream + length, place);
    }

    /// A neighbour may be rewriting a window around these bytes and would put back what it read
    /// before.
    Status write_beside_neighbours(std::int64_t offset, std::span<const std::byte> bytes) {
        if (context_.neighbours == Neighbours::none) return context_.channel.write(offset, bytes);
        const auto lock = context_.channel.lock(offset, static_cast<std::int64_t>(bytes.size()));
        if (!lock.ok() && lock.code() != Code::enotsupport) return lock.status();
        return context_.channel.write(offset, bytes);
    }

    const Request& request_;
    const Context& context_;
    Mover mover_;
    Status status_;
    std::vector<std::byte> staging_;
};

}  // namespace

Outcome run_direct(const Request& request, const Context& context) {
    if (request.pieces.empty()) return {};
    return DirectRun(request, context).run();
}

}  // namespace weft::engine
