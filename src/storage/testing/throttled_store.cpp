// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/throttled_store.hpp"

#include <algorithm>
#include <string_view>

#include "storage/path_prefix.hpp"
#include "storage/testing/intercepting_file.hpp"

namespace weft::storage {
namespace {

class ThrottledFile final : public InterceptingFile {
public:
    ThrottledFile(std::unique_ptr<File> inner, ThrottledStore::Device& device)
        : InterceptingFile(std::move(inner)), device_(device) {}

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        device_.serve(std::ssize(bytes));
        return inner().read_at(offset, bytes);
    }

    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override {
        device_.serve(std::ssize(bytes));
        return inner().write_at(offset, bytes);
    }

private:
    Result<File*> reach() override {
        device_.answer();
        return &inner();
    }

    ThrottledStore::Device& device_;
};

}  // namespace

void ThrottledStore::Device::serve(std::int64_t bytes) {
    double end = 0;
    {
        const std::lock_guard guard(mutex_);
        free_from_ = std::max(clock_.now(), free_from_) + target_.call +
                     static_cast<double>(bytes) * target_.byte;
        end = free_from_;
    }
    clock_.sleep_until(end + target_.round_trip);
}

ThrottledStore::ThrottledStore(Store& inner, Clock& clock, std::vector<Target> targets)
    : ForwardingStore(inner) {
    for (Target& target : targets) devices_.emplace_back(std::move(target), clock);
}

ThrottledStore::Device* ThrottledStore::device_of(const std::string& path) {
    const std::string_view name = strip_path_prefix(path);
    const auto found = std::ranges::find_if(devices_, [&](const Device& device) {
        const std::string& directory = device.target().directory;
        return name.starts_with(directory) && name.substr(directory.size()).starts_with('/');
    });
    return found == devices_.end() ? nullptr : &*found;
}

Result<Opened> ThrottledStore::open(const std::string& path, const Intent& intent) {
    Device* const device = device_of(path);
    if (device != nullptr) device->answer();
    Result<Opened> opened = inner().open(path, intent);
    if (!opened.ok() || device == nullptr) return opened;
    std::unique_ptr<File>& file = opened.value().file;
    file = std::make_unique<ThrottledFile>(std::move(file), *device);
    opened.value().speed = device->speed();
    return opened;
}

Speed ThrottledStore::Device::speed() const {
    return {.write_call = target_.call,
            .read_call = target_.call,
            .write_byte = target_.byte,
            .read_byte = target_.byte,
            .new_page = 0,
            .new_island = 0,
            .round_trip = target_.round_trip};
}

Result<Speed> ThrottledStore::measure(const std::string& path) {
    const Device* const device = device_of(path);
    if (device == nullptr) return inner().measure(path);
    return device->speed();
}

}  // namespace weft::storage
