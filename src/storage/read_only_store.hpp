// SPDX-License-Identifier: BSD-3-Clause
// Base of stores whose files can only be read: refuses all changes.
#pragma once

#include <string>
#include <utility>

#include "base/presentable.hpp"
#include "storage/store.hpp"

namespace weft::storage {

class ReadOnlyStore : public Store {
public:
    Result<Opened> open(const std::string& path, const Intent& intent) final {
        const bool changes = intent.writable || intent.create || intent.truncate;
        return changes ? Result<Opened>(refusal(path)) : open_to_read(path, intent);
    }
    void will_open(const std::string&, const Prospect&) override {}
    Status remove(const std::string& path) final { return refusal(path); }
    Status rename(const std::string& from, const std::string&) final { return refusal(from); }
    Status sync_directory_of(const std::string& path) final { return refusal(path); }

protected:
    /// `why`: the message of the refusal.
    explicit ReadOnlyStore(std::string why) : why_(std::move(why)) {}

    /// Opens a file like open(), with an intent that changes nothing.
    virtual Result<Opened> open_to_read(const std::string& path, const Intent& intent) = 0;

private:
    [[nodiscard]] Status refusal(const std::string& path) const {
        return {Code::eperm, "\"" + presentable_name(path) + "\": " + why_};
    }

    std::string why_;
};

}  // namespace weft::storage
