// SPDX-License-Identifier: BSD-3-Clause
// Files of one folder are on another store: tests let one of several storage targets fail.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "storage/testing/forwarding_store.hpp"

namespace weft::storage {

class TargetStore final : public ForwardingStore {
public:
    /// `target` has all files beneath `folder`, an absolute path, under the same names.
    TargetStore(std::unique_ptr<Store> others, std::string folder, std::unique_ptr<Store> target)
        : ForwardingStore(std::move(others)),
          folder_(std::move(folder) + "/"),
          target_(std::move(target)) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override {
        return store_of(path).open(path, intent);
    }
    void will_open(const std::string& path, const Prospect& prospect) override {
        store_of(path).will_open(path, prospect);
    }
    Status remove(const std::string& path) override { return store_of(path).remove(path); }
    Status rename(const std::string& from, const std::string& to) override {
        return store_of(from).rename(from, to);
    }
    Status sync_directory_of(const std::string& path) override {
        return store_of(path).sync_directory_of(path);
    }
    Result<PathFacts> inspect(const std::string& path) override {
        return store_of(path).inspect(path);
    }
    Result<Speed> measure(const std::string& path) override { return store_of(path).measure(path); }

private:
    Store& store_of(const std::string& path) {
        return path.starts_with(folder_) ? *target_ : inner();
    }

    std::string folder_;
    std::unique_ptr<Store> target_;
};

}  // namespace weft::storage
