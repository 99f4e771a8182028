// SPDX-License-Identifier: BSD-3-Clause
#include "web/whole_file.hpp"

#include <unistd.h>

#include <cstdlib>
#include <string>

#include "storage/posix_store.hpp"
#include "web/client.hpp"
#include "web/transfer.hpp"
#include "web/web_file.hpp"

namespace weft::web {
namespace {

/// A file that only this process can reach.
Result<std::unique_ptr<storage::File>> nameless_file(const std::string& folder) {
    std::string path = folder + "/weft-XXXXXX";
    const int descriptor = ::mkstemp(path.data());
    if (descriptor < 0) return Status(Code::efile, "no temporary file can be made in " + folder);
    ::close(descriptor);
    storage::PosixStore store;
    auto file = store.open_file(path, {.writable = true});
    const Status removed = store.remove(path);
    if (file.ok() && !removed.ok()) return removed;
    return file;
}

}  // namespace

WholeFile::WholeFile(std::unique_ptr<storage::File> bytes, std::uint64_t identity)
    : ReadOnlyFile(only_read), bytes_(std::move(bytes)), identity_(identity) {}

Result<std::unique_ptr<storage::File>> WholeFile::download(Place& place) {
    auto file = nameless_file(place.ways.temporary);
    if (!file.ok()) return Status(file.code(), place.shown + ": " + file.status().context());
    storage::File& bytes = *file.value();
    Transfer transfer(place, [&](std::int64_t position, std::span<const std::byte> some) {
        return bytes.write_at(position, some).ok();
    });
    const ClientLease client = take_client(place.ways.connections);
    client->add(transfer);
    client->run([&] { return transfer.is_done(); });
    if (!transfer.status().ok()) return transfer.status();
    // An attempt that was cut may have been longer than the last one.
    const Status cut = bytes.resize(place.version->bytes);
    if (!cut.ok()) return cut;
    return std::unique_ptr<storage::File>(
        std::make_unique<WholeFile>(std::move(file).value(), place.version->identity()));
}

}  // namespace weft::web
