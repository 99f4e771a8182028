// SPDX-License-Identifier: BSD-3-Clause
#include "web/transfer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/presentable.hpp"
#include "web/server_sentence.hpp"
#include "web/web_name.hpp"

namespace weft::web {
namespace {

using Kind = Verdict::Kind;

constexpr int most_redirects = 10;
/// How much is kept of an answer that has no bytes of the file, and how much more is read, so that
/// its connection can be used again.
constexpr std::size_t most_kept = 4096;
constexpr std::size_t most_taken = 64 << 10;
/// Fewer bytes are no progress: a server that sends single bytes must not be waited for forever.
constexpr std::int64_t least_gain = 64 << 10;
constexpr double least_bytes_per_second = 1000;

bool is_lost_connection(CURLcode code) {
    switch (code) {
        case CURLE_COULDNT_CONNECT:
        case CURLE_OPERATION_TIMEDOUT:
        case CURLE_GOT_NOTHING:
        case CURLE_SEND_ERROR:
        case CURLE_RECV_ERROR:
        case CURLE_PARTIAL_FILE:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM:
        case CURLE_SSL_CONNECT_ERROR:
            return true;
        default:
            return false;
    }
}

/// Whether the status says that the target of a redirect is gone, or forbidden by now; then it is
/// looked for again from the beginning.
bool is_gone(int status) {
    constexpr std::array gone = {400, 401, 403, 404, 410};
    return std::ranges::find(gone, status) != gone.end();
}

/// It becomes a part of the name of a host.
bool is_region(const std::string& word) {
    constexpr std::size_t most = 40;
    return word.size() <= most && std::ranges::all_of(word, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
           });
}

}  // namespace

Transfer::Transfer(Place& place, const Asked& asked, std::span<std::byte> into)
    : place_(place),
      asked_(asked),
      sink_([begin = asked.offset, into](std::int64_t position, std::span<const std::byte> bytes) {
          const std::int64_t at = position - begin;
          if (at < 0 || at + std::ssize(bytes) > std::ssize(into)) return false;
          std::memcpy(into.data() + at, bytes.data(), bytes.size());
          return true;
      }),
      patience_(place.ways.timeout_seconds) {}

Transfer::Transfer(Place& place, Sink sink)
    : place_(place),
      asked_{.is_whole = true},
      sink_(std::move(sink)),
      patience_(place.ways.timeout_seconds) {}

// An attempt: the request.

Asked Transfer::rest() const {
    return {.offset = asked_.offset + got_,
            .length = asked_.length - got_,
            .is_whole = asked_.is_whole};
}

const std::string& Transfer::address() const {
    if (!led_to_.empty()) return led_to_;
    return place_.led_to.empty() || has_gone_back_ ? place_.url : place_.led_to;
}

void Transfer::add_line(const std::string& line) {
    curl_slist* const longer = curl_slist_append(lines_.get(), line.c_str());
    if (longer == nullptr) throw std::bad_alloc();
    static_cast<void>(lines_.release());
    lines_.reset(longer);
}

/// Signs the request only for the server of the name, not for those to which redirects lead.
void Transfer::sign(CURL* handle, const std::string& address) {
    const Result<WebName> target = parse_web_name(address);
    const bool is_home = target.ok() && target.value().origin == place_.origin;
    if (is_home && place_.signer) {
        const Signer& its = *place_.signer;
        const std::string scheme = "aws:amz:" + place_.region + ":s3";
        curl_easy_setopt(handle, CURLOPT_AWS_SIGV4, scheme.c_str());
        curl_easy_setopt(handle, CURLOPT_USERNAME, its.key.c_str());
        curl_easy_setopt(handle, CURLOPT_PASSWORD, its.secret.c_str());
        if (!its.token.empty()) add_line("X-Amz-Security-Token: " + its.token);
    } else if (is_home && !place_.user.empty()) {
        curl_easy_setopt(handle, CURLOPT_USERNAME, place_.user.c_str());
        curl_easy_setopt(handle, CURLOPT_PASSWORD, place_.password.c_str());
    } else if (!place_.is_object) {
        curl_easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_OPTIONAL));
    }
}

void Transfer::prepare(CURL* handle) {
    head_ = {};
    verdict_.reset();
    body_.clear();
    words_.fill('\0');
    lines_.reset();
    has_too_much_ = cannot_keep_ = false;
    if (asked_.is_whole) got_ = 0;
    before_ = mark_got_ = got_;
    mark_ = Clock::now();
    const std::string address = this->address();
    curl_easy_setopt(handle, CURLOPT_URL, address.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_USERAGENT, WEFT_WEB_AGENT);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, words_.data());
    curl_easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    constexpr long buffer_bytes = 256 << 10;
    curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, buffer_bytes);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &Transfer::take_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Transfer::take_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(handle, CURLOPT_PRIVATE, this);
    // The stall of an attempt is this one's own; libcurl's five minutes would be a second limit.
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(2000 * place_.ways.timeout_seconds));
    if (!place_.ways.certificates.empty())
        curl_easy_setopt(handle, CURLOPT_CAINFO, place_.ways.certificates.c_str());
    add_line("Accept-Encoding: identity");
    if (!asked_.is_whole) add_line("Range: " + rest().range());
    if (place_.version && !place_.version->condition().empty())
        add_line(place_.version->condition());
    sign(handle, address);
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, lines_.get());
}

// The answer, as it comes. Exceptions must not pass through libcurl: strings here are short, and
// memory for them that is missing ends the attempt.

std::size_t Transfer::take_header(char* text, std::size_t size, std::size_t count, void* self) {
    try {
        static_cast<Transfer*>(self)->head_.take_line({text, size * count});
        static_cast<Transfer*>(self)->was_reached_ = true;
        return size * count;
    } catch (const std::bad_alloc&) {
        return 0;
    }
}

std::size_t Transfer::take_body(char* bytes, std::size_t size, std::size_t count, void* self) {
    const auto all = std::as_bytes(std::span(bytes, size * count));
    try {
        return static_cast<Transfer*>(self)->take(all) ? all.size() : 0;
    } catch (const std::bad_alloc&) {
        return 0;
    }
}

/// Called once for each answer, when its first byte or its end comes.
void Transfer::judge_answer() {
    if (verdict_ || head_.status == 0) return;
    const Asked rest = this->rest();
    verdict_ = judge(rest, head_, place_.version ? &*place_.version : nullptr);
}

bool Transfer::take(std::span<const std::byte> bytes) {
    judge_answer();
    if (!verdict_ || verdict_->kind != Kind::bytes) return take_other(bytes);
    const std::int64_t came = got_ - before_;
    if (verdict_->length >= 0 && std::ssize(bytes) > verdict_->length - came) {
        has_too_much_ = true;
        return false;
    }
    cannot_keep_ = !sink_(asked_.offset + got_, bytes);
    if (cannot_keep_) return false;
    got_ += std::ssize(bytes);
    return true;
}

/// Keeps the beginning of the server's message. It keeps nothing of a file that was not wanted as a
/// whole.
bool Transfer::take_other(std::span<const std::byte> bytes) {
    if (head_.status < 300) return false;
    const auto* const text = reinterpret_cast<const char*>(bytes.data());
    const std::size_t room = most_kept - std::min(most_kept, body_.size());
    body_.append(text, std::min(room, bytes.size()));
    return bytes.size() <= most_taken && body_.size() < most_kept;
}

// The end of an attempt.

bool Transfer::is_stalled(Clock::time_point now) {
    const Seconds limit(place_.ways.timeout_seconds);
    if (static_cast<double>(got_ - mark_got_) >= least_bytes_per_second * limit.count()) {
        mark_ = now;
        mark_got_ = got_;
    }
    return now - mark_ > limit;
}

void Transfer::forgive(Seconds seconds) {
    mark_ += std::chrono::duration_cast<Clock::duration>(seconds);
}

/// The time from a request on a connection to the first byte of its answer.
void Transfer::learn(CURL* handle) {
    curl_off_t sent = 0;
    curl_off_t answered = 0;
    curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &sent);
    curl_easy_getinfo(handle, CURLINFO_STARTTRANSFER_TIME_T, &answered);
    if (answered <= sent || head_.status == 0) return;
    constexpr double microsecond = 1e-6;
    const double seconds = static_cast<double>(answered - sent) * microsecond;
    if (place_.round_trip_seconds == 0 || seconds < place_.round_trip_seconds)
        place_.round_trip_seconds = seconds;
}

Transfer::Next Transfer::end_attempt(CURL* handle, CURLcode code) {
    if (got_ - before_ >= least_gain) patience_.gained();
    if (has_too_much_)
        return finish({Code::efile, "the server sends more bytes than it has announced"});
    if (cannot_keep_)
        return finish({Code::efile, "there is no room in the temporary folder for the whole file"});
    judge_answer();
    learn(handle);
    if (!verdict_) return fail_by_connection(code);
    if (is_in_another_region()) {
        has_moved_ = true;
        place_.move_to(head_.bucket_region);
        return Clock::now();
    }
    switch (verdict_->kind) {
        case Kind::bytes:
            return end_with_bytes(code);
        case Kind::none:
            if (!place_.version)
                place_.version = FileVersion{
                    .bytes = 0, .etag = head_.etag, .last_modified = head_.last_modified};
            return finish({});
        case Kind::redirect:
            return follow();
        case Kind::again:
            return fail_by_answer(verdict_->why);
        case Kind::failure:
            break;
    }
    const bool may_be_elsewhere =
        led_to_.empty() && !place_.led_to.empty() && !has_gone_back_ && is_gone(head_.status);
    if (!may_be_elsewhere) return finish(verdict_->why);
    has_gone_back_ = true;
    return Clock::now();
}

/// An object store tells where the bucket is, once.
bool Transfer::is_in_another_region() const {
    return place_.is_object && !has_moved_ && verdict_->kind != Kind::bytes &&
           !head_.bucket_region.empty() && head_.bucket_region != place_.region &&
           is_region(head_.bucket_region);
}

Transfer::Next Transfer::finish(const Status& status) {
    is_done_ = true;
    if (status.ok()) return std::nullopt;
    const std::string told =
        head_.status >= 400 ? server_sentence(head_.content_type, body_, place_.secrets()) : "";
    status_ = Status(status.code(), place_.shown + ": " + status.context() +
                                        (told.empty() ? "" : " (\"" + told + "\")"));
    return std::nullopt;
}

Transfer::Next Transfer::end_with_bytes(CURLcode code) {
    const std::int64_t came = got_ - before_;
    const bool is_whole = code == CURLE_OK && (verdict_->length < 0 || came == verdict_->length);
    if (!is_whole && is_in_chunks()) got_ = before_;
    if (!is_whole)
        return try_again({Code::efile, "the connection was lost after " + std::to_string(came) +
                                           " of " + std::to_string(verdict_->length) + " bytes"},
                         std::nullopt);
    if (!place_.version)
        place_.version = FileVersion{.bytes = asked_.is_whole ? got_ : verdict_->all_bytes,
                                     .etag = head_.etag,
                                     .last_modified = head_.last_modified};
    if (!led_to_.empty() || has_gone_back_) place_.led_to = led_to_;
    return finish({});
}

Transfer::Next Transfer::follow() {
    if (++redirects_ > most_redirects)
        return finish({Code::efile,
                       "the server leads from place to place: " + std::to_string(most_redirects) +
                           " redirects were followed"});
    const Result<WebName> target = redirect_target(address(), head_.location);
    if (!target.ok()) return finish({target.code(), target.status().context()});
    led_to_ = target.value().url;
    return Clock::now();
}

Transfer::Next Transfer::fail_by_answer(const Status& why) {
    const auto wanted = parse_digits(head_.retry_after);
    return try_again(why, wanted ? std::optional(static_cast<double>(*wanted)) : std::nullopt);
}

Transfer::Next Transfer::try_again(const Status& why, std::optional<double> wanted) {
    const Clock::time_point now = Clock::now();
    const auto pause = patience_.pause_after(now, wanted, !was_reached_);
    if (pause) return now + std::chrono::duration_cast<Clock::duration>(*pause);
    return finish({why.code(), why.context() + ", " + std::to_string(patience_.failures()) +
                                   (patience_.failures() == 1 ? " time" : " times")});
}

/// The words of libcurl, in which an address may be.
std::string Transfer::connection_words(CURLcode code) const {
    std::string words = words_[0] == '\0' ? curl_easy_strerror(code) : words_.data();
    for (const std::string& secret : place_.secrets()) {
        if (secret.empty()) continue;
        for (std::size_t at = words.find(secret); at != std::string::npos; at = words.find(secret))
            words.replace(at, secret.size(), "");
    }
    return presentable(words);
}

Transfer::Next Transfer::fail_by_connection(CURLcode code) {
    if (code == CURLE_OUT_OF_MEMORY) return finish({Code::enomem, "no memory for a request"});
    const bool is_known = was_reached_ || place_.version.has_value();
    const bool may_come_back =
        is_lost_connection(code) || (code == CURLE_COULDNT_RESOLVE_HOST && is_known);
    was_reached_ = is_known;
    const Status why(Code::efile, code == CURLE_OK ? "the server's answer is none of HTTP"
                                                   : connection_words(code));
    return may_come_back ? try_again(why, std::nullopt) : finish(why);
}

}  // namespace weft::web
