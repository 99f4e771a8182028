// SPDX-License-Identifier: BSD-3-Clause
#include "serve/stdio.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "serve/greeting.hpp"
#include "serve/side_door.hpp"
#include "serve/stream_door.hpp"

namespace weft::serve {
namespace {

constexpr double greeting_seconds = 30;

/// From now on the streams are open in the transport alone, so that they end with the connection.
/// Their numbers are not free: no file is to be taken for them.
Status leave_streams(int in, int out) {
    const remote::OwnedFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (nothing.get() < 0 || ::dup2(nothing.get(), in) < 0 || ::dup2(nothing.get(), out) < 0)
        return {Code::efile, "/dev/null cannot be opened"};
    return {};
}

}  // namespace

Status serve_stdio(storage::Store& store, int in, int out, const std::string& stream_host,
                   Terms terms) {
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
    const auto key = new_key();
    if (!key.ok()) return key.status();
    auto door = SideDoor::open(key.value());
    if (!door.ok()) return door.status();
    // What outlives this function may still be waited in, by threads.
    std::vector<Door*> doors{door.value().release()};
    // Where no port can be had, all bytes go this way.
    if (hello.value().wants_streams && !stream_host.empty()) {
        if (auto streams = StreamDoor::listen(key.value(), stream_host); streams.ok()) {
            terms.streams = streams.value()->place();
            doors.push_back(streams.value().release());
        }
    }
    auto* const host = new Host(store, key.value(), doors, terms);
    return host->run({std::move(transport), {}, std::move(hello).value()});
}

}  // namespace weft::serve
