// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/chunk_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <utility>

#include "base/memory_pool.hpp"
#include "storage/side_by_side.hpp"

namespace weft::hdf5 {
namespace {

Status only_read() {
    return {Code::enotbuilt, "netCDF-4 files are only read"};
}

/// The longest gap of unwanted bytes that one read may include.
constexpr std::int64_t longest_gap = 64 << 10;
/// How many bytes are read before they are decompressed.
constexpr std::int64_t batch_bytes = 32 << 20;

}  // namespace

/// Failures of memory must not leave a target.
Status ChunkReader::load(std::span<const engine::UnitsToLoad> parts, std::int64_t call_bytes,
                         const engine::UnitReady& ready) {
    ready_ = &ready;
    try {
        // A long call is not one of little reads, which come back to a chunk.
        return load_wanted(wanted_of(parts), call_bytes <= file_.cache().longest());
    } catch (const std::bad_alloc&) {
        return {Code::enomem, fmt::format("variable '{}': no memory for chunks of {} bytes",
                                          described_.name, grid_.chunk_bytes())};
    }
}

/// The chunks of the parts that the cache does not have.
std::vector<ChunkReader::Wanted> ChunkReader::wanted_of(
    std::span<const engine::UnitsToLoad> parts) {
    const auto unit = static_cast<std::size_t>(grid_.chunk_bytes());
    std::vector<Wanted> wanted;
    for (const engine::UnitsToLoad& part : parts) {
        const std::int64_t first = part.units.begin / grid_.chunk_bytes();
        for (std::size_t i = 0; i < part.bytes.size() / unit; ++i) {
            const std::int64_t number = first + static_cast<std::int64_t>(i);
            const auto chunk = part.bytes.subspan(i * unit, unit);
            if (copy_own(number, chunk) || file_.cache().copy({number_, number}, chunk))
                tell_ready(number);
            else
                wanted.push_back({number, chunk});
        }
    }
    return wanted;
}

/// Asks a far file for what is wanted and for what the call wants next. Whatever cannot be found
/// out is left to the load that needs it.
void ChunkReader::ask_ahead(std::span<const Wanted> wanted) {
    std::vector<Wanted> all(wanted.begin(), wanted.end());
    ahead_.pass(std::ranges::max(wanted, {}, &Wanted::number).number);
    std::vector<Wanted> next;
    for (const std::int64_t number : ahead_.next()) next.push_back({number, {}});
    if (!next.empty() && find(next).ok()) {
        constexpr std::int64_t most = std::int64_t{1} << 40;  // whatever the file says
        for (const Wanted& one : next) {
            const bool is_needed =
                one.stored.address >= 0 && !file_.cache().has({number_, one.number});
            if (!ahead_.take(is_needed ? std::clamp<std::int64_t>(one.stored.bytes, 0, most) : 0))
                break;
            if (is_needed) all.push_back(one);
        }
    }
    announce(std::move(all));
}

/// Neighbours in the file are asked for as one.
void ChunkReader::announce(std::vector<Wanted> chunks) {
    const Result<std::int64_t> file_bytes = file_.bytes().size();
    if (!file_bytes.ok()) return;
    std::erase_if(chunks, [&](const Wanted& one) {
        return one.stored.address < 0 || !check_place(one, file_bytes.value()).ok();
    });
    std::ranges::sort(chunks, {}, [](const Wanted& one) { return one.stored.address; });
    for (std::size_t i = 0; i < chunks.size();) {
        const std::int64_t begin = chunks[i].stored.address;
        std::int64_t end = begin;
        for (; i < chunks.size() && chunks[i].stored.address <= end + longest_gap; ++i)
            end = std::max(end, chunks[i].stored.address + chunks[i].stored.bytes);
        file_.bytes().will_read(begin, end - begin);
    }
}

Status ChunkReader::load_wanted(std::vector<Wanted> wanted, bool keeps) {
    if (wanted.empty()) return {};
    Status done = find(wanted);
    if (done.ok() && file_.is_far()) ask_ahead(wanted);
    const auto missing = std::partition(wanted.begin(), wanted.end(),
                                        [](const Wanted& one) { return one.stored.address >= 0; });
    if (done.ok()) done = read({wanted.begin(), missing});
    if (!done.ok()) return done;
    for (auto one = missing; one != wanted.end(); ++one) {
        fill_missing(*one);
        complete(*one);
    }
    if (keeps)
        for (auto one = wanted.begin(); one != missing; ++one)
            file_.cache().keep({number_, one->number}, one->chunk);
    return {};
}

Status ChunkReader::store(std::span<const engine::UnitsToStore> /*parts*/) {
    return only_read();
}

Status ChunkReader::finish(mpi::CommView /*comm*/) {
    return {};
}

/// Called when a chunk's values are those of the file.
void ChunkReader::complete(const Wanted& one) const {
    beyond_.set(one.number, one.chunk);
    tell_ready(one.number);
}

void ChunkReader::tell_ready(std::int64_t number) const {
    if (*ready_) (*ready_)(number * grid_.chunk_bytes());
}

Status ChunkReader::failure(const Status& status, std::int64_t number) const {
    return {status.code(),
            fmt::format("variable '{}', chunk {}: {}", described_.name, number, status.context())};
}

Status ChunkReader::open() {
    Result<std::unique_ptr<StoredVariable>> opened = file_.open(described_.object);
    if (!opened.ok()) return opened.status();
    Text why;
    const Code code = opened.value()->check_decoding(why);
    if (code != Code::noerr)
        return {code, fmt::format("variable '{}': {}", described_.name, why.text())};
    variable_ = std::move(opened).value();
    return {};
}

Status ChunkReader::find(std::span<Wanted> wanted) {
    // An array that nobody has written has no chunks in the file.
    if (described_.storage.form.layout != model::Storage::Layout::chunked) return {};
    if (variable_ == nullptr) {
        const Status opened = open();
        if (!opened.ok()) return opened;
    }
    std::vector<std::int64_t> places(wanted.size() * grid_.rank());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        grid_.place_of(wanted[i].number, std::span(places).subspan(i * grid_.rank(), grid_.rank()));
    std::vector<StoredChunk> found(wanted.size());
    Text why;
    const Code code = variable_->find(places, found, why);
    if (code != Code::noerr)
        return {code, fmt::format("variable '{}': {}", described_.name, why.text())};
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i].stored = found[i];
    return {};
}

Status ChunkReader::check_place(const Wanted& one, std::int64_t file_bytes) const {
    const StoredChunk& its = one.stored;
    if (its.bytes >= 0 && its.address <= file_bytes && its.bytes <= file_bytes - its.address)
        return {};
    return failure({Code::ehdferr, fmt::format("its {} bytes at {} are beyond the end of the file",
                                               its.bytes, its.address)},
                   one.number);
}

/// Reads the chunks in the order of the file.
Status ChunkReader::read(std::span<Wanted> wanted) {
    if (wanted.empty()) return {};
    counts_.read += std::ssize(wanted);
    if (needs_libhdf5()) return read_by_libhdf5(wanted);
    std::ranges::sort(wanted, {}, [](const Wanted& one) { return one.stored.address; });
    const Result<std::int64_t> file_bytes = file_.bytes().size();
    if (!file_bytes.ok()) return file_bytes.status();
    for (const Wanted& one : wanted) {
        const Status placed = check_place(one, file_bytes.value());
        if (!placed.ok()) return placed;
    }
    if (described_.storage.form.filters.empty()) return read_plain(wanted);
    while (!wanted.empty()) {
        std::size_t count = 0;
        for (std::int64_t bytes = 0; count < wanted.size() && bytes < batch_bytes; ++count)
            bytes += wanted[count].stored.bytes;
        const Status batch = read_batch(wanted.first(count));
        if (!batch.ok()) return batch;
        wanted = wanted.subspan(count);
    }
    return {};
}

/// Reads chunks without filters directly to their destination. Chunks that are adjacent in file and
/// memory are one read.
Status ChunkReader::read_plain(std::span<const Wanted> wanted) {
    for (std::size_t i = 0; i < wanted.size();) {
        std::span<std::byte> bytes = wanted[i].chunk;
        const std::int64_t address = wanted[i].stored.address;
        for (++i; i < wanted.size() && wanted[i].stored.address == address + std::ssize(bytes) &&
                  wanted[i].chunk.data() == bytes.data() + bytes.size();
             ++i)
            bytes = {bytes.data(), bytes.size() + wanted[i].chunk.size()};
        const Result<std::int64_t> got = file_.bytes().read_at(address, bytes);
        if (!got.ok()) return got.status();
    }
    for (const Wanted& one : wanted) complete(one);
    return {};
}

Status ChunkReader::read_by_libhdf5(std::span<const Wanted> wanted) {
    std::vector<std::int64_t> place(grid_.rank());
    for (const Wanted& one : wanted) {
        set_fill(one.chunk);
        grid_.place_of(one.number, place);
        Text why;
        const Status status = why.status(variable_->read(place, one.chunk, why));
        if (!status.ok()) return failure(status, one.number);
        complete(one);
    }
    return {};
}

Status ChunkReader::read_batch(std::span<const Wanted> wanted) {
    std::size_t bytes = 0;
    for (const Wanted& one : wanted) bytes += static_cast<std::size_t>(one.stored.bytes);
    const PooledBlock memory = take_block(bytes);
    const std::span stored(memory.get(), bytes);
    const Status read = read_stored(wanted, stored);
    return read.ok() ? decode(wanted, stored) : read;
}

/// Reads the chunks one behind the other, by few reads.
Status ChunkReader::read_stored(std::span<const Wanted> wanted, std::span<std::byte> stored) {
    const auto end_of = [](const Wanted& one) { return one.stored.address + one.stored.bytes; };
    PooledBytes run;
    for (std::size_t i = 0; i < wanted.size();) {
        const std::int64_t begin = wanted[i].stored.address;
        std::int64_t end = end_of(wanted[i]);
        std::size_t next = i + 1;
        bool has_gaps = false;
        const auto is_near = [&](const Wanted& one) {
            return one.stored.address <= end + longest_gap && end - begin < batch_bytes;
        };
        for (; next < wanted.size() && is_near(wanted[next]); ++next) {
            has_gaps = has_gaps || wanted[next].stored.address != end;
            end = std::max(end, end_of(wanted[next]));
        }
        const auto length = static_cast<std::size_t>(end - begin);
        if (has_gaps) run.resize(length);
        const std::span<std::byte> to =
            has_gaps ? std::span(run).first(length) : stored.first(length);
        const Result<std::int64_t> got = file_.bytes().read_at(begin, to);
        if (!got.ok()) return got.status();
        for (; i < next; ++i) {
            const auto bytes = static_cast<std::size_t>(wanted[i].stored.bytes);
            if (has_gaps)
                std::memcpy(stored.data(), run.data() + (wanted[i].stored.address - begin), bytes);
            stored = stored.subspan(bytes);
        }
    }
    return {};
}

Status ChunkReader::decode_one(const Wanted& one, std::span<const std::byte> stored) {
    const CodecTime time(counts_);
    Text why;
    const Status status = decode_stored(one, stored, why);
    return status.ok() ? status : failure(status, one.number);
}

Status ChunkReader::decode_stored(const Wanted& one, std::span<const std::byte> stored, Text& why) {
    return why.status(variable_->decode(one.stored.filter_mask, stored, one.chunk, why));
}

Status ChunkReader::decode(std::span<const Wanted> wanted, std::span<const std::byte> stored) {
    std::vector<std::span<const std::byte>> parts;
    for (const Wanted& one : wanted) {
        const auto bytes = static_cast<std::size_t>(one.stored.bytes);
        parts.push_back(stored.first(bytes));
        stored = stored.subspan(bytes);
    }
    const std::size_t threads =
        file_.threads_for(wanted.size(), std::ssize(wanted) * grid_.chunk_bytes());
    return storage::share_out(wanted.size(), threads, [&](std::size_t i) {
        Status status = decode_one(wanted[i], parts[i]);
        if (status.ok()) complete(wanted[i]);
        return status;
    });
}

void ChunkReader::set_fill(std::span<std::byte> chunk) const {
    const std::vector<std::byte>& fill = described_.storage.fill;
    if (fill.empty())
        std::ranges::fill(chunk, std::byte{0});
    else
        repeat(fill, chunk);
}

void ChunkReader::fill_missing(const Wanted& one) const {
    std::vector<std::byte> value = described_.storage.fill;
    if (value.empty()) value.resize(static_cast<std::size_t>(grid_.element_bytes()));
    if (grid_.rank() == 0) return repeat(value, one.chunk);
    repeat_within(grid_.lengths_within(one.number), grid_.chunk(), value, one.chunk);
}

Status InlineValues::load(std::span<const engine::UnitsToLoad> parts, std::int64_t /*call_bytes*/,
                          const engine::UnitReady& ready) {
    for (const engine::UnitsToLoad& part : parts) {
        const auto values = std::span(values_).subspan(static_cast<std::size_t>(part.units.begin));
        std::ranges::copy(values.first(std::min(values.size(), part.bytes.size())),
                          part.bytes.begin());
        if (ready) ready(part.units.begin);
    }
    return {};
}

Status InlineValues::store(std::span<const engine::UnitsToStore> /*parts*/) {
    return only_read();
}

Status InlineValues::finish(mpi::CommView /*comm*/) {
    return {};
}

}  // namespace weft::hdf5
