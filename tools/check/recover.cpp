// SPDX-License-Identifier: BSD-3-Clause
// weft recover: undoes an interrupted change of a file's definition.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "formats/formats.hpp"
#include "tools/command.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/foreign_file.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/staged.hpp"

namespace weft::tools {
namespace {

constexpr const char* nothing = "nothing to recover";

/// The result, as a clause behind the file's name.
Result<std::string> recover_file(container::Anatomy& anatomy, int file, const std::string& path) {
    if (std::string staged = advice_about_stage(path); !staged.empty())
        return Status(Code::efile, std::move(staged));
    const auto recovered = anatomy.recover(file);
    if (recovered.code() == Code::enotnc && file == container::Anatomy::first_file) {
        const std::string advice = advice_about(path);
        if (!advice.empty()) return Status(Code::enotnc, advice);
    }
    if (!recovered.ok()) return recovered.status();
    if (!recovered.value()) return std::string(nothing);
    return fmt::format("undid the interrupted change; the file has {} bytes, {} with its journal",
                       recovered.value()->after, recovered.value()->before);
}

struct RecoverOptions {
    std::vector<std::string> paths;
    bool quiet = false;
    bool json = false;
};

class Recovery {
public:
    Recovery(const RecoverOptions& options, Output& out) : options_(options), out_(out) {}

    /// A master stands for its set. Only a recovered master knows its parts.
    void recover(const std::string& path) {
        const Result<std::string> place = place_to_read(path);
        const auto opened = place.ok() ? formats::anatomy_of(place.value()) : place.status();
        if (!opened.ok()) return note(path, opened.status(), true);
        container::Anatomy& anatomy = *opened.value();
        note(path, recover_file(anatomy, container::Anatomy::first_file, path), true);
        const auto others = anatomy.others();
        if (!others.ok()) return note(path, others.status(), true);
        if (!others.value()) return;
        for (int file = 0; file < std::ssize(others.value()->files); ++file) {
            const std::string& its = others.value()->files[static_cast<std::size_t>(file)].path;
            note(its, recover_file(anatomy, file, its), false);
        }
    }

    int finish() {
        if (options_.json) out_.print("{}\n", report_.dump(2));
        return exit_code_;
    }

private:
    void note(const std::string& path, const Result<std::string>& done, bool was_named) {
        report_.push_back(
            {{"file", as_utf8(path)},
             {"ok", done.ok()},
             {"sentence", as_utf8(done.ok() ? done.value() : text_of(done.status()))}});
        if (!done.ok()) {
            complain(path, done.status());
            exit_code_ = exit_failed;
        } else if (!options_.quiet && !options_.json && (was_named || done.value() != nothing)) {
            out_.print("{}: {}\n", path, done.value());
        }
    }

    const RecoverOptions& options_;
    Output& out_;
    int exit_code_ = exit_fine;
    nlohmann::ordered_json report_ = nlohmann::ordered_json::array();
};

int run_recover(const RecoverOptions& options, Output& out) {
    Recovery recovery(options, out);
    for (const std::string& path : input_files(options.paths)) recovery.recover(path);
    return recovery.finish();
}

}  // namespace

void add_recover(CLI::App& program, Run& run) {
    CommandForm form(program, "recover");
    const auto options = std::make_shared<RecoverOptions>();
    form.argument("FILE", options->paths);
    form.flag("-q", options->quiet);
    form.flag("--json", options->json);
    form.run(run, [options](Output& out) { return run_recover(*options, out); });
}

}  // namespace weft::tools
