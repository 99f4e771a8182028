// SPDX-License-Identifier: BSD-3-Clause
#include "capi/last_error.hpp"

#include <algorithm>
#include <cstddef>
#include <new>

#include "base/presentable.hpp"

namespace weft::capi {
namespace {

/// Needs no destructor: a program may close files in its own exit handlers, when the objects of its
/// first thread are gone. The longest sentences name two paths; longer ones are cut.
class Sentence {
public:
    constexpr Sentence() = default;
    void keep(std::string_view sentence) {
        length_ = std::min(sentence.size(), sizeof text_ - 1);
        std::copy_n(sentence.data(), length_, text_);
        text_[length_] = '\0';
    }
    [[nodiscard]] const char* text() const { return text_; }
    [[nodiscard]] std::string_view view() const { return {text_, length_}; }

private:
    char text_[10000] = {};
    std::size_t length_ = 0;
};

thread_local constinit Sentence last;
thread_local constinit Sentence handed_out;

}  // namespace

void keep_error(const Status& status) noexcept {
    if (!status.ok()) keep_error(std::string_view(status.context()));
}

/// A sentence for which there is no memory is a failure without words.
void keep_error(std::string_view sentence) noexcept {
    try {
        last.keep(presentable(sentence));
    } catch (const std::bad_alloc&) {
        last.keep({});
    }
}

std::string_view kept_error() {
    return last.view();
}

const char* hand_out(std::string_view sentence) {
    handed_out.keep(sentence);
    return handed_out.text();
}

}  // namespace weft::capi
