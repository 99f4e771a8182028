// SPDX-License-Identifier: BSD-3-Clause
// Opening a file. Rank 0 reads the header and hands it to everybody in one broadcast.
#include <fmt/format.h>

#include <cstring>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/file_source.hpp"
#include "dataset/journal.hpp"
#include "dataset/startup.hpp"
#include "format/header_reader.hpp"
#include "format/header_writer.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int root = 0;

/// A header and the size of its file, packed for a broadcast.
std::vector<std::byte> pack(std::int64_t file_bytes, const std::vector<std::byte>& header) {
    std::vector<std::byte> packed(sizeof file_bytes + header.size());
    std::memcpy(packed.data(), &file_bytes, sizeof file_bytes);
    std::memcpy(packed.data() + sizeof file_bytes, header.data(), header.size());
    return packed;
}

Result<format::Schema> unpack(const std::vector<std::byte>& packed) {
    std::int64_t file_bytes = 0;
    std::memcpy(&file_bytes, packed.data(), sizeof file_bytes);
    format::MemorySource source(std::span<const std::byte>(packed).subspan(sizeof file_bytes));
    return format::read_header(source, file_bytes);
}

}  // namespace

Opened Dataset::open(MPI_Comm original, const char* path, int flags, const mpi::Hints& hints,
                     bool has_id) {
    Result<mpi::Comm> comm = mpi::Comm::duplicate(original);
    if (!comm.ok()) return {comm.status(), nullptr};
    const Startup startup = agree_on_startup(comm.value().view(), path, flags, 1, hints, has_id);
    std::shared_ptr<Dataset> dataset(new Dataset(original, std::move(comm).value(), startup));
    Status failure;
    if (startup.failed) {
        failure = startup.status;
    } else {
        dataset->writable_ = (startup.flags & mode_flags::write) != 0;
        const storage::OpenOptions options{.writable = dataset->writable_};
        failure = dataset->open_everywhere(
            [&](storage::Store& store) { return store.open(startup.path, options); });
        if (failure.ok()) failure = dataset->read_schema();
    }
    if (!failure.ok()) {
        if (dataset->file_ != nullptr) (void)dataset->file_->close();
        dataset->comm_.close();
        return {failure, nullptr};
    }
    dataset->learn_block_size();
    dataset->start_engine();
    Status warning;
    if (startup.flags_differ) warning = {Code::emultidefine_omode, "rank 0's opening mode is used"};
    return {warning, dataset};
}

Status Dataset::read_schema() {
    const mpi::CommView comm = comm_.view();
    std::vector<std::byte> packed;
    Status mine;
    if (comm.rank() == root) {
        mine = recover_if_interrupted(*store_, path_, *file_, writable_);
        if (mine.ok()) mine = read_header_at_root(packed);
    }
    const mpi::Agreed read = mpi::agree_at(comm, mine, root);
    if (!read.ok()) return read.status();
    comm.broadcast(packed, root);
    Result<format::Schema> schema = unpack(packed);
    if (!schema.ok()) return schema.status();
    schema_ = std::move(schema).value();
    const Result<layout::Layout> known = layout::layout_of(schema_);
    if (!known.ok()) return known.status();
    layout_ = known.value();
    records_in_header_ = schema_.record_count;
    no_fill_.assign(static_cast<std::size_t>(schema_.variable_count()), true);
    header_get_bytes_ = header_bytes();
    return {};
}

Status Dataset::read_header_at_root(std::vector<std::byte>& packed) {
    const Result<std::int64_t> bytes = file_->size();
    if (!bytes.ok()) return bytes.status();
    FileSource source(*file_, settings_.header_chunk_bytes);
    const Result<Signature> signature = signature_of(source, bytes.value());
    if (!signature.ok()) return signature.status();
    if (signature.value() == Signature::hdf5) {
        return {Code::enotbuilt, fmt::format("'{}' is an HDF5 (NetCDF-4) file", path_)};
    }
    Result<format::Schema> schema = format::read_header(source, bytes.value());
    if (!schema.ok())
        return {schema.code(), fmt::format("'{}': {}", path_, schema.status().context())};
    header_in_file_ = format::write_header(schema.value());
    packed = pack(bytes.value(), header_in_file_);
    return {};
}

}  // namespace weft::dataset
