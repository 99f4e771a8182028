// SPDX-License-Identifier: BSD-3-Clause
// The rules for sibling sessions: our server keeps them, and servers that break them are found.
#include <sys/socket.h>

#include <array>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "serve/handover_socket.hpp"
#include "serve/job.hpp"
#include "serve/test_wrong_servers.hpp"

namespace weft::serve {
namespace {

using remote::SessionTicket;
using remote::Welcome;

/// Servers as ssh starts them, each in a thread.
class Jobs {
public:
    ~Jobs() {
        for (std::thread& one : running_) one.join();
    }

    Result<remote::Wire> connect(const Wrongs& wrongs) {
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
        running_.emplace_back([this, end = ends[1]] { serve(remote::OwnedFd(end)); });
        return wired(std::make_unique<remote::FdTransport>(remote::OwnedFd(ends[0])), wrongs);
    }
    static remote::Wire wired(std::unique_ptr<remote::Transport> transport, const Wrongs& wrongs) {
        return {nullptr, std::make_unique<WrongTransport>(std::move(transport), wrongs)};
    }

private:
    void serve(remote::OwnedFd socket) {
        remote::OwnedFd again(::dup(socket.get()));
        auto transport = std::make_unique<remote::FdTransport>(std::move(socket));
        auto hello = greet(*transport, 5);
        if (!hello.ok()) return;
        if (hello.value().session.name != 0) {
            static_cast<void>(hand_over(hello.value(), again.get(), again.get()));
            return;
        }
        again.close();
        Job job(store_, "127.0.0.1", {.grace_seconds = 0.5});
        static_cast<void>(job.run({std::move(transport), {}, std::move(hello).value()}));
    }

    storage::MemoryStore store_;
    std::vector<std::thread> running_;
};

struct Ways {
    Wrongs first{};   // over what ssh carries
    Wrongs beside{};  // over TCP
    std::function<void(SessionTicket&)> change = [](SessionTicket&) {};
};

std::string deviations(const Ways& ways) {
    Jobs jobs;
    const Checked checked{
        .connect = [&](const remote::SessionKey&) { return jobs.connect(ways.first); },
        .connect_beside = [&](SessionTicket ticket) -> Result<remote::Wire> {
            ways.change(ticket);
            auto wire = remote::wire_beside(ticket, remote::Deadline(5));
            if (!wire.ok()) return wire;
            return Jobs::wired(std::move(wire.value().transport), ways.beside);
        },
        .folder = "",
        .timeout_seconds = 2};
    std::string found;
    EXPECT_TRUE(check_server(checked, "sibling", [&](const RuleResult& result) {
                    if (!result.deviation.empty()) found += result.deviation + "\n";
                }).ok());
    return found;
}

TEST(ServerCheckBeside, OurServerKeepsTheRules) {
    EXPECT_EQ(deviations({}), "");
}

TEST(ServerCheckBeside, NoRuleIsTriedWhereTheAddressCannotBeReached) {
    EXPECT_EQ(deviations({.change = [](SessionTicket& ticket) { ticket.place.port = "1"; }}), "");
}

TEST(ServerCheckBeside, FindsSessionsThatHaveNothingOfTheirOwn) {
    auto first = std::make_shared<remote::SessionKey>();
    const Wrongs seen{.down = changing<Welcome>(
                          FrameKind::welcome, [=](Welcome& welcome) { *first = welcome.session; })};
    const auto beside = [](std::function<void(Welcome&)> change) {
        return Wrongs{.down = changing<Welcome>(FrameKind::welcome, std::move(change))};
    };
    EXPECT_THAT(deviations({.first = seen,
                            .beside = beside([=](Welcome& welcome) { welcome.session = *first; })}),
                testing::HasSubstr("no name of its own"));
    EXPECT_THAT(deviations({.first = seen, .beside = beside([=](Welcome& welcome) {
                                               welcome.session.secret_low = first->secret_low;
                                               welcome.session.secret_high = first->secret_high;
                                           })}),
                testing::HasSubstr("no secret of its own"));
}

TEST(ServerCheckBeside, FindsASessionThatEndsWithAnother) {
    auto is_over = std::make_shared<bool>(false);
    const Ways ways{.first = {.up = in_each_frame([=](Frame& frame) {
                                  *is_over = *is_over || frame.kind == FrameKind::goodbye;
                              })},
                    .beside = {.down = [=](Frame& frame) {
                        return !*is_over || frame.kind == FrameKind::welcome;
                    }}};
    EXPECT_THAT(deviations(ways), testing::HasSubstr("ends with its sibling"));
}

TEST(ServerCheckBeside, FindsAKeyThatOpensMoreThanItShould) {
    const Wrongs takes_all{.up = changing<remote::Hello>(
                               FrameKind::hello, [](remote::Hello& hello) { hello.session = {}; })};
    EXPECT_THAT(deviations({.beside = takes_all}), testing::HasSubstr("resumes the session"));
    auto right = std::make_shared<remote::NamedKey>();
    // The first key is that of an attempt to reach the address.
    const auto any_key = [=](SessionTicket& ticket) {
        if (right->name != ticket.key.name) *right = ticket.key;
        ticket.key = *right;
    };
    EXPECT_THAT(deviations({.change = any_key}),
                testing::HasSubstr("a client with a wrong key begins a session"));
}

}  // namespace
}  // namespace weft::serve
