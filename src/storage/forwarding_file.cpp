// SPDX-License-Identifier: BSD-3-Clause
#include "storage/forwarding_file.hpp"

namespace weft::storage {

template <class Use>
auto ForwardingFile::hand_on(Use use) -> decltype(use(std::declval<File&>())) {
    const Result<File*> file = reach();
    if (!file.ok()) return file.status();
    return use(*file.value());
}

Result<std::int64_t> ForwardingFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    return hand_on([&](File& file) { return file.read_at(offset, bytes); });
}

Status ForwardingFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    return hand_on([&](File& file) { return file.write_at(offset, bytes); });
}

Status ForwardingFile::write_soon(std::int64_t offset, std::span<const std::byte> bytes) {
    return hand_on([&](File& file) { return file.write_soon(offset, bytes); });
}

Status ForwardingFile::write_shape(const region::FileShape& shape, std::int64_t from,
                                   std::span<const std::byte> packed) {
    return hand_on([&](File& file) { return file.write_shape(shape, from, packed); });
}

Status ForwardingFile::read_shape(const region::FileShape& shape, std::int64_t from,
                                  std::span<std::byte> packed) {
    return hand_on([&](File& file) { return file.read_shape(shape, from, packed); });
}

Status ForwardingFile::settle() {
    return hand_on([](File& file) { return file.settle(); });
}

Result<Checksum> ForwardingFile::checksum(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.checksum(offset, length); });
}

void ForwardingFile::will_read(std::int64_t offset, std::int64_t length) {
    if (File* const file = at_hand()) file->will_read(offset, length);
}

Result<std::int64_t> ForwardingFile::size() {
    return hand_on([](File& file) { return file.size(); });
}

Result<std::uint64_t> ForwardingFile::identity() {
    return hand_on([](File& file) { return file.identity(); });
}

Status ForwardingFile::resize(std::int64_t bytes) {
    return hand_on([&](File& file) { return file.resize(bytes); });
}

Result<Striping> ForwardingFile::stripe(const StripingWish& wish) {
    return hand_on([&](File& file) { return file.stripe(wish); });
}

Status ForwardingFile::reserve(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.reserve(offset, length); });
}

Result<std::int64_t> ForwardingFile::insertion_block() {
    return hand_on([](File& file) { return file.insertion_block(); });
}

Status ForwardingFile::insert_room(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.insert_room(offset, length); });
}

Status ForwardingFile::remove_room(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.remove_room(offset, length); });
}

Result<Extent> ForwardingFile::hole_behind(std::int64_t offset) {
    return hand_on([&](File& file) { return file.hole_behind(offset); });
}

void ForwardingFile::start_writing(std::int64_t offset, std::int64_t length) {
    if (File* const file = at_hand()) file->start_writing(offset, length);
}

Status ForwardingFile::finish_writing(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.finish_writing(offset, length); });
}

Status ForwardingFile::sync() {
    return hand_on([](File& file) { return file.sync(); });
}

Status ForwardingFile::renew(double stale_seconds) {
    return hand_on([&](File& file) { return file.renew(stale_seconds); });
}

Result<std::unique_ptr<RangeLock>> ForwardingFile::mark(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.mark(offset, length); });
}

Result<std::unique_ptr<RangeLock>> ForwardingFile::lock(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.lock(offset, length); });
}

Result<std::unique_ptr<RangeLock>> ForwardingFile::hold(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.hold(offset, length); });
}

Result<bool> ForwardingFile::is_locked(std::int64_t offset, std::int64_t length) {
    return hand_on([&](File& file) { return file.is_locked(offset, length); });
}

Result<bool> ForwardingFile::settle_size(SizeSettling settling) {
    return hand_on([&](File& file) { return file.settle_size(std::move(settling)); });
}

Status ForwardingFile::close() {
    return hand_on([](File& file) { return file.close(); });
}

}  // namespace weft::storage
