// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/lost_space.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "hdf5/existing.hpp"
#include "hdf5/layout.hpp"
#include "region/interval.hpp"
#include "storage/forwarding_file.hpp"

namespace weft::hdf5 {
namespace {

using Layout = model::Storage::Layout;
using region::Interval;

/// libhdf5 asks for a few bytes of its own here and there; so much is read at a time, and no more,
/// so that little counts as read that nobody has asked for.
constexpr std::int64_t page_bytes = 64;

/// A file that notes which of its bytes are read.
class NotingFile final : public storage::ForwardingFile {
public:
    using ForwardingFile::ForwardingFile;

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override {
        note({offset, offset + std::ssize(bytes)});
        return ForwardingFile::read_at(offset, bytes);
    }

    void note(const Interval& used) {
        if (!used_.empty() && used_.back().end == used.begin)
            used_.back().end = used.end;
        else
            used_.push_back(used);
    }

    /// The number of the first `end` bytes that have not been noted as used.
    std::int64_t others(std::int64_t end) {
        std::ranges::sort(used_, {}, &Interval::begin);
        std::int64_t at = 0;
        std::int64_t unused = 0;
        for (const Interval& one : used_) {
            unused += std::max<std::int64_t>(std::min(one.begin, end) - at, 0);
            at = std::max(at, one.end);
        }
        return unused + std::max<std::int64_t>(end - at, 0);
    }

private:
    std::vector<Interval> used_;
};

bool is_told(const std::vector<DescribedAttribute>& attributes) {
    return std::ranges::all_of(attributes, [](const DescribedAttribute& one) {
        return one.type.number != 0 || one.type.foreign.has_integers() || !one.strings.empty();
    });
}

bool is_told(const DescribedVariable& variable) {
    const bool has_values = variable.type.number != 0 || variable.type.foreign.has_integers();
    return has_values && variable.storage.form.refused.empty() && is_told(variable.attributes);
}

Status note_values(NotingFile& file, OpenedBooks& books, const Description& description,
                   const DescribedVariable& variable) {
    const DescribedStorage& its = variable.storage;
    if (its.form.layout == Layout::chunked) {
        const auto chunks = chunks_of(books, description, variable);
        if (!chunks.ok()) return chunks.status();
        for (const NumberedChunk& one : chunks.value())
            file.note({one.stored.address, one.stored.address + one.stored.bytes});
    } else if (its.form.layout == Layout::contiguous && its.address >= 0) {
        std::int64_t bytes = variable.type.value_bytes();
        for (const int id : variable.dimensions)
            bytes *= description.dimensions[static_cast<std::size_t>(id)].length;
        file.note({its.address, its.address + bytes});
    }
    return {};
}

}  // namespace

Result<std::optional<std::int64_t>> lost_bytes(storage::File& file, bool is_trusted) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    NotingFile noting(file);
    auto books = OpenedBooks::open(noting, page_bytes, is_trusted);
    if (!books.ok()) return books.status();
    const auto described = books.value()->describe();
    if (!described.ok()) return described.status();
    const Result<Description> decoded = decode(described.value());
    if (!decoded.ok()) return decoded.status();
    const Description& description = decoded.value();
    const bool is_complete =
        is_told(description.attributes) && !description.has_links &&
        std::ranges::all_of(description.variables, [](const auto& one) { return is_told(one); });
    if (!is_complete) return std::optional<std::int64_t>();
    for (const DescribedVariable& one : description.variables) {
        const Status noted = note_values(noting, *books.value(), description, one);
        if (!noted.ok()) return noted;
    }
    return std::optional(noting.others(bytes.value()));
}

}  // namespace weft::hdf5
