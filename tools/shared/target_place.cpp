// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/target_place.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>

#include "storage/any_store.hpp"
#include "storage/path_scheme.hpp"

namespace weft::tools {
namespace {

bool is_same_file(const struct stat& there, const std::string& source) {
    struct stat origin {};
    const std::string from(storage::strip_path_prefix(source));
    return ::stat(from.c_str(), &origin) == 0 && origin.st_dev == there.st_dev &&
           origin.st_ino == there.st_ino;
}

Status not_regular(const std::string& path) {
    return {Code::efile, fmt::format("\"{}\" is not a regular file", path)};
}

Status same_file() {
    return {Code::einval, "the source and the target are the same file"};
}

Result<TargetPlace> place_here(const std::string& path, const std::string& source) {
    TargetPlace place{std::string(storage::strip_path_prefix(path)), {}};
    struct stat there {};
    if (::stat(place.path.c_str(), &there) != 0) return place;
    if (!S_ISREG(there.st_mode)) return not_regular(place.path);
    if (is_same_file(there, source)) return same_file();
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(place.path, error);
    if (!error) place.path = real.string();
    place.mode = there.st_mode & 0777;
    return place;
}

}  // namespace

Result<TargetPlace> target_place(const std::string& path, const std::string& source) {
    if (!storage::is_elsewhere(path)) return place_here(path, source);
    const auto facts = storage::AnyStore().inspect(path);
    if (!facts.ok()) return facts.status();
    if (facts.value().exists && !facts.value().is_regular) return not_regular(path);
    if (path == source) return same_file();
    return TargetPlace{path, {}};
}

std::string beside(const std::string& path, const std::string& name) {
    return path.substr(0, path.rfind('/') + 1) + name;
}

}  // namespace weft::tools
