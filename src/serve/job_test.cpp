// SPDX-License-Identifier: BSD-3-Clause
// Sibling sessions.
#include "serve/job.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "remote/remote_store.hpp"
#include "serve/greeting.hpp"
#include "storage/test_bytes.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::serve {
namespace {

const remote::Destination far{"ssh", "", "far", ""};
constexpr double patient_seconds = 60;  // seconds, also where the machine is slow

/// Starting a command fails.
const remote::Ways without_ssh{
    .shell = "false", .server = "weft", .greeting_seconds = patient_seconds};

/// A server as ssh starts it, and the session of its first client.
class Started {
public:
    explicit Started(const std::string& stream_host) : job_(there, stream_host, {}) {
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data());
        thread_ = std::thread([this, end = ends[1]] {
            auto transport = std::make_unique<remote::FdTransport>(remote::OwnedFd(end));
            auto hello = greet(*transport, patient_seconds);
            if (hello.ok())
                static_cast<void>(job_.run({std::move(transport), {}, std::move(hello).value()}));
        });
        const auto dial = [end = ends[0]](const remote::Hello& hello, remote::ConnectionId id,
                                          const remote::Deadline& deadline) {
            return remote::greet_over(std::make_unique<remote::FdTransport>(remote::OwnedFd(end)),
                                      nullptr, "far", hello, id, deadline);
        };
        session =
            remote::Session::begin(far, without_ssh, remote::Routes{dial, nullptr},
                                   {patient_seconds, false, remote::Deadline(patient_seconds)})
                .value();
    }
    ~Started() {
        session.reset();
        thread_.join();
    }

    storage::MemoryStore there;
    std::shared_ptr<remote::Session> session;

private:
    Job job_;
    std::thread thread_;
};

remote::RemoteStore store_over(const std::shared_ptr<remote::Session>& session) {
    return remote::RemoteStore({[session](const remote::Destination&) { return session; },
                                [](const remote::Destination&, const storage::Prospect&) {}});
}

Result<std::shared_ptr<remote::Session>> begun_with(const remote::SessionTicket& ticket,
                                                    double seconds = patient_seconds) {
    return remote::Session::begin(far, without_ssh, ticket,
                                  {seconds, true, remote::Deadline(seconds)});
}

TEST(Job, ServesTicketHoldersWithoutALoginAlsoWhenTheFirstHasGone) {
    Started server("127.0.0.1");
    auto first = store_over(server.session);
    const auto mine = storage::opened(first, "ssh://far/a", storage::to_create);
    const auto ticket = server.session->ticket();
    ASSERT_TRUE(ticket.has_value());
    const auto begun = begun_with(*ticket);
    ASSERT_TRUE(begun.ok()) << begun.status().context();
    auto second = store_over(begun.value());
    const auto its = storage::opened(second, "ssh://far/a", {.writable = true});
    ASSERT_TRUE(its->write_at(0, storage::bytes_of("beside")).ok());
    EXPECT_EQ(storage::text_at(*mine, 0, 6), "beside");
    server.session.reset();
    ASSERT_TRUE(its->write_at(6, storage::bytes_of(" and after")).ok());
    EXPECT_EQ(storage::get_text(server.there, "/a"), "beside and after");
}

TEST(Job, LocksOfOneSessionKeepTheOthersOut) {
    Started server("127.0.0.1");
    auto first = store_over(server.session);
    const auto mine = storage::opened(first, "ssh://far/a", storage::to_create);
    auto second = store_over(begun_with(server.session->ticket().value()).value());
    const auto its = storage::opened(second, "ssh://far/a", {.writable = true});
    const auto lock = mine->lock(0, 1);
    ASSERT_TRUE(lock.ok());
    EXPECT_TRUE(its->is_locked(0, 1).value());
}

TEST(Job, ATicketTellsTheRoundTripThatTheFirstHasMeasured) {
    Started server("127.0.0.1");
    remote::SessionTicket ticket = server.session->ticket().value();
    ticket.round_trip_seconds = 1e-9;
    EXPECT_EQ(begun_with(ticket).value()->round_trip_seconds(), 1e-9);
}

TEST(Job, GivesNoTicketWhereItsPortsCannotBeReached) {
    const Started server("");
    EXPECT_FALSE(server.session->ticket().has_value());
}

TEST(Job, WhoHasAnotherKeyOrNoPortThereBeginsAsTheFirstHas) {
    Started server("127.0.0.1");
    for (const bool has_another_key : {true, false}) {
        remote::SessionTicket ticket = server.session->ticket().value();
        if (has_another_key) ticket.key.key[0] ^= std::byte{1};
        if (!has_another_key) ticket.place.port = "1";
        const auto begun = begun_with(ticket, 1);
        ASSERT_FALSE(begun.ok());
        EXPECT_TRUE(begun.status().context().starts_with("ssh://far: no Weft server answers"))
            << begun.status().context();
    }
}

TEST(Job, ATicketHolderCannotGoOnWithTheSessionThatGaveTheTicket) {
    Started server("127.0.0.1");
    const remote::SessionTicket ticket = server.session->ticket().value();
    const remote::Hello hello{.session = {.name = ticket.session}, .joins = true};
    const auto dialed = remote::dial_beside(ticket, hello, 0, remote::Deadline(patient_seconds));
    EXPECT_EQ(dialed.code(), Code::eperm) << dialed.status().context();
}

TEST(SessionTicket, CrossesWhatProcessesTalkOver) {
    const remote::SessionTicket ticket{
        {"2001:db8::7", "40123"}, 77, remote::sibling_key({77, 1, 2}), "/run/login", 0.25};
    const auto told = remote::encoded(ticket);
    EXPECT_LE(told.size(), storage::most_ticket_bytes);
    const auto heard = remote::ticket_in(told);
    ASSERT_TRUE(heard.ok());
    EXPECT_EQ(heard.value().place.port, "40123");
    EXPECT_EQ(heard.value().session, 77U);
    EXPECT_EQ(heard.value().shared_login, "/run/login");
    EXPECT_EQ(heard.value().round_trip_seconds, 0.25);
    EXPECT_EQ(heard.value().key.key, ticket.key.key);
    EXPECT_FALSE(remote::ticket_in(std::span(told).first(told.size() - 1)).ok());
    EXPECT_FALSE(remote::ticket_in({}).ok());
}

}  // namespace
}  // namespace weft::serve
