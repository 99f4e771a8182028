// SPDX-License-Identifier: BSD-3-Clause
// weft relay: connects two networks for files of other machines.
#include "serve/relay.hpp"

#include <iostream>
#include <memory>

#include "tools/command.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

struct RelayOptions {
    std::string listen;
    std::string server;
};

/// Relays connections, forever.
int relay_all(const RelayOptions& options) {
    const auto at = remote::parse_endpoint(options.listen);
    const auto server = remote::parse_endpoint(options.server);
    Status status = at.ok() ? server.status() : at.status();
    if (status.ok()) {
        const auto relay = serve::Relay::open(
            {.at = at.value(), .server = server.value(), .log = [](const std::string& line) {
                 std::cerr << line << std::endl;
             }});
        if (relay.ok()) relay.value()->run();
        status = relay.status();
    }
    complain("relay", status);
    return exit_failed;
}

}  // namespace

void add_relay(CLI::App& program, Run& run) {
    CommandForm form(program, "relay");
    const auto options = std::make_shared<RelayOptions>();
    form.option("--listen", options->listen)->required();
    form.option("--to", options->server)->required();
    form.run(run, [options](Output&) { return relay_all(*options); });
}

}  // namespace weft::tools
