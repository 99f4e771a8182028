// SPDX-License-Identifier: BSD-3-Clause
// weft serve: files of this machine for programs on others.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>

#include "serve/check.hpp"
#include "serve/daemon.hpp"
#include "serve/greeting.hpp"
#include "serve/stdio.hpp"
#include "storage/posix_store.hpp"
#include "tools/command.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

struct ServeOptions {
    bool stdio = false;
    std::string listen;
    std::string tokens;
    std::vector<std::string> exports;
    std::string checked;  // the name of a folder
};

/// The address of this machine that the client's ssh has reached; "" where ssh does not say.
std::string address_by_ssh() {
    const char* const connection = std::getenv("SSH_CONNECTION");
    std::istringstream words(connection == nullptr ? "" : connection);
    std::string client_host;
    std::string client_port;
    std::string host;
    words >> client_host >> client_port >> host;
    return host;
}

/// One client, which the other end of ssh speaks for: what its user may do here, it may do.
[[noreturn]] void serve_one() {
    // An ssh connection that is lost is no reason to end: the client may come back.
    std::signal(SIGHUP, SIG_IGN);
    static storage::PosixStore store;
    const Status served = serve::serve_stdio(store, STDIN_FILENO, STDOUT_FILENO, address_by_ssh());
    if (!served.ok()) complain("serve", served);
    std::_Exit(served.ok() ? exit_fine : exit_failed);
}

Result<serve::Site> site_of(const ServeOptions& options) {
    serve::Site site;
    auto place = remote::parse_endpoint(options.listen);
    if (!place.ok()) return place.status();
    site.at = std::move(place).value();
    site.tokens = options.tokens;
    site.log = [](const std::string& line) { std::cerr << line << std::endl; };
    for (const std::string& text : options.exports) {
        auto folder = serve::parse_export(text);
        if (!folder.ok()) return folder.status();
        site.exports.push_back(std::move(folder).value());
    }
    return site;
}

/// In the command line; null: nothing.
const char* what_is_missing(const ServeOptions& options) {
    if (!options.stdio && options.listen.empty() && options.checked.empty())
        return "--stdio, --listen or --check is required";
    if (!options.listen.empty() && options.tokens.empty()) return "--listen requires --tokens";
    return nullptr;
}

/// Whoever has a token, for ever.
int serve_all(const ServeOptions& options) {
    auto site = site_of(options);
    if (!site.ok()) {
        complain("serve", site.status());
        return exit_failed;
    }
    const auto daemon = serve::Daemon::open(std::move(site).value());
    if (!daemon.ok()) {
        complain("serve", daemon.status());
        return exit_failed;
    }
    daemon.value()->run();
}

/// Another server, of whoever's.
int check(const ServeOptions& options, Output& out) {
    const auto folder = remote::parse_name(options.checked);
    if (!folder.ok()) {
        complain("serve", folder.status());
        return exit_failed;
    }
    const remote::Ways ways = remote::ways_of_environment();
    int broken = 0;
    const remote::Destination& place = folder.value().destination;
    const serve::Checked server{
        .connect =
            [&](const remote::SessionKey& session) {
                return remote::wire_to(place, ways, session,
                                       remote::Deadline(ways.greeting_seconds));
            },
        .folder = folder.value().path,
        .greeting_seconds = place.scheme == "weft" ? serve::tcp_greeting_seconds : 0};
    const Status checked = serve::check_server(server, "", [&](const serve::RuleResult& verdict) {
        const bool holds = verdict.deviation.empty();
        broken += holds ? 0 : 1;
        out.print("{}: {}{}{}\n", holds ? "ok" : "BROKEN", verdict.rule, holds ? "" : ": ",
                  verdict.deviation);
    });
    if (!checked.ok()) complain("serve", checked);
    return checked.ok() && broken == 0 ? exit_fine : exit_failed;
}

}  // namespace

void add_serve(CLI::App& program, Run& run) {
    CommandForm form(program, "serve");
    const auto options = std::make_shared<ServeOptions>();
    auto* const stdio = form.flag("--stdio", options->stdio);
    auto* const listen = form.option("--listen", options->listen);
    form.option("--tokens", options->tokens)->needs(listen);
    form.option("--export", options->exports)->allow_extra_args(false)->needs(listen);
    auto* const checked = form.option("--check", options->checked);
    stdio->excludes(listen);
    checked->excludes(stdio)->excludes(listen);
    form.run(run, [options](Output& out) -> int {
        const char* const missing = what_is_missing(*options);
        if (missing != nullptr) {
            complain("serve", missing);
            return exit_usage;
        }
        if (options->stdio) serve_one();
        if (!options->checked.empty()) return check(*options, out);
        return serve_all(*options);
    });
}

}  // namespace weft::tools
