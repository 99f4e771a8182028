// SPDX-License-Identifier: BSD-3-Clause
// All places where files can be: which of them is told by the name of a file.
#pragma once

#include <memory>
#include <string>

#include "storage/posix_store.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// Names with a scheme (path_scheme.hpp) are refused with Code::enotsupport, because none is served
/// yet; all others are those of files here. Files may outlive the store if those of `here` may.
class AnyStore final : public Store {
public:
    explicit AnyStore(std::unique_ptr<Store> here = std::make_unique<PosixStore>());

    Result<Opened> open(const std::string& path, const Intent& intent) override;
    Status remove(const std::string& path) override;
    Status rename(const std::string& from, const std::string& to) override;
    Status sync_directory_of(const std::string& path) override;
    Result<PathFacts> inspect(const std::string& path) override;
    Result<Speed> measure(const std::string& path) override;

private:
    Result<Store*> store_of(const std::string& path);

    std::unique_ptr<Store> here_;
};

}  // namespace weft::storage
