// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/gathered.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace weft::engine {
namespace {

/// Some of a rank's summaries.
struct Sheet {
    static constexpr std::size_t room = 3;

    std::int64_t count = 0;  // of all that the rank has
    std::array<std::int64_t, room> files{};
    std::array<Summary, room> summaries{};
};
static_assert(sizeof(Sheet) <= gathered_bytes);

template <class Value>
bool gather(const Value& mine, const AllGather& all_gather, std::vector<Value>& values) {
    const auto bytes = all_gather(std::as_bytes(std::span(&mine, 1)));
    if (!bytes) return false;
    values.resize(bytes->size() / sizeof(Value));
    std::memcpy(values.data(), bytes->data(), bytes->size());
    return true;
}

Sheet sheet_of(std::span<const FileSummary> mine, std::size_t from) {
    Sheet sheet;
    sheet.count = std::ssize(mine);
    for (std::size_t i = 0; i < Sheet::room && from + i < mine.size(); ++i) {
        sheet.files[i] = static_cast<std::int64_t>(mine[from + i].file);
        sheet.summaries[i] = mine[from + i].summary;
    }
    return sheet;
}

/// What a rank says of the call, which leaves a file alone.
Summary bystander(const Summary& of_other_file) {
    return {.maximum = of_other_file.maximum, .arrived = of_other_file.arrived};
}

/// All ranks' summaries, turned from ranks to files.
class ByFile {
public:
    explicit ByFile(const std::vector<Sheet>& firsts) : firsts_(firsts) {}

    void add(std::size_t rank, const Sheet& sheet, std::size_t from) {
        const auto left = static_cast<std::size_t>(firsts_[rank].count) - from;
        for (std::size_t i = 0; i < std::min(left, Sheet::room); ++i) {
            if (sheet.summaries[i].bytes > 0)
                of_file(static_cast<std::size_t>(sheet.files[i])).ranks[rank] = sheet.summaries[i];
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
            for (const Sheet& first : firsts_)
                found->ranks.push_back(bystander(first.summaries.front()));
        }
        return *found;
    }

    const std::vector<Sheet>& firsts_;  // of each rank
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
    std::vector<Sheet> firsts;
    if (!gather(sheet_of(mine, 0), all_gather, firsts)) return false;
    ByFile by_file(firsts);
    for (std::size_t rank = 0; rank < firsts.size(); ++rank) by_file.add(rank, firsts[rank], 0);
    const auto most = std::ranges::max(firsts, {}, &Sheet::count).count;
    std::vector<Sheet> sheets;
    for (std::size_t from = Sheet::room; std::cmp_less(from, most); from += Sheet::room) {
        if (!gather(sheet_of(mine, from), all_gather, sheets)) return false;
        for (std::size_t rank = 0; rank < sheets.size(); ++rank) {
            if (std::cmp_less(from, firsts[rank].count)) by_file.add(rank, sheets[rank], from);
        }
    }
    files = by_file.take();
    return true;
}

}  // namespace weft::engine
