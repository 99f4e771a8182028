// SPDX-License-Identifier: BSD-3-Clause
// weft serve: files of this machine for programs on others.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>

#include "serve/stdio.hpp"
#include "storage/posix_store.hpp"
#include "tools/command.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

/// One client, which the other end of ssh speaks for: what its user may do here, it may do.
[[noreturn]] void serve_one() {
    // An ssh connection that is lost is no reason to end: the client may come back.
    std::signal(SIGHUP, SIG_IGN);
    static storage::PosixStore store;
    const Status served = serve::serve_stdio(store, STDIN_FILENO, STDOUT_FILENO);
    if (!served.ok()) complain("serve", served);
    std::_Exit(served.ok() ? exit_fine : exit_failed);
}

}  // namespace

void add_serve(CLI::App& program, Run& run) {
    CommandForm form(program, "serve");
    const auto stdio = std::make_shared<bool>(false);
    form.flag("--stdio", *stdio)->required();
    form.run(run, [stdio](Output&) -> int { serve_one(); });
}

}  // namespace weft::tools
