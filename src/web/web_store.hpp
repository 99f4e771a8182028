// SPDX-License-Identifier: BSD-3-Clause
// Files of servers on the web, which are only read.
#pragma once

#include <functional>
#include <string>

#include "storage/read_only_store.hpp"
#include "web/place.hpp"

namespace weft::web {

class WebStore final : public storage::ReadOnlyStore {
public:
    /// Finds where the file of a name is; Code::einval if the name is none.
    using Finder = std::function<Result<Place>(const std::string& name)>;

    explicit WebStore(Finder find);

    /// Makes one request.
    Result<storage::PathFacts> inspect(const std::string& path) override;
    /// Returns assumed values: measuring the way to a server takes longer than a few milliseconds.
    Result<storage::Speed> measure(const std::string& path) override;

protected:
    /// Makes one request, which brings the head.
    Result<storage::Opened> open_to_read(const std::string& path,
                                         const storage::Intent& intent) override;

private:
    Finder find_;
};

}  // namespace weft::web
