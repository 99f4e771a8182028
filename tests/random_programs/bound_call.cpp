// SPDX-License-Identifier: BSD-3-Clause
#include "bound_call.hpp"

#include <algorithm>
#include <array>

namespace random_programs {
namespace {

constexpr Index count_ignored = -1;  // NC_COUNT_IGNORE, which older headers lack

bool is_one_element(const Selection& block) {
    return std::ranges::all_of(block.count, [](Index n) { return n == 1; });
}

// The arguments that say which buffer, for the functions that take an MPI datatype.
void bind_datatype(const Piece& piece, const MemoryLayout& layout, CallArguments& arguments) {
    arguments.buffer_count = static_cast<Index>(layout.offsets.size());
    arguments.buffer_type = mpi_type_of(piece.memory);
    switch (piece.buffering) {
        case Buffering::flexible:
            arguments.buffer_count = layout.datatype->count;
            arguments.buffer_type = layout.datatype->type.handle();
            break;
        case Buffering::count_ignored:
            arguments.buffer_count = count_ignored;
            break;
        case Buffering::external:
            arguments.buffer_count = 0;
            arguments.buffer_type = MPI_DATATYPE_NULL;
            break;
        case Buffering::predefined:
        case Buffering::typed:
            break;
    }
}

}  // namespace

BoundCall::BoundCall(int ncid, const Piece& piece, const MemoryLayout& layout, void* buffer)
    : piece_(piece) {
    arguments_.ncid = ncid;
    arguments_.variable = piece.variable;
    arguments_.start = piece_.selection.start.data();
    arguments_.count = piece_.selection.count.data();
    arguments_.stride = piece_.selection.stride.data();
    arguments_.imap = piece_.imap.data();
    arguments_.buffer = buffer;
    if (piece.kind == Kind::varn) bind_blocks();
    bind_datatype(piece, layout, arguments_);
}

// Counts of one are left out where the interface allows it and the seed says so.
void BoundCall::bind_blocks() {
    const bool leave_out = piece_.seed % 2 == 0;
    for (Selection& block : piece_.blocks) {
        starts_.push_back(block.start.data());
        counts_.push_back(leave_out && is_one_element(block) ? nullptr : block.count.data());
    }
    arguments_.block_count = static_cast<int>(piece_.blocks.size());
    arguments_.starts = starts_.data();
    const bool no_counts = leave_out && std::ranges::all_of(piece_.blocks, is_one_element);
    arguments_.counts = no_counts ? nullptr : counts_.data();
}

int BoundCall::access(bool put, bool collective) const {
    const auto kind = static_cast<std::size_t>(piece_.kind);
    const FlexibleBlockingCalls& calls =
        piece_.buffering == Buffering::typed
            ? (put ? put_calls : get_calls).at(static_cast<std::size_t>(piece_.memory))
            : (put ? flexible_put_calls : flexible_get_calls);
    return calls.at(kind)[collective](arguments_);
}

int BoundCall::access_by_filetype(bool put, bool collective, MPI_Datatype filetype) const {
    static const std::array puts{ncmpi_put_vard, ncmpi_put_vard_all};
    static const std::array gets{ncmpi_get_vard, ncmpi_get_vard_all};
    const CallArguments& a = arguments_;
    const auto which = static_cast<std::size_t>(collective);
    return put ? puts.at(which)(a.ncid, a.variable, filetype, a.buffer, a.buffer_count,
                                a.buffer_type)
               : gets.at(which)(a.ncid, a.variable, filetype, a.buffer, a.buffer_count,
                                a.buffer_type);
}

int BoundCall::post(Posting posting, int* request) const {
    CallArguments arguments = arguments_;
    arguments.request = request;
    const auto family = static_cast<std::size_t>(posting);
    const auto kind = static_cast<std::size_t>(piece_.kind);
    if (piece_.buffering != Buffering::typed) {
        static const std::array calls{&flexible_iput_calls, &flexible_iget_calls,
                                      &flexible_bput_calls};
        return calls.at(family)->at(kind)(arguments);
    }
    static const std::array calls{&iput_calls, &iget_calls, &bput_calls};
    return calls.at(family)->at(static_cast<std::size_t>(piece_.memory)).at(kind)(arguments);
}

int call_many(int ncid, bool put, bool collective, bool typed, Kind kind,
              const std::vector<Piece>& pieces, const std::vector<void*>& buffers) {
    std::vector<Piece> own = pieces;
    std::vector<void*> addresses = buffers;
    std::vector<int> variables;
    std::vector<Index*> starts;
    std::vector<Index*> counts;
    std::vector<Index*> strides;
    std::vector<Index*> imaps;
    std::vector<Index> buffer_counts;
    std::vector<MPI_Datatype> buffer_types;
    for (Piece& piece : own) {
        variables.push_back(piece.variable);
        starts.push_back(piece.selection.start.data());
        counts.push_back(piece.selection.count.data());
        strides.push_back(piece.selection.stride.data());
        imaps.push_back(piece.imap.data());
        const bool ignored = piece.buffering == Buffering::count_ignored;
        const bool external = piece.buffering == Buffering::external;
        buffer_counts.push_back(ignored ? count_ignored : element_count(piece));
        buffer_types.push_back(external ? MPI_DATATYPE_NULL : mpi_type_of(piece.memory));
    }
    const ManyArguments arguments{.ncid = ncid,
                                  .access_count = static_cast<int>(own.size()),
                                  .variables = variables.data(),
                                  .starts = starts.data(),
                                  .counts = counts.data(),
                                  .strides = strides.data(),
                                  .imaps = imaps.data(),
                                  .buffers = addresses.data(),
                                  .buffer_counts = buffer_counts.data(),
                                  .buffer_types = buffer_types.data()};
    if (!typed) {
        const FlexibleManyCalls& calls = put ? flexible_mput_calls : flexible_mget_calls;
        return calls.at(static_cast<std::size_t>(kind))[collective](arguments);
    }
    const MemoryType memory = own.empty() ? MemoryType::plain_int : own[0].memory;
    const ManyCalls& calls = put ? mput_calls : mget_calls;
    return calls.at(static_cast<std::size_t>(memory))
        .at(static_cast<std::size_t>(kind))[collective](arguments);
}

}  // namespace random_programs
