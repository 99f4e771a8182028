// SPDX-License-Identifier: BSD-3-Clause
#include "storage/test_fake_lustre.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace weft::storage::lustre {
namespace {

constexpr const char* kept = ".layouts";
constexpr int delayed = O_NOCTTY | O_ASYNC;

template <class Struct>
Struct struct_at(const std::byte* bytes) {
    Struct what;
    std::memcpy(&what, bytes, sizeof what);
    return what;
}

}  // namespace

FakeLustre::FakeLustre(std::string folder, Ways ways)
    : folder_(std::filesystem::canonical(folder)), ways_(std::move(ways)) {
    std::filesystem::create_directories(folder_ + "/" + kept);
}

bool FakeLustre::has(const std::string& path) const {
    std::error_code error;
    const std::string real = std::filesystem::weakly_canonical(path, error).string() + "/";
    return real.starts_with(folder_ + "/") && !real.starts_with(folder_ + "/" + kept + "/");
}

bool FakeLustre::has(int fd) const {
    std::error_code error;
    const auto path =
        std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), error).string();
    return !error && has(path);
}

std::string FakeLustre::place_of(ino_t file) const {
    return folder_ + "/" + kept + "/" + std::to_string(file);
}

void FakeLustre::keep(ino_t file, const Published& layout) const {
    std::ofstream(place_of(file), std::ios::binary)
        .write(reinterpret_cast<const char*>(layout.data()), std::ssize(layout));
}

std::optional<Published> FakeLustre::layout_of(ino_t file) const {
    std::ifstream stream(place_of(file), std::ios::binary);
    if (!stream) return std::nullopt;
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto* const first = reinterpret_cast<const std::byte*>(text.data());
    return Published(first, first + text.size());
}

std::optional<Published> FakeLustre::layout_of(const std::string& path) const {
    struct stat facts {};
    return ::stat(path.c_str(), &facts) == 0 ? layout_of(facts.st_ino) : std::nullopt;
}

bool FakeLustre::has_layout(int fd) const {
    struct stat facts {};
    return ::fstat(fd, &facts) == 0 && layout_of(facts.st_ino).has_value();
}

int FakeLustre::open(const std::string& path, int flags,
                     const std::function<int(int flags)>& really) const {
    const bool is_new = (flags & O_CREAT) != 0 && !std::filesystem::exists(path);
    const bool is_delayed = (flags & delayed) == delayed;
    const int fd = really(flags & ~O_ASYNC);
    struct stat facts {};
    if (fd < 0 || ::fstat(fd, &facts) < 0 || !S_ISREG(facts.st_mode)) return fd;
    if (is_new) std::filesystem::remove(place_of(facts.st_ino));
    if ((flags & O_ACCMODE) != O_RDONLY && !is_delayed && !layout_of(facts.st_ino)) {
        const PublishedPlain plain{.stripe_size = ways_.stripe_size, .stripe_count = ways_.stripes};
        std::vector<std::uint32_t> targets = in_use();
        targets.resize(ways_.stripes);
        keep(facts.st_ino, published(plain, targets));
    }
    return fd;
}

std::vector<std::uint32_t> FakeLustre::in_use() const {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ways_.targets); ++i)
        if (!ways_.out_of_use.contains(i)) numbers.push_back(i);
    return numbers;
}

int FakeLustre::count_targets(int* count) const {
    if (!ways_.counts_targets) return ENOTTY;
    *count = *count == 0 ? ways_.targets : 1;
    return 0;
}

int FakeLustre::set_layout(int fd, void* request) const {
    struct stat facts {};
    if (::fstat(fd, &facts) < 0) return EBADF;
    if (layout_of(facts.st_ino)) return EEXIST;
    if (ways_.refusal != 0) return ways_.refusal;
    const std::vector<std::uint32_t> usable = in_use();
    if (usable.empty()) return ENOSPC;
    const auto* const bytes = static_cast<const std::byte*>(request);
    auto plain = struct_at<PublishedPlain>(bytes);
    if (plain.stripe_size % 65536 != 0) return EINVAL;
    if (plain.stripe_size == 0) plain.stripe_size = ways_.stripe_size;
    const std::uint16_t first = plain.offset_or_generation;
    std::vector<std::uint32_t> targets;
    std::string pool;
    if (plain.magic != 0x0bd10bd0) pool = struct_at<PublishedPool>(bytes + sizeof plain).name;
    const auto is_usable = [&](std::uint32_t target) {
        return std::ranges::find(usable, target) != usable.end();
    };
    if (plain.magic == 0x0bd50bd0) {
        for (std::size_t i = 0; i < plain.stripe_count; ++i)
            targets.push_back(+struct_at<PublishedObject>(bytes + 48 + i * 24).target);
        if (!std::ranges::all_of(targets, is_usable)) return EINVAL;
    } else {
        if (first != 65535 && !is_usable(first)) return EINVAL;
        const auto from = first == 65535 ? usable.begin() : std::ranges::find(usable, first);
        const auto offset = static_cast<std::size_t>(from - usable.begin());
        std::size_t count = plain.stripe_count == 0 ? ways_.stripes : plain.stripe_count;
        if ((plain.pattern & 0x200) == 0) count = std::min(count, usable.size());
        for (std::size_t i = 0; i < count; ++i)
            targets.push_back(usable[(offset + i) % usable.size()]);
    }
    plain.magic = pool.empty() ? 0x0bd10bd0 : 0x0bd30bd0;
    plain.stripe_count = static_cast<std::uint16_t>(targets.size());
    plain.offset_or_generation = 0;
    const Published layout = published(plain, targets, pool);
    keep(facts.st_ino, layout);
    std::memcpy(request, layout.data(), sizeof plain);
    return 0;
}

int FakeLustre::get_layout(ino_t file, void* bytes, std::size_t room, ssize_t& length) const {
    const std::optional<Published> layout = layout_of(file);
    if (!layout) return ENODATA;
    if (layout->size() > room) return ERANGE;
    std::ranges::copy(*layout, static_cast<std::byte*>(bytes));
    length = std::ssize(*layout);
    return 0;
}

int FakeLustre::get_layout(const std::string& path, void* bytes, std::size_t room,
                           ssize_t& length) const {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) < 0) return errno;
    if (!S_ISDIR(facts.st_mode)) return get_layout(facts.st_ino, bytes, room, length);
    if (ways_.folder.empty()) return ENODATA;
    std::ranges::copy(ways_.folder, static_cast<std::byte*>(bytes));
    length = std::ssize(ways_.folder);
    return 0;
}

}  // namespace weft::storage::lustre
