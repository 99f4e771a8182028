// SPDX-License-Identifier: BSD-3-Clause
// The store of any file: the name of the file tells which store has it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "storage/posix_store.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"
#include "storage/store_table.hpp"

namespace weft::storage {

/// The store of all files. Names with a scheme (path_scheme.hpp) belong to the store that the table
/// has for it (store_table.hpp), or are refused with Code::enotsupport; all others are local files.
/// Files may outlive the store if those of `here` may.
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
    struct Made {
        decltype(StoreEntry::make) by;
        std::unique_ptr<Store> store;
    };
    Result<Store*> store_of(const std::string& path);
    Result<Store*> made_by(const StoreEntry& entry, const std::string& path);

    std::unique_ptr<Store> here_;
    RemoteWays ways_;
    std::vector<Made> made_;
};

}  // namespace weft::storage
