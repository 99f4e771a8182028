// SPDX-License-Identifier: BSD-3-Clause
#include "remote/sessions.hpp"

namespace weft::remote {

Result<std::shared_ptr<Session>> Sessions::with(const Destination& destination, const Ways& ways) {
    const std::lock_guard guard(mutex_);
    std::shared_ptr<Session>& known = sessions_[{destination, ways.shell + '\n' + ways.server}];
    if (known != nullptr && known->is_alive()) return known;
    known.reset();
    auto begun = Session::begin(destination, ways);
    if (begun.ok()) known = begun.value();
    return begun;
}

}  // namespace weft::remote
