// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "container/array_references.hpp"
#include "container/pieces.hpp"
#include "hdf5/chunk_reader.hpp"
#include "hdf5/chunk_references.hpp"
#include "hdf5/layout.hpp"
#include "hdf5/lost_space.hpp"
#include "hdf5/schema.hpp"
#include "storage/as_opened.hpp"

namespace weft::hdf5 {
namespace {

using Layout = model::Storage::Layout;

/// A file that is to be changed has another container.
Status only_read(const std::string& path) {
    return {Code::eperm, fmt::format("'{}' was opened for reading only", path)};
}

/// Collects strings, which arrive one at a time.
class Strings final : public Sink {
public:
    void take(std::span<const std::byte> bytes) noexcept override {
        try {
            strings_.emplace_back(reinterpret_cast<const char*>(bytes.data()));
        } catch (const std::bad_alloc&) {
            lacks_memory_ = true;
        }
    }
    Result<std::vector<std::string>> take_all() {
        if (lacks_memory_) return Status(Code::enomem, "no memory for strings");
        return std::move(strings_);
    }

private:
    std::vector<std::string> strings_;
    bool lacks_memory_ = false;
};

}  // namespace

container::Limits Hdf5::limits() const {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    return {.dimension_length = most,
            .attribute_count = most,
            .record_count = most,
            .start = most,
            .last_type = static_cast<int>(types::External::uint64),
            .byte_order = std::endian::little};
}

Status Hdf5::read(storage::AsOpened& /*file*/, std::vector<std::byte>& told) {
    // Reads through the file itself, not through what the open has returned: the books stay open,
    // to find chunks.
    auto books =
        OpenedBooks::open(its_file(), page_bytes_for(context_.path), context_.settings.is_trusted);
    const auto description =
        books.ok() ? books.value()->describe() : Result<std::vector<std::byte>>(books.status());
    if (!description.ok())
        return {description.code(),
                fmt::format("'{}': {}", context_.path, description.status().context())};
    books_ = std::move(books).value();
    if (!books_->lacks().empty())
        condition().notes.push_back(
            "the process that reads this file, which is not trusted, kept "
            "rights that it should give up: " +
            books_->lacks());
    if (comm().size() == 1) return hear(description.value());
    told.insert(told.end(), description.value().begin(), description.value().end());
    return {};
}

Status Hdf5::hear(std::span<const std::byte> told) {
    Result<Description> description = decode(told);
    Status taken = description.status();
    if (description.ok()) taken = take(std::move(description).value());
    if (taken.ok()) return taken;
    return {taken.code(), fmt::format("'{}': {}", context_.path, taken.context())};
}

Status Hdf5::take(Description description) {
    Result<model::Schema> schema = schema_of(description);
    if (!schema.ok()) return schema.status();
    description_ = std::move(description);
    container::Definition& its = definition();
    its.format = description_.is_classic_model ? container::format_numbers::netcdf4_classic
                                               : container::format_numbers::netcdf4;
    its.schema = std::move(schema).value();
    // As in netCDF-C, only a fill value that the file states itself counts.
    for (const DescribedVariable& one : description_.variables)
        its.no_fill.push_back(one.storage.fill.empty());
    its.record_pitch = record_bytes();
    return make_grids();
}

Status Hdf5::make_grids() {
    grids_.clear();
    for (const DescribedVariable& its : description_.variables) {
        auto grid = hdf5::grid_of(description_, its);
        if (!grid.ok()) return grid.status();
        grids_.push_back(std::move(grid).value());
    }
    return {};
}

Status Hdf5::raise_records(std::int64_t count) {
    model::Schema& schema = definition().schema;
    const int records = schema.record_dimension();
    if (records < 0 || schema.record_count >= count) return {};
    for (DescribedVariable& its : description_.variables) {
        if (its.dimensions.empty() || its.dimensions.front() != records) continue;
        if (its.storage.lengths.empty())
            its.storage.lengths = schema.shape_of(
                schema.variable(static_cast<int>(&its - description_.variables.data())));
    }
    description_.dimensions[static_cast<std::size_t>(records)].length = count;
    schema.record_count = count;
    return make_grids();
}

void Hdf5::attach() {
    targets_.clear();  // they refer to the file
    file_ = std::make_unique<StoredFile>([this]() -> storage::File& { return its_file(); },
                                         manner(), std::move(books_));
    for (std::size_t i = 0; i < grids_.size(); ++i) {
        const DescribedVariable& its = description_.variables[i];
        if (!grids_[i])
            targets_.push_back(nullptr);
        else if (its.storage.form.layout == Layout::compact)
            targets_.push_back(std::make_unique<InlineValues>(its.storage.values));
        else
            targets_.push_back(
                std::make_unique<ChunkReader>(*file_, its, *grids_[i], static_cast<int>(i)));
    }
    expect_targets(grids_.size());
}

files::SharedFile::LatePlace Hdf5::target_of(int variable) {
    const auto id = static_cast<std::size_t>(variable);
    return {.values = targets_[id].get(), .unit = grids_[id]->chunk_bytes()};
}

std::vector<report::ChunkUse> Hdf5::chunk_uses() const {
    std::vector<report::ChunkUse> all(grids_.size());
    for (std::size_t id = 0; id < all.size(); ++id)
        if (grids_[id] && file_ != nullptr)
            all[id] = file_->use_of(static_cast<int>(id), *grids_[id]);
    return all;
}

std::optional<layout::Place> Hdf5::place_of(int variable) const {
    if (!is_array(described(variable))) return std::nullopt;
    const model::Schema& schema = definition().schema;
    return layout::Place{schema, schema.variable(variable), described(variable).storage.address,
                         layout::in_one_array};
}

void Hdf5::spread(const container::Prepared& prepared, const engine::Piece& model,
                  container::Transfer& transfer) const {
    grid_of(prepared.variable_id)
        ->add_pieces(prepared, model, transfer.to(space_of(prepared.variable_id)).pieces);
}

Result<std::vector<std::string>> Hdf5::read_strings(int variable, const container::Block& block) {
    const DescribedVariable& its = described(variable);
    Result<std::unique_ptr<StoredVariable>> opened = file_->open(its.object);
    if (!opened.ok()) return opened.status();
    const std::size_t rank = block.size() / 3;
    const std::span<const std::int64_t> numbers(block.data(), block.size());
    Strings strings;
    Text why;
    const Code code = opened.value()->read_strings(numbers.first(rank), numbers.subspan(rank, rank),
                                                   numbers.subspan(2 * rank, rank), strings, why);
    if (code != Code::noerr)
        return Status(code, fmt::format("variable '{}': {}", its.name, why.text()));
    return strings.take_all();
}

Result<std::unique_ptr<container::References>> Hdf5::references(int variable,
                                                                std::int64_t array_chunk_bytes) {
    const DescribedVariable& its = described(variable);
    if (!its.storage.form.refused.empty())
        return Status(Code::enotsupport, its.storage.form.refused);
    if (const auto place = place_of(variable))
        return container::references_in(*place, number_of_file(), array_chunk_bytes);
    const chunks::Grid* const grid = grid_of(variable);
    if (grid == nullptr)
        return Status(Code::enotsupport,
                      fmt::format("its values are of type {}", its.type.foreign.name));
    return std::unique_ptr<container::References>(
        std::make_unique<ChunkReferences>(*file_, number_of_file(), its, *grid));
}

std::int64_t Hdf5::offset_of(int variable) const {
    return is_array(described(variable)) ? described(variable).storage.address : 0;
}

Result<container::Stored> Hdf5::stored() const {
    return stored_of(its_file(), definition().schema);
}

Result<std::vector<std::int64_t>> Hdf5::stored_bytes() const {
    std::vector<std::int64_t> all;
    for (const DescribedVariable& its : description_.variables) {
        if (its.type.value_bytes() == 0 && !its.storage.form.refused.empty()) {
            all.push_back(0);  // perhaps it cannot be opened
            continue;
        }
        const auto variable = file_->open(its.object);
        if (!variable.ok()) return variable.status();
        Text why;
        std::int64_t bytes = 0;
        const Status counted = why.status(variable.value()->count_stored(bytes, why));
        if (!counted.ok()) return counted;
        all.push_back(bytes);
    }
    return all;
}

Result<std::optional<std::int64_t>> Hdf5::lost_bytes() const {
    return hdf5::lost_bytes(its_file(), context_.settings.is_trusted);
}

Status Hdf5::place(const container::Alignment& /*alignment*/) {
    return only_read(context_.path);
}

Result<model::Schema> Hdf5::decoded(std::span<const std::byte> /*bytes*/) const {
    return only_read(context_.path);
}

Status Hdf5::compare_places(std::span<const std::byte> /*roots*/,
                            const container::Alignment& /*alignment*/) const {
    return only_read(context_.path);
}

Status Hdf5::write_ahead(std::span<const std::byte> /*encoded*/) {
    return only_read(context_.path);
}

Status Hdf5::commit(const container::Alignment& /*alignment*/, PooledBytes /*encoded*/) {
    return only_read(context_.path);
}

Status Hdf5::rewrite() {
    return only_read(context_.path);
}

Status Hdf5::fill(int /*variable*/, const container::ElementRange& /*range*/) {
    return only_read(context_.path);
}

}  // namespace weft::hdf5
