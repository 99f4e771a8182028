// SPDX-License-Identifier: BSD-3-Clause
//
// The raw limit: what the machine gives to ranks that swap as many bytes through a buffer that
// stays in the cache and write them where they are easiest to write, one contiguous part of the
// file for each rank; and that read them, part by part, to where they belong and swap them there.
// No library can do the work of a netCDF variable with less; the arrangement of the array in the
// file is not even attempted.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "contender.hpp"
#include "swap.hpp"

namespace {

constexpr std::size_t staging_elements = (512 << 10) / sizeof(std::uint32_t);

class RawLimit final : public Contender {
public:
    explicit RawLimit(MPI_Comm comm) : comm_(comm), staging_(staging_elements) {
        MPI_Comm_rank(comm, &rank_);
    }

    void create(const std::string& path, const Box& box) override {
        take(box);
        if (rank_ == 0) open_file(path, O_RDWR | O_CREAT | O_TRUNC);
        MPI_Barrier(comm_);
        if (rank_ != 0) open_file(path, O_RDWR);
    }

    void write(const float* data) override {
        const auto* from = reinterpret_cast<const std::uint32_t*>(data);
        for (std::size_t done = 0; done < elements_;) {
            const std::size_t count = std::min(staging_elements, elements_ - done);
            swap_bytes(staging_.data(), from + done, count);
            const auto written = pwrite(file_, staging_.data(), count * 4, position(done));
            require(written == static_cast<ssize_t>(count * 4), "pwrite");
            done += count;
        }
    }

    void open(const std::string& path, const Box& box) override {
        take(box);
        open_file(path, O_RDONLY);
    }

    void read(float* data) override {
        auto* to = reinterpret_cast<std::uint32_t*>(data);
        for (std::size_t done = 0; done < elements_;) {
            const std::size_t count = std::min(staging_elements, elements_ - done);
            const auto got = pread(file_, to + done, count * 4, position(done));
            require(got == static_cast<ssize_t>(count * 4), "pread");
            swap_bytes(to + done, to + done, count);
            done += count;
        }
    }

    void close() override { require(::close(file_) == 0, "close"); }
    FileLayout layout() override { return {.offset = 0, .big_endian = true, .by_rank = true}; }
    std::string version() override { return "pwrite and pread"; }

private:
    void take(const Box& box) { elements_ = static_cast<std::size_t>(box.elements()); }

    void open_file(const std::string& path, int flags) {
        file_ = ::open(path.c_str(), flags, 0644);
        require(file_ >= 0, path + ": cannot be opened");
    }

    off_t position(std::size_t done) const {
        return static_cast<off_t>((static_cast<std::size_t>(rank_) * elements_ + done) * 4);
    }

    MPI_Comm comm_;
    int rank_ = 0;
    int file_ = -1;
    std::size_t elements_ = 0;
    std::vector<std::uint32_t> staging_;
};

}  // namespace

std::unique_ptr<Contender> make_contender(MPI_Comm comm) {
    return std::make_unique<RawLimit>(comm);
}
