// SPDX-License-Identifier: BSD-3-Clause
// A server of one thread that gives answers as a test makes them, byte by byte.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <thread>
#include <utility>

namespace weft::web {

class TestAnswers {
public:
    /// The bytes that answer a request, whose text it gets.
    using Answer = std::function<std::string(const std::string& request)>;

    explicit TestAnswers(Answer answer) : answer_(std::move(answer)) {
        listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof address;
        constexpr int backlog = 64;
        if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), length) == 0 &&
            ::listen(listener_, backlog) == 0 &&
            ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &length) == 0)
            port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { serve(); });
    }
    ~TestAnswers() {
        ::shutdown(listener_, SHUT_RDWR);
        thread_.join();
        ::close(listener_);
    }
    TestAnswers(const TestAnswers&) = delete;
    TestAnswers& operator=(const TestAnswers&) = delete;

    [[nodiscard]] std::string origin() const { return "http://127.0.0.1:" + std::to_string(port_); }

private:
    /// Serves connections, one request for each.
    void serve() {
        for (;;) {
            const int connection = ::accept(listener_, nullptr, nullptr);
            if (connection < 0) return;
            std::string request;
            char some[4096];
            while (request.find("\r\n\r\n") == std::string::npos) {
                const ssize_t got = ::recv(connection, some, sizeof some, 0);
                if (got <= 0) break;
                request.append(some, static_cast<std::size_t>(got));
            }
            const std::string answer = answer_(request);
            std::size_t sent = 0;
            while (sent < answer.size()) {
                const ssize_t went =
                    ::send(connection, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
                if (went <= 0) break;
                sent += static_cast<std::size_t>(went);
            }
            ::shutdown(connection, SHUT_WR);
            while (::recv(connection, some, sizeof some, MSG_DONTWAIT) > 0) {
            }
            ::close(connection);
        }
    }

    Answer answer_;
    int listener_ = -1;
    int port_ = 0;
    std::thread thread_;
};

}  // namespace weft::web
