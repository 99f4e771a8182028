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

const char* name_of(Choice choice) {
    switch (choice) {
        case Choice::enable:
            return "enable";
        case Choice::disable:
            return "disable";
        case Choice::automatic:
            break;
    }
    return "automatic";
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

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
    if (striping_unit != 0) return;
    striping_unit = bytes;
    engine.stripe_bytes = std::min(bytes, longest_stripe);
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
    settings.variable_align = positive(hints, "nc_var_align_size");
    if (!settings.variable_align) settings.variable_align = positive(hints, "nc_header_align_size");
    settings.record_align = positive(hints, "nc_record_align_size");
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
    settings.striping_unit = number(hints, "striping_unit").value_or(0);
    settings.striping_factor = number(hints, "striping_factor").value_or(0);
    settings.reports = {.report = text(hints, "weft_report"), .trace = text(hints, "weft_trace")};
    settings.fault_plan = text(hints, "weft_fault");
    return settings;
}

mpi::Hints effective_hints(const mpi::Hints& hints, const Settings& settings) {
    mpi::Hints all = {
        {"nc_in_place_swap", "auto"},     {"nc_ibuf_size", "16777216"},
        {"nc_hash_size_dim", "256"},      {"nc_hash_size_var", "256"},
        {"nc_hash_size_gattr", "64"},     {"nc_hash_size_vattr", "8"},
        {"nc_num_aggrs_per_node", "0"},   {"nc_driver", "gio"},
        {"pnetcdf_subfiling", "disable"}, {"nc_num_subfiles", "0"},
        {"nc_burst_buf", "disable"},
    };
    for (const auto& [key, value] : hints) all.insert_or_assign(key, value);
    const auto set = [&all](const char* key, auto value) {
        all.insert_or_assign(key, std::to_string(value));
    };
    set("nc_var_align_size", settings.variable_align.value_or(512));
    set("nc_header_align_size", settings.variable_align.value_or(512));
    set("nc_record_align_size", settings.record_align.value_or(4));
    set("nc_header_read_chunk_size", settings.header_chunk_bytes);
    set("nc_data_move_chunk_size", settings.move_chunk_bytes);
    set("cb_buffer_size", settings.engine.window_bytes);
    set("cb_nodes", settings.engine.aggregators);
    set("ind_rd_buffer_size", settings.engine.sieve_read_bytes);
    set("ind_wr_buffer_size", settings.engine.sieve_write_bytes);
    set("striping_unit", settings.striping_unit);
    set("striping_factor", settings.striping_factor);
    all.insert_or_assign("romio_cb_read", name_of(settings.engine.collective_read));
    all.insert_or_assign("romio_cb_write", name_of(settings.engine.collective_write));
    all.insert_or_assign("romio_ds_read", name_of(settings.engine.sieve_read));
    all.insert_or_assign("romio_ds_write", name_of(settings.engine.sieve_write));
    all.insert_or_assign("weft_shared_memory", name_of(settings.engine.shared_memory));
    set("weft_pretended_nodes", settings.engine.pretended_nodes);
    all.insert_or_assign("weft_method", engine::name_of(settings.engine.method));
    all.insert_or_assign("weft_write_behind", settings.write_behind_bytes == 0
                                                  ? "disable"
                                                  : std::to_string(settings.write_behind_bytes));
    if (!settings.coherence) all.insert_or_assign("weft_coherence", "automatic");
    all.insert_or_assign("weft_durable", settings.durable_close ? "enable" : "disable");
    return all;
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

}  // namespace weft::dataset
