// SPDX-License-Identifier: BSD-3-Clause
// The advice of a report: how the program does I/O, in plain words, and what to do about it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "report/file_report.hpp"

namespace weft::report {

struct Advice {
    std::string topic;                // a keyword for programs, such as late_ranks
    bool is_warning = true;           // otherwise a note
    std::string finding;              // one sentence
    std::string remedy;               // may be empty
    std::vector<std::int64_t> ranks;  // the ranks concerned; none: all
    std::vector<std::pair<std::string, std::string>> hints;  // to set

    [[nodiscard]] std::string text() const {
        return remedy.empty() ? finding : finding + " " + remedy;
    }
};

/// The most important first; never empty. Pure.
std::vector<Advice> advise(const FileReport& report);

/// The hints of all advice, each once.
std::vector<std::pair<std::string, std::string>> hints_of(const std::vector<Advice>& all);

}  // namespace weft::report
