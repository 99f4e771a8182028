// SPDX-License-Identifier: BSD-3-Clause
#include "tools/refs/text_sink.hpp"

#include <span>

namespace weft::tools {

void TextSink::put(std::string_view text) {
    if (out_ != nullptr) return out_->put(text);
    constexpr std::size_t most = std::size_t{1} << 20;
    buffer_ += text;
    if (buffer_.size() >= most) write_out();
}

void TextSink::write_out() {
    if (status_.ok())
        status_ = file_.of_path(file_.file().write_at(written_, std::as_bytes(std::span(buffer_))));
    written_ += std::ssize(buffer_);
    buffer_.clear();
}

Status TextSink::finish() {
    if (out_ != nullptr) return {};
    write_out();
    return status_.ok() ? file_.put_in_place() : status_;
}

}  // namespace weft::tools
