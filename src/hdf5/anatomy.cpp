// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/anatomy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/memory_pool.hpp"
#include "chunks/grid.hpp"
#include "hdf5/chunk_reader.hpp"
#include "hdf5/layout.hpp"
#include "hdf5/stored_file.hpp"
#include "storage/any_store.hpp"

namespace weft::hdf5 {
namespace {

Status not_here() {
    return {Code::enotsupport, "weft does not do this with netCDF-4 files"};
}

Finding error_of(const Status& status) {
    return {Severity::error, status.code(), 0, status.context()};
}
Finding warning(std::string sentence) {
    return {Severity::warning, Code::enotsupport, 0, std::move(sentence)};
}

/// Loads all chunks of a variable, a few at a time; the first failure of each few.
void check_chunks(StoredFile& file, const Description& description, std::size_t number,
                  const chunks::Grid& grid, std::vector<Finding>& findings) {
    constexpr std::int64_t bytes_at_a_time = 16 << 20;
    // The number tells the cache to which variable a chunk belongs.
    ChunkReader reader(file, description.variables[number], grid, static_cast<int>(number));
    const std::int64_t unit = grid.chunk_bytes();
    const std::int64_t step =
        std::max<std::int64_t>(1, bytes_at_a_time / std::max<std::int64_t>(unit, 1));
    PooledBytes bytes;
    for (std::int64_t first = 0; first < grid.chunk_count(); first += step) {
        const std::int64_t count = std::min(step, grid.chunk_count() - first);
        bytes.resize(static_cast<std::size_t>(count * unit));
        const engine::UnitsToLoad part{{first * unit, (first + count) * unit}, bytes};
        const Status loaded = reader.load(std::span(&part, 1), grid.chunk_count() * unit, {});
        if (!loaded.ok()) findings.push_back(error_of(loaded));
    }
}

void check_variable(StoredFile& file, const Description& description, std::size_t number,
                    std::vector<Finding>& findings) {
    const DescribedVariable& variable = description.variables[number];
    if (!variable.storage.form.refused.empty())
        return findings.push_back(warning(
            fmt::format("variable '{}': {}", variable.name, variable.storage.form.refused)));
    if (variable.type.value_bytes() == 0)
        return findings.push_back(warning(fmt::format("variable '{}': the type {} is not read",
                                                      variable.name, variable.type.foreign.name)));
    const auto grid = grid_of(description, variable);
    if (!grid.ok()) return findings.push_back(error_of(grid.status()));
    const bool has_chunks = variable.storage.form.layout == model::Storage::Layout::chunked;
    if (grid.value() && has_chunks)
        check_chunks(file, description, number, *grid.value(), findings);
}

}  // namespace

Result<std::vector<Finding>> Hdf5Anatomy::findings(int /*file*/) {
    const auto opened = storage::AnyStore().open_file(path_, {});
    if (!opened.ok()) return opened.status();
    storage::File& bytes = *opened.value();
    std::vector<Finding> findings;
    // A file that is checked is not trusted.
    auto books = OpenedBooks::open(bytes, page_bytes_for(path_), false);
    if (books.code() == Code::enotsupport) return books.status();
    const auto told =
        books.ok() ? books.value()->describe() : Result<std::vector<std::byte>>(books.status());
    const auto description = told.ok() ? decode(told.value()) : Result<Description>(told.status());
    if (!description.ok()) {
        findings.push_back(error_of(description.status()));
        return findings;
    }
    if (!books.value()->lacks().empty())
        findings.push_back(
            warning("the process that checks this file kept rights that it should "
                    "give up: " +
                    books.value()->lacks()));
    StoredFile file([&bytes]() -> storage::File& { return bytes; },
                    {.page_bytes = page_bytes_for(path_), .is_trusted = false},
                    std::move(books).value());
    for (std::size_t i = 0; i < description.value().variables.size(); ++i)
        check_variable(file, description.value(), i, findings);
    return findings;
}

Result<container::OneFile> Hdf5Anatomy::one_file() {
    auto file = storage::AnyStore().open_file(path_, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    return container::OneFile{.file = std::move(file).value(), .bytes = bytes.value()};
}

Result<container::ExactPlaces> Hdf5Anatomy::exact_places() {
    return not_here();
}

Status Hdf5Anatomy::visit_oddities(const std::function<bool(const container::Oddity&)>& /*use*/) {
    return not_here();
}

Result<std::optional<container::Anatomy::Recovery>> Hdf5Anatomy::recover(int /*file*/) {
    return not_here();
}

Result<std::vector<std::string>> Hdf5Anatomy::repair(int /*file*/) {
    return not_here();
}

}  // namespace weft::hdf5
