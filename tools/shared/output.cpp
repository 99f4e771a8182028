// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/output.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "storage/failure.hpp"

namespace weft::tools {

void Output::write_out() {
    std::string_view rest(buffer_);
    while (!rest.empty() && !is_lost_) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (errno == EINTR) continue;
        is_lost_ = true;
        if (errno != EPIPE)
            status_ = storage::failure(storage::Operation::write, "standard output", errno);
    }
    buffer_.clear();
}

bool Output::has_reader() const {
    pollfd output{.fd = descriptor_, .events = 0, .revents = 0};
    return !is_lost_ && (::poll(&output, 1, 0) <= 0 || (output.revents & POLLERR) == 0);
}

bool Output::is_coloured() const {
    return wants_colour(descriptor_);
}

int Output::columns() const {
    return columns_of(descriptor_);
}

int columns_of(int descriptor) {
    if (const char* text = std::getenv("COLUMNS"); text != nullptr) {
        const int wanted = std::atoi(text);
        if (wanted > 0) return wanted;
    }
    struct winsize size {};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

bool wants_colour(int descriptor) {
    const char* no_colour = std::getenv("NO_COLOR");
    if (no_colour != nullptr && *no_colour != '\0') return false;
    // Some launchers of MPI give ranks a terminal of their own, even if the output is redirected.
    if (std::getenv("OMPI_COMM_WORLD_SIZE") != nullptr || std::getenv("PMI_SIZE") != nullptr)
        return false;
    const char* terminal = std::getenv("TERM");
    return terminal != nullptr && std::string_view(terminal) != "dumb" && ::isatty(descriptor) == 1;
}

}  // namespace weft::tools
