// SPDX-License-Identifier: BSD-3-Clause
// What OpenSSH is set up to do on its way to a host, which it tells without going there (ssh -G),
// and what Weft has it do otherwise. Where nobody has chosen ciphers, the same ones are offered
// with AES-GCM first: OpenSSH offers ChaCha20-Poly1305 first, which suits processors without
// instructions for AES; with them AES-GCM needs less of the processor, and that is what limits a
// login that carries data. Where nobody has said how long to wait for a host, it is not for ever.
#pragma once

#include <string>
#include <vector>

#include "remote/destination.hpp"
#include "remote/patience.hpp"
#include "remote/ways.hpp"

namespace weft::remote {

/// Whether the command's name is that of OpenSSH's. Others are not asked: who knows what they would
/// do.
bool is_open_ssh(const Ways& ways);

/// What the command says of how it would go there; "" where it does not answer.
std::string ssh_settings(const Destination& destination, const Ways& ways,
                         const Patience& patience);

/// Whether this machine's processor has instructions for AES-GCM.
bool has_aes();

/// Words for an ssh with these settings; none if they are not the ones of an ssh that nobody has
/// set up, as far as ciphers go.
std::vector<std::string> words_for_cipher(const std::string& settings,
                                          const std::string& untouched);

/// Words for an ssh that nobody has told how long to wait for a host that says nothing: as long as
/// one of two attempts has, where the link may be down for so many seconds.
std::vector<std::string> words_for_time(const std::string& settings, double seconds);

/// The words of this destination's logins, on this machine. `settings`: of the command.
std::vector<std::string> cipher_words(const Destination& destination, const Ways& ways,
                                      const std::string& settings, const Patience& patience);

}  // namespace weft::remote
