// SPDX-License-Identifier: BSD-3-Clause
#include "remote/ssh_words.hpp"

#include <array>
#include <utility>

namespace weft::remote {
namespace {

/// The first match counts: after a refusal ssh also says that the connection is closed.
constexpr std::array known{
    std::pair{"Permission denied", Code::eperm},
    std::pair{"Host key verification failed", Code::eperm},
    std::pair{"Too many authentication failures", Code::eperm},
    std::pair{"Name or service not known", Code::eperm},
    std::pair{"Temporary failure in name resolution", Code::efile},
    std::pair{"Connection refused", Code::enoent},
    std::pair{"Connection timed out", Code::efile},
    std::pair{"Operation timed out", Code::efile},
    std::pair{"Connection reset by", Code::efile},
    std::pair{"Connection closed by", Code::efile},
    std::pair{"closed by remote host", Code::efile},
    std::pair{"Network is unreachable", Code::efile},
    std::pair{"No route to host", Code::efile},
    std::pair{"Broken pipe", Code::efile},
    std::pair{"kex_exchange_identification", Code::efile},
    std::pair{"banner exchange", Code::efile},
    std::pair{"client_loop: send disconnect", Code::efile},
};

}  // namespace

Code meaning_of_ssh(std::string_view words) {
    for (const auto& [part, code] : known) {
        if (words.find(part) != std::string_view::npos) return code;
    }
    return Code::eio;
}

}  // namespace weft::remote
