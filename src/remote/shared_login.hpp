// SPDX-License-Identifier: BSD-3-Clause
// How processes of one machine share one login. The ssh that has logged in for one of them listens
// at a local socket, and the ssh of another requests a channel of its own in the same connection
// there (ControlMaster and ControlPath of OpenSSH). That takes a round trip or two, and no
// password.
//
// All channels share the TCP window of the connection, so this is for near servers. The socket is
// in a folder that no other user can enter. Weft does not share logins for a user whose ssh is set
// up to share connections, or who uses another command in place of ssh.
#pragma once

#include <string>
#include <vector>

#include "remote/ways.hpp"

namespace weft::remote {

/// The socket for a connection by an ssh with these settings (ssh -G); "": it cannot be shared.
std::string socket_to_share(const std::string& settings, const Ways& ways);

/// Whether a process of this user and machine shares a connection at this socket.
bool is_shared_at(const std::string& socket);

/// Whether Weft may have an ssh with these settings share its connection.
bool can_share(const std::string& settings);

/// The options for an ssh that shares its connection, and for one that uses it.
std::vector<std::string> words_to_share(const std::string& socket);
std::vector<std::string> words_through(const std::string& socket);
/// The options for an ssh that logs in only if it need not ask for a password.
std::vector<std::string> words_without_asking();

}  // namespace weft::remote
