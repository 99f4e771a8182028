// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/startup.hpp"

#include <array>
#include <cstring>
#include <vector>

#include "dataset/hints.hpp"
#include "mpi/agreed.hpp"

namespace weft::dataset {
namespace {

constexpr int root = 0;

/// What rank 0 tells: fixed numbers, then its hints, each key and each value ended by a zero byte.
struct Announcement {
    std::int32_t flags;
    std::int32_t default_version;
    std::int32_t safe_mode;
    std::int32_t relaxed_coordinates;
};

std::vector<std::byte> announce(const Announcement& numbers, const mpi::Hints& hints) {
    std::string text;
    for (const auto& [key, value] : hints) text += key + '\0' + value + '\0';
    std::vector<std::byte> bytes(sizeof numbers + text.size());
    std::memcpy(bytes.data(), &numbers, sizeof numbers);
    if (!text.empty()) std::memcpy(bytes.data() + sizeof numbers, text.data(), text.size());
    return bytes;
}

mpi::Hints announced_hints(const std::vector<std::byte>& bytes) {
    std::string_view rest(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    rest.remove_prefix(sizeof(Announcement));
    const auto next = [&rest] {
        const std::string_view word = rest.substr(0, rest.find('\0'));
        rest.remove_prefix(word.size() + 1);
        return std::string(word);
    };
    mpi::Hints hints;
    while (!rest.empty()) {
        std::string key = next();
        hints.insert_or_assign(std::move(key), next());
    }
    return hints;
}

/// The hints of the call, overruled by those of the environment.
mpi::Hints merged(mpi::Hints hints, const Environment& environment) {
    for (const auto& [key, value] : parse_hint_list(environment.hints))
        hints.insert_or_assign(key, value);
    return hints;
}

}  // namespace

Startup agree_on_startup(mpi::CommView comm, const char* path, int flags, int default_version,
                         const mpi::Hints& hints, bool has_id) {
    Startup startup;
    std::vector<std::byte> bytes;
    if (comm.rank() == root) {
        const Environment own = read_environment();
        const auto [safe_mode, relaxed_coordinates] = own.switches;
        bytes =
            announce({flags, default_version, safe_mode, relaxed_coordinates}, merged(hints, own));
    }
    comm.broadcast(bytes, root);
    Announcement roots{};
    std::memcpy(&roots, bytes.data(), sizeof roots);
    startup.flags = roots.flags;
    startup.default_version = roots.default_version;
    startup.switches = {.safe_mode = roots.safe_mode != 0,
                        .relaxed_coordinates = roots.relaxed_coordinates != 0};
    startup.flags_differ = flags != roots.flags;
    startup.hints = announced_hints(bytes);

    // One reduction for all questions: is a path or an id missing anywhere, and do flags differ
    // anywhere.
    const bool no_path = path == nullptr || *path == '\0';
    std::array<std::int64_t, 3> worst = {no_path ? 1 : 0, startup.flags_differ ? 1 : 0,
                                         has_id ? 0 : 1};
    if (comm.size() > 1) comm.all_reduce_max(worst);
    if (startup.switches.safe_mode) startup.flags_differ = worst[1] != 0;
    if (worst[0] != 0) {
        startup.failed = true;
        startup.status = {Code::ebad_file, "the file name is missing or empty on a rank"};
        return startup;
    }
    if (worst[2] != 0) {
        startup.failed = true;
        startup.status = {Code::enfile, "too many files are open on a rank"};
        return startup;
    }
    startup.path = path;
    return startup;
}

}  // namespace weft::dataset
