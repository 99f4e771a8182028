// SPDX-License-Identifier: BSD-3-Clause
// A program that carries a session, usually ssh.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "remote/transport.hpp"

namespace weft::remote {

/// A child process. Its standard input and output are a socket of ours; the end of its output on
/// standard error is kept for a message. The process ends with this object.
class Child {
public:
    /// `words`: the program, which is searched in PATH, and its arguments.
    static Result<std::unique_ptr<Child>> start(const std::vector<std::string>& words);
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// A file that the program may leave behind, to be removed with this object.
    void remove_in_the_end(std::string name) { left_behind_ = std::move(name); }

    /// Hands over the socket; may be called once.
    OwnedFd take_socket() { return std::move(socket_); }
    /// The standard error of the process, for poll(); call listen() when it is readable.
    [[nodiscard]] int complaints() const { return complaints_.get(); }
    void listen();
    /// The last that it has printed on standard error; "" for nothing.
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
