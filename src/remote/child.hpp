// SPDX-License-Identifier: BSD-3-Clause
// A program that is started to carry a session: ssh, as a rule.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "remote/transport.hpp"

namespace weft::remote {

/// Its standard input and output are a socket of ours; what it says on its standard error is kept,
/// the last of it, for a message. Ended with this object.
class Child {
public:
    /// `words`: the program, which is looked for in PATH, and its arguments.
    static Result<std::unique_ptr<Child>> start(const std::vector<std::string>& words);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// A file that the program may leave behind, and that is to go with it.
    void remove_in_the_end(std::string name) { left_behind_ = std::move(name); }

    /// The socket, once.
    OwnedFd take_socket() { return std::move(socket_); }
    /// To wait for, beside the socket; and then:
    [[nodiscard]] int complaints() const { return complaints_.get(); }
    void listen();
    /// What it has said; "" for nothing.
    [[nodiscard]] std::string last_words();

private:
    void end();
    Child(pid_t process, OwnedFd socket, OwnedFd complaints)
        : process_(process), socket_(std::move(socket)), complaints_(std::move(complaints)) {}

    pid_t process_;
    OwnedFd socket_;
    OwnedFd complaints_;
    std::string said_;
    std::string left_behind_;
};

}  // namespace weft::remote
