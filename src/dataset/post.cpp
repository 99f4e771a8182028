// SPDX-License-Identifier: BSD-3-Clause
// Posts an access: checks it and stores a description (paper 3). Copies the values of bput and of
// small puts.
#include <fmt/format.h>

#include "dataset/constants.hpp"
#include "dataset/dataset.hpp"
#include "dataset/prepare.hpp"
#include "dataset/put_values.hpp"

namespace weft::dataset {
Status Dataset::check_attached_room(std::int64_t bytes) const {
    const std::int64_t left = *requests_.attached_bytes - requests_.used_bytes();
    if (bytes <= left) return {};
    return {
        Code::einsuffbuf,
        fmt::format("{} bytes are needed, but {} are left in the attached buffer", bytes, left)};
}

Status Dataset::post(const Access& access) {
    if (access.request_id != nullptr) *access.request_id = request_ids::none;
    const bool buffered = access.completion == Completion::buffered;
    Pending pending;
    Prepared& prepared = pending.prepared;
    Status status = prepare(definition_, rules(), access, prepared);
    if (!status.ok() || prepared.element_count == 0) return status;
    const std::int64_t bytes = bytes_in_file(definition_, prepared);
    if (buffered) {
        status = check_attached_room(bytes);
        if (!status.ok()) return status;
        pending.buffered_bytes = bytes;
    }
    if (buffered || is_small_put(definition_, prepared)) {
        std::byte* const values = requests_.room(pending, bytes);
        status = convert(definition_, prepared, values);
        use_converted(prepared, values);
    } else {
        status = check_range(definition_, prepared);
    }
    const int id = requests_.add(std::move(pending));
    if (access.request_id != nullptr) *access.request_id = id;
    return status;
}

Status Dataset::attach_buffer(std::int64_t bytes) {
    if (bytes <= 0) return {Code::enullbuf, fmt::format("the buffer cannot have {} bytes", bytes)};
    if (requests_.attached_bytes) return {Code::eprevattachbuf, "a buffer is already attached"};
    requests_.attached_bytes = bytes;
    return {};
}

Status Dataset::detach_buffer() {
    if (!requests_.attached_bytes) return {Code::enullabuf, "no buffer is attached"};
    if (requests_.used_bytes() > 0) return {Code::ependingbput, "bput requests are pending"};
    requests_.attached_bytes.reset();
    return {};
}

}  // namespace weft::dataset
