// SPDX-License-Identifier: BSD-3-Clause
#include "serve/check.hpp"

#include <array>

#include "serve/check_rules.hpp"
#include "serve/greeting.hpp"

namespace weft::serve {
namespace {

std::string deviation_in(const Rule& rule, const Bench& bench) {
    try {
        rule.attempt(bench);
    } catch (const Deviation& deviation) {
        return deviation.what.empty() ? "the rule does not hold" : deviation.what;
    }
    return "";
}

/// Removes what rules leave behind. A rule has already reported a server that cannot do this.
void remove_files(const Bench& bench) {
    try {
        CheckClient client = bench.session();
        for (const char* end : {"", ".b"})
            client.ask(remote::FrameKind::remove, remote::OfPath{bench.path + end});
        client.put({remote::FrameKind::goodbye, 0, client.received(), {}});
    } catch (const Deviation&) {
    }
}

}  // namespace

Status check_server(const Checked& server, const std::string& only,
                    const std::function<void(const RuleResult&)>& told) {
    const auto key = new_key();
    if (!key.ok()) return key.status();
    const Bench bench{server,
                      server.folder + "/weft-check-" + std::to_string(key.value().name) + ".tmp"};
    bool any = false;
    for (const auto& section : {greeting_rules(), beside_rules(), frame_rules(), byte_rules(),
                                name_rules(), lock_rules(), misuse_rules(), limit_rules()}) {
        for (const Rule& rule : section) {
            if (std::string(rule.name).find(only) == std::string::npos) continue;
            any = true;
            told({rule.name, deviation_in(rule, bench)});
            remove_files(bench);
        }
    }
    return any ? Status() : Status(Code::einval, "there is no rule named \"" + only + "\"");
}

}  // namespace weft::serve
