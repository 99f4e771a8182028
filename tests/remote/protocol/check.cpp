// SPDX-License-Identifier: BSD-3-Clause
#include "check.hpp"

#include <string>

#include "rules.hpp"
#include "serve/greeting.hpp"

namespace weft::protocol {
namespace {

RuleResult tried(const Rule& rule, const Bench& bench) {
    try {
        rule.attempt(bench);
    } catch (const Deviation& deviation) {
        return {rule.name, Verdict::broken, deviation.what};
    } catch (const NotTried& not_tried) {
        return {rule.name, Verdict::not_tried, not_tried.why};
    }
    return {rule.name, Verdict::holds, ""};
}

/// Removes what rules leave behind. A rule has already reported a server that cannot do this.
void remove_files(const Bench& bench) {
    try {
        Client client = bench.session();
        for (const char* end : {"", ".b"})
            client.ask(remote::FrameKind::remove, remote::OfPath{bench.path + end});
        client.put({remote::FrameKind::goodbye, 0, client.received(), {}});
    } catch (const Deviation&) {
    }
}

}  // namespace

Status check(const Checked& server, const std::string& only,
             const std::function<void(const RuleResult&)>& told) {
    const auto key = serve::new_key();
    if (!key.ok()) return key.status();
    const Bench bench{server,
                      server.folder + "/weft-check-" + std::to_string(key.value().name) + ".tmp"};
    bool any = false;
    for (const auto& section : {greeting_rules(), beside_rules(), frame_rules(), byte_rules(),
                                name_rules(), lock_rules(), misuse_rules(), limit_rules()}) {
        for (const Rule& rule : section) {
            if (std::string(rule.name).find(only) == std::string::npos) continue;
            any = true;
            told(tried(rule, bench));
            remove_files(bench);
        }
    }
    return any ? Status() : Status(Code::einval, "there is no rule named \"" + only + "\"");
}

}  // namespace weft::protocol
