// SPDX-License-Identifier: BSD-3-Clause
// weft check: everything that is wrong or odd about a file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dataset/file_source.hpp"
#include "dataset/journal.hpp"
#include "format/validator.hpp"
#include "storage/any_store.hpp"
#include "tools/check/repair.hpp"
#include "tools/command.hpp"
#include "tools/shared/code_text.hpp"
#include "tools/shared/json_text.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {
namespace {

using format::Finding;
using format::Severity;

struct CheckOptions {
    std::vector<std::string> paths;
    bool json = false;
    bool quiet = false;
    bool repair = false;
    bool strict = false;  // padding that is not zero is an error
};

/// All findings, or why the file cannot be read.
Result<std::vector<Finding>> examine(const std::string& path) {
    const Result<std::unique_ptr<storage::File>> file = storage::AnyStore().open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = dataset::is_interrupted(*file.value());
    if (!interrupted.ok()) return interrupted.status();
    // The header and the data of such a file need not fit together, so that nothing else can be
    // said about them.
    if (interrupted.value()) {
        return std::vector<Finding>{{Severity::error, Code::efile, bytes.value(),
                                     "the file " + std::string(interrupted_advice)}};
    }
    dataset::FileSource source(*file.value(), header_chunk_bytes);
    std::vector<Finding> findings = format::validate(source, bytes.value());
    // Bytes that cannot be had say nothing about the file.
    for (const Finding& finding : findings) {
        if (finding.code == Code::eread) return Status(finding.code, finding.sentence);
    }
    return findings;
}

bool is_error(const Finding& finding) {
    return finding.severity == Severity::error;
}

bool has_error(const std::vector<Finding>& findings, bool strict) {
    return std::any_of(findings.begin(), findings.end(), [strict](const Finding& finding) {
        return is_error(finding) || (strict && finding.code == Code::enullpad);
    });
}

std::string_view name_of(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

std::string counted(std::ptrdiff_t count, std::string_view what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

void print_findings(Output& out, const std::string& path, const std::vector<Finding>& findings) {
    const bool coloured = out.is_coloured();
    for (const Finding& finding : findings) {
        const std::string_view colour = is_error(finding) ? "\033[31m" : "\033[33m";
        out.print("{}: {}{}{} at byte {}: {}: {}\n", path, coloured ? colour : "",
                  name_of(finding.severity), coloured ? "\033[0m" : "", finding.offset,
                  text_of_code(finding.code).symbol, finding.sentence);
    }
    const std::ptrdiff_t errors = std::count_if(findings.begin(), findings.end(), is_error);
    const auto warnings = static_cast<std::ptrdiff_t>(findings.size()) - errors;
    out.print("{}: {}, {}\n", path, counted(errors, "error"), counted(warnings, "warning"));
}

/// What was repaired, in either form. A file with an error that cannot be repaired is left as it
/// is, and the error is among the findings.
Status repair(const CheckOptions& options, const std::string& path, Output& out,
              nlohmann::ordered_json& repairs) {
    const Result<std::vector<std::string>> done = repair_file(path);
    if (!done.ok()) {
        const bool is_finding = done.code() != Code::eread && done.code() != Code::ewrite &&
                                done.code() != Code::eno_space && done.code() != Code::equota &&
                                done.code() != Code::eaccess;
        return is_finding ? Status() : done.status();
    }
    for (const std::string& sentence : done.value()) {
        repairs.push_back(as_utf8(sentence));
        if (!options.json && !options.quiet) out.print("{}: repaired: {}\n", path, sentence);
    }
    return {};
}

/// Repairs where that is wished for, and says what is found then.
Result<std::vector<Finding>> look_at(const CheckOptions& options, const std::string& path,
                                     Output& out, nlohmann::ordered_json& repairs) {
    if (options.repair) {
        const Status repaired = repair(options, path, out, repairs);
        if (!repaired.ok()) return repaired;
    }
    return examine(path);
}

nlohmann::ordered_json json_of(const std::string& path, const std::vector<Finding>& findings) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Finding& finding : findings) {
        list.push_back({{"severity", name_of(finding.severity)},
                        {"offset", finding.offset},
                        {"code", text_of_code(finding.code).symbol},
                        {"sentence", as_utf8(finding.sentence)}});
    }
    return {{"file", as_utf8(path)},
            {"readable", true},
            {"valid", std::none_of(findings.begin(), findings.end(), is_error)},
            {"findings", list}};
}

int run_check(const CheckOptions& options, Output& out) {
    int exit_code = exit_fine;
    nlohmann::ordered_json report = nlohmann::ordered_json::array();
    for (const std::string& path : options.paths) {
        nlohmann::ordered_json repairs = nlohmann::ordered_json::array();
        const Result<std::vector<Finding>> findings = look_at(options, path, out, repairs);
        if (!findings.ok()) {
            complain(path, findings.status());
            exit_code = exit_usage;
            report.push_back({{"file", as_utf8(path)},
                              {"readable", false},
                              {"reason", as_utf8(text_of(findings.status()))}});
            continue;
        }
        if (has_error(findings.value(), options.strict))
            exit_code = std::max(exit_code, exit_failed);
        if (options.json) {
            report.push_back(json_of(path, findings.value()));
            if (options.repair) report.back()["repairs"] = repairs;
        } else if (!options.quiet) {
            print_findings(out, path, findings.value());
        }
    }
    if (options.json) out.print("{}\n", report.dump(2));
    return exit_code;
}

}  // namespace

void add_check(CLI::App& program, Run& run) {
    CLI::App* command =
        program.add_subcommand("check", "Say everything that is wrong or odd about files");
    const auto options = std::make_shared<CheckOptions>();
    command->add_option("FILE", options->paths, "Files to check")->required();
    command->add_flag("-q", options->quiet, "Print nothing; the exit code tells");
    command->add_flag("--json", options->json, "A list with one object for each file");
    command->add_flag("--repair", options->repair,
                      "First put right padding that is not zero and a record count that the file's "
                      "size contradicts");
    command->add_flag("--strict", options->strict,
                      "Padding that is not zero makes the exit code 1, too, as ncvalidator's does");
    command->footer(
        "Exit code: 0 without errors (warnings do not count), 1 with errors, 2 when a file cannot "
        "be read.");
    command->callback(
        [options, &run] { run = [options](Output& out) { return run_check(*options, out); }; });
}

}  // namespace weft::tools
