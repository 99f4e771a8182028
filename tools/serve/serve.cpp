// SPDX-License-Identifier: BSD-3-Clause
// weft serve: files of this machine for programs on others.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>

#include "serve/daemon.hpp"
#include "serve/stdio.hpp"
#include "storage/posix_store.hpp"
#include "tools/command.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

struct ServeOptions {
    bool stdio = false;
    std::string listen;
    std::string tokens;
    std::vector<std::string> exports;
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

}  // namespace

void add_serve(CLI::App& program, Run& run) {
    CLI::App* serve = program.add_subcommand(
        "serve", "Serve files of this machine to programs on others (docs/remote.md)");
    const auto options = std::make_shared<ServeOptions>();
    auto* const stdio =
        serve->add_flag("--stdio", options->stdio,
                        "Serve one client on standard input and output, as ssh starts it");
    auto* const listen = serve->add_option("--listen", options->listen,
                                           "Serve all clients with a token, at HOST:PORT or :PORT");
    serve->add_option("--tokens", options->tokens, "The file of tokens")->needs(listen);
    serve
        ->add_option("--export", options->exports,
                     "A folder that clients may use; FOLDER:ro to read only")
        ->needs(listen);
    stdio->excludes(listen);
    serve->callback([=, &run] {
        if (!options->stdio && options->listen.empty())
            throw CLI::RequiredError("--stdio or --listen");
        if (!options->listen.empty() && options->tokens.empty())
            throw CLI::RequiredError("--tokens");
        run = [options](Output&) -> int {
            if (options->stdio) serve_one();
            return serve_all(*options);
        };
    });
}

}  // namespace weft::tools
