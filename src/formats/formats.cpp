// SPDX-License-Identifier: BSD-3-Clause
#include "formats/formats.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "classic/classic.hpp"
#include "classic/file_source.hpp"
#include "classic/signature.hpp"
#include "formats/table.hpp"
#include "sets/anatomy.hpp"
#include "sets/set.hpp"
#include "storage/any_store.hpp"
#include "storage/as_opened.hpp"
#include "storage/path_scheme.hpp"

namespace weft::formats {
namespace {

using container::Container;
using container::Context;

/// Opens for reading, or for writing if requested. The open of a remote file has already fetched
/// all that is read here.
storage::Intent intent_of(const Context& context) {
    constexpr std::int64_t most_head_bytes = 256 << 10;
    constexpr std::int64_t tail_bytes = 4 << 10;
    storage::Intent intent{.writable = context.shared.is_writable(), .facts = true};
    if (storage::is_elsewhere(context.path)) {
        intent.head_bytes = std::min(context.settings.header_chunk_bytes, most_head_bytes);
        intent.tail_bytes = tail_bytes;
    }
    return intent;
}

std::unique_ptr<Container> container_of(const Context& context, const Format* format) {
    if (format != nullptr) return format->container(context);
    return std::make_unique<classic::Classic>(context);
}

/// The row of a file that begins like this; null for a classic file or an unknown one.
const Format* format_of(std::span<const std::byte> first_bytes) {
    const auto found = std::ranges::find_if(
        other_formats, [&](const Format& format) { return format.recognises(first_bytes); });
    return found == other_formats.end() ? nullptr : &*found;
}

Result<std::vector<std::byte>> first_bytes_of(storage::File& file) {
    std::vector<std::byte> bytes(classic::signature_bytes);
    const Result<std::int64_t> got = file.read_at(0, bytes);
    if (!got.ok()) return got.status();
    bytes.resize(static_cast<std::size_t>(got.value()));
    return bytes;
}

/// Code::enotbuilt for a known format that Weft does not read.
Status choose(const Context& context, storage::File& file, std::unique_ptr<Container>& container) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    classic::FileSource source(file, classic::signature_bytes);
    const auto first_bytes = source.at(0, std::min(bytes.value(), classic::signature_bytes));
    if (!first_bytes.ok()) return first_bytes.status();
    const Format* const format = format_of(first_bytes.value());
    container = container_of(context, format);
    if (format != nullptr) return {};
    const auto signature = classic::signature_of(source, bytes.value());
    if (!signature.ok()) return signature.status();
    if (signature.value() != classic::Signature::hdf5) return {};
    return {Code::enotbuilt,
            fmt::format("'{}' is an HDF5 (netCDF-4) file; nccopy -k cdf5 makes one that Weft reads",
                        context.path)};
}

}  // namespace

std::unique_ptr<Container> container_of_new(const Context& context, const parts::SetId& id) {
    for (const Format& format : other_formats) {
        if (format.is_asked_for(context)) return format.container(context);
    }
    if (context.settings.parts.wants_set()) return std::make_unique<sets::Set>(context, id);
    return container_of(context, nullptr);
}

Status open(const Context& context, std::vector<std::byte>& told,
            std::unique_ptr<Container>& container) {
    Result<storage::Opened> opened = context.shared.store().open(context.path, intent_of(context));
    if (!opened.ok()) return opened.status();
    storage::AsOpened as_opened(*opened.value().file, opened.value());
    context.shared.take(context.path, std::move(opened).value());
    Status status = choose(context, as_opened, container);
    if (status.ok()) status = container->read(as_opened, told);
    const bool is_alone = context.comm().size() == 1;
    return status.ok() && is_alone ? sets::recognise(container) : status;
}

Status hear(const Context& context, std::span<const std::byte> told,
            std::unique_ptr<Container>& container) {
    if (container == nullptr) container = container_of(context, format_of(told));
    const Status heard = container->hear(told);
    return heard.ok() ? sets::recognise(container) : heard;
}

Result<std::unique_ptr<container::Anatomy>> anatomy_of(const std::string& path) {
    const auto file = storage::AnyStore().open_file(path, {});
    const auto first_bytes = file.ok() ? first_bytes_of(*file.value()) : file.status();
    const Format* const format = first_bytes.ok() ? format_of(first_bytes.value()) : nullptr;
    if (format == nullptr)
        return std::unique_ptr<container::Anatomy>(std::make_unique<sets::SetAnatomy>(path));
    if (format->anatomy == nullptr)
        return Status(Code::enotsupport, "the format shows nothing of its files");
    return format->anatomy(path);
}

}  // namespace weft::formats
