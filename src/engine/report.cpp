// SPDX-License-Identifier: BSD-3-Clause
#include "engine/report.hpp"

#include <fmt/format.h>

#include <chrono>

namespace weft::engine {
namespace {

std::string methods_used(const Report& report) {
    std::string text;
    for (std::size_t i = 0; i < report.method_calls.size(); ++i) {
        if (report.method_calls[i] == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(static_cast<Method>(i)),
                            report.method_calls[i]);
    }
    return text.empty() ? "none" : text;
}

double in_mebi(std::int64_t bytes) {
    return static_cast<double>(bytes) / (1 << 20);
}

}  // namespace

std::string as_text(const Report& report) {
    std::string text;
    const auto line = [&text](std::string words) { text += "  " + words + "\n"; };
    line(fmt::format("asked:     {} puts of {:.3f} MiB, {} gets of {:.3f} MiB", report.put_calls,
                     in_mebi(report.put_bytes), report.get_calls, in_mebi(report.get_bytes)));
    line(fmt::format("storage:   {} writes of {:.3f} MiB, {} reads of {:.3f} MiB, {} locks",
                     report.write_calls, in_mebi(report.written_bytes), report.read_calls,
                     in_mebi(report.read_bytes), report.locks));
    line(fmt::format("methods:   {}", methods_used(report)));
    if (!report.last_reason.empty()) line(fmt::format("last:      {}", report.last_reason));
    line(fmt::format("windows:   {}, of which {} had holes", report.windows,
                     report.windows_with_holes));
    line(fmt::format("exchanged: {} messages of {:.3f} MiB", report.messages,
                     in_mebi(report.message_bytes)));
    line(fmt::format("seconds:   plan {:.4f}, convert {:.4f}, exchange {:.4f}, storage {:.4f}",
                     report.seconds[0], report.seconds[1], report.seconds[2], report.seconds[3]));
    return text;
}

double now_seconds() {
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

}  // namespace weft::engine
