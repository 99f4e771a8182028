// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/hints.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace weft::dataset {
namespace {

using engine::Choice;
using engine::Method;

constexpr std::int64_t longest_stripe = std::int64_t{1} << 32;

std::optional<std::int64_t> number(const mpi::Hints& hints, const char* key) {
    const auto found = hints.find(key);
    if (found == hints.end()) return std::nullopt;
    const std::string& text = found->second;
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

std::optional<std::int64_t> positive(const mpi::Hints& hints, const char* key) {
    const auto value = number(hints, key);
    return value && *value > 0 ? value : std::nullopt;
}

/// More than any file has, and can be rounded up; enddef refuses it.
std::optional<std::int64_t> alignment(const mpi::Hints& hints, const char* key) {
    constexpr std::int64_t most = std::int64_t{1} << 62;
    const auto value = positive(hints, key);
    return value ? std::min(*value, most) : value;
}

void set_choice(const mpi::Hints& hints, const char* key, Choice& choice) {
    const auto found = hints.find(key);
    if (found == hints.end()) return;
    if (found->second == "enable") choice = Choice::enable;
    if (found->second == "disable") choice = Choice::disable;
    if (found->second == "automatic") choice = Choice::automatic;
}

bool enabled(const mpi::Hints& hints, const char* key) {
    const auto found = hints.find(key);
    return found != hints.end() &&
           (found->second == "enable" || found->second == "true" || found->second == "1");
}

std::string text(const mpi::Hints& hints, const char* key) {
    const auto found = hints.find(key);
    return found == hints.end() ? std::string() : found->second;
}

Method method_named(const mpi::Hints& hints) {
    const auto found = hints.find("weft_method");
    if (found == hints.end()) return Method::automatic;
    for (const Method method :
         {Method::direct, Method::sieve, Method::two_phase, Method::reference}) {
        if (found->second == engine::name_of(method)) return method;
    }
    return Method::automatic;
}

using storage::Coherence;

constexpr std::pair<std::string_view, Coherence> coherence_names[] = {
    {"coherent", Coherence::coherent},
    {"close_to_open", Coherence::close_to_open},
    {"weak", Coherence::weak},
};

std::optional<Coherence> coherence_named(std::string_view asked) {
    for (const auto& [name, coherence] : coherence_names) {
        if (asked == name) return coherence;
    }
    return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view white_space = " \t\n\v\f\r";
    const auto first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

/// Hints that mean the same.
constexpr std::pair<const char*, const char*> synonyms[] = {
    {"nc_var_align_size", "nc_header_align_size"},
    {"romio_cb_read", "cb_read"},
    {"romio_cb_write", "cb_write"},
    {"romio_ds_read", "ds_read"},
    {"romio_ds_write", "ds_write"},
};

/// "enable", or how many bytes a rank may hold.
std::int64_t write_behind_bytes(const mpi::Hints& hints) {
    constexpr std::int64_t usual = 64 << 20;
    constexpr std::int64_t most = std::int64_t{1} << 32;
    if (enabled(hints, "weft_write_behind")) return usual;
    return std::min(number(hints, "weft_write_behind").value_or(0), most);
}

engine::Options engine_options(const mpi::Hints& hints) {
    engine::Options options;
    options.method = method_named(hints);
    // The names without romio_ are those of other MPI-IO implementations; both mean the same.
    for (const char* key : {"cb_read", "romio_cb_read"})
        set_choice(hints, key, options.collective_read);
    for (const char* key : {"cb_write", "romio_cb_write"})
        set_choice(hints, key, options.collective_write);
    for (const char* key : {"ds_read", "romio_ds_read"}) set_choice(hints, key, options.sieve_read);
    for (const char* key : {"ds_write", "romio_ds_write"})
        set_choice(hints, key, options.sieve_write);
    set_choice(hints, "weft_shared_memory", options.shared_memory);
    // A window is memory, so a hint beyond what one call can use is cut.
    constexpr std::int64_t largest_window = 1 << 30;
    const auto window = [&](std::int64_t value) { return std::min(value, largest_window); };
    if (const auto bytes = positive(hints, "cb_buffer_size")) options.window_bytes = window(*bytes);
    if (const auto bytes = positive(hints, "ind_rd_buffer_size"))
        options.sieve_read_bytes = window(*bytes);
    if (const auto bytes = positive(hints, "ind_wr_buffer_size"))
        options.sieve_write_bytes = window(*bytes);
    const auto count = [&hints](const char* key) {
        return static_cast<int>(std::min<std::int64_t>(number(hints, key).value_or(0), 1 << 30));
    };
    options.aggregators = count("cb_nodes");
    options.stripe_bytes = std::min(number(hints, "striping_unit").value_or(0), longest_stripe);
    options.stripes = count("striping_factor");
    options.pretended_nodes = count("weft_pretended_nodes");
    return options;
}

}  // namespace

void Settings::learn_block(std::int64_t bytes) {
    if (engine.stripe_bytes == 0) engine.stripe_bytes = std::min(bytes, longest_stripe);
}

HintMap hints_of(MPI_Info info) {
    return mpi::hints_of(info);
}

MPI_Info info_of(const HintMap& hints) {
    return mpi::info_of(hints);
}

Settings settings_of(const mpi::Hints& hints) {
    Settings settings;
    settings.engine = engine_options(hints);
    settings.variable_align = alignment(hints, "nc_var_align_size");
    if (!settings.variable_align)
        settings.variable_align = alignment(hints, "nc_header_align_size");
    settings.record_align = alignment(hints, "nc_record_align_size");
    constexpr std::int64_t smallest_chunk = 48;
    if (const auto bytes = positive(hints, "nc_header_read_chunk_size")) {
        settings.header_chunk_bytes = std::clamp<std::int64_t>(*bytes, smallest_chunk, 1 << 30);
    }
    if (const auto bytes = positive(hints, "nc_data_move_chunk_size")) {
        settings.move_chunk_bytes = std::min<std::int64_t>(*bytes, 1 << 30);
    }
    settings.durable_close = enabled(hints, "weft_durable");
    settings.write_behind_bytes = write_behind_bytes(hints);
    settings.coherence = coherence_named(text(hints, "weft_coherence"));
    settings.reports = {.report = text(hints, "weft_report"), .trace = text(hints, "weft_trace")};
    settings.fault_plan = text(hints, "weft_fault");
    return settings;
}

mpi::Hints parse_hint_list(std::string_view list) {
    mpi::Hints hints;
    while (!list.empty()) {
        const auto end = list.find(';');
        const std::string_view pair = list.substr(0, end);
        list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
        const auto equals = pair.find('=');
        if (equals == std::string_view::npos) continue;
        const std::string_view key = trimmed(pair.substr(0, equals));
        if (!key.empty())
            hints.insert_or_assign(std::string(key), std::string(trimmed(pair.substr(equals + 1))));
    }
    return hints;
}

mpi::Hints overruled(mpi::Hints hints, const mpi::Hints& stronger) {
    for (const auto& [one, other] : synonyms) {
        if (!stronger.contains(one) && !stronger.contains(other)) continue;
        hints.erase(one);
        hints.erase(other);
    }
    for (const auto& [key, value] : stronger) hints.insert_or_assign(key, value);
    return hints;
}

}  // namespace weft::dataset
