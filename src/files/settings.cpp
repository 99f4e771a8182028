// SPDX-License-Identifier: BSD-3-Clause
#include "files/settings.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/plan/method_table.hpp"
#include "files/hint_values.hpp"

namespace weft::files {
namespace {

using engine::Choice;
using storage::Coherence;

constexpr std::int64_t longest_stripe = std::int64_t{1} << 32;

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

void set_choice(const mpi::Hints& hints, const char* key, Choice& choice) {
    const std::string asked = text_of(hints, key);
    for (const Choice known : {Choice::enable, Choice::disable, Choice::automatic}) {
        if (asked == name_of(known)) choice = known;
    }
}

void set_choices(const mpi::Hints& hints, engine::Options& options) {
    // The names without romio_ are those of other MPI-IO implementations; both mean the same.
    for (const std::string prefix : {"", "romio_"}) {
        set_choice(hints, (prefix + "cb_read").c_str(), options.collective_read);
        set_choice(hints, (prefix + "cb_write").c_str(), options.collective_write);
        set_choice(hints, (prefix + "ds_read").c_str(), options.sieve_read);
        set_choice(hints, (prefix + "ds_write").c_str(), options.sieve_write);
    }
    set_choice(hints, "weft_shared_memory", options.shared_memory);
}

/// A window is memory, so a hint beyond what one call can use is cut.
void set_window(const mpi::Hints& hints, const char* key, std::int64_t& bytes) {
    constexpr std::int64_t largest = 1 << 30;
    bytes = std::min(positive_of(hints, key).value_or(bytes), largest);
}

int count_of(const mpi::Hints& hints, const char* key) {
    return static_cast<int>(std::min<std::int64_t>(number_of(hints, key).value_or(0), 1 << 30));
}

engine::Options engine_options(const mpi::Hints& hints) {
    engine::Options options;
    options.method = engine::method_named(text_of(hints, "weft_method"));
    set_choices(hints, options);
    set_window(hints, "cb_buffer_size", options.window_bytes);
    set_window(hints, "ind_rd_buffer_size", options.sieve_read_bytes);
    set_window(hints, "ind_wr_buffer_size", options.sieve_write_bytes);
    options.aggregators = count_of(hints, "cb_nodes");
    options.stripe_bytes = std::min(number_of(hints, "striping_unit").value_or(0), longest_stripe);
    options.stripes = count_of(hints, "striping_factor");
    options.pretended_nodes = count_of(hints, "weft_pretended_nodes");
    return options;
}

std::optional<Coherence> coherence_named(std::string_view asked) {
    constexpr std::pair<std::string_view, Coherence> names[] = {
        {"coherent", Coherence::coherent},
        {"close_to_open", Coherence::close_to_open},
        {"weak", Coherence::weak},
    };
    for (const auto& [name, coherence] : names) {
        if (asked == name) return coherence;
    }
    return std::nullopt;
}

}  // namespace

void Settings::learn_block(std::int64_t bytes) {
    if (engine.stripe_bytes == 0) engine.stripe_bytes = std::min(bytes, longest_stripe);
}

Settings settings_of(const mpi::Hints& hints) {
    return {
        .engine = engine_options(hints),
        .coherence = coherence_named(text_of(hints, "weft_coherence")),
        .reports = {.report = text_of(hints, "weft_report"), .trace = text_of(hints, "weft_trace")},
        .fault_plan = text_of(hints, "weft_fault")};
}

void echo(const Settings& settings, mpi::Hints& all) {
    const engine::Options& engine = settings.engine;
    all["cb_buffer_size"] = std::to_string(engine.window_bytes);
    all["cb_nodes"] = std::to_string(engine.aggregators);
    all["ind_rd_buffer_size"] = std::to_string(engine.sieve_read_bytes);
    all["ind_wr_buffer_size"] = std::to_string(engine.sieve_write_bytes);
    all["striping_unit"] = std::to_string(engine.stripe_bytes);
    all["striping_factor"] = std::to_string(engine.stripes);
    for (const std::string prefix : {"", "romio_"}) {
        all[prefix + "cb_read"] = name_of(engine.collective_read);
        all[prefix + "cb_write"] = name_of(engine.collective_write);
        all[prefix + "ds_read"] = name_of(engine.sieve_read);
        all[prefix + "ds_write"] = name_of(engine.sieve_write);
    }
    all["weft_method"] = engine::name_of(engine.method);
    all["weft_shared_memory"] = name_of(engine.shared_memory);
    all["weft_pretended_nodes"] = std::to_string(engine.pretended_nodes);
    if (!settings.coherence) all["weft_coherence"] = "automatic";
}

}  // namespace weft::files
