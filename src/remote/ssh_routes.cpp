// SPDX-License-Identifier: BSD-3-Clause
#include "remote/ssh_routes.hpp"

#include <memory>
#include <mutex>
#include <utility>

#include "remote/shared_login.hpp"
#include "remote/ssh_settings.hpp"

namespace weft::remote {

Result<Wire> start_command(const Destination& destination, const Ways& ways,
                           const std::vector<std::string>& options) {
    auto child = Child::start(command_to(destination, ways, options));
    if (!child.ok())
        return Status(Code::eperm, destination.name() + ": " + child.status().context());
    auto transport = std::make_unique<FdTransport>(child.value()->take_socket());
    return Wire{std::move(child).value(), std::move(transport)};
}

Result<Dialed> greet_by_command(const Destination& destination, const Ways& ways,
                                const std::vector<std::string>& options, const Hello& hello,
                                ConnectionId id, const Deadline& deadline) {
    auto started = start_command(destination, ways, options);
    if (!started.ok()) return started.status();
    return greet_over(std::move(started.value().transport), std::move(started.value().child),
                      destination.name(), hello, id, deadline);
}

namespace {

/// Makes the connections of a session, a login each.
class Logins {
public:
    Logins(Destination destination, Ways ways)
        : destination_(std::move(destination)), ways_(std::move(ways)) {}

    /// Other processes of this machine can share the first connection of a session, but not one in
    /// place of a lost one, because those that shared the lost one may have connected otherwise.
    Result<Dialed> first(const Hello& hello, ConnectionId id, const Deadline& deadline) {
        ask(deadline);
        const Deadline attempt = deadline.at_most(ways_.greeting_seconds);
        const std::string socket =
            ways_.shares_login && hello.session.name == 0 ? socket_to_share(settings_, ways_) : "";
        if (socket.empty())
            return greet_by_command(destination_, ways_, options_, hello, id, attempt);
        std::vector<std::string> options = words_to_share(socket);
        options.insert(options.end(), options_.begin(), options_.end());
        auto dialed = greet_by_command(destination_, ways_, options, hello, id, attempt);
        if (!dialed.ok()) return dialed;
        dialed.value().shared_login = socket;
        dialed.value().child->remove_in_the_end(socket);
        return dialed;
    }

    Result<Dialed> further(const Hello& hello, ConnectionId id) {
        ask(Deadline(ways_.timeout_seconds));
        std::vector<std::string> options = options_;
        // A process that shares a login has never been asked for a password.
        if (!ways_.shares_login && is_open_ssh(ways_))
            for (std::string& word : words_without_asking()) options.push_back(std::move(word));
        auto started = start_command(destination_, ways_, options);
        if (!started.ok()) return started.status();
        Dialed dialed = about_to_greet(std::move(started.value().transport), hello, id);
        dialed.child = std::move(started.value().child);
        return dialed;
    }

private:
    void ask(const Deadline& deadline) {
        std::call_once(asked_, [&] {
            settings_ = ssh_settings(destination_, ways_, deadline);
            options_ = words_for_time(settings_, ways_.timeout_seconds);
        });
    }

    const Destination destination_;
    const Ways ways_;
    std::once_flag asked_;
    std::string settings_;
    std::vector<std::string> options_;
};

}  // namespace

Routes routes_by_ssh(const Destination& destination, const Ways& ways) {
    const auto logins = std::make_shared<Logins>(destination, ways);
    Routes routes;
    routes.dial = [=](const Hello& hello, ConnectionId id, const Deadline& deadline) {
        return logins->first(hello, id, deadline);
    };
    routes.join = [=](const Hello& hello, ConnectionId id, const Endpoint& streams) {
        return streams.host.empty() ? logins->further(hello, id)
                                    : join_directly(hello, id, streams);
    };
    return routes;
}

}  // namespace weft::remote
