// SPDX-License-Identifier: BSD-3-Clause
// Shows on standard error how far a long command has come.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "tools/shared/team.hpp"

namespace weft::tools {

class CommandForm;

/// The form of progress. automatic: a bar if standard error is a terminal, otherwise nothing.
/// plain: a line for every tenth. json: an object per line, every tenth and at least every second.
enum class ProgressMode { automatic, plain, json, none };

/// The option --progress.
void add_progress_option(CommandForm& form, ProgressMode& mode);

/// Shows progress on rank 0 only: all ranks have equal parts of the work, so its own stands for
/// all. Short work shows nothing.
class Progress {
public:
    /// `verb` is "comparing", "copying", "copying the rest", "counting" or "reading"; `total` this
    /// rank's bytes.
    Progress(ProgressMode mode, std::string_view verb, std::int64_t total, const Team& team)
        : Progress(team.is_first() ? mode : ProgressMode::none, verb, total, team.size()) {}
    /// Shows work of this process alone.
    Progress(ProgressMode mode, std::string_view verb, std::int64_t total)
        : Progress(mode, verb, total, 1) {}
    ~Progress();  // clears the bar
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void advance(std::int64_t bytes) {
        done_ += bytes;
        if (form_ != Form::none && done_ >= next_look_) look();
    }

private:
    enum class Form { none, bar, plain, json };
    using Clock = std::chrono::steady_clock;

    Progress(ProgressMode mode, std::string_view verb, std::int64_t total, int team_size);
    static Form form_of(ProgressMode mode);
    void look();
    void show(double seconds);
    void show_bar(double seconds);

    Form form_;
    std::string verb_;
    std::int64_t total_;
    int team_size_;
    std::int64_t done_ = 0;
    std::int64_t next_look_ = 0;
    int shown_tenths_ = 0;
    bool bar_is_visible_ = false;
    Clock::time_point begun_ = Clock::now();
    Clock::time_point shown_ = begun_;
};

/// "1.5 GB"
std::string bytes_text(double bytes);

}  // namespace weft::tools
