// SPDX-License-Identifier: BSD-3-Clause
// The sessions of this process: one with each server, which stays while the process lives, or until
// the server, which has had no open file for some minutes, ends it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "remote/session.hpp"

namespace weft::remote {

class Sessions {
public:
    Result<std::shared_ptr<Session>> with(const Destination& destination, const Ways& ways);

private:
    std::mutex mutex_;
    std::map<std::pair<Destination, std::string>, std::shared_ptr<Session>> sessions_;
};

}  // namespace weft::remote
