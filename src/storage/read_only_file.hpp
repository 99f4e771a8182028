// SPDX-License-Identifier: BSD-3-Clause
// Base of files that are composed of others and can only be read: refuses all changes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "storage/leaf_file.hpp"

namespace weft::storage {

class ReadOnlyFile : public LeafFile {
public:
    Status write_at(std::int64_t, std::span<const std::byte>) final { return refusal(); }
    Status resize(std::int64_t) final { return refusal(); }
    Status sync() final { return {}; }  // nothing was written
    Result<std::unique_ptr<RangeLock>> lock(std::int64_t, std::int64_t) final { return refusal(); }
    Result<std::unique_ptr<RangeLock>> hold(std::int64_t, std::int64_t) final { return refusal(); }
    Result<bool> is_locked(std::int64_t, std::int64_t) final { return refusal(); }

protected:
    /// `why`: the message of the refusal.
    explicit ReadOnlyFile(std::string why) : why_(std::move(why)) {}

private:
    [[nodiscard]] Status refusal() const { return {Code::eperm, why_}; }

    std::string why_;
};

}  // namespace weft::storage
