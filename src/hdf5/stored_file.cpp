// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/stored_file.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "hdf5/layout.hpp"
#include "storage/store_table.hpp"

namespace weft::hdf5 {

Result<std::unique_ptr<StoredVariable>> StoredFile::open(const std::string& object) {
    if (!failure_.ok()) return failure_;
    if (books_ == nullptr) {
        Result<std::unique_ptr<OpenedBooks>> opened =
            OpenedBooks::open(bytes(), manner_.page_bytes, manner_.is_trusted);
        // A file over which libhdf5 crashes or does not end is not tried again and again.
        if (opened.code() == Code::ehdferr) failure_ = opened.status();
        if (!opened.ok()) return opened.status();
        books_ = std::move(opened).value();
    }
    return books_->open(object);
}

ChunkCounts& StoredFile::counts(int variable) {
    while (std::ssize(counts_) <= variable) counts_.emplace_back();
    return counts_[static_cast<std::size_t>(variable)];
}

std::size_t StoredFile::threads_for(std::size_t chunks, std::int64_t bytes) const {
    constexpr std::int64_t least_bytes = 512 << 10;  // for fewer, a thread takes longer to start
    return bytes >= least_bytes ? std::min(chunks, static_cast<std::size_t>(threads())) : 1;
}

report::ChunkUse StoredFile::use_of(int variable, const chunks::Grid& grid) {
    const ChunkCounts& its = counts(variable);
    constexpr double nanosecond = 1e-9;
    return {.variable = {},
            .written = its.written,
            .value_bytes = its.written * grid.chunk_bytes(),
            .stored_bytes = its.stored_bytes,
            .rewritten = its.rewritten,
            .lost_bytes = its.lost_bytes,
            .closed_early = its.closed_early,
            .compressed_behind = its.compressed_behind,
            .unkept = its.unkept,
            .read = its.read,
            .codec_seconds = static_cast<double>(its.codec_nanoseconds) * nanosecond};
}

namespace {

/// The cores that the rank may use are those of all ranks of its node, unless each has its own.
int threads_of_rank(const container::Context& context) {
    const mpi::NodeMap* const nodes = context.shared.state()->known_nodes(0);
    const int ranks = nodes == nullptr ? context.comm().size() : nodes->size(nodes->here().node);
    return std::max(1, cores_allowed() / std::max(1, ranks));
}

}  // namespace

/// Values of a file that is not trusted are decompressed in one process.
StoredFile::Manner manner_for(const container::Context& context) {
    const bool is_trusted = context.settings.is_trusted;
    const int threads = is_trusted ? threads_of_rank(context) : 1;
    std::vector<std::int64_t> most = {threads};
    if (context.comm().size() > 1) context.comm().all_reduce_max(most);
    return {.page_bytes = page_bytes_for(context.path),
            .threads = threads,
            .window_chunks = static_cast<int>(most.front()),
            .is_trusted = is_trusted,
            .is_far = storage::is_far(context.path)};
}

Result<container::Stored> stored_of(storage::File& file, const model::Schema& schema) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    container::Stored stored{.file_bytes = bytes.value()};
    for (int id = 0; id < schema.variable_count(); ++id) {
        std::int64_t elements = 1;
        for (const std::int64_t length : schema.shape_of(schema.variable(id))) elements *= length;
        stored.elements.push_back(elements);
    }
    return stored;
}

}  // namespace weft::hdf5
