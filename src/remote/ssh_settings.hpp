// SPDX-License-Identifier: BSD-3-Clause
// What OpenSSH is set up to do on its way to a host, which it tells without going there (ssh -G),
// and what Weft has it do otherwise: where nobody has said how long to wait for a host, it is not
// for ever.
#pragma once

#include <string>
#include <vector>

#include "remote/deadline.hpp"
#include "remote/destination.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

/// Whether the command's name is that of OpenSSH's. Others are not asked: who knows what they would
/// do.
bool is_open_ssh(const Ways& ways);

/// What the command says of how it would go there; "" where it does not answer.
std::string ssh_settings(const Destination& destination, const Ways& ways,
                         const Deadline& deadline);

/// Words for an ssh that nobody has told how long to wait for a host that says nothing: as long as
/// one of two attempts has, where the link may be down for so many seconds.
std::vector<std::string> words_for_time(const std::string& settings, double seconds);

}  // namespace weft::remote
