// SPDX-License-Identifier: BSD-3-Clause
#include "formats/source.hpp"

#include <utility>

#include "classic/file_source.hpp"
#include "storage/any_store.hpp"

namespace weft::formats {
namespace {

/// A source that keeps its file open.
class OpenSource final : public format::ByteSource {
public:
    OpenSource(std::unique_ptr<storage::File> file, std::int64_t chunk_bytes)
        : file_(std::move(file)), source_(*file_, chunk_bytes) {}
    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override {
        return source_.at(offset, length);
    }
    [[nodiscard]] std::int64_t usual_bytes(std::int64_t offset) const override {
        return source_.usual_bytes(offset);
    }

private:
    std::unique_ptr<storage::File> file_;
    classic::FileSource source_;
};

}  // namespace

Result<std::unique_ptr<format::ByteSource>> source_of(const std::string& path,
                                                      std::int64_t chunk_bytes) {
    auto file = storage::AnyStore().open_file(path, {});
    if (!file.ok()) return file.status();
    return std::unique_ptr<format::ByteSource>(
        std::make_unique<OpenSource>(std::move(file).value(), chunk_bytes));
}

}  // namespace weft::formats
