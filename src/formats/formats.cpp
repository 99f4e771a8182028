// SPDX-License-Identifier: BSD-3-Clause
#include "formats/formats.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "classic/file_source.hpp"
#include "container/constants.hpp"
#include "container/format.hpp"
#include "format/signature.hpp"
#include "formats/table.hpp"
#include "storage/any_store.hpp"
#include "storage/as_opened.hpp"
#include "storage/store_table.hpp"

namespace weft::formats {
namespace {

using container::Container;
using container::Context;
using container::Format;
using container::Kind;

/// A kind, and the number of its format's row.
struct Known {
    std::size_t row;
    const Kind* kind;

    [[nodiscard]] const Format& format() const { return *table[row]; }
};

std::vector<Known> all_kinds() {
    std::vector<Known> all;
    for (std::size_t row = 0; row < table.size(); ++row) {
        for (const Kind& kind : table[row]->kinds) all.push_back({row, &kind});
    }
    return all;
}

std::optional<Known> find_kind(int number) {
    const std::vector<Known> all = all_kinds();
    const auto found =
        std::ranges::find(all, number, [](const Known& k) { return k.kind->number; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

/// The kind whose signature the file has.
Result<std::optional<Known>> recognised(format::ByteSource& source, std::int64_t file_bytes) {
    std::vector<Known> known;
    std::vector<format::Signature> signatures;
    for (const Known& one : all_kinds()) {
        if (one.kind->signature.empty()) continue;
        known.push_back(one);
        signatures.push_back({one.kind->signature, one.format().has_user_block});
    }
    const auto found = format::find_signature(source, file_bytes, signatures);
    if (!found.ok()) return found.status();
    return found.value() ? std::optional(known[*found.value()]) : std::nullopt;
}

/// Opens for reading, or for writing if requested. The open of a remote file has already fetched
/// all that is read here.
storage::Intent intent_of(const Context& context) {
    constexpr std::int64_t most_head_bytes = 256 << 10;
    constexpr std::int64_t tail_bytes = 4 << 10;
    storage::Intent intent{.writable = context.shared.is_writable(), .facts = true};
    if (storage::is_far(context.path)) {
        intent.head_bytes = std::min(context.settings.header_chunk_bytes, most_head_bytes);
        intent.tail_bytes = tail_bytes;
    }
    return intent;
}

/// The row of the container that is to read the file, or to say what is wrong with it.
Result<std::size_t> row_of(storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    classic::FileSource source(file, format::signature_bytes);
    const auto known = recognised(source, bytes.value());
    if (!known.ok()) return known.status();
    return known.value() ? known.value()->row : 0;
}

Status recognise(std::unique_ptr<Container>& container) {
    for (const Format* format : table) {
        const Status status =
            format->recognise == nullptr ? Status() : format->recognise(container);
        if (!status.ok()) return status;
    }
    return {};
}

/// The kinds whose flag bits are all set in `flags`. A kind whose bits are a subset of another such
/// kind's bits is left out.
std::vector<int> kinds_asked_for(int flags) {
    std::vector<Known> all = all_kinds();
    std::erase_if(all, [flags](const Known& one) {
        return one.kind->flag == 0 || (flags & one.kind->flag) != one.kind->flag;
    });
    std::vector<int> asked;
    for (const Known& one : all) {
        const bool is_part = std::ranges::any_of(all, [&one](const Known& other) {
            return other.kind != one.kind && (other.kind->flag & one.kind->flag) == one.kind->flag;
        });
        if (!is_part) asked.push_back(one.kind->number);
    }
    return asked;
}

/// The formats that a hint may name.
bool is_written(const Format* format) {
    return format->create != nullptr;
}

}  // namespace

Status check_writable(int kind) {
    const std::optional<Known> known = find_kind(kind);
    if (!known) return {Code::einval, fmt::format("there is no file format {}", kind)};
    if (is_written(&known->format())) return {};
    return {Code::enotbuilt, fmt::format("{} files are not supported", known->kind->name)};
}

int flag_of(int kind) {
    const std::optional<Known> known = find_kind(kind);
    return known ? known->kind->flag : 0;
}

Result<int> kind_called(std::string_view word) {
    std::string known;
    for (const Known& one : all_kinds()) {
        const std::span<const std::string_view> words = one.kind->words;
        if (std::ranges::count(words, word) > 0) {
            const Status writable = check_writable(one.kind->number);
            if (!writable.ok()) return writable;
            return one.kind->number;
        }
        if (is_written(&one.format()))
            known += fmt::format("{}{}", known.empty() ? "" : ", ", words.front());
    }
    return Status(Code::einval, fmt::format("'{}' is none of {}", word, known));
}

bool stores_chunks(int kind) {
    const std::optional<Known> known = find_kind(kind);
    return known && known->kind->stores_chunks;
}

bool grows_freely(int kind) {
    const std::optional<Known> known = find_kind(kind);
    return known && known->kind->grows_freely;
}

std::string_view word_of(int kind) {
    const std::optional<Known> known = find_kind(kind);
    return known ? known->kind->words.front() : "unknown";
}

std::string_view title_of(int kind) {
    const std::optional<Known> known = find_kind(kind);
    return known ? known->kind->name : "unknown";
}

namespace {

/// The kind that the hint weft_format and the flags of ncmpi_create ask for; without such flags,
/// the kind `usual`.
Result<int> kind_asked_for(int flags, int usual, const std::string& format) {
    const std::vector<int> asked = kinds_asked_for(flags);
    if (asked.size() > 1) return Status(Code::einval_cmode, "the flags name several file formats");
    const int kind = asked.empty() ? usual : asked.front();
    const auto named = std::ranges::find(table, format, &Format::name);
    if (named != table.end() && is_written(*named)) {
        const std::span<const Kind> kinds = (*named)->kinds;
        const bool has_it = std::ranges::count(kinds, kind, &Kind::number) > 0;
        return has_it ? kind : kinds.front().number;
    }
    const Status writable = check_writable(kind);
    if (!writable.ok()) return writable;
    return kind;
}

/// The master is a classic file of the kind that has all types.
Result<int> kind_of_master(container::Settings& settings) {
    if (settings.quantization)
        return Status(Code::einval,
                      "the hints weft_quantize and weft_parts do not go together in netCDF-4");
    if (settings.parts.epoch_records > 0)
        return Status(Code::einval,
                      "the hints weft_epoch_records and weft_format=netcdf4 do not go together");
    settings.parts.in_netcdf4 = true;
    settings.parts.watches_targets = false;  // parts that are netCDF-4 files have no epochs
    return container::format_numbers::cdf5;
}

}  // namespace

Result<int> kind_of_new(int flags, int usual, container::Settings& settings) {
    Result<int> kind = kind_asked_for(flags, usual, settings.format);
    const bool has_parts = kind.ok() && stores_chunks(kind.value()) && settings.parts.wants_set();
    return has_parts ? kind_of_master(settings) : kind;
}

Result<int> kind_of_file(const std::string& path) {
    const Result<std::unique_ptr<storage::File>> file = storage::AnyStore().open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    constexpr std::int64_t chunk_bytes = 4096;
    classic::FileSource source(*file.value(), chunk_bytes);
    const auto known = recognised(source, bytes.value());
    if (!known.ok()) return known.status();
    if (known.value()) return known.value()->kind->number;
    if (bytes.value() < format::signature_bytes)
        return Status(Code::efile, fmt::format("'{}' is too short for a netCDF file", path));
    return Status(Code::enotnc, fmt::format("'{}' is not a netCDF file", path));
}

std::string chosen_format(int kind) {
    const std::optional<Known> known = find_kind(kind);
    const bool is_choice = std::ranges::count_if(table, is_written) > 1;
    return known && is_choice ? std::string(known->format().name) : std::string();
}

std::unique_ptr<Container> container_of_new(const Context& context, const parts::SetId& id) {
    return find_kind(context.definition.format)->format().create(context, id);
}

Status open(const Context& context, std::vector<std::byte>& told,
            std::unique_ptr<Container>& container) {
    Result<storage::Opened> opened =
        context.shared.stage().open_first(context.path, intent_of(context));
    if (!opened.ok()) return opened.status();
    storage::AsOpened as_opened(*opened.value().file, opened.value());
    context.shared.take(context.path, std::move(opened).value());
    const Result<std::size_t> row = row_of(as_opened);
    if (!row.ok()) return row.status();
    if (table[row.value()]->open == nullptr)
        return {Code::enotbuilt, fmt::format("'{}' {}", context.path, table[row.value()]->refusal)};
    container = table[row.value()]->open(context);
    const bool is_alone = context.comm().size() == 1;
    if (!is_alone) told.push_back(static_cast<std::byte>(row.value()));
    const Status read = container->read(as_opened, told);
    return read.ok() && is_alone ? recognise(container) : read;
}

Status hear(const Context& context, std::span<const std::byte> told,
            std::unique_ptr<Container>& container) {
    const auto row = std::to_integer<std::size_t>(told.front());
    if (container == nullptr) container = table[row]->open(context);
    const Status heard = container->hear(told.subspan(1));
    return heard.ok() ? recognise(container) : heard;
}

Result<std::unique_ptr<container::ExactWriter>> exact_writer(const container::ExactPlan& plan) {
    const std::optional<Known> known = find_kind(plan.kind);
    if (!known || known->format().exact_writer == nullptr)
        return Status(Code::enotsupport, "no exact copies of the format can be written");
    return known->format().exact_writer(plan);
}

Result<std::unique_ptr<container::Anatomy>> anatomy_of(const std::string& path) {
    const auto file = storage::AnyStore().open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::size_t> known = row_of(*file.value());
    const bool is_read = known.ok() && table[known.value()]->open != nullptr;
    const std::size_t row = is_read ? known.value() : 0;
    if (table[row]->anatomy != nullptr) return table[row]->anatomy(path);
    return Status(Code::enotsupport, "the format shows nothing of its files");
}

}  // namespace weft::formats
