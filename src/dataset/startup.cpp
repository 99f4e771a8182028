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

/// What rank 0 tells: fixed numbers, then the text of its hints.
struct Announcement {
    std::int32_t flags;
    std::int32_t default_version;
    std::int32_t safe_mode;
    std::int32_t relaxed_coordinates;
};

std::vector<std::byte> announce(const Announcement& numbers, const std::string& hints) {
    std::vector<std::byte> bytes(sizeof numbers + hints.size());
    std::memcpy(bytes.data(), &numbers, sizeof numbers);
    if (!hints.empty()) std::memcpy(bytes.data() + sizeof numbers, hints.data(), hints.size());
    return bytes;
}

}  // namespace

Startup agree_on_startup(mpi::CommView comm, const char* path, int flags, int default_version,
                         const mpi::Hints& hints, bool has_id) {
    Startup startup;
    std::vector<std::byte> bytes;
    if (comm.rank() == root) {
        const Environment own = read_environment();
        bytes =
            announce({flags, default_version, own.safe_mode, own.relaxed_coordinates}, own.hints);
    }
    comm.broadcast(bytes, root);
    Announcement roots{};
    std::memcpy(&roots, bytes.data(), sizeof roots);
    startup.flags = roots.flags;
    startup.default_version = roots.default_version;
    startup.environment = {
        .safe_mode = roots.safe_mode != 0,
        .relaxed_coordinates = roots.relaxed_coordinates != 0,
        .hints = std::string(reinterpret_cast<const char*>(bytes.data()) + sizeof roots,
                             bytes.size() - sizeof roots)};
    startup.flags_differ = flags != roots.flags;
    startup.hints = hints;
    for (const auto& [key, value] : parse_hint_list(startup.environment.hints))
        startup.hints.insert_or_assign(key, value);

    // One reduction for all questions: is a path or an id missing anywhere, and do flags differ
    // anywhere.
    const bool no_path = path == nullptr || *path == '\0';
    std::array<std::int64_t, 3> worst = {no_path ? 1 : 0, startup.flags_differ ? 1 : 0,
                                         has_id ? 0 : 1};
    if (comm.size() > 1) comm.all_reduce_max(worst);
    if (startup.environment.safe_mode) startup.flags_differ = worst[1] != 0;
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
