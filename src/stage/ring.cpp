// SPDX-License-Identifier: BSD-3-Clause
#include "stage/ring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "stage/owner.hpp"
#include "storage/failure.hpp"

namespace weft::stage {
namespace {

using storage::Operation;

/// What a large put writes at a time, so that consecutive records are in different files.
constexpr std::int64_t stripe_bytes = 1 << 20;

std::string path_of(const std::string& path, std::size_t file) {
    return path + "." + std::to_string(file);
}

}  // namespace

Result<Ring> Ring::create(storage::Store& store, const std::string& path, const LogSize& size) {
    Ring ring;
    ring.path_ = path;
    ring.size_ = size;
    for (std::size_t i = 0; std::ssize(ring.files_) < size.ring_files; ++i) {
        auto file = store.open_file(path_of(path, i),
                                    {.writable = true, .create = true, .exclusive = true});
        if (!file.ok()) return file.status();
        ring.files_.push_back(std::move(file).value());
    }
    return ring;
}

Result<Ring> Ring::open(storage::Store& store, const std::string& path, const LogSize& size) {
    Ring ring;
    ring.path_ = path;
    ring.size_ = size;
    for (std::size_t i = 0; std::ssize(ring.files_) < size.ring_files; ++i) {
        const std::string its_path = path_of(path, i);
        auto file = store.open_file(its_path, {.writable = true});
        if (file.code() == Code::enoent) {
            ring.files_.emplace_back();
            continue;
        }
        if (!file.ok()) return file.status();
        const Result<std::uint64_t> inode = file.value()->identity();
        if (!inode.ok()) return inode.status();
        if (!is_mine(its_path, inode.value()))
            return Status(Code::eaccess,
                          storage::failure_context(Operation::open, its_path, {},
                                                   "the log belongs to another user"));
        ring.files_.push_back(std::move(file).value());
    }
    return ring;
}

Status Ring::remove(storage::Store& store, const std::string& path) {
    Status status;
    for (std::size_t i = 0; i < static_cast<std::size_t>(LogSize::most_files); ++i) {
        if (!is_mine(path_of(path, i))) continue;
        const Status removed = store.remove(path_of(path, i));
        if (removed.code() != Code::enoent) status.keep_first(removed);
    }
    return status;
}

/// Calls move(file, offset, part of the bytes) for each stripe that the bytes touch.
template <typename Bytes, typename Move>
Status Ring::by_file(std::int64_t position, Bytes bytes, const Move& move) {
    std::int64_t place = position % size_.ring_bytes;
    Status status;
    while (!bytes.empty() && status.ok()) {
        const std::int64_t stripe = place / stripe_bytes;
        const std::int64_t within = place % stripe_bytes;
        const std::int64_t count = std::min(std::ssize(bytes), stripe_bytes - within);
        const std::int64_t offset = stripe / size_.ring_files * stripe_bytes + within;
        const auto file = static_cast<std::size_t>(stripe % size_.ring_files);
        status = move(file, offset, bytes.first(static_cast<std::size_t>(count)));
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        place += count;
    }
    return status;
}

Status Ring::write(std::int64_t position, std::span<const std::byte> bytes) {
    return by_file(position, bytes, [&](std::size_t file, std::int64_t offset, auto part) {
        return files_[file] != nullptr ? files_[file]->write_at(offset, part) : ends(file, offset);
    });
}

Status Ring::read(std::int64_t position, std::span<std::byte> bytes) {
    return by_file(position, bytes, [&](std::size_t file, std::int64_t offset, auto part) {
        if (files_[file] == nullptr) return ends(file, offset);
        const Result<std::int64_t> got = files_[file]->read_at(offset, part);
        if (!got.ok()) return got.status();
        return got.value() == std::ssize(part) ? Status() : ends(file, offset);
    });
}

Status Ring::ends(std::size_t file, std::int64_t offset) const {
    return {Code::efile, fmt::format("the log \"{}\" ends before its record, which goes on at {}",
                                     path_of(path_, file), offset)};
}

}  // namespace weft::stage
