// SPDX-License-Identifier: BSD-3-Clause
#include "sets/joined_file.hpp"

#include <algorithm>
#include <utility>

#include "format/header_writer.hpp"
#include "format/sizes.hpp"
#include "journal/journal.hpp"
#include "parts/paths.hpp"
#include "sets/read_part.hpp"
#include "storage/links.hpp"

namespace weft::sets {
namespace {

/// Reads bytes. Missing ones are zeros, as behind the end of any file that is too short.
Status read_padded(storage::File& file, std::int64_t offset, std::span<std::byte> bytes) {
    const Result<std::int64_t> got = file.read_at(offset, bytes);
    if (!got.ok()) return got.status();
    std::ranges::fill(bytes.subspan(static_cast<std::size_t>(got.value())), std::byte{0});
    return {};
}

}  // namespace

Result<std::unique_ptr<JoinedFile>> JoinedFile::of(storage::Store& store, const std::string& path,
                                                   std::unique_ptr<storage::File> master,
                                                   format::Header masters_header, parts::Set set) {
    Result<layout::Layout> layout = layout::layout_of(set.whole);
    if (!layout.ok()) return layout.status();
    Result<layout::Placed> placed = layout::placed(std::move(masters_header));
    if (!placed.ok()) return placed.status();
    FileSet files(set.table, std::move(placed).value());
    return std::unique_ptr<JoinedFile>(new JoinedFile(store, path, std::move(master),
                                                      std::move(files), std::move(set),
                                                      std::move(layout).value()));
}

JoinedFile::JoinedFile(storage::Store& store, const std::string& path,
                       std::unique_ptr<storage::File> master, FileSet files, parts::Set set,
                       layout::Layout layout)
    : ReadOnlyFile("a set is only read as one file"),
      store_(store),
      path_(storage::behind_links(path)),
      master_(std::move(master)),
      parts_(static_cast<std::size_t>(files.table().part_count())),
      files_(std::move(files)),
      version_(set.whole.version),
      whole_(std::move(set.whole.schema)),
      layout_(std::move(layout)),
      bytes_(layout_.file_bytes(whole_.record_count)),
      header_(format::write_header({version_, whole_, layout_.begins})),
      fixed_(slabs_of(false)),
      record_(slabs_of(true)) {}

std::vector<JoinedFile::Slab> JoinedFile::slabs_of(bool records) const {
    std::vector<Slab> slabs;
    for (int id = 0; id < whole_.variable_count(); ++id) {
        const model::Variable& variable = whole_.variable(id);
        if (whole_.is_record_variable(variable) == records)
            slabs.push_back({id, layout_.begin(id), format::slab_bytes(whole_, variable).value()});
    }
    std::ranges::sort(slabs, {}, &Slab::begin);
    return slabs;
}

Result<std::int64_t> JoinedFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    const std::int64_t there =
        std::clamp<std::int64_t>(size().value() - offset, 0, std::ssize(bytes));
    const std::span<std::byte> wanted = bytes.first(static_cast<std::size_t>(there));
    std::ranges::fill(wanted, std::byte{0});
    const std::int64_t end = offset + there;
    const std::int64_t header_end = std::min(end, std::ssize(header_));
    if (offset < header_end)
        std::copy(header_.begin() + offset, header_.begin() + header_end, wanted.begin());
    Status status = read_slabs(fixed_, 0, offset, wanted);
    if (record_.empty() || end <= layout_.record_begin) {
        if (!status.ok()) return status;
        return there;
    }
    const std::int64_t pitch = std::max<std::int64_t>(layout_.record_bytes, 1);
    const std::int64_t first = std::max<std::int64_t>(0, (offset - layout_.record_begin) / pitch);
    const std::int64_t last =
        std::min((end - 1 - layout_.record_begin) / pitch, whole_.record_count - 1);
    for (std::int64_t record = first; record <= last && status.ok(); ++record)
        status = read_slabs(record_, record, offset, wanted);
    if (!status.ok()) return status;
    return there;
}

/// The stripes of a variable, or of a record of it, in bytes.
parts::Stripes JoinedFile::stripes_of(int variable) const {
    parts::Stripes stripes = parts::Stripes::of(whole_, files_.table(), variable);
    stripes.epochs = {0};
    stripes.inner *= types::size_of(whole_.variable(variable).type);
    return stripes;
}

/// The parts of some variables in a range of the whole file.
Status JoinedFile::read_slabs(const std::vector<Slab>& slabs, std::int64_t record,
                              std::int64_t offset, std::span<std::byte> bytes) {
    const std::int64_t shift = record * layout_.record_bytes;
    const std::int64_t begin = offset - shift;
    const std::int64_t end = begin + std::ssize(bytes);
    const auto ends_before = [](const Slab& slab, std::int64_t at) {
        return slab.begin + slab.bytes <= at;
    };
    auto slab = std::lower_bound(slabs.begin(), slabs.end(), begin, ends_before);
    for (; slab != slabs.end() && slab->begin < end; ++slab) {
        const std::int64_t from = std::max(begin, slab->begin);
        const std::int64_t to = std::min(end, slab->begin + slab->bytes);
        if (from >= to) continue;
        const Status status = read_slab(*slab, record, from - slab->begin,
                                        bytes.subspan(static_cast<std::size_t>(from - begin),
                                                      static_cast<std::size_t>(to - from)));
        if (!status.ok()) return status;
    }
    return {};
}

Status JoinedFile::read_slab(const Slab& slab, std::int64_t record, std::int64_t first,
                             std::span<std::byte> bytes) {
    if (files_.division_of(slab.variable).is_whole()) {
        const layout::Place place = files_.place_in_master(slab.variable);
        return read_padded(*master_, place.begin + record * place.record_bytes + first, bytes);
    }
    const int epoch = files_.table().epoch_at(record);
    const std::int64_t in_epoch = record - files_.table().records_of(epoch).begin;
    Status status;
    const auto read = [&](int range, std::int64_t in_part, std::int64_t length, std::int64_t into) {
        if (!status.ok()) return;
        const int number = files_.table().part_at(epoch, range);
        const Result<storage::File*> file = part(number);
        status = file.status();
        if (!status.ok()) return;
        const layout::Place place = files_.place_in_part(slab.variable, number);
        status = read_padded(
            *file.value(), place.begin + in_epoch * place.record_bytes + in_part,
            bytes.subspan(static_cast<std::size_t>(into), static_cast<std::size_t>(length)));
    };
    stripes_of(slab.variable).visit(first, std::ssize(bytes), read);
    return status;
}

Result<storage::File*> JoinedFile::part(int number) {
    std::unique_ptr<storage::File>& file = parts_[static_cast<std::size_t>(number)];
    if (file != nullptr) return file.get();
    auto opened = open_part(number);
    if (!opened.ok()) return opened.status();
    file = std::move(opened).value();
    return file.get();
}

Result<std::unique_ptr<storage::File>> JoinedFile::open_part(int number) {
    const WholeSet set = this->set();
    auto opened = store_.open_file(path_of_part(set, path_, number), {});
    if (!opened.ok()) return of_part(set, path_, number, opened.status());
    // The content of such a part may be half old and half new.
    const Result<bool> interrupted = journal::is_interrupted(*opened.value());
    if (!interrupted.ok()) return of_part(set, path_, number, interrupted.status());
    if (interrupted.value())
        return of_part(set, path_, number,
                       {Code::efile,
                        "it holds an interrupted change of its definition; run "
                        "`weft recover` on the set"});
    if (files_.knows(number)) return opened;
    const Status learnt = learn_part(*opened.value(), set, path_, number, files_);
    if (!learnt.ok()) return learnt;
    return opened;
}

Status JoinedFile::close() {
    Status status = master_->close();
    for (const auto& file : parts_) {
        if (file != nullptr) status.keep_first(file->close());
    }
    return status;
}

// The following functions find how far the files of a set reach in the single file that the set
// stands for.

namespace {

/// How much of its share of a variable a file stores.
struct Stored {
    std::int64_t record = 0;  // the last one with any byte
    std::int64_t bytes = 0;   // of that record, from its begin; 0: nothing
    bool is_complete = true;
};

Stored stored_of(const layout::Place& place, std::int64_t records, std::int64_t file_bytes) {
    const bool has_records = place.schema.is_record_variable(place.variable);
    const std::int64_t slab = format::slab_bytes(place.schema, place.variable).value();
    const std::int64_t last = has_records ? records - 1 : 0;
    if (slab == 0 || last < 0) return {};
    const std::int64_t behind = file_bytes - place.begin;
    if (behind <= 0) return {.is_complete = false};
    Stored stored;
    if (has_records) stored.record = std::min(last, (behind - 1) / place.record_bytes);
    stored.bytes = std::min(slab, behind - stored.record * place.record_bytes);
    stored.is_complete = stored.record == last && stored.bytes == slab;
    return stored;
}

}  // namespace

std::vector<std::string> JoinedFile::find_short_files() {
    std::vector<std::string> short_files;
    Reach all{.end = std::ssize(header_)};
    const auto note = [&](const Result<Reach>& reach, const std::string& path) {
        all.is_complete = all.is_complete && reach.ok();  // otherwise nothing is known of it
        if (!reach.ok()) return;
        all.end = std::max(all.end, reach.value().end);
        if (!reach.value().is_complete) short_files.push_back(path);
    };
    note(reach_of(*master_, masters_number), path_);
    const WholeSet set = this->set();
    for (int number = 0; number < files_.table().part_count(); ++number) {
        // Closes it again: there may be more files than a process may have open.
        const auto file = open_part(number);
        note(file.ok() ? reach_of(*file.value(), number) : file.status(),
             path_of_part(set, path_, number));
    }
    if (!short_files.empty() && all.is_complete) bytes_ = std::min(bytes_, all.end);
    return short_files;
}

Result<JoinedFile::Reach> JoinedFile::reach_of(storage::File& file, int number) const {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    Reach reach;
    const bool is_master = number == masters_number;
    for (const std::vector<Slab>* slabs : {&fixed_, &record_}) {
        for (const Slab& slab : *slabs) {
            if (files_.division_of(slab.variable).is_whole() == is_master &&
                (is_master || !files_.table().indices_in(whole_, slab.variable, number).empty()))
                add_reach(slab, number, bytes.value(), reach);
        }
    }
    return reach;
}

void JoinedFile::add_reach(const Slab& slab, int number, std::int64_t file_bytes,
                           Reach& reach) const {
    const bool is_master = number == masters_number;
    const parts::Table& table = files_.table();
    const std::int64_t count = whole_.record_count;
    const std::int64_t first = is_master ? 0 : table.records_of(table.epoch_of(number)).begin;
    const Stored stored = is_master
                              ? stored_of(files_.place_in_master(slab.variable), count, file_bytes)
                              : stored_of(files_.place_in_part(slab.variable, number),
                                          table.records_in(number, count), file_bytes);
    reach.is_complete = reach.is_complete && stored.is_complete;
    if (stored.bytes == 0) return;
    std::int64_t end = stored.bytes;
    if (!is_master) {
        const parts::Stripes stripes = stripes_of(slab.variable);
        const region::Interval range = stripes.ranges.of_part(table.range_of(number));
        const std::int64_t row = range.length() * stripes.inner;
        const std::int64_t before = (stored.bytes - 1) / row;
        end = (before * stripes.length + range.begin) * stripes.inner + stored.bytes - before * row;
    }
    const std::int64_t record_begin = (first + stored.record) * layout_.record_bytes;
    reach.end = std::max(reach.end, slab.begin + record_begin + end);
}

}  // namespace weft::sets
