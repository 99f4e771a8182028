// SPDX-License-Identifier: BSD-3-Clause
// How processes of one machine get by with one login. The ssh that has logged in for one of them
// listens at a local socket, and the ssh of another asks there for a channel of its own in the same
// connection (ControlMaster and ControlPath of OpenSSH): a round trip or two, and nobody has to
// type anything.
//
// All channels share the connection's window of TCP, so that this is for servers that are near. The
// socket is in a folder that nobody else can enter; who knows its name and is another user has
// nothing of it. A user whose ssh is set up to share connections, or who has another command for
// it, is left alone.
#pragma once

#include <string>
#include <vector>

#include "remote/ways.hpp"

namespace weft::remote {

/// A name for the socket of a connection that is to be made by an ssh with these settings (ssh -G);
/// "": it cannot be shared.
std::string socket_to_share(const std::string& settings, const Ways& ways);

/// Whether somebody of this user, on this machine, shares a connection there.
bool is_shared_at(const std::string& socket);

/// Whether an ssh with these settings is to share its connections as we would have it.
bool can_share(const std::string& settings);

/// Words for the command that is shared, and for one that goes through it.
std::vector<std::string> words_to_share(const std::string& socket);
std::vector<std::string> words_through(const std::string& socket);
/// For one that logs in only if nobody has to type anything.
std::vector<std::string> words_without_asking();

}  // namespace weft::remote
