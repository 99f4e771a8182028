// SPDX-License-Identifier: BSD-3-Clause
#include "stage/wish.hpp"

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/statfs.h>

#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

namespace weft::stage {
namespace {

std::optional<std::int64_t> size_in(std::string_view text) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number <= 0) return std::nullopt;
    const std::string_view unit = text.substr(static_cast<std::size_t>(stop - text.data()));
    constexpr std::pair<std::string_view, int> units[] = {
        {"", 0}, {"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}};
    for (const auto& [name, shift] : units) {
        if (unit == name && number <= (std::int64_t{1} << 50) >> shift) return number << shift;
    }
    return std::nullopt;
}

}  // namespace

Medium medium_of(const StageWish& wish) {
    struct statfs its {};
    const bool is_memory = statfs(wish.folder.c_str(), &its) == 0 && its.f_type == TMPFS_MAGIC;
    return is_memory ? Medium::memory : Medium::disk;
}

std::optional<StageWish> wish_in(std::string_view text) {
    StageWish wish;
    const std::size_t colon = text.rfind(':');
    std::string_view place = text;
    std::optional<std::int64_t> bytes;
    if (colon != std::string_view::npos) bytes = size_in(text.substr(colon + 1));
    if (bytes) place = text.substr(0, colon);
    const bool is_memory = place == "memory";
    if (!is_memory && place.find('/') == std::string_view::npos) return std::nullopt;
    wish.folder = is_memory ? memory_folder : std::string(place);
    wish.ring_bytes = bytes.value_or(is_memory ? usual_memory_bytes : usual_folder_bytes);
    return wish;
}

std::string text_of(const StageWish& wish) {
    if (!wish.is_on()) return "disable";
    const std::string place = wish.folder == memory_folder ? "memory" : wish.folder;
    return fmt::format("{}:{}", place, wish.ring_bytes);
}

std::string name_of_logs(std::uint64_t id) {
    return fmt::format("weft-stage-{:016x}-", id);
}

bool is_name_of_log(const std::string& name, std::uint64_t id) {
    const std::string first = name_of_logs(id);
    return name.starts_with(first) && name.size() > first.size() &&
           name.find_first_not_of("0123456789", first.size()) == std::string::npos;
}

std::string log_path(const StageWish& wish, std::uint64_t id, int node) {
    std::error_code unknown;
    std::filesystem::path folder = std::filesystem::absolute(wish.folder, unknown);
    if (unknown) folder = wish.folder;
    return (folder / (name_of_logs(id) + std::to_string(node))).string();
}

}  // namespace weft::stage
