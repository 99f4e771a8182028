// SPDX-License-Identifier: BSD-3-Clause
// Checks the server of a remote folder, where it makes and removes files.
//
//     remote_protocol_check FOLDER
//
// A line for each rule: "ok", "BROKEN" and what was found instead, or "not tried" and why. The exit
// code is 1 if a rule is broken, and 2 if none could be tried. The environment says how the server
// is reached (remote/ways.hpp).
#include <iostream>
#include <string>

#include "check.hpp"
#include "remote/destination.hpp"
#include "remote/ways.hpp"
#include "serve/greeting.hpp"

namespace weft::protocol {
namespace {

void print(const RuleResult& result) {
    const char* const verdict = result.verdict == Verdict::holds    ? "ok: "
                                : result.verdict == Verdict::broken ? "BROKEN: "
                                                                    : "not tried: ";
    std::cout << verdict << result.rule << (result.reason.empty() ? "" : ": ") << result.reason
              << std::endl;
}

int check_server_of(const std::string& name) {
    const auto folder = remote::parse_name(name);
    if (!folder.ok()) {
        std::cerr << folder.status().context() << "\n";
        return 2;
    }
    const remote::Destination& place = folder.value().destination;
    const remote::Ways ways = remote::ways_of_environment();
    const auto connect = [&](const remote::SessionKey& session) {
        return remote::wire_to(place, ways, session, remote::Deadline(ways.greeting_seconds));
    };
    const Checked server{
        .connect = connect,
        .folder = folder.value().path,
        .greeting_seconds = place.scheme == "weft" ? serve::tcp_greeting_seconds : 0};
    int broken = 0;
    const Status checked = check(server, "", [&](const RuleResult& result) {
        broken += result.verdict == Verdict::broken ? 1 : 0;
        print(result);
    });
    if (!checked.ok()) {
        std::cerr << checked.context() << "\n";
        return 2;
    }
    return broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace weft::protocol

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "remote_protocol_check FOLDER, such as weft://site.org/scratch\n";
        return 2;
    }
    return weft::protocol::check_server_of(argv[1]);
}
