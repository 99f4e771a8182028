// SPDX-License-Identifier: BSD-3-Clause
// weft serve: files of this machine for programs on others.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>

#include "serve/daemon.hpp"
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
};

/// The address of this machine that the client's ssh has reached; "" if ssh does not set it.
std::string address_by_ssh() {
    const char* const connection = std::getenv("SSH_CONNECTION");
    std::istringstream words(connection == nullptr ? "" : connection);
    std::string client_host;
    std::string client_port;
    std::string host;
    words >> client_host >> client_port >> host;
    return host;
}

/// Serves one client, at the other end of ssh: it may do whatever its user may do here.
[[noreturn]] void serve_one() {
    // A lost ssh connection does not end the server: the client may come back.
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

/// What is wrong with the command line; null: nothing is.
const char* what_is_missing(const ServeOptions& options) {
    if (!options.stdio && options.listen.empty()) return "--stdio or --listen is required";
    if (!options.listen.empty() && options.tokens.empty()) return "--listen requires --tokens";
    return nullptr;
}

/// Serves clients that have a token, forever.
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
    CommandForm form(program, "serve");
    const auto options = std::make_shared<ServeOptions>();
    auto* const stdio = form.flag("--stdio", options->stdio);
    auto* const listen = form.option("--listen", options->listen);
    form.option("--tokens", options->tokens)->needs(listen);
    form.option("--export", options->exports)->allow_extra_args(false)->needs(listen);
    stdio->excludes(listen);
    form.run(run, [options](Output&) -> int {
        const char* const missing = what_is_missing(*options);
        if (missing != nullptr) {
            complain("serve", missing);
            return exit_usage;
        }
        if (options->stdio) serve_one();
        return serve_all(*options);
    });
}

}  // namespace weft::tools
