// SPDX-License-Identifier: BSD-3-Clause
#include "storage/speed_probe.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "storage/failure.hpp"
#include "storage/posix_file.hpp"

namespace weft::storage {
namespace {

constexpr std::size_t block_bytes = 64 << 10;
constexpr std::size_t small_bytes = 64;
constexpr int pages_of_block = 16;
constexpr int blocks = 16;
constexpr int calls_of_batch = 4;  // small calls in a block
constexpr int least_samples = 3;   // so that one that was delayed does not count
constexpr off_t apart = 16 << 10;
constexpr off_t behind_all = 2 * blocks * block_bytes;
constexpr double long_enough_seconds = 5e-3;

/// A file without a name, which vanishes with its descriptor, also when the process is killed.
class Scratch {
public:
    Scratch(const SystemCalls& calls, int number)
        : descriptor_(calls, number),
          bytes_(block_bytes),
          deadline_(calls.now() + long_enough_seconds) {}

    /// Measures the speed; returns nothing if a call failed.
    std::optional<Speed> measure() {
        const auto put_block = [&](off_t at) { return put(block_bytes, at); };
        const double fresh = median_seconds(1, put_block);
        const double again = median_seconds(1, put_block);
        const double small =
            median_seconds(calls_of_batch, [&](off_t at) { return put(small_bytes, at); });
        const double read = median_seconds(1, [&](off_t at) { return get(block_bytes, at); });
        const double small_read =
            median_seconds(calls_of_batch, [&](off_t at) { return get(small_bytes, at); });
        const double island = median_seconds(
            calls_of_batch, [&](off_t at) { return put(small_bytes, behind_all + at); });
        if (std::min({fresh, again, small, read, small_read, island}) < 0) return std::nullopt;
        const double new_page = std::max(0.0, fresh - again) / pages_of_block;
        return Speed{.write_call = small,
                     .read_call = small_read,
                     .write_byte = std::max(0.0, again - small) / block_bytes,
                     .read_byte = std::max(0.0, read - small_read) / block_bytes,
                     .new_page = new_page,
                     .new_island = std::max(new_page, island - small)};
    }

private:
    /// The seconds of one call, from blocks of calls, each in pages of its own; negative if a call
    /// failed. When time is up, at least `least_samples` of one call are taken.
    template <class Call>
    double median_seconds(int calls_of_block, Call&& call) const {
        std::vector<double> seconds;
        for (int i = 0; i < blocks; ++i) {
            const double begin = descriptor_.calls().now();
            const bool is_late = begin > deadline_;
            if (is_late && i >= least_samples) break;
            const int count = is_late ? 1 : calls_of_block;
            for (int k = 0; k < count; ++k)
                if (!call(static_cast<off_t>(i) * block_bytes + k * apart)) return -1;
            seconds.push_back((descriptor_.calls().now() - begin) / count);
        }
        const auto middle = seconds.begin() + std::ssize(seconds) / 2;
        std::ranges::nth_element(seconds, middle);
        return *middle;
    }
    bool put(std::size_t length, off_t offset) {
        return descriptor_.calls().pwrite(descriptor_.number(), bytes_.data(), length, offset) ==
               static_cast<ssize_t>(length);
    }
    bool get(std::size_t length, off_t offset) {
        return descriptor_.calls().pread(descriptor_.number(), bytes_.data(), length, offset) ==
               static_cast<ssize_t>(length);
    }

    Descriptor descriptor_;
    std::vector<std::byte> bytes_;
    double deadline_;
};

}  // namespace

Result<Speed> probe_speed(const SystemCalls& calls, const std::string& directory) {
    const int number = calls.open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (number < 0) return failure(Operation::open, directory, errno);
    const std::optional<Speed> speed = Scratch(calls, number).measure();
    if (!speed || speed->write_call <= 0 || speed->read_call <= 0)
        return Status(Code::enotsupport, "no costs could be measured in " + directory);
    return *speed;
}

}  // namespace weft::storage
