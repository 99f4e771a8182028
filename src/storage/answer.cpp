// SPDX-License-Identifier: BSD-3-Clause
#include "storage/answer.hpp"

#include <algorithm>
#include <utility>

namespace weft::storage {
namespace {

Result<std::vector<std::byte>> read_part(File& file, std::int64_t offset, std::int64_t length) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(length));
    const Result<std::int64_t> got = file.read_at(offset, bytes);
    if (!got.ok()) return got.status();
    bytes.resize(static_cast<std::size_t>(got.value()));
    return bytes;
}

Status read_ends(Opened& opened, const Intent& intent) {
    if (intent.head_bytes <= 0 && intent.tail_bytes <= 0) return {};
    const Result<std::int64_t> size = opened.bytes ? *opened.bytes : opened.file->size();
    if (!size.ok()) return size.status();
    // The tail ends where the file ended at this moment; another program may write it.
    opened.bytes = size.value();
    const std::int64_t head_bytes = std::min(intent.head_bytes, size.value());
    const std::int64_t tail_bytes = std::min(intent.tail_bytes, size.value());
    auto head = read_part(*opened.file, 0, head_bytes);
    if (!head.ok()) return head.status();
    auto tail = read_part(*opened.file, size.value() - tail_bytes, tail_bytes);
    if (!tail.ok()) return tail.status();
    opened.head = std::move(head).value();
    const bool was_cut = std::ssize(tail.value()) < tail_bytes;
    if (!was_cut) opened.tail = std::move(tail).value();
    return {};
}

}  // namespace

Result<Opened> answer(Store& store, const std::string& path, const Intent& intent, Opened opened) {
    if (intent.facts) {
        Result<PathFacts> facts = store.inspect(path);
        if (facts.ok()) opened.facts = std::move(facts).value();
    }
    if (Status read = read_ends(opened, intent); !read.ok()) return read;
    return opened;
}

}  // namespace weft::storage
