// SPDX-License-Identifier: BSD-3-Clause
#include "serve/stdio.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <utility>

#include "serve/greeting.hpp"
#include "serve/handover_socket.hpp"
#include "serve/job.hpp"

namespace weft::serve {
namespace {

constexpr double greeting_seconds = 30;

/// Leaves the streams open only in the transport, so that they end with the connection. Their
/// numbers stay in use, so that no file gets them.
Status leave_streams(int in, int out) {
    const remote::OwnedFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (nothing.get() < 0 || ::dup2(nothing.get(), in) < 0 || ::dup2(nothing.get(), out) < 0)
        return {Code::efile, "/dev/null cannot be opened"};
    return {};
}

}  // namespace

Status serve_stdio(storage::Store& store, int in, int out, const std::string& stream_host,
                   ServeSettings settings) {
    auto transport = std::make_unique<remote::FdTransport>(remote::OwnedFd(::dup(in)),
                                                           remote::OwnedFd(::dup(out)));
    auto hello = greet(*transport, greeting_seconds);
    if (!hello.ok()) return hello.status();
    if (hello.value().session.name != 0) {
        const Status handed = hand_over(hello.value(), in, out);
        if (!handed.ok()) refuse(*transport, handed.context());
        return handed;
    }
    if (Status left = leave_streams(in, out); !left.ok()) return left;
    // Threads outlive this function.
    auto* const job = new Job(store, stream_host, std::move(settings));
    return job->run({std::move(transport), {}, std::move(hello).value()});
}

}  // namespace weft::serve
