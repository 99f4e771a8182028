// SPDX-License-Identifier: BSD-3-Clause
// A store with a slow device behind a cache that takes every write at once: a slow storage target
// for tests.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "storage/clock.hpp"
#include "storage/forwarding_file.hpp"
#include "storage/testing/forwarding_store.hpp"
#include "storage/testing/throttled_store.hpp"

namespace weft::storage {

/// Only finish_writing(), which a TargetMeter uses, takes the time of the device.
class LaggingStore final : public ForwardingStore {
public:
    /// `clock` outlives the store, which outlives its files.
    LaggingStore(std::unique_ptr<Store> inner, double bytes_per_second, Clock& clock)
        : ForwardingStore(std::move(inner)),
          device_({.directory = {}, .byte = 1 / bytes_per_second}, clock) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override {
        Result<Opened> opened = inner().open(path, intent);
        if (opened.ok())
            opened.value().file =
                std::make_unique<LaggingFile>(std::move(opened.value().file), device_);
        return opened;
    }

private:
    class LaggingFile final : public ForwardingFile {
    public:
        LaggingFile(std::unique_ptr<File> inner, ThrottledStore::Device& device)
            : ForwardingFile(std::move(inner)), device_(device) {}

        Status finish_writing(std::int64_t offset, std::int64_t length) override {
            device_.serve(length);
            return ForwardingFile::finish_writing(offset, length);
        }

    private:
        ThrottledStore::Device& device_;
    };

    ThrottledStore::Device device_;
};

}  // namespace weft::storage
