// SPDX-License-Identifier: BSD-3-Clause
#include "stage/drain.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <ctime>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "region/shape_codec.hpp"
#include "stage/record.hpp"
#include "storage/side_by_side.hpp"
#include "storage/size_settling.hpp"

namespace weft::stage {
namespace {

/// The most bytes of records, and the most runs, in memory at a time. Blocks of the file are no
/// longer than that.
constexpr std::size_t most_taken_bytes = 16 << 20;
constexpr std::size_t most_taken_runs = 1 << 16;
/// The longest block into which parts of records that are neighbours in the file are copied
/// together.
constexpr std::size_t most_joined_bytes = 4 << 20;

/// The most files that are written together.
constexpr std::size_t most_files = 32;

/// The processor time of the calling thread.
double processor_seconds_so_far() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

}  // namespace

Status Drain::damaged(std::uint64_t number) const {
    return {Code::eread, "record " + std::to_string(number) + " of the log \"" +
                             log_.file().path() + "\" is damaged"};
}

Result<Drain::Moved> Drain::move(std::uint64_t limit) {
    const double processor_began = processor_seconds_so_far();
    memory_.clear();
    writes_.clear();
    write_count_ = 0;
    write_bytes_ = 0;
    const std::uint64_t begin = log_.drained();
    const std::uint64_t end = std::min(log_.reserved(), limit);
    std::uint64_t number = begin;
    for (; number < end; ++number) {
        const auto state = static_cast<RecordState>(log_.file().slot(number).state.load());
        if (state == RecordState::reserved) break;
        if (state == RecordState::empty) continue;
        if (memory_.size() >= most_taken_bytes || write_count_ >= most_taken_runs) break;
        const Result<bool> taken = take(number);
        if (!taken.ok()) return taken.status();
        if (!taken.value()) break;
    }
    Moved moved{.records = number - begin,
                .bytes = 0,
                .processor_seconds = processor_seconds_so_far() - processor_began};
    if (Status written = write_parts(moved.processor_seconds); !written.ok()) return written;
    moved.bytes = write_bytes_;
    log_.page().drained = number;
    if (moved.records > 0) change(log_.page().progress);
    return moved;
}

/// Adds a record to those in memory. False if it must be alone and is not.
Result<bool> Drain::take(std::uint64_t number) {
    const Slot& slot = log_.file().slot(number);
    const Result<RecordHead> head = head_of(log_, slot);
    if (head.code() == Code::efile) return damaged(number);
    if (!head.ok()) return head.status();
    Record record{.head = head.value()};
    if (!fits(record.head, slot, log_.page().facts.id) || record.head.file >= files_.count() ||
        record.head.kind > RecordKind::final_size)
        return damaged(number);
    if (record.head.kind == RecordKind::final_size && number != log_.drained()) return false;
    std::vector<std::byte> shape(static_cast<std::size_t>(record.head.shape_bytes));
    record.source = std::ssize(memory_);
    memory_.resize(memory_.size() + static_cast<std::size_t>(record.head.data_bytes));
    const auto data = std::span(memory_).subspan(static_cast<std::size_t>(record.source));
    const std::int64_t behind_head = slot.position + static_cast<std::int64_t>(sizeof(RecordHead));
    Status got = log_.file().ring().read(behind_head, shape);
    if (got.ok()) got = log_.file().ring().read(behind_head + std::ssize(shape), data);
    if (!got.ok()) return got;
    if (record.head.kind == RecordKind::final_size) {
        const Status given = give_size(record);
        memory_.resize(static_cast<std::size_t>(record.source));
        return given.ok() ? Result<bool>(true) : Result<bool>(given);
    }
    if (record.head.kind == RecordKind::shape) {
        const Status added = add_shape(record, shape);
        return added.ok() ? Result<bool>(true) : Result<bool>(added);
    }
    if (record.head.data_bytes > 0)
        add_write(record.head.file, {record.head.begin, record.head.data_bytes, record.source});
    return true;
}

void Drain::add_write(std::uint32_t file, const FilePart& part) {
    writes_[file].push_back(part);
    ++write_count_;
    write_bytes_ += part.bytes;
}

Status Drain::add_shape(const Record& record, std::span<const std::byte> encoded) {
    region::ShapeReader reader(encoded);
    const Result<region::FileShape> shape = reader.shape(record.head.begin);
    if (!shape.ok()) return damaged(record.head.number);
    const std::int64_t from = record.head.from;
    shape.value().visit(from, from + record.head.data_bytes, [&](const region::RunGroup& group) {
        for (std::int64_t i = 0; i < group.count; ++i) {
            add_write(record.head.file, {group.offset + i * group.pitch, group.run,
                                         record.source + group.stream - from + i * group.run});
        }
    });
    return {};
}

Status Drain::give_size(const Record& record) {
    storage::SizeSettling settling;
    if (record.head.data_bytes != static_cast<std::int64_t>(sizeof settling.size))
        return damaged(record.head.number);
    std::memcpy(&settling.size, memory_.data() + record.source, sizeof settling.size);
    if (Status valid = settling.check(); !valid.ok()) return damaged(record.head.number);
    const Result<storage::File*> file = files_.file(record.head.file);
    if (!file.ok() || file.value() == nullptr) return file.status();
    return file.value()->settle_size(std::move(settling)).status();
}

/// Few files at a time, as a process can have only so many open.
Status Drain::write_parts(double& processor_seconds) {
    Status status;
    while (!writes_.empty() && status.ok()) {
        std::vector<FileWrites> some;
        while (!writes_.empty() && some.size() < most_files) {
            const Result<storage::File*> file = files_.file(writes_.begin()->first);
            if (!file.ok()) return file.status();
            auto& [number, writes] = *writes_.begin();
            if (file.value() != nullptr)
                some.push_back({file.value(), files_.folder(number), std::move(writes)});
            else
                for (const FilePart& part : writes) write_bytes_ -= part.bytes;
            writes_.erase(writes_.begin());
        }
        status = write_together(std::move(some), processor_seconds);
        status.keep_first(files_.spare_descriptors());
    }
    return status;
}

/// Files of one folder are written one after the other, those of different ones at the same time.
Status Drain::write_together(std::vector<FileWrites> files, double& processor_seconds) const {
    std::map<std::string_view, std::vector<FileWrites*>> folders;
    for (FileWrites& one : files) folders[one.folder].push_back(&one);
    std::atomic<double> seconds = 0;
    std::vector<std::function<Status()>> works;
    for (auto& [folder, its] : folders) {
        works.emplace_back([this, &seconds, &its = its] {
            const double began = processor_seconds_so_far();
            Status status;
            for (FileWrites* const one : its)
                if (status.ok()) status = write_to(*one->file, std::move(one->writes));
            seconds += processor_seconds_so_far() - began;
            return status;
        });
    }
    Status status = storage::side_by_side(works);
    processor_seconds += seconds;
    return status;
}

Status Drain::write_to(storage::File& file, std::vector<FilePart> writes) const {
    const std::vector<FilePart> parts = in_file_order(std::move(writes));
    std::vector<std::byte> block;
    Status status;
    for (std::size_t i = 0; i < parts.size() && status.ok();) {
        std::size_t end = i + 1;
        auto bytes = static_cast<std::size_t>(parts[i].bytes);
        while (end < parts.size() &&
               parts[end - 1].offset + parts[end - 1].bytes == parts[end].offset &&
               bytes + static_cast<std::size_t>(parts[end].bytes) <= most_joined_bytes) {
            bytes += static_cast<std::size_t>(parts[end].bytes);
            ++end;
        }
        status = write_joined(file, std::span(parts).subspan(i, end - i), block);
        i = end;
    }
    status.keep_first(file.settle());
    return status;
}

/// Writes parts that are adjacent in the file by one call, which `block` is for.
Status Drain::write_joined(storage::File& file, std::span<const FilePart> parts,
                           std::vector<std::byte>& block) const {
    const auto bytes_of = [&](const FilePart& part) {
        return std::span<const std::byte>(memory_).subspan(static_cast<std::size_t>(part.source),
                                                           static_cast<std::size_t>(part.bytes));
    };
    if (parts.size() == 1) return file.write_soon(parts[0].offset, bytes_of(parts[0]));
    block.clear();
    for (const FilePart& part : parts) {
        const auto bytes = bytes_of(part);
        block.insert(block.end(), bytes.begin(), bytes.end());
    }
    return file.write_soon(parts[0].offset, block);
}

bool Drain::skip_orphan() {
    const std::uint64_t number = log_.drained();
    if (number == log_.reserved()) return false;
    Slot& slot = log_.file().slot(number);
    const auto reserved = static_cast<std::uint32_t>(RecordState::reserved);
    if (slot.state.load() != reserved || log_.lives(slot.member)) return false;
    // It may have completed the record before it died.
    std::uint32_t expected = reserved;
    slot.state.compare_exchange_strong(expected, static_cast<std::uint32_t>(RecordState::empty));
    return true;
}

}  // namespace weft::stage
