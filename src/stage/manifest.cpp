// SPDX-License-Identifier: BSD-3-Clause
#include "stage/manifest.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>
#include <utility>

#include "stage/replaced_file.hpp"
#include "storage/folder_of.hpp"
#include "storage/links.hpp"
#include "storage/manifest_path.hpp"
#include "storage/path_scheme.hpp"

namespace weft::stage {
namespace {

constexpr std::string_view first_line = "weft-stage 1\n";
constexpr std::int64_t most_bytes = 64 << 20;

/// In the order of LogUse.
constexpr std::string_view words_of_log[] = {"log ", "drained ", "values ", "copied "};

/// Reads a text word by word.
class Words {
public:
    explicit Words(std::string_view text) : rest_(text) {}

    [[nodiscard]] std::string_view rest() const { return rest_; }
    bool take(std::string_view expected) {
        if (!rest_.starts_with(expected)) return false;
        rest_.remove_prefix(expected.size());
        return true;
    }
    /// The text up to `end`, which is consumed, too; empty if there is no `end`.
    std::optional<std::string_view> up_to(char end) {
        const std::size_t at = rest_.find(end);
        if (at == std::string_view::npos) return std::nullopt;
        const std::string_view word = rest_.substr(0, at);
        rest_.remove_prefix(at + 1);
        return word;
    }
    template <class Number>
    std::optional<Number> number(char end, int base) {
        const auto word = up_to(end);
        Number value = 0;
        if (!word) return std::nullopt;
        const char* const last = word->data() + word->size();
        const auto [stop, error] = std::from_chars(word->data(), last, value, base);
        if (error != std::errc() || stop != last) return std::nullopt;
        return value;
    }

private:
    std::string_view rest_;
};

std::optional<LogUse> use_in(Words& words) {
    for (std::size_t i = 0; i < std::size(words_of_log); ++i)
        if (words.take(words_of_log[i])) return static_cast<LogUse>(i);
    return std::nullopt;
}

std::optional<LogPlace> log_in(Words& words, LogUse use) {
    const auto host = words.number<std::uint64_t>(' ', 16);
    const auto bytes = words.number<std::int64_t>(' ', 10);
    const auto name = words.up_to(' ');
    const auto path = words.up_to('\n');
    if (!host || !bytes || *bytes < 0 || !name || !path || path->empty()) return std::nullopt;
    return LogPlace{.host = *host,
                    .ring_bytes = *bytes,
                    .host_name = std::string(*name),
                    .path = std::string(*path),
                    .use = use};
}

Status unreadable(const char* where) {
    return {Code::efile, fmt::format("the manifest of the stage is not valid: {}", where)};
}

}  // namespace

std::string encode(const Manifest& manifest) {
    std::string text(first_line);
    text += fmt::format("id {:016x}\nfile {:016x} {}\n", manifest.id, manifest.file, manifest.born);
    for (const std::string& part : manifest.parts) text += fmt::format("part {}\n", part);
    for (const LogPlace& log : manifest.logs)
        text += fmt::format("{}{:016x} {} {} {}\n", words_of_log[static_cast<std::size_t>(log.use)],
                            log.host, log.ring_bytes, log.host_name, log.path);
    return text + fmt::format("sum {:016x}\n", XXH3_64bits(text.data(), text.size()));
}

Result<Manifest> decode(std::string_view text) {
    Words words(text);
    if (!words.take(first_line)) return unreadable("the first line");
    Manifest manifest;
    const auto id = words.take("id ") ? words.number<std::uint64_t>('\n', 16) : std::nullopt;
    if (!id) return unreadable("the line \"id\"");
    manifest.id = *id;
    const auto file = words.take("file ") ? words.number<std::uint64_t>(' ', 16) : std::nullopt;
    const auto born = file ? words.number<std::int64_t>('\n', 10) : std::nullopt;
    if (!born) return unreadable("the line \"file\"");
    manifest.file = *file;
    manifest.born = *born;
    while (words.take("part ")) {
        const auto name = words.up_to('\n');
        if (!name || name->empty()) return unreadable("the line of a part");
        manifest.parts.emplace_back(*name);
    }
    while (const std::optional<LogUse> use = use_in(words)) {
        std::optional<LogPlace> log = log_in(words, *use);
        if (!log) return unreadable("the line of a log");
        manifest.logs.push_back(*std::move(log));
    }
    const std::size_t summed = text.size() - words.rest().size();
    const auto sum = words.take("sum ") ? words.number<std::uint64_t>('\n', 16) : std::nullopt;
    if (!sum || *sum != XXH3_64bits(text.data(), summed) || !words.rest().empty())
        return unreadable("the line \"sum\"");
    return manifest;
}

std::string name_of_part(const std::string& file, const std::string& path) {
    const std::string real = storage::behind_links(file);
    const std::string_view folder = storage::folder_of(real);
    return path.substr(path.starts_with(folder) ? folder.size() : 0);
}

bool may_be_part(const std::string& file, std::string_view name) {
    const std::string_view folder = storage::folder_of(name);
    const bool climbs = name.starts_with("../") || name.find("/../") != std::string_view::npos;
    const bool has_control =
        std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    return !name.empty() && !climbs && !has_control && name[0] != '~' &&
           (name[0] == '/' || folder.find(':') == std::string_view::npos) &&
           !(name[0] == '/' && storage::is_elsewhere(file));
}

std::vector<std::string> paths_of_parts(const std::string& file, const Manifest& manifest) {
    const std::string real = storage::behind_links(file);
    std::vector<std::string> paths;
    for (const std::string& name : manifest.parts)
        paths.push_back((name.starts_with('/') ? "" : std::string(storage::folder_of(real))) +
                        name);
    return paths;
}

Result<std::optional<Manifest>> read_manifest(storage::Store& store, const std::string& file) {
    const std::string path = storage::manifest_path(file);
    const auto opened = store.open_file(path, {});
    if (opened.code() == Code::enoent) return std::optional<Manifest>();
    if (!opened.ok()) return opened.status();
    const Result<std::int64_t> bytes = opened.value()->size();
    if (!bytes.ok()) return bytes.status();
    if (bytes.value() > most_bytes) return unreadable("it is too long");
    std::string text(static_cast<std::size_t>(bytes.value()), '\0');
    const Result<std::int64_t> got =
        opened.value()->read_at(0, std::as_writable_bytes(std::span(text)));
    if (!got.ok()) return got.status();
    Result<Manifest> manifest = decode(text);
    if (!manifest.ok())
        return Status(manifest.code(), "\"" + path + "\": " + manifest.status().context());
    for (const std::string& name : manifest.value().parts)
        if (!may_be_part(file, name))
            return Status(Code::efile, fmt::format("\"{}\": it names a part that a file of this "
                                                   "name cannot have",
                                                   path));
    return std::optional<Manifest>(std::move(manifest).value());
}

Status write_manifest(storage::Store& store, const std::string& file, const Manifest& manifest) {
    const std::string text = encode(manifest);
    return replace_file(store, storage::manifest_path(file), [&](storage::File& draft) {
        return draft.write_at(0, std::as_bytes(std::span(text)));
    });
}

Status remove_manifest(storage::Store& store, const std::string& file) {
    const Status removed = store.remove(storage::manifest_path(file));
    return removed.code() == Code::enoent ? Status() : removed;
}

Status remove_manifest(storage::Store& store, const std::string& file, std::uint64_t id) {
    const Result<std::optional<Manifest>> there = read_manifest(store, file);
    if (!there.ok()) return there.status();
    if (!there.value() || there.value()->id != id) return {};
    return remove_manifest(store, file);
}

}  // namespace weft::stage
