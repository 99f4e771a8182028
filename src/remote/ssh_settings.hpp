// SPDX-License-Identifier: BSD-3-Clause
// The settings of OpenSSH for a host, which it prints without connecting (ssh -G), and what Weft
// changes: if no setting says how long to wait for a host, Weft limits the time.
#pragma once

#include <string>
#include <vector>

#include "remote/deadline.hpp"
#include "remote/destination.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

/// Whether the name of the command is that of OpenSSH's. Other commands may not know -G.
bool is_open_ssh(const Ways& ways);

/// The settings that the command prints for a destination; "" if it does not answer.
std::string ssh_settings(const Destination& destination, const Ways& ways,
                         const Deadline& deadline);

/// The options for an ssh without a time limit for a silent host: half of `seconds`, the time for
/// which the link may be down, so that two attempts fit.
std::vector<std::string> words_for_time(const std::string& settings, double seconds);

}  // namespace weft::remote
