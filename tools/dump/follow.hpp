// SPDX-License-Identifier: BSD-3-Clause
// The records that another program adds to a file while `weft dump --follow` reads it.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/dump/dump.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/output.hpp"

namespace weft::tools {

/// The place of a file on this machine, as it was when it was opened, and what the system says of
/// the file that has the name now.
class WatchedPlace {
public:
    explicit WatchedPlace(std::string path);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// Whether the name is of another machine, so that only the file's store can look at it.
    [[nodiscard]] bool is_elsewhere() const;
    enum class Fate { there, replaced, removed };
    [[nodiscard]] Fate fate() const;
    /// Whether the file may have changed since the last call: the system's clock for that is
    /// coarse, so for a moment after a change it says yes.
    bool may_have_changed();
    /// Makes may_have_changed() say yes for another moment.
    void stay_watchful();

private:
    struct State {
        bool exists = false;
        unsigned long long device = 0;
        unsigned long long number = 0;
        long long bytes = 0;
        long long changed_at = 0;  // nanoseconds

        friend bool operator==(const State&, const State&) = default;
    };
    [[nodiscard]] State look() const;

    std::string path_;
    State opened_;
    State last_;
    double busy_until_ = 0;
};

/// An error if the records of this file cannot be followed, or if there are none.
Status check_followed(const Input& input, const WatchedPlace& place);

/// Prints each new record of these variables, until the program is told to end or the reader of the
/// output has gone (exit_fine, or as a shell says it of a signal), or until the file is not what it
/// was (exit_failed, with a message). `records`: that have been printed.
int follow_records(Output& out, Input input, WatchedPlace& place, const std::vector<int>& variables,
                   CdlForm form, std::int64_t records);

/// Makes SIGINT and SIGTERM end follow_records() at the end of a record, instead of the program.
void end_following_on_signals();

}  // namespace weft::tools
