// SPDX-License-Identifier: BSD-3-Clause
#include "serve/stdio.hpp"

#include <unistd.h>

#include <utility>

#include "serve/greeting.hpp"
#include "serve/side_door.hpp"

namespace weft::serve {
namespace {

constexpr double greeting_seconds = 30;

}  // namespace

Status serve_stdio(storage::Store& store, int in, int out, Terms terms) {
    auto transport = std::make_unique<remote::FdTransport>(remote::OwnedFd(::dup(in)),
                                                           remote::OwnedFd(::dup(out)));
    auto hello = greet(*transport, greeting_seconds);
    if (!hello.ok()) return hello.status();
    if (hello.value().session.name != 0) {
        const Status handed = hand_over(hello.value(), in, out);
        if (!handed.ok()) refuse(*transport, handed.context());
        return handed;
    }
    const auto key = new_key();
    if (!key.ok()) return key.status();
    auto door = SideDoor::open(key.value());
    if (!door.ok()) return door.status();
    // What outlives this function may still be waited in, by threads.
    auto* const host = new Host(store, key.value(), door.value().release(), terms);
    return host->run({std::move(transport), {}, std::move(hello).value()});
}

}  // namespace weft::serve
