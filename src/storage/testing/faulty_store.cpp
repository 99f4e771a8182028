// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/faulty_store.hpp"

#include <utility>

#include "storage/testing/intercepting_file.hpp"

namespace weft::storage {
namespace {

/// Counts a call that moves no bytes, and fails it when that is planned.
Status planned_failure(FaultTrigger& trigger, Operation operation, const std::string& path) {
    const FaultPlan* fault = trigger.next(operation);
    if (fault == nullptr || fault->effect != FaultPlan::Effect::error) return {};
    if (fault->error_number == EINTR) return {};
    return failure(operation, path, fault->error_number);
}

class FaultyFile final : public InterceptingFile {
public:
    FaultyFile(std::unique_ptr<File> inner, FaultTrigger& trigger, std::string path)
        : InterceptingFile(std::move(inner)), trigger_(trigger), path_(std::move(path)) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        const FaultPlan* fault = trigger_.next(Operation::read);
        if (is_error(fault)) return failure_at(Operation::read, *fault, offset, bytes.size());
        return inner().read_at(offset, bytes.first(moved_length(fault, bytes.size())));
    }

    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
        const FaultPlan* fault = trigger_.next(Operation::write);
        if (is_error(fault)) return failure_at(Operation::write, *fault, offset, bytes.size());
        const std::size_t length = moved_length(fault, bytes.size());
        Status written = inner().write_at(offset, bytes.first(length));
        if (length < bytes.size()) written.keep_first(cut_off(offset, bytes.size()));
        return written;
    }

    Result<std::int64_t> size() override {
        if (Status fault = planned(Operation::size); !fault.ok()) return fault;
        return inner().size();
    }

    Result<std::uint64_t> identity() override {
        if (Status fault = planned(Operation::size); !fault.ok()) return fault;
        return inner().identity();
    }

    Status resize(std::int64_t bytes) override {
        if (Status fault = planned(Operation::resize); !fault.ok()) return fault;
        return inner().resize(bytes);
    }

    Result<Striping> stripe(const StripingWish& wish) override {
        if (Status fault = planned(Operation::resize); !fault.ok()) return fault;
        return inner().stripe(wish);
    }

    Status reserve(std::int64_t offset, std::int64_t length) override {
        if (Status fault = planned(Operation::resize); !fault.ok()) return fault;
        return inner().reserve(offset, length);
    }

    Result<std::int64_t> insertion_block() override {
        if (Status fault = planned(Operation::size); !fault.ok()) return fault;
        return inner().insertion_block();
    }

    Status insert_room(std::int64_t offset, std::int64_t length) override {
        if (Status fault = planned(Operation::resize); !fault.ok()) return fault;
        return inner().insert_room(offset, length);
    }

    Status remove_room(std::int64_t offset, std::int64_t length) override {
        if (Status fault = planned(Operation::resize); !fault.ok()) return fault;
        return inner().remove_room(offset, length);
    }

    Result<Extent> hole_behind(std::int64_t offset) override {
        if (Status fault = planned(Operation::size); !fault.ok()) return fault;
        return inner().hole_behind(offset);
    }

    Status sync() override {
        if (sync_status_.ok()) sync_status_ = planned(Operation::sync);
        return sync_status_.ok() ? inner().sync() : sync_status_;
    }

    Status renew(double stale_seconds) override {
        if (Status fault = planned(Operation::open); !fault.ok()) return fault;
        return inner().renew(stale_seconds);
    }

    Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) override {
        if (Status fault = planned(Operation::lock); !fault.ok()) return fault;
        return inner().lock(offset, length);
    }

    Result<std::unique_ptr<RangeLock>> hold(std::int64_t offset, std::int64_t length) override {
        if (Status fault = planned(Operation::lock); !fault.ok()) return fault;
        return inner().hold(offset, length);
    }

    Result<bool> is_locked(std::int64_t offset, std::int64_t length) override {
        if (Status fault = planned(Operation::lock); !fault.ok()) return fault;
        return inner().is_locked(offset, length);
    }

    Status close() override {
        Status closed = inner().close();
        closed.keep_first(planned(Operation::close));
        return closed;
    }

private:
    static bool is_error(const FaultPlan* fault) {
        return fault != nullptr && fault->effect == FaultPlan::Effect::error &&
               fault->error_number != EINTR;
    }

    static std::size_t moved_length(const FaultPlan* fault, std::size_t length) {
        if (fault == nullptr || fault->effect == FaultPlan::Effect::error) return length;
        return fault->effect == FaultPlan::Effect::cut_short ? length / 2 : 0;
    }

    Status failure_at(Operation operation, const FaultPlan& fault, std::int64_t offset,
                      std::size_t length) const {
        return failure(operation, path_, fault.error_number,
                       Extent{.offset = offset, .length = static_cast<std::int64_t>(length)});
    }

    [[nodiscard]] Status cut_off(std::int64_t offset, std::size_t length) const {
        const Extent extent{.offset = offset, .length = static_cast<std::int64_t>(length)};
        return {Code::ewrite, failure_context(Operation::write, path_, extent, "cut off")};
    }

    Status planned(Operation operation) { return planned_failure(trigger_, operation, path_); }

    FaultTrigger& trigger_;
    std::string path_;
    Status sync_status_;
};

}  // namespace

Result<Opened> FaultyStore::open(const std::string& path, const Intent& intent) {
    if (Status fault = planned_failure(trigger_, Operation::open, path); !fault.ok()) return fault;
    Result<Opened> opened = inner().open(path, intent);
    if (!opened.ok()) return opened;
    std::unique_ptr<File>& file = opened.value().file;
    file = std::make_unique<FaultyFile>(std::move(file), trigger_, path);
    return opened;
}

Status FaultyStore::remove(const std::string& path) {
    if (Status fault = planned_failure(trigger_, Operation::remove, path); !fault.ok()) {
        return fault;
    }
    return inner().remove(path);
}

Status FaultyStore::rename(const std::string& from, const std::string& to) {
    if (Status fault = planned_failure(trigger_, Operation::rename, from); !fault.ok()) {
        return fault;
    }
    return inner().rename(from, to);
}

Status FaultyStore::sync_directory_of(const std::string& path) {
    if (Status fault = planned_failure(trigger_, Operation::sync, path); !fault.ok()) return fault;
    return inner().sync_directory_of(path);
}

Result<PathFacts> FaultyStore::inspect(const std::string& path) {
    if (Status fault = planned_failure(trigger_, Operation::inspect, path); !fault.ok()) {
        return fault;
    }
    return inner().inspect(path);
}

Result<Speed> FaultyStore::measure(const std::string& path) {
    return Status(Code::enotsupport, path + ": with a planned fault, nothing is measured");
}

}  // namespace weft::storage
