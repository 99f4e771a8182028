// SPDX-License-Identifier: BSD-3-Clause
#include "remote/sessions.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <system_error>

#include "storage/signals_blocked.hpp"

namespace weft::remote {

Sessions::Beginning::Beginning(const Destination& destination, const Ways& ways,
                               const std::optional<Invitation>& invitation)
    : owner_(::getpid()), given_up_(::eventfd(0, EFD_CLOEXEC)) {
    const Patience patience(ways.greeting_seconds, given_up_.get());
    std::packaged_task<Begun()> task(
        [=] { return Session::begin(destination, ways, invitation, patience); });
    outcome_ = task.get_future();
    const storage::SignalsBlocked blocked;
    thread_ = std::thread(std::move(task));
}

Sessions::Beginning::~Beginning() {
    // The thread is the program's, not that of a process that was forked from it.
    if (::getpid() != owner_) {
        thread_.detach();
        return;
    }
    ::eventfd_write(given_up_.get(), 1);
    thread_.join();
}

bool Sessions::Beginning::is_over() const {
    return outcome_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

Sessions::Known& Sessions::known(const Destination& destination, const Ways& ways) {
    return known_[{destination, ways.shell + '\n' + ways.server}];
}

Result<std::shared_ptr<Session>> Sessions::with(const Destination& destination, const Ways& ways) {
    const std::lock_guard guard(mutex_);
    Known& its = known(destination, ways);
    if (its.beginning != nullptr) {
        const bool was_over = its.beginning->is_over();
        Begun begun = its.beginning->outcome();
        its.beginning.reset();
        if (begun.ok()) its.session = begun.value();
        // A failure that is older than the question may not be true any more.
        if (!begun.ok() && !was_over) return begun;
    }
    if (its.session != nullptr && its.session->is_alive()) return its.session;
    its.session.reset();
    auto begun = Session::begin(destination, ways, its.invitation, Patience(ways.greeting_seconds));
    if (begun.ok()) its.session = begun.value();
    return begun;
}

void Sessions::expect(const Destination& destination, const Ways& ways,
                      const storage::Prospect& prospect) {
    const std::lock_guard guard(mutex_);
    Known& its = known(destination, ways);
    if (const auto invitation = invitation_in(prospect.introduction); invitation.ok())
        its.invitation = invitation.value();
    if (!prospect.is_soon || its.session != nullptr || its.beginning != nullptr) return;
    try {
        its.beginning = std::make_unique<Beginning>(destination, ways, its.invitation);
    } catch (const std::system_error&) {
        // No thread: it is begun when it is needed.
    }
}

}  // namespace weft::remote
