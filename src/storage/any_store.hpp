// SPDX-License-Identifier: BSD-3-Clause
// The store of any file: the name of the file tells which store has it.
#pragma once

#include <memory>
#include <string>

#include "storage/posix_store.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// Names that begin with "ssh://" or "weft://" are those of remote files (remote_library.hpp);
/// names with another scheme (path_scheme.hpp) are refused with Code::enotsupport; all others are
/// local files. Files may outlive the store if those of `here` may.
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
    std::unique_ptr<Store> elsewhere_;  // made at first use
};

}  // namespace weft::storage
