// SPDX-License-Identifier: BSD-3-Clause
// weft check: everything that is wrong or unusual about a file.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/presentable.hpp"
#include "base/utf8.hpp"
#include "container/anatomy.hpp"
#include "formats/formats.hpp"
#include "tools/command.hpp"
#include "tools/shared/code_text.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/foreign_file.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/staged.hpp"

namespace weft::tools {
namespace {

using container::Anatomy;

struct CheckOptions {
    std::vector<std::string> paths;
    bool json = false;
    bool quiet = false;
    bool repair = false;
    bool strict = false;  // padding that is not zero is an error
};

/// One file of a dataset.
struct CheckedFile {
    std::string path;
    Anatomy* dataset;
    int number = Anatomy::first_file;
};

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
        out.print("{}: {}{}{} at byte {}: {}: {}\n", presentable_name(path), coloured ? colour : "",
                  name_of(finding.severity), coloured ? "\033[0m" : "", finding.offset,
                  text_of_code(finding.code).symbol, finding.sentence);
    }
    const std::ptrdiff_t errors = std::count_if(findings.begin(), findings.end(), is_error);
    const auto warnings = static_cast<std::ptrdiff_t>(findings.size()) - errors;
    out.print("{}: {}, {}\n", presentable_name(path), counted(errors, "error"),
              counted(warnings, "warning"));
}

/// Reports the repairs, in either form. A file with an error that cannot be repaired stays
/// unchanged, and the error is among the findings.
Status repair(const CheckOptions& options, const CheckedFile& file, Output& out,
              nlohmann::ordered_json& repairs) {
    if (file.path == "-") return {};  // a copy of standard input
    const Result<std::vector<std::string>> done = file.dataset->repair(file.number);
    if (!done.ok()) {
        const bool is_finding = done.code() != Code::eread && done.code() != Code::ewrite &&
                                done.code() != Code::eno_space && done.code() != Code::equota &&
                                done.code() != Code::eaccess;
        return is_finding ? Status() : done.status();
    }
    for (const std::string& sentence : done.value()) {
        repairs.push_back(as_utf8(sentence));
        if (!options.json && !options.quiet) out.print("{}: repaired: {}\n", file.path, sentence);
    }
    return {};
}

/// A file that does not begin like one of netCDF may be one of another program.
void explain_foreign(const std::string& path, std::vector<Finding>& findings) {
    for (Finding& finding : findings) {
        const bool is_foreign = finding.code == Code::enotnc || finding.code == Code::efile;
        if (!is_foreign || finding.offset != 0) continue;
        const std::string advice = advice_about(path);
        if (!advice.empty()) finding.sentence = advice;
    }
}

/// Repairs the file if requested, and reports the findings afterwards.
Result<std::vector<Finding>> look_at(const CheckOptions& options, const CheckedFile& checked,
                                     Output& out, nlohmann::ordered_json& repairs) {
    const std::string staged = advice_about_stage(checked.path);
    if (options.repair && staged.empty()) {
        const Status repaired = repair(options, checked, out, repairs);
        if (!repaired.ok()) return repaired;
    }
    Result<std::vector<Finding>> findings = checked.dataset->findings(checked.number);
    if (findings.ok()) explain_foreign(checked.path, findings.value());
    if (findings.ok() && !staged.empty())
        findings.value().push_back({Severity::warning, Code::efile, 0, staged});
    return findings;
}

nlohmann::ordered_json json_of(const std::string& path, const std::vector<Finding>& findings) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Finding& finding : findings) {
        list.push_back({{"severity", name_of(finding.severity)},
                        {"offset", finding.offset},
                        {"code", text_of_code(finding.code).symbol},
                        {"sentence", as_utf8(finding.sentence)}});
    }
    return {{"file", as_utf8(presentable_name(path))},
            {"readable", true},
            {"valid", std::none_of(findings.begin(), findings.end(), is_error)},
            {"findings", list}};
}

/// The exit code for a file that cannot be read.
int note_unreadable(const std::string& path, const Status& reason, nlohmann::ordered_json& report) {
    complain(path, reason);
    report.push_back({{"file", as_utf8(presentable_name(path))},
                      {"readable", false},
                      {"reason", as_utf8(text_of(reason))}});
    return exit_usage;
}

/// The exit code for one file.
int check_file(const CheckOptions& options, const CheckedFile& checked, Output& out,
               nlohmann::ordered_json& report) {
    nlohmann::ordered_json repairs = nlohmann::ordered_json::array();
    const Result<std::vector<Finding>> findings = look_at(options, checked, out, repairs);
    if (!findings.ok()) return note_unreadable(checked.path, findings.status(), report);
    if (options.json) {
        report.push_back(json_of(checked.path, findings.value()));
        if (options.repair) report.back()["repairs"] = repairs;
    } else if (!options.quiet) {
        print_findings(out, checked.path, findings.value());
    }
    return has_error(findings.value(), options.strict) ? exit_failed : exit_fine;
}

/// The first file stands for its dataset: the others are examined after it.
int check_dataset(const CheckOptions& options, const std::string& path, Output& out,
                  nlohmann::ordered_json& report) {
    const Result<std::string> place = place_to_read(path);
    const auto dataset = place.ok() ? formats::anatomy_of(place.value()) : place.status();
    if (!dataset.ok()) return note_unreadable(path, dataset.status(), report);
    int exit_code = check_file(options, {path, dataset.value().get()}, out, report);
    if (path == "-") return exit_code;  // the others would not be found
    const auto others = dataset.value()->others();
    if (!others.ok() || !others.value()) return exit_code;
    int number = 0;
    for (const container::DividedFiles::File& other : others.value()->files) {
        const CheckedFile checked{other.path, dataset.value().get(), number++};
        exit_code = std::max(exit_code, check_file(options, checked, out, report));
    }
    return exit_code;
}

int run_check(const CheckOptions& options, Output& out) {
    int exit_code = exit_fine;
    nlohmann::ordered_json report = nlohmann::ordered_json::array();
    for (const std::string& path : input_files(options.paths))
        exit_code = std::max(exit_code, check_dataset(options, path, out, report));
    if (options.json) out.print("{}\n", report.dump(2));
    return exit_code;
}

}  // namespace

void add_check(CLI::App& program, Run& run) {
    CommandForm form(program, "check");
    const auto options = std::make_shared<CheckOptions>();
    form.argument("FILE", options->paths);
    form.flag("-q", options->quiet);
    form.flag("--json", options->json);
    form.flag("--repair", options->repair);
    form.flag("--strict", options->strict);
    form.run(run, [options](Output& out) { return run_check(*options, out); });
}

}  // namespace weft::tools
