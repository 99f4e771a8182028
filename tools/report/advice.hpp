// SPDX-License-Identifier: BSD-3-Clause
// What a report says about how the program does I/O, in plain words, and what to do about it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tools/report/io_report.hpp"

namespace weft::tools {

struct Advice {
    std::string topic;                // a word for programs, such as late_ranks
    bool is_warning = true;           // else: good to know
    std::string finding;              // what was seen, one sentence
    std::string remedy;               // what to do, may be empty
    std::vector<std::int64_t> ranks;  // that it is about; none: all
    std::vector<std::pair<std::string, std::string>> hints;  // to set

    [[nodiscard]] std::string text() const {
        return remedy.empty() ? finding : finding + " " + remedy;
    }
};

/// The most important first; never empty. Pure.
std::vector<Advice> advise(const IoReport& report);

/// The hints of all advice, each once.
std::vector<std::pair<std::string, std::string>> hints_of(const std::vector<Advice>& all);

}  // namespace weft::tools
