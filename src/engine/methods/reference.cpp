// SPDX-License-Identifier: BSD-3-Clause
// The oracle: every rank hands rank 0 a description and the packed bytes of each piece; rank 0
// moves each run with one call. No windows, no clever cases.
#include "engine/methods/methods.hpp"
#include "engine/request/message.hpp"
#include "mpi/agreed.hpp"
#include "mpi/exchange.hpp"

namespace weft::engine {
namespace {

constexpr int root = 0;
constexpr int answer_tag = 12;

/// Describes all pieces in one message. Behind the descriptions is room for their packed bytes,
/// which a put fills.
MessageWriter describe_all(const Request& request, Mover& mover) {
    MessageWriter writer;
    writer.begin();
    for (const Piece& piece : request.pieces) writer.describe(piece.file, {0, piece.file.bytes()});
    if (request.direction == Direction::get) {
        writer.room(0);
        return writer;
    }
    std::byte* at = writer.room(request.bytes()).data();
    for (std::size_t i = 0; i < request.pieces.size(); ++i) {
        const std::int64_t bytes = request.pieces[i].file.bytes();
        mover.move(i, 0, bytes, {.data = at, .origin = 0, .form = FileBuffer::Form::packed});
        at += bytes;
    }
    return writer;
}

/// Makes one call for each run. `data` is read by puts and filled by gets.
Status transfer_all(Direction direction, const std::vector<region::FileShape>& shapes,
                    std::byte* data, Channel& channel) {
    Status status;
    for (const region::FileShape& shape : shapes) {
        shape.visit(0, shape.bytes(), [&](const region::RunGroup& group) {
            for (std::int64_t i = 0; i < group.count && status.ok(); ++i) {
                const std::span<std::byte> run(data, static_cast<std::size_t>(group.run));
                const std::int64_t offset = group.offset + i * group.pitch;
                status = direction == Direction::put ? channel.write(offset, run)
                                                     : channel.read(offset, run);
                data += group.run;
            }
        });
    }
    return status;
}

std::int64_t total_bytes(const std::vector<region::FileShape>& shapes) {
    std::int64_t sum = 0;
    for (const region::FileShape& shape : shapes) sum += shape.bytes();
    return sum;
}

/// Rank 0's part: carries out everybody's message and returns the data, in order of rank.
Status serve(Direction direction, const std::vector<std::vector<std::byte>>& messages,
             Channel& channel, std::vector<std::vector<std::byte>>& answers) {
    Status status;
    for (const std::vector<std::byte>& bytes : messages) {
        const Result<Message> message = parse_message(bytes);
        if (!message.ok()) return message.status();
        const auto& [shapes, packed] = message.value();
        std::vector<std::byte> data(packed.begin(), packed.end());
        data.resize(static_cast<std::size_t>(total_bytes(shapes)));
        status.keep_first(transfer_all(direction, shapes, data.data(), channel));
        answers.push_back(std::move(data));
    }
    status.keep_first(channel.settle());
    return status;
}

/// Collective. Each rank gets its answer from rank 0.
std::vector<std::byte> scatter(std::vector<std::vector<std::byte>>& answers, mpi::CommView comm) {
    std::vector<std::byte> own;
    if (comm.rank() != root) {
        mpi::receive(comm, root, answer_tag, own);
        return own;
    }
    mpi::Sends sends;
    for (int rank = 0; rank < comm.size(); ++rank) {
        if (rank != root)
            sends.start(comm, rank, answer_tag, std::move(answers[static_cast<std::size_t>(rank)]));
    }
    sends.wait();
    return std::move(answers[root]);
}

}  // namespace

Outcome run_reference(const Request& request, const MethodContext& context, mpi::CommView comm) {
    Mover mover(request);
    const MessageWriter mine = describe_all(request, mover);
    const std::vector<std::vector<std::byte>> messages = comm.gather(mine.bytes(), root);
    std::vector<std::vector<std::byte>> answers;
    const mpi::Agreed outcome =
        mpi::agree(comm, serve(request.direction, messages, context.channel, answers));
    if (request.direction == Direction::get && outcome.ok()) {
        std::vector<std::byte> packed = scatter(answers, comm);
        std::byte* at = packed.data();
        for (std::size_t i = 0; i < request.pieces.size(); ++i) {
            const std::int64_t bytes = request.pieces[i].file.bytes();
            mover.move(i, 0, bytes, {.data = at, .origin = 0, .form = FileBuffer::Form::packed});
            at += bytes;
        }
    }
    return {outcome.status(), mover.all_in_range()};
}

/// What it does: rank 0 does everything, run by run.
/// When it is right: never; tests compare the others with it.
extern const MethodEntry reference_method = {
    .name = "reference",
    .needs = {.file = true, .all_ranks = true},
    .is_of_rank_0 = true,
    .run = [](std::span<const FileCall> files, const Means& means) {
        Outcome all;
        for (const FileCall& file : files)
            all.add(run_reference(file.request, file.context, means.comm));
        return all;
    }};

}  // namespace weft::engine
