// SPDX-License-Identifier: BSD-3-Clause
// Any store, seen through a cache that nobody keeps true: how tests show that ranks on hosts whose
// caches disagree get right bytes all the same.
#pragma once

#include <utility>

#include "storage/file.hpp"

namespace weft::storage {

/// Each file remembers the pages that it has read whole, and hands them out until renew(), whatever
/// others write. Its own writes go through to the inner file and into what is remembered.
class StaleStore final : public Store {
public:
    explicit StaleStore(std::unique_ptr<Store> inner) : inner_(std::move(inner)) {}

    Result<std::unique_ptr<File>> open(const std::string& path, OpenOptions options) override;
    Status remove(const std::string& path) override { return inner_->remove(path); }
    Status rename(const std::string& from, const std::string& to) override {
        return inner_->rename(from, to);
    }
    Status sync_directory_of(const std::string& path) override {
        return inner_->sync_directory_of(path);
    }
    Result<PathFacts> inspect(const std::string& path) override { return inner_->inspect(path); }

private:
    std::unique_ptr<Store> inner_;
};

}  // namespace weft::storage
