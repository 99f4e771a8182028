// SPDX-License-Identifier: BSD-3-Clause
#include "web/web_file.hpp"

#include <algorithm>
#include <utility>

namespace weft::web {
namespace {

/// Calls `use(offset, stream, length)` for the runs of the stream's bytes [from, to); those that
/// touch are one.
template <class Use>
void for_each_run(const region::FileShape& shape, std::int64_t from, std::int64_t to, Use use) {
    shape.visit(from, to, [&](const region::RunGroup& group) {
        const bool is_one = group.run == group.pitch;
        const std::int64_t run = is_one ? group.count * group.run : group.run;
        const std::int64_t count = is_one ? 1 : group.count;
        for (std::int64_t i = 0; i < count; ++i)
            use(group.offset + i * group.pitch, group.stream + i * run, run);
    });
}

/// The runs of a part of a shape that lie in the file, in `packed`, which begins at `from`.
std::vector<Wanted> runs_of(const region::FileShape& shape, std::int64_t from,
                            std::span<std::byte> packed, std::int64_t file_bytes) {
    std::vector<Wanted> runs;
    for_each_run(
        shape, from, from + std::ssize(packed),
        [&](std::int64_t offset, std::int64_t stream, std::int64_t length) {
            const std::int64_t there = std::min(length, file_bytes - offset);
            if (there <= 0) return;
            const auto into = packed.subspan(static_cast<std::size_t>(stream - from),
                                             static_cast<std::size_t>(there));
            const bool touches = !runs.empty() && runs.back().end() == offset &&
                                 runs.back().into.data() + runs.back().into.size() == into.data();
            if (touches)
                runs.back().into = {runs.back().into.data(), runs.back().into.size() + into.size()};
            else
                runs.push_back({offset, into});
        });
    return runs;
}

std::vector<Part> parts_of(const region::FileShape& shape, std::int64_t from, std::int64_t to,
                           std::int64_t file_bytes) {
    std::vector<Part> parts;
    for_each_run(shape, from, to, [&](std::int64_t offset, std::int64_t, std::int64_t length) {
        const std::int64_t there = std::min(length, file_bytes - offset);
        if (there <= 0) return;
        if (!parts.empty() && parts.back().end() == offset)
            parts.back().length += there;
        else
            parts.push_back({offset, there});
    });
    return parts;
}

bool is_same(const region::FileShape& a, const region::FileShape& b) {
    return a.base() == b.base() && a.end() == b.end() && a.bytes() == b.bytes() &&
           a.runs() == b.runs();
}

}  // namespace

WebFile::WebFile(Place place, std::vector<std::byte> head)
    : ReadOnlyFile(only_read),
      bytes_(place.version->bytes),
      identity_(place.version->identity()),
      fetcher_(std::move(place), std::move(head)) {}

Status WebFile::check_open() const {
    if (!is_closed_) return {};
    return {Code::eread, fetcher_.place().shown + ": the file is closed"};
}

Status WebFile::of_reading(const Status& status) {
    if (status.ok() || status.code() == Code::enomem) return status;
    return {Code::eread, status.context()};
}

Result<std::int64_t> WebFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    if (Status open = check_open(); !open.ok()) return open;
    if (offset < 0)
        return Status(Code::eread,
                      fetcher_.place().shown + ": there is no byte " + std::to_string(offset));
    if (offset >= bytes_ || bytes.empty()) return std::int64_t{0};
    const std::int64_t there = std::min(std::ssize(bytes), bytes_ - offset);
    const Wanted wanted{offset, bytes.first(static_cast<std::size_t>(there))};
    const Status read = fetcher_.read({&wanted, 1});
    if (!read.ok()) return of_reading(read);
    return there;
}

/// Taking a shape for another one only costs unneeded bytes: arriving bytes are found by their
/// place in the file.
bool WebFile::goes_on(const region::FileShape& shape, std::int64_t from) const {
    return reading_ && reading_->read == from && is_same(reading_->shape, shape);
}

/// Requests the next bytes of the shape, so that they are on their way while the program works on
/// the bytes up to `to`, which are requested first.
void WebFile::read_ahead(std::int64_t to) {
    Reading& its = *reading_;
    const std::int64_t request = request_bytes(fetcher_.link());
    // A part of a shape of little runs has many requests.
    while (its.asked < its.shape.bytes() && (its.asked < to || fetcher_.room() >= 2 * request)) {
        const std::int64_t end = std::min(its.shape.bytes(), its.asked + request);
        fetcher_.expect(parts_of(its.shape, its.asked, end, bytes_));
        its.asked = end;
    }
}

Status WebFile::read_shape(const region::FileShape& shape, std::int64_t from,
                           std::span<std::byte> packed) {
    if (Status open = check_open(); !open.ok()) return open;
    if (packed.empty()) return {};
    const std::int64_t to = from + std::ssize(packed);
    const std::vector<Wanted> runs = runs_of(shape, from, packed, bytes_);
    if (shape.end() > bytes_) std::ranges::fill(packed, std::byte{0});
    if (!goes_on(shape, from)) reading_ = Reading{.shape = shape, .read = from, .asked = from};
    // The last part is read as it is.
    if (to < shape.bytes() || reading_->asked > from) read_ahead(to);
    const Status read = fetcher_.read(runs);
    if (!read.ok()) reading_.reset();
    if (read.ok()) reading_->read = to;
    return of_reading(read);
}

void WebFile::will_read(std::int64_t offset, std::int64_t length) {
    if (is_closed_ || offset < 0 || offset >= bytes_ || length <= 0) return;
    const Part part{offset, std::min({length, bytes_ - offset, fetcher_.room()})};
    if (part.length > 0) fetcher_.expect({&part, 1});
}

Status WebFile::close() {
    is_closed_ = true;
    reading_.reset();
    fetcher_.forget();
    return {};
}

}  // namespace weft::web
