// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/existing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/checked.hpp"
#include "format/signature.hpp"
#include "hdf5/all_chunks.hpp"
#include "hdf5/beyond.hpp"
#include "hdf5/books/archive.hpp"
#include "hdf5/layout.hpp"

namespace weft::hdf5 {
namespace {

using Layout = model::Storage::Layout;

Status not_written(const std::string& what) {
    return {Code::enotbuilt, "Weft cannot change this netCDF-4 file: " + what};
}

Status check_attributes(const std::vector<DescribedAttribute>& attributes) {
    for (const DescribedAttribute& one : attributes)
        if (one.type.number == 0)
            return not_written(
                fmt::format("attribute '{}' is of type {}", one.name, one.type.foreign.name));
    return {};
}

Status check(const Description& description, const DescribedVariable& variable) {
    if (variable.type.number == 0)
        return not_written(
            fmt::format("variable '{}' is of type {}", variable.name, variable.type.foreign.name));
    const DescribedStorage& its = variable.storage;
    if (!its.form.refused.empty())
        return not_written(fmt::format("variable '{}': {}", variable.name, its.form.refused));
    for (const int id : variable.dimensions) {
        const DescribedDimension& dimension = description.dimensions[static_cast<std::size_t>(id)];
        if (dimension.is_unlimited && its.form.layout != Layout::chunked)
            return not_written(
                fmt::format("variable '{}' is one array, and its dimension '{}' grows",
                            variable.name, dimension.name));
    }
    return check_attributes(variable.attributes);
}

Status check(const Description& description) {
    if (description.has_links) return not_written("it has links, or objects with several names");
    if (!description.types.empty()) return not_written("it has types of its own");
    if (!description.untold.empty()) return not_written(description.untold);
    Status status = check_attributes(description.attributes);
    for (const DescribedVariable& one : description.variables)
        if (status.ok()) status = check(description, one);
    return status;
}

/// Checks that the file begins with HDF5's signature, and has no user block.
Status check_signature(storage::File& file) {
    std::array<char, format::signature_bytes> found{};
    const Result<std::int64_t> got = file.read_at(0, std::as_writable_bytes(std::span(found)));
    if (!got.ok()) return got.status();
    if (std::string_view(found.data(), found.size()) == format::hdf5_signature.bytes) return {};
    return not_written("it has a block of another program in front");
}

}  // namespace

Result<std::vector<NumberedChunk>> chunks_of(OpenedBooks& books, const Description& description,
                                             const DescribedVariable& variable) {
    std::vector<NumberedChunk> chunks;
    const auto grid = grid_of(description, variable);
    if (!grid.ok()) return grid.status();
    if (!grid.value() || grid.value()->chunk_count() == 0) return chunks;
    auto stored = books.open(variable.object);
    if (!stored.ok()) return stored.status();
    const Status visited =
        visit_chunks(*grid.value(), stored.value().get(), [&](const FoundChunk& one) {
            if (one.stored.address >= 0) chunks.push_back({one.number, one.stored});
            return Status();
        });
    if (!visited.ok()) return visited;
    return chunks;
}

namespace {

/// An array that nobody has written gets a place with its fill values up to this length. A longer
/// one is stored in chunks from now on, and those that are missing are the fill value.
constexpr std::int64_t longest_fill = 64 << 10;

std::int64_t bytes_of(const Description& description, const DescribedVariable& variable) {
    std::optional<std::int64_t> bytes = variable.type.value_bytes();
    for (const int id : variable.dimensions)
        if (bytes)
            bytes =
                checked_mul(*bytes, description.dimensions[static_cast<std::size_t>(id)].length);
    return bytes.value_or(std::numeric_limits<std::int64_t>::max());
}

void place(Existing& existing, DescribedVariable& variable, std::vector<std::byte> values) {
    constexpr std::int64_t alignment = 8;
    DescribedStorage& its = variable.storage;
    its.form.layout = Layout::contiguous;
    its.address = round_up(existing.file_bytes, alignment);
    its.values.clear();
    existing.file_bytes = its.address + std::ssize(values);
    existing.placed.push_back({its.address, std::move(values)});
}

void find_place(Existing& existing, DescribedVariable& variable) {
    DescribedStorage& its = variable.storage;
    const std::int64_t bytes = bytes_of(existing.description, variable);
    const bool has_place = its.form.layout == Layout::chunked || its.address >= 0 || bytes == 0;
    if (has_place) return;
    if (its.form.layout == Layout::compact) return place(existing, variable, its.values);
    if (bytes > longest_fill) {
        its.form.chunk = chunk_of_nothing(existing.description, variable);
        its.form.layout = Layout::chunked;
        return;
    }
    std::vector<std::byte> values(static_cast<std::size_t>(bytes));
    if (!its.fill.empty()) repeat(its.fill, values);
    place(existing, variable, std::move(values));
}

}  // namespace

namespace {

/// The numbers that they have where the variable may grow.
Status renumber(const Description& description, const DescribedVariable& variable,
                std::vector<NumberedChunk>& chunks) {
    const auto present = grid_of(description, variable);
    const auto growing = grid_that_grows(description, variable);
    if (!present.ok() || !growing.ok()) return present.ok() ? growing.status() : present.status();
    if (!present.value()) return {};
    std::vector<std::int64_t> place(present.value()->rank());
    for (NumberedChunk& one : chunks) {
        present.value()->place_of(one.number, place);
        one.number = growing.value()->number_of(place);
    }
    return {};
}

/// The address of the root group's object header; -1 if the superblock is not of the versions that
/// Weft writes.
Result<std::int64_t> root_of(storage::File& file) {
    constexpr std::size_t version_at = 8;
    constexpr std::size_t root_at = 36;
    std::array<std::byte, root_at + sizeof(std::int64_t)> superblock{};
    const Result<std::int64_t> got = file.read_at(0, superblock);
    if (!got.ok()) return got.status();
    const auto version = std::to_integer<int>(superblock[version_at]);
    const auto offset_bytes = std::to_integer<int>(superblock[version_at + 1]);
    if (version < 2 || version > 3 || offset_bytes != 8) return -1;
    std::int64_t root = 0;
    for (std::size_t i = 8; i-- > 0;)
        root = static_cast<std::int64_t>(static_cast<std::uint64_t>(root) << 8U |
                                         std::to_integer<std::uint64_t>(superblock[root_at + i]));
    return root;
}

/// Whether values lie where books may be written: another program has used that space.
bool has_values_in(const Existing& existing, const BooksPlace& books) {
    for (std::size_t id = 0; id < existing.chunks.size(); ++id) {
        const DescribedVariable& variable = existing.description.variables[id];
        const bool is_array = variable.storage.form.layout == Layout::contiguous;
        const std::int64_t address = variable.storage.address;
        if (is_array && address >= 0 &&
            books.touches(address, bytes_of(existing.description, variable)))
            return true;
        for (const NumberedChunk& one : existing.chunks[id])
            if (books.touches(one.stored.address, one.stored.bytes)) return true;
    }
    return false;
}

/// The places of the books, if Weft has written them.
Result<std::optional<BooksPlace>> find_books(storage::File& file, const Existing& existing) {
    std::optional<BooksPlace> none;
    const Result<std::int64_t> root = root_of(file);
    if (!root.ok()) return root.status();
    const bool may_have_record =
        root.value() >= BooksPlace::record_bytes && root.value() <= existing.opened_bytes;
    if (!may_have_record) return none;
    BooksPlace::Record record{};
    const Result<std::int64_t> got = file.read_at(root.value() - BooksPlace::record_bytes, record);
    if (!got.ok()) return got.status();
    BooksPlace books;
    if (!books.resume(record, root.value(), existing.opened_bytes)) return none;
    return has_values_in(existing, books) ? none : std::optional(books);
}

}  // namespace

Result<Existing> find_existing(storage::File& file, std::int64_t page_bytes, bool is_trusted) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    auto books = OpenedBooks::open(file, page_bytes, is_trusted);
    if (!books.ok()) return books.status();
    const auto described = books.value()->describe();
    if (!described.ok()) return described.status();
    Result<Description> description = decode(described.value());
    if (!description.ok()) return description.status();
    Status status = check_signature(file);
    if (status.ok()) status = check(description.value());
    if (!status.ok()) return status;
    Existing existing;
    existing.description = std::move(description).value();
    existing.file_bytes = existing.opened_bytes = bytes.value();
    for (DescribedVariable& one : existing.description.variables) {
        Result<std::vector<NumberedChunk>> chunks = std::vector<NumberedChunk>();
        if (one.storage.form.layout == Layout::chunked)
            chunks = chunks_of(*books.value(), existing.description, one);
        if (!chunks.ok())
            return Status(chunks.code(),
                          fmt::format("variable '{}': {}", one.name, chunks.status().context()));
        const Status renumbered = renumber(existing.description, one, chunks.value());
        if (!renumbered.ok()) return renumbered;
        existing.chunks.push_back(std::move(chunks).value());
        one.storage.lengths.clear();  // from now on as long as its dimensions
        find_place(existing, one);
    }
    Result<std::optional<BooksPlace>> places = find_books(file, existing);
    if (!places.ok()) return places.status();
    existing.books = places.value();
    return existing;
}

/// The description is in a form of its own.
struct Told {
    std::vector<std::byte> description;
    std::vector<std::vector<NumberedChunk>> chunks;
    std::int64_t file_bytes = 0;
    std::int64_t opened_bytes = 0;
};

template <class Archive>
void fields(Archive& archive, NumberedChunk& one) {
    archive(one.number, one.stored.address, one.stored.bytes, one.stored.filter_mask);
}
template <class Archive>
void fields(Archive& archive, Told& told) {
    archive(told.description, told.chunks, told.file_bytes, told.opened_bytes);
}

void append(const Existing& existing, std::vector<std::byte>& told) {
    Told its{encode(existing.description), existing.chunks, existing.file_bytes,
             existing.opened_bytes};
    Writer writer;
    writer(its);
    told.insert(told.end(), writer.bytes().begin(), writer.bytes().end());
}

Result<Existing> existing_of(std::span<const std::byte> told) {
    Told its;
    Reader reader(told);
    reader(its);
    Result<Description> description = decode(its.description);
    if (!description.ok()) return description.status();
    if (!reader.is_good() || its.chunks.size() != description.value().variables.size())
        return Status(Code::ehdferr, "what rank 0 tells of the file is damaged");
    return Existing{.description = std::move(description).value(),
                    .chunks = std::move(its.chunks),
                    .file_bytes = its.file_bytes,
                    .opened_bytes = its.opened_bytes,
                    .placed = {},
                    .books = {}};
}

}  // namespace weft::hdf5
