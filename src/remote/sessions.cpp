// SPDX-License-Identifier: BSD-3-Clause
#include "remote/sessions.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "storage/signals_blocked.hpp"

namespace weft::remote {
namespace {

/// The time that the first connections of all ranks get before additional ones: a server with too
/// many at a time turns the latest away.
constexpr std::chrono::milliseconds head_start(300);

/// A process with a ticket needs one connection. Rank 0 has measured the time of one answer, which
/// may be twice the round trip; a login too many costs more than one that comes later.
int commands_of(const Destination& destination, const Ways& ways,
                const storage::Prospect& prospect) {
    if (destination.scheme != "ssh" || !prospect.ticket.empty()) return 1;
    return commands_for(ways, prospect.round_trip_seconds / 2);
}

/// The policy for beginning a session. Only ssh may have to wait for a password.
RetryPolicy retry_policy_for(const Destination& destination, const Ways& ways, bool is_met,
                             int cancelled = -1) {
    const double twice = 2 * ways.timeout_seconds;
    const double seconds =
        destination.scheme == "ssh" ? std::max(twice, ways.greeting_seconds) : twice;
    return {ways.timeout_seconds, is_met, Deadline(seconds, cancelled)};
}

}  // namespace

Sessions::Beginning::Beginning(const Destination& destination, const Ways& ways,
                               const std::optional<SessionTicket>& ticket, int commands)
    : owner_(::getpid()),
      destination_(destination),
      ways_(ways),
      commands_(commands),
      cancelled_(::eventfd(0, EFD_CLOEXEC)) {
    const RetryPolicy retry_policy = retry_policy_for(destination, ways, true, cancelled_.get());
    std::packaged_task<Begun()> task(
        [=] { return ClientSession::begin(destination, ways, ticket, retry_policy); });
    outcome_ = task.get_future();
    const storage::SignalsBlocked blocked;
    thread_ = std::thread(std::move(task));
}

Sessions::Beginning::~Beginning() {
    // The thread belongs to the program, not to a fork of it.
    if (::getpid() != owner_) {
        thread_.detach();
        return;
    }
    ::eventfd_write(cancelled_.get(), 1);
    thread_.join();
}

std::vector<Wire> Sessions::Beginning::start_commands() const {
    std::vector<Wire> wires;
    for (int i = 1; i < commands_; ++i) {
        auto wire = wire_to(destination_, ways_, {}, Deadline(0));
        if (!wire.ok()) break;
        wires.push_back(std::move(wire).value());
    }
    return wires;
}

Sessions::Begun Sessions::Beginning::outcome() {
    std::vector<Wire> further;
    if (outcome_.wait_for(head_start) != std::future_status::ready) further = start_commands();
    Begun begun = outcome_.get();
    if (begun.ok()) begun.value()->join_over(std::move(further));
    return begun;
}

bool Sessions::Beginning::is_over() const {
    return outcome_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

Sessions::Known& Sessions::known(const Destination& destination, const Ways& ways) {
    return known_[{destination, ways.shell + '\n' + ways.server}];
}

Result<std::shared_ptr<ClientSession>> Sessions::with(const Destination& destination,
                                                      const Ways& ways) {
    const std::lock_guard guard(mutex_);
    Known& its = known(destination, ways);
    if (its.beginning != nullptr) {
        const bool was_over = its.beginning->is_over();
        Begun begun = its.beginning->outcome();
        its.beginning.reset();
        if (begun.ok()) its.session = begun.value();
        // A failure from before this call may be out of date.
        if (!begun.ok() && !was_over) return begun;
    }
    if (its.session != nullptr && its.session->is_alive()) return its.session;
    its.session.reset();
    auto begun = ClientSession::begin(destination, ways, its.ticket,
                                      retry_policy_for(destination, ways, its.is_met));
    if (begun.ok()) its.session = begun.value();
    its.is_met = its.is_met || begun.ok();
    return begun;
}

void Sessions::expect(const Destination& destination, const Ways& ways,
                      const storage::Prospect& prospect) {
    const std::lock_guard guard(mutex_);
    Known& its = known(destination, ways);
    its.is_met = true;
    if (const auto ticket = ticket_in(prospect.ticket); ticket.ok()) its.ticket = ticket.value();
    if (!prospect.is_soon || its.session != nullptr || its.beginning != nullptr) return;
    try {
        its.beginning = std::make_unique<Beginning>(destination, ways, its.ticket,
                                                    commands_of(destination, ways, prospect));
    } catch (const std::system_error&) {
        // If no thread can be started, the session is begun when it is needed.
    }
}

}  // namespace weft::remote
