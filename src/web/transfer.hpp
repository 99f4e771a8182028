// SPDX-License-Identifier: BSD-3-Clause
// A request for a part of a file, until its bytes are here: over redirects, lost connections and
// busy servers. Its client (client.hpp) carries its attempts out. Bytes come in order, and an
// attempt goes on where the one before it has ended, because all are of one version of the file.
#pragma once

#include <curl/curl.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/result.hpp"
#include "web/answer_head.hpp"
#include "web/patience.hpp"
#include "web/place.hpp"
#include "web/verdict.hpp"

namespace weft::web {

class Transfer {
public:
    /// Takes the bytes of the file from `position` on; false if it cannot.
    using Sink = std::function<bool(std::int64_t position, std::span<const std::byte> bytes)>;

    /// `into`: memory for `asked.length` bytes. It and `place` outlive this.
    Transfer(Place& place, const Asked& asked, std::span<std::byte> into);
    /// `sink`: for a file as a whole.
    Transfer(Place& place, Sink sink);
    Transfer(const Transfer&) = delete;
    Transfer& operator=(const Transfer&) = delete;

    [[nodiscard]] bool is_done() const { return is_done_; }
    /// The status of a finished transfer. The context names the file; Code::enoent, Code::eaccess,
    /// Code::enotsupport or Code::efile, and Code::eread if the file has changed.
    [[nodiscard]] const Status& status() const { return status_; }
    /// The number of bytes that have arrived, from the first on. A chunked body counts when it is
    /// complete: only its end shows that it was not cut short.
    [[nodiscard]] std::int64_t got() const { return is_in_chunks() ? before_ : got_; }
    [[nodiscard]] const Asked& asked() const { return asked_; }

    // The following functions are for the client.

    /// Makes `handle`, which is new, one of the next attempt.
    void prepare(CURL* handle);
    /// Ends the attempt of `handle`. Empty if the transfer is done; otherwise the time of the next
    /// attempt.
    std::optional<Clock::time_point> end_attempt(CURL* handle, CURLcode code);
    /// Whether the attempt has received too little for too long. `now`: the client's time.
    [[nodiscard]] bool is_stalled(Clock::time_point now);
    /// Does not count `seconds` in which the program did other things, and nobody looked for bytes.
    void forgive(Seconds seconds);

private:
    using Next = std::optional<Clock::time_point>;

    static std::size_t take_header(char* text, std::size_t size, std::size_t count, void* self);
    static std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* self);
    [[nodiscard]] bool is_in_chunks() const {
        return !is_done_ && !head_.transfer_encoding.empty();
    }
    void judge_answer();
    [[nodiscard]] bool take(std::span<const std::byte> bytes);
    [[nodiscard]] bool take_other(std::span<const std::byte> bytes);

    [[nodiscard]] Asked rest() const;
    [[nodiscard]] const std::string& address() const;
    void sign(CURL* handle, const std::string& address);
    void add_line(const std::string& line);

    [[nodiscard]] bool is_in_another_region() const;
    Next finish(const Status& status);
    Next follow();
    Next end_with_bytes(CURLcode code);
    Next try_again(const Status& why, std::optional<double> wanted);
    Next fail_by_connection(CURLcode code);
    Next fail_by_answer(const Status& why);
    [[nodiscard]] std::string connection_words(CURLcode code) const;
    void learn(CURL* handle);

    Place& place_;
    Asked asked_;
    Sink sink_;
    Patience patience_;
    std::int64_t got_ = 0;
    bool is_done_ = false;
    Status status_;

    // State of the attempt under way:
    AnswerHead head_;
    std::optional<Verdict> verdict_;
    std::int64_t before_ = 0;    // got_ when it began
    bool has_too_much_ = false;  // the server sent more bytes than it had announced
    bool cannot_keep_ = false;   // the sink could not take bytes
    std::string body_;           // of an answer that has no bytes of the file
    std::array<char, CURL_ERROR_SIZE> words_{};
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> lines_{nullptr,
                                                                       curl_slist_free_all};
    Clock::time_point mark_{};  // until then enough had come
    std::int64_t mark_got_ = 0;
    int redirects_ = 0;
    std::string led_to_;          // by this transfer
    bool has_gone_back_ = false;  // to the place's own address, as where it led was no more
    bool has_moved_ = false;      // to the region that the store has told
    bool was_reached_ = false;
};

}  // namespace weft::web
