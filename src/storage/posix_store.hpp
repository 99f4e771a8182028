// SPDX-License-Identifier: BSD-3-Clause
// Files of the operating system.
#pragma once

#include "storage/store.hpp"
#include "storage/system_calls.hpp"

namespace weft::storage {

class PosixStore final : public Store {
public:
    /// `calls` must outlive the store and its files.
    explicit PosixStore(const SystemCalls& calls = kernel_calls()) : calls_(calls) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override;
    void will_open(const std::string& /*path*/, const Prospect& /*prospect*/) override {}
    Status remove(const std::string& path) override;
    Status rename(const std::string& from, const std::string& to) override;
    Status sync_directory_of(const std::string& path) override;
    Result<PathFacts> inspect(const std::string& path) override;
    Result<Speed> measure(const std::string& path) override;

private:
    Result<Opened> open_alone(const std::string& path, const Intent& intent);

    const SystemCalls& calls_;
};

}  // namespace weft::storage
