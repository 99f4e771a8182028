// SPDX-License-Identifier: BSD-3-Clause
// Sessions that are begun beside another one.
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

/// Whoever starts a command is told that there is none.
const remote::Ways without_ssh{
    .shell = "false", .server = "weft", .greeting_seconds = patient_seconds};

/// A server as ssh starts it, and the session of who has started it.
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
                                          const remote::Patience& patience) {
            return remote::greet_over(std::make_unique<remote::FdTransport>(remote::OwnedFd(end)),
                                      nullptr, "far", hello, id, patience);
        };
        session =
            remote::Session::begin(far, without_ssh, remote::Routes{dial, nullptr},
                                   {patient_seconds, false, remote::Patience(patient_seconds)})
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

Result<std::shared_ptr<remote::Session>> invited(const remote::Invitation& invitation,
                                                 double seconds = patient_seconds) {
    return remote::Session::begin(far, without_ssh, invitation,
                                  {seconds, true, remote::Patience(seconds)});
}

TEST(Job, ServesWhoIsInvitedWithoutALoginAlsoWhenTheFirstHasGone) {
    Started server("127.0.0.1");
    auto first = store_over(server.session);
    const auto mine = storage::opened(first, "ssh://far/a", storage::to_create);
    const auto invitation = server.session->invitation();
    ASSERT_TRUE(invitation.has_value());
    const auto begun = invited(*invitation);
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
    auto second = store_over(invited(server.session->invitation().value()).value());
    const auto its = storage::opened(second, "ssh://far/a", {.writable = true});
    const auto lock = mine->lock(0, 1);
    ASSERT_TRUE(lock.ok());
    EXPECT_TRUE(its->is_locked(0, 1).value());
}

TEST(Job, WhoIsInvitedKnowsTheRoundTripThatTheFirstHasMeasured) {
    Started server("127.0.0.1");
    remote::Invitation invitation = server.session->invitation().value();
    invitation.round_trip_seconds = 1e-9;
    EXPECT_EQ(invited(invitation).value()->round_trip_seconds(), 1e-9);
}

TEST(Job, InvitesNobodyWhereItsPortsCannotBeReached) {
    const Started server("");
    EXPECT_FALSE(server.session->invitation().has_value());
}

TEST(Job, WhoHasAnotherKeyOrNoPortThereBeginsAsTheFirstHas) {
    Started server("127.0.0.1");
    for (const bool has_another_key : {true, false}) {
        remote::Invitation invitation = server.session->invitation().value();
        if (has_another_key) invitation.key.key[0] ^= std::byte{1};
        if (!has_another_key) invitation.place.port = "1";
        const auto begun = invited(invitation, 1);
        ASSERT_FALSE(begun.ok());
        EXPECT_TRUE(begun.status().context().starts_with("ssh://far: no Weft server answers"))
            << begun.status().context();
    }
}

TEST(Job, WhoIsInvitedCannotGoOnWithTheSessionThatHasInvited) {
    Started server("127.0.0.1");
    const remote::Invitation invitation = server.session->invitation().value();
    const remote::Hello hello{.session = {.name = invitation.session}, .joins = true};
    const auto dialed =
        remote::dial_beside(invitation, hello, 0, remote::Patience(patient_seconds));
    EXPECT_EQ(dialed.code(), Code::eperm) << dialed.status().context();
}

TEST(Invitation, CrossesWhatProcessesTalkOver) {
    const remote::Invitation invitation{
        {"2001:db8::7", "40123"}, 77, remote::neighbour_key({77, 1, 2}), "/run/login", 0.25};
    const auto told = remote::encoded(invitation);
    EXPECT_LE(told.size(), storage::most_introduction_bytes);
    const auto heard = remote::invitation_in(told);
    ASSERT_TRUE(heard.ok());
    EXPECT_EQ(heard.value().place.port, "40123");
    EXPECT_EQ(heard.value().session, 77U);
    EXPECT_EQ(heard.value().shared_login, "/run/login");
    EXPECT_EQ(heard.value().round_trip_seconds, 0.25);
    EXPECT_EQ(heard.value().key.key, invitation.key.key);
    EXPECT_FALSE(remote::invitation_in(std::span(told).first(told.size() - 1)).ok());
    EXPECT_FALSE(remote::invitation_in({}).ok());
}

}  // namespace
}  // namespace weft::serve
