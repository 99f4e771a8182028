// SPDX-License-Identifier: BSD-3-Clause
#include "classic/oddities.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "classic/gaps.hpp"
#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "layout/layout.hpp"
#include "storage/read_window.hpp"

namespace weft::classic {
namespace {

/// How many bytes of a gap are compared at once.
constexpr std::int64_t piece_bytes = 64 << 10;
/// The most bytes of one note.
constexpr std::size_t most_bytes = 32;
/// This many equal bytes between two differing ones do not end a note.
constexpr std::size_t context_bytes = 4;
/// The least number of equal bytes for which a note repeats one byte.
constexpr std::size_t long_run = 16;

using Bytes = std::span<const std::byte>;

/// The place of a gap: one, or one in each of several records.
struct Series {
    std::int64_t begin = 0;
    std::int64_t pitch = 1;
    std::int64_t times = 1;
};

/// Passes oddities on until nobody wants more.
class Teller {
public:
    explicit Teller(const std::function<bool(const container::Oddity&)>& use) : use_(use) {}

    void header(std::int64_t header_bytes, std::size_t at, Bytes bytes) {
        tell({.header_bytes = header_bytes,
              .offset = static_cast<std::int64_t>(at),
              .bytes = bytes});
    }
    void bytes(const Series& where, Bytes bytes) {
        tell({.offset = where.begin, .pitch = where.pitch, .times = where.times, .bytes = bytes});
    }
    [[nodiscard]] bool is_open() const { return is_open_; }

private:
    void tell(const container::Oddity& oddity) {
        if (is_open_) is_open_ = use_(oddity);
    }

    const std::function<bool(const container::Oddity&)>& use_;
    bool is_open_ = true;
};

/// The length of the front part for one note: up to the last differing byte, without a wide gap of
/// equal bytes. The first byte differs.
std::size_t differing(Bytes found, Bytes usual) {
    std::size_t end = 1;
    for (std::size_t i = 1; i < std::min({found.size(), end + context_bytes, most_bytes}); ++i) {
        if (found[i] != usual[i]) end = i + 1;
    }
    return end;
}

/// Calls `use(at, count)` for the parts of `found` that differ from `usual`.
template <class Use>
void for_differences(Bytes found, Bytes usual, Use&& use) {
    for (std::size_t at = 0; at < found.size();) {
        if (found[at] == usual[at]) {
            ++at;
        } else {
            at += use(at, differing(found.subspan(at), usual.subspan(at)));
        }
    }
}

/// The number of equal bytes at the front, none of which `usual` has there.
std::size_t run_of(Bytes found, Bytes usual) {
    std::size_t length = 0;
    while (length < found.size() && found[length] == found[0] && usual[length] != found[0])
        ++length;
    return length;
}

void print_once(Teller& teller, std::int64_t begin, Bytes found, Bytes usual) {
    for_differences(found, usual, [&](std::size_t at, std::size_t count) {
        const std::size_t run = run_of(found.subspan(at), usual.subspan(at));
        Series where{.begin = begin + static_cast<std::int64_t>(at)};
        if (run < long_run) {
            teller.bytes(where, found.subspan(at, count));
            return count;
        }
        where.times = static_cast<std::int64_t>(run);
        teller.bytes(where, found.subspan(at, 1));
        return run;
    });
}

void print_often(Teller& teller, const Series& where, Bytes found, Bytes usual) {
    for_differences(found, usual, [&](std::size_t at, std::size_t count) {
        Series part = where;
        part.begin += static_cast<std::int64_t>(at);
        teller.bytes(part, found.subspan(at, count));
        return count;
    });
}

std::vector<std::byte> usual_bytes(const Gap& gap, std::int64_t from, std::int64_t count) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count && from + i < gap.padding; ++i) {
        bytes[static_cast<std::size_t>(i)] = gap.usual(from + i);
    }
    return bytes;
}

Status note_header(Teller& teller, const FileWithHeader& opened) {
    const PooledBytes usual = format::write_header(opened.view());
    std::vector<std::byte> found(usual.size());
    const Result<std::int64_t> got = opened.file.read_at(0, found);
    if (!got.ok()) return got.status();
    for_differences(found, usual, [&](std::size_t at, std::size_t count) {
        teller.header(std::ssize(usual), at, Bytes(found).subspan(at, count));
        return count;
    });
    return {};
}

/// A gap in one place, as far as the file reaches.
Status note_gap(Teller& teller, const FileWithHeader& opened, const Gap& gap) {
    storage::ReadWindow window(opened.file);
    const std::int64_t end = std::min(gap.bytes, opened.bytes - gap.begin);
    for (std::int64_t from = 0; from < end && teller.is_open(); from += piece_bytes) {
        const std::int64_t count = std::min(piece_bytes, end - from);
        const auto found = window.at(gap.begin + from, count);
        if (!found.ok()) return found.status();
        print_once(teller, gap.begin + from, found.value(), usual_bytes(gap, from, count));
    }
    return {};
}

/// The content of a gap in the records, from the first record with that content on.
struct RepeatedGap {
    Gap gap;
    std::vector<std::byte> usual;
    std::vector<std::byte> found;
    std::int64_t first_record = 0;

    void print(Teller& teller, std::int64_t record, std::int64_t pitch) const {
        const Series where{.begin = gap.begin + first_record * pitch,
                           .pitch = pitch,
                           .times = record - first_record};
        if (where.times > 0) print_often(teller, where, found, usual);
    }
};

Status note_records(Teller& teller, const FileWithHeader& opened, const GapMap& map) {
    std::vector<RepeatedGap> repeated_gaps;
    for (const Gap& gap : map.in_record) {
        const std::vector<std::byte> usual = usual_bytes(gap, 0, gap.bytes);
        repeated_gaps.push_back({.gap = gap, .usual = usual, .found = usual});
    }
    if (repeated_gaps.empty()) return {};
    storage::ReadWindow window(opened.file);
    std::vector<std::byte> found;
    const std::int64_t stored = std::max<std::int64_t>(opened.bytes - map.record_begin, 0);
    const std::int64_t record_count = std::min(opened.header.schema.record_count,
                                               (stored - 1 + map.record_bytes) / map.record_bytes);
    for (std::int64_t record = 0; record < record_count && teller.is_open(); ++record) {
        for (RepeatedGap& repeated : repeated_gaps) {
            const std::int64_t at = repeated.gap.begin + record * map.record_bytes;
            const auto bytes = window.at(at, repeated.gap.bytes);
            if (!bytes.ok()) return bytes.status();
            found = repeated.usual;  // bytes behind the end of the file count as usual
            const std::int64_t inside =
                std::clamp<std::int64_t>(opened.bytes - at, 0, repeated.gap.bytes);
            std::copy_n(bytes.value().begin(), inside, found.begin());
            if (found == repeated.found) continue;
            repeated.print(teller, record, map.record_bytes);
            repeated.found = found;
            repeated.first_record = record;
        }
    }
    for (const RepeatedGap& repeated : repeated_gaps)
        repeated.print(teller, record_count, map.record_bytes);
    return {};
}

}  // namespace

Result<format::Begins> places_side_by_side(format::Version version, const model::Schema& schema) {
    const layout::Alignment alignment{.variable_align = format::padding_unit,
                                      .record_align = format::padding_unit};
    Result<layout::Layout> layout =
        layout::place_variables(version, schema, format::header_bytes(version, schema), alignment);
    if (!layout.ok()) return layout.status();
    return std::move(layout).value().begins;
}

Result<container::ExactPlaces> exact_places(const FileWithHeader& opened) {
    const format::Header& header = opened.header;
    container::ExactPlaces places;
    const Result<format::Begins> usual = places_side_by_side(header.version, header.schema);
    if (!usual.ok() || !std::ranges::equal(usual.value(), header.begins))
        places.begins.assign(header.begins.begin(), header.begins.end());
    const Result<GapMap> map = gaps_of(opened.view());
    if (!map.ok()) return places;
    const Result<std::int64_t> size = map.value().file_bytes(header.schema.record_count);
    if (!size.ok() || size.value() != opened.bytes) places.file_bytes = opened.bytes;
    return places;
}

Status visit_oddities(const FileWithHeader& opened,
                      const std::function<bool(const container::Oddity&)>& use) {
    const Result<GapMap> map = gaps_of(opened.view());
    if (!map.ok()) return map.status();
    const Result<std::int64_t> end = map.value().file_bytes(opened.header.schema.record_count);
    if (!end.ok()) return end.status();
    Teller teller(use);
    Status status = note_header(teller, opened);
    for (const Gap& gap : map.value().fixed) {
        if (status.ok()) status = note_gap(teller, opened, gap);
    }
    if (status.ok()) status = note_records(teller, opened, map.value());
    const Gap tail{.begin = end.value(), .bytes = opened.bytes - end.value()};
    if (status.ok()) status = note_gap(teller, opened, tail);
    return status;
}

}  // namespace weft::classic
