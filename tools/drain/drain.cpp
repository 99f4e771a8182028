// SPDX-License-Identifier: BSD-3-Clause
// weft drain: moves what programs have staged into their files.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "dataset/left_values.hpp"
#include "stage/recovery.hpp"
#include "storage/choose_store.hpp"
#include "tools/command.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

using stage::LogCondition;
using stage::LogFound;
using stage::StageFound;

struct DrainOptions {
    std::vector<std::string> paths;
    bool quiet = false;
    bool json = false;
    bool forget = false;
};

/// The work done for a file.
struct Done {
    std::uint64_t records = 0;
    std::int64_t bytes = 0;
    std::uint64_t dropped = 0;  // damaged ones, and those behind them
    std::string others;         // hosts whose logs are left
    std::string lost;           // hosts whose logs are gone
    std::string foreign;        // hosts with logs of another file
    std::string left;           // hosts with logs that still have records
    bool was_staged = false;
};

class Draining {
public:
    Draining(const DrainOptions& options, Output& out)
        : options_(options), out_(out), store_(storage::choose_store({})) {}

    void drain(const std::string& path) {
        const Result<Done> done = drain_file(path);
        report_.push_back(
            {{"file", as_utf8(path)},
             {"ok", done.ok() && is_good(done.value())},
             {"sentence", as_utf8(done.ok() ? sentence(done.value()) : text_of(done.status()))},
             {"records", done.ok() ? done.value().records : 0},
             {"bytes", done.ok() ? done.value().bytes : 0}});
        if (!done.ok()) {
            complain(path, done.status());
        } else if (!is_good(done.value())) {
            complain(path, sentence(done.value()));
        } else if (!options_.quiet && !options_.json) {
            out_.print("{}: {}\n", path, sentence(done.value()));
        }
        if (!done.ok() || !is_good(done.value())) exit_code_ = exit_failed;
    }

    int finish() {
        if (options_.json) out_.print("{}\n", report_.dump(2));
        return exit_code_;
    }

private:
    Result<Done> drain_file(const std::string& path) {
        auto found = stage::find_stage(*store_, path);
        if (!found.ok()) return found.status();
        Done done;
        if (!found.value()) {  // a wrong name must not look like success
            const auto facts = store_->inspect(path);
            if (!facts.ok()) return facts.status();
            return facts.value().exists ? Result<Done>(done) : Status(Code::enoent, "no such file");
        }
        done.was_staged = true;
        const StageFound& stage = *found.value();
        if (stage.has(LogCondition::live))
            return Status(Code::efile, "a program is running that stages this file");
        for (const LogFound& log : stage.logs) {
            if (log.condition != LogCondition::left) continue;
            const auto drained = stage::drain_log(
                *store_, path, stage.manifest, log.place, stage::Damage::drop,
                options_.forget ? stage::MissingParts::forget : stage::MissingParts::refuse);
            // Another process of this host may have been faster, and have removed it.
            if (drained.code() == Code::enoent) continue;
            if (!drained.ok()) return drained.status();
            done.records += drained.value().records;
            done.bytes += drained.value().bytes;
            done.dropped += drained.value().damaged;
        }
        const Status removed =
            options_.forget ? stage::forget_logs(*store_, path) : stage::remove_logs(*store_, path);
        if (!removed.ok()) return removed;
        auto rest = stage::find_stage(*store_, path);
        if (!rest.ok()) return rest.status();
        const auto is_all_beside = [](const StageFound& left) {
            return std::ranges::all_of(left.logs, [](const LogFound& log) {
                return log.condition == LogCondition::copied ||
                       log.condition == LogCondition::drained;
            });
        };
        if (rest.value() && rest.value()->has(LogCondition::copied) &&
            is_all_beside(*rest.value())) {
            const Status stored = dataset::store_left_values(
                *store_, path, options_.forget ? stage::Failing::drop : stage::Failing::keep);
            if (!stored.ok()) return stored;
            rest = stage::find_stage(*store_, path);
            if (!rest.ok()) return rest.status();
        }
        if (!rest.value()) return done;
        done.others = rest.value()->hosts_with(LogCondition::elsewhere);
        done.lost = rest.value()->hosts_with(LogCondition::gone);
        done.foreign = rest.value()->hosts_with(LogCondition::foreign);
        done.left = rest.value()->hosts_with(LogCondition::left);
        return done;
    }

    static bool is_good(const Done& done) {
        const bool did_nothing = done.records == 0;
        return done.dropped == 0 && done.lost.empty() && done.foreign.empty() &&
               done.left.empty() && (done.others.empty() || !did_nothing);
    }

    static std::string sentence(const Done& done) {
        if (!done.was_staged) return "nothing is staged";
        std::string text =
            fmt::format("moved {} bytes in {} records into the file", done.bytes, done.records);
        if (done.dropped > 0)
            text += fmt::format("; a record is damaged, so it and those behind it were dropped: {}",
                                done.dropped);
        if (!done.lost.empty())
            text += fmt::format("; a log on {} is lost, and what it had with it", done.lost);
        if (!done.foreign.empty())
            text +=
                fmt::format("; a log on {} is of another file, which had this name", done.foreign);
        if (!done.left.empty()) text += fmt::format("; a log on {} still has records", done.left);
        if (!done.others.empty())
            text += fmt::format("; logs are left on {}, where \"weft drain\" must run, too",
                                done.others);
        return text;
    }

    const DrainOptions& options_;
    Output& out_;
    std::unique_ptr<storage::Store> store_;
    int exit_code_ = exit_fine;
    nlohmann::ordered_json report_ = nlohmann::ordered_json::array();
};

int run_drain(const DrainOptions& options, Output& out) {
    Draining draining(options, out);
    for (const std::string& path : input_files(options.paths)) draining.drain(path);
    return draining.finish();
}

}  // namespace

void add_drain(CLI::App& program, Run& run) {
    CommandForm form(program, "drain");
    const auto options = std::make_shared<DrainOptions>();
    form.argument("FILE", options->paths);
    form.flag("-q", options->quiet);
    form.flag("--json", options->json);
    form.flag("--forget", options->forget);
    form.run(run, [options](Output& out) { return run_drain(*options, out); });
}

}  // namespace weft::tools
