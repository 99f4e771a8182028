// SPDX-License-Identifier: BSD-3-Clause
#include "files/settings.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/plan/method_entry.hpp"
#include "files/hint_values.hpp"
#include "storage/path_scheme.hpp"

namespace weft::files {
namespace {

using engine::Choice;
using storage::Coherence;

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

struct ChoiceHint {
    const char* name;
    Choice engine::Options::*choice;
};
constexpr ChoiceHint choices[] = {
    {"romio_cb_read", &engine::Options::collective_read},
    {"romio_cb_write", &engine::Options::collective_write},
    {"romio_ds_read", &engine::Options::sieve_read},
    {"romio_ds_write", &engine::Options::sieve_write},
    {"weft_shared_memory", &engine::Options::shared_memory},
};

void set_choice(const mpi::Hints& hints, const char* key, Choice& choice) {
    const std::string asked = text_of(hints, key);
    for (const Choice known : {Choice::enable, Choice::disable, Choice::automatic}) {
        if (asked == name_of(known)) choice = known;
    }
}

int count_of(const mpi::Hints& hints, const NumberHint& hint) {
    return static_cast<int>(number_of(hints, hint));
}

static_assert(hint::cb_buffer_size.usual == engine::Options().window_bytes);
static_assert(hint::ind_rd_buffer_size.usual == engine::Options().sieve_read_bytes);
static_assert(hint::ind_wr_buffer_size.usual == engine::Options().sieve_write_bytes);

engine::Options engine_options(const mpi::Hints& hints) {
    engine::Options options;
    options.method = engine::method_named(text_of(hints, "weft_method"));
    for (const auto& [name, choice] : choices) {
        if (const char* const other = other_name_of(name))
            set_choice(hints, other, options.*choice);
        set_choice(hints, name, options.*choice);
    }
    options.window_bytes = number_of(hints, hint::cb_buffer_size);
    options.sieve_read_bytes = number_of(hints, hint::ind_rd_buffer_size);
    options.sieve_write_bytes = number_of(hints, hint::ind_wr_buffer_size);
    options.aggregators = count_of(hints, hint::cb_nodes);
    options.stripe_bytes = number_of(hints, hint::striping_unit);
    options.stripes = options.stripes_behind = count_of(hints, hint::striping_factor);
    options.pretended_nodes = count_of(hints, hint::weft_pretended_nodes);
    return options;
}

storage::StripingWish striping_wish(const mpi::Hints& hints) {
    return {.inherits = text_of(hints, "file_striping") == "inherit",
            .stripes = count_of(hints, hint::striping_factor),
            .stripe_bytes = number_of(hints, hint::striping_unit),
            .stripes_per_target = count_of(hints, hint::overstriping_ratio),
            .first_target = number_of(hints, hint::start_iodevice)};
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

/// What the hints ask for: Weft's own hint, or those of burst buffers, whose logs are in the
/// current folder unless a folder is given.
stage::StageWish stage_wish(const mpi::Hints& hints) {
    std::string asked = text_of(hints, "weft_stage");
    if (asked.empty() && is_enabled(hints, "nc_burst_buf")) {
        const std::string folder = text_of(hints, "nc_burst_buf_dirname");
        asked = (folder.empty() ? "." : folder) + "/";
    }
    stage::StageWish wish = stage::wish_in(asked).value_or(stage::StageWish{});
    wish.detaches = text_of(hints, "weft_stage_close") == "detach";
    return wish;
}

}  // namespace

void Settings::learn_block(std::int64_t bytes) {
    if (engine.stripe_bytes == 0) engine.stripe_bytes = std::min(bytes, hint::striping_unit.most);
}

void Settings::learn_striping(const storage::Striping& found) {
    if (!found.is_known()) return;
    striping_in_force = found;
    engine.stripe_bytes = found.stripe_bytes;
    engine.stripes = found.stripes;
    engine.is_striped = true;
}

Settings settings_of(const mpi::Hints& hints) {
    return {.engine = engine_options(hints),
            .coherence = coherence_named(text_of(hints, "weft_coherence")),
            .reports = {.report = text_of(hints, "weft_report"),
                        .trace = text_of(hints, "weft_trace"),
                        .bare_bytes = number_of(hints, hint::weft_report_limit) << 20},
            .remote = {.shell = text_of(hints, "weft_ssh"),
                       .downloads_whole = is_enabled(hints, "weft_web_whole")},
            .remote_folder = text_of(hints, "weft_remote"),
            .striping = striping_wish(hints),
            .striping_in_force = {},
            .stage = stage_wish(hints)};
}

std::string Settings::name_of(const std::string& path) const {
    if (remote_folder.empty() || storage::is_elsewhere(path)) return path;
    const bool has_slash = remote_folder.ends_with('/') || path.starts_with('/');
    return remote_folder + (has_slash ? "" : "/") + path;
}

namespace {

/// "auto" and "automatic" mean the same; unknown words become "auto".
void echo_striping(const Settings& settings, mpi::Hints& all) {
    std::string& way = all["file_striping"];
    if (way != "automatic" && way != "inherit") way = "auto";
    all["striping_unit"] = std::to_string(settings.engine.stripe_bytes);
    all["striping_factor"] = std::to_string(settings.engine.stripes);
    const storage::Striping& known = settings.striping_in_force;
    const bool is_known = known.is_known() && known.targets > 0;
    all["overstriping_ratio"] = std::to_string(is_known ? known.stripes / known.targets
                                                        : settings.striping.stripes_per_target);
    all["start_iodevice"] =
        std::to_string(is_known ? known.first_target : settings.striping.first_target);
    if (is_known) all["lustre_num_osts"] = std::to_string(known.targets);
}

}  // namespace

void echo(const Settings& settings, mpi::Hints& all) {
    const engine::Options& engine = settings.engine;
    all["cb_buffer_size"] = std::to_string(engine.window_bytes);
    all["cb_nodes"] = std::to_string(engine.aggregators);
    all["ind_rd_buffer_size"] = std::to_string(engine.sieve_read_bytes);
    all["ind_wr_buffer_size"] = std::to_string(engine.sieve_write_bytes);
    echo_striping(settings, all);
    for (const auto& [name, choice] : choices) {
        all[name] = name_of(engine.*choice);
        if (const char* const other = other_name_of(name)) all[other] = all[name];
    }
    all["weft_report_limit"] = std::to_string(settings.reports.bare_bytes >> 20);
    all["weft_method"] = engine::name_of(engine.method);
    all["weft_pretended_nodes"] = std::to_string(engine.pretended_nodes);
    if (!settings.coherence) all["weft_coherence"] = "automatic";
    all["weft_stage"] = stage::text_of(settings.stage);
    all["weft_stage_close"] = settings.stage.detaches ? "detach" : "wait";
    all["weft_web_whole"] = settings.remote.downloads_whole ? "enable" : "disable";
}

}  // namespace weft::files
