// SPDX-License-Identifier: BSD-3-Clause
// A wide-area link between two network namespaces, which it makes:
//     link A B ROUND_TRIP_MS MEGABITS
// A is 10.79.0.1, B is 10.79.0.2. Each direction has the rate for itself; what would wait for more
// than 50 ms is dropped. The link is down after SIGUSR1, and up again after another one. It stays
// until SIGTERM, and takes the namespaces away then. Needs root.
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr std::size_t packet_bytes = 9000;
constexpr nanoseconds longest_queue = std::chrono::milliseconds(50);
constexpr std::size_t packets_at_a_time = 64;

volatile std::sig_atomic_t is_over = 0;
volatile std::sig_atomic_t is_down = 0;

[[noreturn]] void fail(const std::string& what) {
    std::perror(what.c_str());
    std::exit(1);
}

void command(const std::string& line) {
    if (std::system(line.c_str()) != 0) fail(line);
}

/// The device of a new namespace that its packets to the other one come out of.
int device_in(const std::string& name, const std::string& address) {
    command("ip netns add " + name);
    const int here = ::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    const int there = ::open(("/run/netns/" + name).c_str(), O_RDONLY | O_CLOEXEC);
    if (here < 0 || there < 0 || ::setns(there, CLONE_NEWNET) != 0) fail("setns");
    const int device = ::open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    struct ifreq request {};
    request.ifr_flags = IFF_TUN | IFF_NO_PI;
    std::strcpy(request.ifr_name, "wan");
    if (device < 0 || ::ioctl(device, TUNSETIFF, &request) != 0) fail("/dev/net/tun");
    if (::setns(here, CLONE_NEWNET) != 0) fail("setns");
    ::close(here);
    ::close(there);
    command("ip -n " + name + " addr add " + address + "/24 dev wan");
    command("ip -n " + name + " link set wan mtu 9000 txqueuelen 1000 up");
    command("ip -n " + name + " link set lo up");
    return device;
}

class Way {
public:
    Way(int from, int to, nanoseconds delay, double nanoseconds_per_byte)
        : from_(from), to_(to), delay_(delay), nanoseconds_per_byte_(nanoseconds_per_byte) {}

    void take() {
        std::array<char, packet_bytes> bytes{};
        for (std::size_t i = 0; i < packets_at_a_time; ++i) {
            const ssize_t got = ::read(from_, bytes.data(), bytes.size());
            if (got <= 0) return;
            const auto now = Clock::now();
            free_ = std::max(free_, now);
            if (is_down != 0 || free_ - now > longest_queue) continue;
            free_ += nanoseconds(
                static_cast<std::int64_t>(static_cast<double>(got) * nanoseconds_per_byte_));
            packets_.push_back({free_ + delay_, {bytes.begin(), bytes.begin() + got}});
        }
    }
    /// When the next packet leaves.
    Clock::time_point give() {
        const auto now = Clock::now();
        while (!packets_.empty()) {
            const Packet& next = packets_.front();
            if (next.leaves > now) return next.leaves;
            if (is_down == 0 && ::write(to_, next.bytes.data(), next.bytes.size()) < 0 &&
                errno == EAGAIN)
                return now + std::chrono::microseconds(100);
            packets_.pop_front();
        }
        return now + std::chrono::seconds(1);
    }

private:
    struct Packet {
        Clock::time_point leaves;
        std::vector<char> bytes;
    };
    int from_;
    int to_;
    nanoseconds delay_;
    double nanoseconds_per_byte_;
    Clock::time_point free_;
    std::deque<Packet> packets_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "usage: link A B ROUND_TRIP_MS MEGABITS\n");
        return 2;
    }
    const nanoseconds delay(static_cast<std::int64_t>(std::atof(argv[3]) * 0.5e6));
    const double per_byte = 8000.0 / std::atof(argv[4]);
    const int a = device_in(argv[1], "10.79.0.1");
    const int b = device_in(argv[2], "10.79.0.2");
    std::array ways{Way(a, b, delay, per_byte), Way(b, a, delay, per_byte)};
    std::signal(SIGTERM, [](int) { is_over = 1; });
    std::signal(SIGINT, [](int) { is_over = 1; });
    std::signal(SIGUSR1, [](int) { is_down = is_down == 0 ? 1 : 0; });
    ::prctl(PR_SET_TIMERSLACK, 1000);
    std::puts("up");
    std::fflush(stdout);
    while (is_over == 0) {
        auto next = Clock::now() + std::chrono::seconds(1);
        for (Way& way : ways) {
            way.take();
            next = std::min(next, way.give());
        }
        const auto left = std::max(next - Clock::now(), Clock::duration::zero());
        const struct timespec wait {
            left / std::chrono::seconds(1), (left % std::chrono::seconds(1)).count()
        };
        std::array<struct pollfd, 2> waits{{{a, POLLIN, 0}, {b, POLLIN, 0}}};
        ::ppoll(waits.data(), waits.size(), &wait, nullptr);
    }
    command(std::string("ip netns del ") + argv[1]);
    command(std::string("ip netns del ") + argv[2]);
    return 0;
}
