// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/gathered.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace weft::engine {
namespace {

/// Some of a rank's summaries: as many as one exchange carries.
struct SummaryPacket {
    static constexpr std::size_t room = 3;

    std::int64_t count = 0;  // of all that the rank has
    std::array<std::int64_t, room> files{};
    std::array<Summary, room> summaries{};
};
static_assert(sizeof(SummaryPacket) <= gathered_bytes);

template <class Value>
bool gather(const Value& mine, const AllGather& all_gather, std::vector<Value>& values) {
    const auto bytes = all_gather(std::as_bytes(std::span(&mine, 1)));
    if (!bytes) return false;
    values.resize(bytes->size() / sizeof(Value));
    std::memcpy(values.data(), bytes->data(), bytes->size());
    return true;
}

SummaryPacket packet_of(std::span<const FileSummary> mine, std::size_t from) {
    SummaryPacket packet;
    packet.count = std::ssize(mine);
    for (std::size_t i = 0; i < SummaryPacket::room && from + i < mine.size(); ++i) {
        packet.files[i] = static_cast<std::int64_t>(mine[from + i].file);
        packet.summaries[i] = mine[from + i].summary;
    }
    return packet;
}

/// The summary of a rank for a file that it does not touch; it keeps the fields that concern the
/// call.
Summary without_bytes(const Summary& of_other_file) {
    return {.maximum = of_other_file.maximum, .arrived = of_other_file.arrived};
}

/// All ranks' summaries, turned from ranks to files.
class ByFile {
public:
    explicit ByFile(const std::vector<SummaryPacket>& firsts) : firsts_(firsts) {}

    void add(std::size_t rank, const SummaryPacket& packet, std::size_t from) {
        const auto left = static_cast<std::size_t>(firsts_[rank].count) - from;
        for (std::size_t i = 0; i < std::min(left, SummaryPacket::room); ++i) {
            if (packet.summaries[i].bytes > 0)
                of_file(static_cast<std::size_t>(packet.files[i])).ranks[rank] =
                    packet.summaries[i];
        }
    }

    std::vector<RanksOfFile> take() {
        if (files_.empty()) of_file(0);
        return std::move(files_);
    }

private:
    RanksOfFile& of_file(std::size_t file) {
        auto found = std::ranges::lower_bound(files_, file, {}, &RanksOfFile::file);
        if (found == files_.end() || found->file != file) {
            found = files_.insert(found, {file, {}});
            for (const SummaryPacket& first : firsts_)
                found->ranks.push_back(without_bytes(first.summaries.front()));
        }
        return *found;
    }

    const std::vector<SummaryPacket>& firsts_;  // of each rank
    std::vector<RanksOfFile> files_;
};

}  // namespace

bool gather_summaries(std::span<const FileSummary> mine, std::size_t file_count,
                      const AllGather& all_gather, std::vector<RanksOfFile>& files) {
    if (file_count == 1) {
        files.resize(1);
        files.front().file = 0;
        return gather(mine.front().summary, all_gather, files.front().ranks);
    }
    std::vector<SummaryPacket> firsts;
    if (!gather(packet_of(mine, 0), all_gather, firsts)) return false;
    ByFile by_file(firsts);
    for (std::size_t rank = 0; rank < firsts.size(); ++rank) by_file.add(rank, firsts[rank], 0);
    const auto most = std::ranges::max(firsts, {}, &SummaryPacket::count).count;
    std::vector<SummaryPacket> packets;
    for (std::size_t from = SummaryPacket::room; std::cmp_less(from, most);
         from += SummaryPacket::room) {
        if (!gather(packet_of(mine, from), all_gather, packets)) return false;
        for (std::size_t rank = 0; rank < packets.size(); ++rank) {
            if (std::cmp_less(from, firsts[rank].count)) by_file.add(rank, packets[rank], from);
        }
    }
    files = by_file.take();
    return true;
}

}  // namespace weft::engine
