// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/startup.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "dataset/hints.hpp"
#include "files/hint_values.hpp"
#include "mpi/library.hpp"
#include "parts/set_id.hpp"

namespace weft::dataset {
namespace {

/// The beginning of a message. The hints follow it, whose keys and values each end with a zero
/// byte, and then the path.
struct Announcement {
    std::int32_t flags;
    std::int32_t default_format;
    std::int32_t safe_mode;
    std::int32_t relaxed_coordinates;
    parts::SetId set_id;
    std::int64_t hint_bytes;
    std::int64_t path_bytes;
};

bool says_whom_to_trust(std::string_view hint) {
    return hint == "weft_trust" || hint == "weft_web_whole";
}

}  // namespace

Status StartCall::check() const {
    if (path == nullptr || *path == '\0')
        return {Code::ebad_file, "the file name is missing or empty"};
    return ready;
}

Startup startup_of(const StartCall& call) {
    Environment environment = read_environment();
    mpi::Hints its_hints = files::parse_hint_list(environment.hints);
    if (!call.courtesies.environment) {
        environment.switches = {};
        std::erase_if(its_hints, [](const auto& hint) { return !says_whom_to_trust(hint.first); });
    }
    Startup startup{.flags = call.flags,
                    .default_format = call.default_format,
                    .switches = environment.switches,
                    .hints = files::overruled(call.hints, its_hints)};
    const container::Settings::Parts parts =
        call.courtesies.parts.value_or(settings_of(startup.hints).parts);
    if (parts.wants_set()) startup.set_id = parts::draw_set_id();
    return startup;
}

std::vector<std::byte> announce(const Startup& startup) {
    const std::string hints = files::packed(startup.hints);
    const std::string text = hints + startup.real_path;
    const Announcement numbers{.flags = startup.flags,
                               .default_format = startup.default_format,
                               .safe_mode = startup.switches.safe_mode,
                               .relaxed_coordinates = startup.switches.relaxed_coordinates,
                               .set_id = startup.set_id,
                               .hint_bytes = std::ssize(hints),
                               .path_bytes = std::ssize(startup.real_path)};
    std::vector<std::byte> bytes(sizeof numbers + text.size());
    std::memcpy(bytes.data(), &numbers, sizeof numbers);
    if (!text.empty()) std::memcpy(bytes.data() + sizeof numbers, text.data(), text.size());
    return bytes;
}

Startup announced(std::span<const std::byte>& bytes) {
    Announcement numbers{};
    std::memcpy(&numbers, bytes.data(), sizeof numbers);
    bytes = bytes.subspan(sizeof numbers);
    const std::string_view hints(reinterpret_cast<const char*>(bytes.data()),
                                 static_cast<std::size_t>(numbers.hint_bytes));
    bytes = bytes.subspan(hints.size());
    const std::string_view path(reinterpret_cast<const char*>(bytes.data()),
                                static_cast<std::size_t>(numbers.path_bytes));
    bytes = bytes.subspan(path.size());
    return {.flags = numbers.flags,
            .default_format = numbers.default_format,
            .switches = {.safe_mode = numbers.safe_mode != 0,
                         .relaxed_coordinates = numbers.relaxed_coordinates != 0},
            .hints = files::unpacked(hints),
            .set_id = numbers.set_id,
            .real_path = std::string(path)};
}

Status check_mpi_library() {
    return mpi::check_library();
}

}  // namespace weft::dataset
