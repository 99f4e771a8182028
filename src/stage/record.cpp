// SPDX-License-Identifier: BSD-3-Clause
#include "stage/record.hpp"

#include <utility>

namespace weft::stage {

Result<RecordHead> head_of(Log& log, const Slot& slot) {
    RecordHead head{};
    const std::int64_t ring = log.file().size().ring_bytes;
    const auto least = static_cast<std::int64_t>(sizeof head);
    if (slot.position < 0 || slot.bytes < least || slot.bytes > ring - slot.position % ring)
        return Status(Code::efile, "a record does not lie in the ring");
    const Status got =
        log.file().ring().read(slot.position, std::as_writable_bytes(std::span(&head, 1)));
    if (!got.ok()) return got;
    return head;
}

bool fits(const RecordHead& head, const Slot& slot, std::uint64_t log) {
    const auto most = slot.bytes - static_cast<std::int64_t>(sizeof head);
    return slot.position >= 0 && head.magic == record_magic && head.log == log &&
           head.number == slot.number && head.shape_bytes >= 0 && head.data_bytes >= 0 &&
           head.shape_bytes <= most && head.data_bytes <= most - head.shape_bytes;
}

Result<std::optional<WholeRecord>> read_record(Log& log, std::uint64_t number) {
    using Found = std::optional<WholeRecord>;
    const Slot& slot = log.file().slot(number);
    const Result<RecordHead> head = head_of(log, slot);
    if (head.code() == Code::efile) return Found();
    if (!head.ok()) return head.status();
    if (slot.number != number || !fits(head.value(), slot, log.page().facts.id)) return Found();
    WholeRecord record{.head = head.value()};
    record.content.resize(
        static_cast<std::size_t>(record.head.shape_bytes + record.head.data_bytes));
    const Status got = log.file().ring().read(
        slot.position + static_cast<std::int64_t>(sizeof(RecordHead)), record.content);
    if (got.code() == Code::efile) return Found();
    if (!got.ok()) return got;
    const bool is_whole = checksum_of(log.page().facts, record.head, record.shape(),
                                      record.data()) == record.head.checksum;
    return is_whole ? Found(std::move(record)) : Found();
}

}  // namespace weft::stage
