// SPDX-License-Identifier: BSD-3-Clause
// All places where files can be: which of them is told by the name of a file.
#pragma once

#include <memory>
#include <string>

#include "storage/posix_store.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// Names that begin with "ssh://" are those of files of other machines (remote_library.hpp); those
/// with another scheme (path_scheme.hpp) are refused with Code::enotsupport; all others are those
/// of files here. Files may outlive the store if those of `here` may.
class AnyStore final : public Store {
public:
    explicit AnyStore(std::unique_ptr<Store> here = std::make_unique<PosixStore>(),
                      RemoteWays ways = {});

    Result<Opened> open(const std::string& path, const Intent& intent) override;
    void will_open(const std::string& path, const Prospect& prospect) override;
    Status remove(const std::string& path) override;
    Status rename(const std::string& from, const std::string& to) override;
    Status sync_directory_of(const std::string& path) override;
    Result<PathFacts> inspect(const std::string& path) override;
    Result<Speed> measure(const std::string& path) override;

private:
    Result<Store*> store_of(const std::string& path);

    std::unique_ptr<Store> here_;
    RemoteWays ways_;
    std::unique_ptr<Store> elsewhere_;  // made when it is needed
};

}  // namespace weft::storage
