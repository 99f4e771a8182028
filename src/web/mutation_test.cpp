// SPDX-License-Identifier: BSD-3-Clause
// Answers whose heads were changed at random, through the whole client: whatever it takes is what
// the file has. WEFT_WEB_MUTATIONS says how many.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/test_seeds.hpp"
#include "web/client.hpp"
#include "web/find_place.hpp"
#include "web/test_answers.hpp"

namespace weft::web {
namespace {

constexpr std::int64_t file_bytes = 1000;

char byte_at(std::int64_t offset) {
    return static_cast<char>('a' + offset * 7 % 26);
}

/// The honest answer to a request for a part.
struct Honest {
    std::string head;
    std::string body;
};

Honest answer_to(const std::string& request) {
    const std::size_t at = request.find("Range: bytes=");
    if (at == std::string::npos) return {"HTTP/1.1 400 Bad\r\n\r\n", ""};
    const std::int64_t first = std::atoll(request.c_str() + at + 13);
    const std::int64_t last = std::min(
        file_bytes - 1,
        static_cast<std::int64_t>(std::atoll(request.c_str() + request.find('-', at) + 1)));
    Honest answer;
    for (std::int64_t i = first; i <= last; ++i) answer.body += byte_at(i);
    answer.head = "HTTP/1.1 206 Partial Content\r\nETag: \"v1\"\r\nContent-Range: bytes " +
                  std::to_string(first) + "-" + std::to_string(last) + "/" +
                  std::to_string(file_bytes) +
                  "\r\nContent-Length: " + std::to_string(answer.body.size()) +
                  "\r\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\r\nConnection: close\r\n\r\n";
    return answer;
}

/// The beginning of the body as libcurl sees it: behind the first line that begins with an end of a
/// line. A mutation that ends the head elsewhere moves the body, which no client can notice.
std::size_t end_of_head(const std::string& head) {
    const std::size_t empty = std::min(head.find("\n\r"), head.find("\n\n"));
    return empty == std::string::npos ? empty : head.find('\n', empty + 1) + 1;
}

class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : numbers_(seed) {}

    std::size_t below(std::size_t most) { return most == 0 ? 0 : numbers_() % most; }

    std::string change(Honest answer) {
        const std::string honest = answer.head;
        for (std::size_t i = below(4); i > 0; --i) change_once(answer.head);
        if (end_of_head(answer.head) != answer.head.size()) answer.head = honest;
        std::string all = answer.head + answer.body;
        const std::size_t fate = below(8);
        if (fate == 0) all.resize(below(all.size() + 1));
        if (fate == 1) all += all.substr(below(all.size() + 1));
        return all;
    }

private:
    void change_once(std::string& head) {
        static const std::vector<std::string> words = {
            "\r\n",      "Content-Range: bytes 0-9/1000\r\n",
            "0",         "9",
            "-",         "Content-Encoding: gzip\r\n",
            "*",         "Location: /other\r\n",
            " 302 ",     "Transfer-Encoding: chunked\r\n",
            " 200 ",     "ETag: \"v2\"\r\n",
            " 503 ",     "Retry-After: 0\r\n",
            "HTTP/1.1 ", "Content-Length: 10\r\n",
            "HTTP/2 ",   "18446744073709551615"};
        const std::size_t at = below(head.size() + 1);
        switch (below(4)) {
            case 0:
                if (at < head.size()) head[at] = static_cast<char>(below(256));
                break;
            case 1:
                head.erase(at, 1 + below(20));
                break;
            case 2:
                head.insert(at, words[below(words.size())]);
                break;
            default:
                head.insert(at, head.substr(below(head.size() + 1), below(40)));
        }
    }

    std::mt19937_64 numbers_;
};

/// Reads a part, and says whether it came. A part that came is right.
bool reads(Place& place, std::int64_t offset, std::int64_t length) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(length));
    Transfer transfer(place, Asked{.offset = offset, .length = length}, bytes);
    const ClientLease client = take_client(2);
    client->add(transfer);
    client->run([&] { return transfer.is_done(); });
    if (!transfer.status().ok()) {
        EXPECT_NE(transfer.status().context(), "");
        return false;
    }
    EXPECT_EQ(transfer.got(), std::min(length, file_bytes - offset));
    for (std::int64_t i = 0; i < transfer.got(); ++i)
        if (static_cast<char>(bytes[static_cast<std::size_t>(i)]) != byte_at(offset + i)) {
            ADD_FAILURE() << "the byte at " << offset + i << " is wrong";
            break;
        }
    return true;
}

TEST(Mutations, NoChangedHeadLetsWrongBytesIn) {
    const char* const asked = std::getenv("WEFT_WEB_MUTATIONS");
    const int runs = asked == nullptr ? 200 : std::atoi(asked);
    const std::uint64_t seed = test_seeds(1, 1).front();
    SCOPED_TRACE(replay_of(seed));
    Mutator mutator(seed);
    std::string answers;  // to the requests of the last part
    TestAnswers server([&](const std::string& request) {
        const std::string answer = mutator.change(answer_to(request));
        answers += request + answer + "\n\n";
        return answer;
    });
    Ways ways;
    ways.timeout_seconds = 0.02;
    int came = 0;
    for (int i = 0; i < runs && !::testing::Test::HasFailure(); ++i) {
        auto place = find_page(server.origin() + "/a.nc", ways);
        ASSERT_TRUE(place.ok());
        if (mutator.below(2) == 0)
            place.value().version =
                FileVersion{.bytes = file_bytes, .etag = "\"v1\"", .last_modified = ""};
        const auto offset =
            static_cast<std::int64_t>(place.value().version ? mutator.below(file_bytes) : 0);
        const auto length = static_cast<std::int64_t>(1 + mutator.below(1200));
        answers.clear();
        came += reads(place.value(), offset, length) ? 1 : 0;
    }
    EXPECT_FALSE(::testing::Test::HasFailure()) << "requests and answers:\n" << answers;
    EXPECT_GT(came, runs / 10);
    EXPECT_LT(came, runs);
}

}  // namespace
}  // namespace weft::web
