// SPDX-License-Identifier: BSD-3-Clause
#include "files/bare_rates.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "mpi/agreed.hpp"
#include "mpi/together.hpp"
#include "storage/clock.hpp"

namespace weft::files {
namespace {

constexpr std::int64_t step_bytes = 1 << 20;

class BareFile {
public:
    BareFile(mpi::CommView comm, storage::Store& store, std::int64_t bytes_per_rank)
        : comm_(comm), store_(store), bytes_per_rank_(bytes_per_rank) {}

    /// Collective. Rank 0 makes the file, under a new name.
    Status make(const std::string& path) {
        std::uint32_t random = 0;  // 0 is also right: no existing file is overwritten
        if (comm_.rank() == root) (void)getentropy(&random, sizeof random);
        std::int64_t number[1] = {random};
        comm_.all_reduce_max(number);
        path_ = fmt::format("{}.bare-rates-{:08x}", path, number[0]);
        const Status mine = comm_.rank() == root ? mpi::local([&] { return create(); }) : Status();
        is_made_ = comm_.rank() == root && mine.ok();
        return mpi::agree_at(comm_, mine, root).status();
    }

    /// Collective. Bytes per second of all ranks together: each calls `transfer(file, bytes)`,
    /// which returns a Status, when all are ready.
    template <class Transfer>
    Result<double> rate(bool writable, Transfer&& transfer) {
        std::unique_ptr<storage::File> file;
        std::vector<std::byte> bytes;
        const Status ready = mpi::local([&] {
            bytes.assign(static_cast<std::size_t>(std::min(step_bytes, bytes_per_rank_)),
                         std::byte{0x5a});
            auto opened = store_.open_file(path_, {.writable = writable});
            if (opened.ok()) file = std::move(opened).value();
            return opened.status();
        });
        Status agreed = mpi::agree(comm_, ready).status();
        if (!agreed.ok()) return agreed;
        comm_.barrier();
        storage::Clock& clock = storage::machine_clock();
        const double began = clock.now();
        Status mine = mpi::local([&] { return transfer(*file, std::span(bytes)); });
        std::int64_t longest[1] = {std::llround((clock.now() - began) * 1e9)};
        comm_.all_reduce_max(longest);
        mine.keep_first(mpi::local([&] { return file->close(); }));
        agreed = mpi::agree(comm_, mine).status();
        if (!agreed.ok()) return agreed;
        const double all_bytes = static_cast<double>(bytes_per_rank_) * comm_.size();
        return all_bytes / (static_cast<double>(std::max<std::int64_t>(longest[0], 1)) * 1e-9);
    }

    Status write(storage::File& file, std::span<const std::byte> bytes) const {
        const std::int64_t begin = comm_.rank() * bytes_per_rank_;
        for (std::int64_t done = 0; done < bytes_per_rank_; done += step_bytes) {
            const std::int64_t length = std::min(step_bytes, bytes_per_rank_ - done);
            const Status written =
                file.write_soon(begin + done, bytes.first(static_cast<std::size_t>(length)));
            if (!written.ok()) return written;
        }
        return file.settle();
    }

    /// The rank whose piece this one reads: half a communicator away, so on another node if there
    /// are several.
    Status read(storage::File& file, std::span<std::byte> bytes) const {
        const std::int64_t other = (comm_.rank() + comm_.size() / 2) % comm_.size();
        for (std::int64_t done = 0; done < bytes_per_rank_; done += step_bytes) {
            const std::int64_t length = std::min(step_bytes, bytes_per_rank_ - done);
            const auto got = file.read_at(other * bytes_per_rank_ + done,
                                          bytes.first(static_cast<std::size_t>(length)));
            if (!got.ok()) return got.status();
            if (got.value() != length)
                return {Code::eread,
                        fmt::format("{}: the file ends within the written bytes", path_)};
        }
        return {};
    }

    /// Collective.
    Status remove() {
        const Status mine = is_made_ ? mpi::local([&] { return store_.remove(path_); }) : Status();
        return mpi::agree_at(comm_, mine, root).status();
    }

private:
    static constexpr int root = 0;

    Status create() {
        auto made = store_.open_file(path_, {.writable = true, .create = true, .exclusive = true});
        return made.ok() ? made.value()->close() : made.status();
    }

    mpi::CommView comm_;
    storage::Store& store_;
    std::int64_t bytes_per_rank_;
    std::string path_;
    bool is_made_ = false;
};

}  // namespace

Result<report::BareRates> measure_bare_rates(mpi::CommView comm, storage::Store& store,
                                             const std::string& path, std::int64_t bytes_per_rank) {
    BareFile bare(comm, store, bytes_per_rank);
    report::BareRates rates{.bytes_per_rank = bytes_per_rank};
    const auto measure = [&]() -> Status {
        const Status made = bare.make(path);
        if (!made.ok()) return made;
        const Result<double> writing = bare.rate(
            true, [&](storage::File& file, auto bytes) { return bare.write(file, bytes); });
        if (!writing.ok()) return writing.status();
        const Result<double> reading = bare.rate(
            false, [&](storage::File& file, auto bytes) { return bare.read(file, bytes); });
        if (!reading.ok()) return reading.status();
        rates.write = std::llround(writing.value());
        rates.read = std::llround(reading.value());
        return {};
    };
    Status status = measure();
    status.keep_first(bare.remove());
    if (!status.ok()) return status;
    return rates;
}

}  // namespace weft::files
