// SPDX-License-Identifier: BSD-3-Clause
// weft report: shows the report of the hint weft_report.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "report/file_report.hpp"
#include "report/json.hpp"
#include "storage/any_store.hpp"
#include "tools/command.hpp"
#include "tools/report/compare.hpp"
#include "tools/report/html.hpp"
#include "tools/report/text.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {

using namespace report;

namespace {

struct ReportOptions {
    std::string path;
    std::string other;  // for a comparison
    std::string output;
    bool text = false;
    bool json = false;
};

Status write_page(const std::string& path, const std::string& page) {
    storage::AnyStore store;
    const auto file = store.open_file(path, {.writable = true, .create = true, .truncate = true});
    if (!file.ok()) return file.status();
    Status status = file.value()->write_at(0, std::as_bytes(std::span(page)));
    status.keep_first(file.value()->close());
    return status;
}

Result<std::string> text_of_file(const std::string& path) {
    storage::AnyStore store;
    const auto file = store.open_file(path, {});
    if (!file.ok()) return file.status();
    const Result<std::int64_t> size = file.value()->size();
    if (!size.ok()) return size.status();
    std::string text(static_cast<std::size_t>(size.value()), '\0');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(text)));
    if (!got.ok()) return got.status();
    text.resize(static_cast<std::size_t>(got.value()));
    return text;
}

Result<FileReport> read_report(const std::string& path) {
    const Result<std::string> text = text_of_file(path);
    return text.ok() ? read_json(text.value()) : text.status();
}

/// The page is in the same folder, with html instead of json.
std::string default_output(const std::string& path) {
    std::filesystem::path page(path);
    if (page.extension() == ".json") return page.replace_extension(".html").string();
    return path + ".html";
}

int put_page(const ReportOptions& options, const std::string& page, Output& out) {
    if (options.output == "-") {
        out.put(page);
        return exit_fine;
    }
    const std::string path = options.output.empty() ? default_output(options.path) : options.output;
    std::error_code missing;
    if (std::filesystem::equivalent(path, options.path, missing)) {
        complain(path, "the output would replace the report itself");
        return exit_usage;
    }
    const Status written = write_page(path, page);
    if (!written.ok()) {
        complain(path, written);
        return exit_failed;
    }
    out.print("wrote {}\n", path);
    return exit_fine;
}

int compare_reports(const ReportOptions& options, const FileReport& first, Output& out) {
    const Result<FileReport> second = read_report(options.other);
    if (!second.ok()) {
        complain(options.other, second.status());
        return exit_failed;
    }
    if (options.json) {
        complain("", "--json takes one report");
        return exit_usage;
    }
    if (options.output.empty()) {
        put_comparison_text(first, second.value(), out);
        return exit_fine;
    }
    return put_page(options, comparison_page(first, second.value()), out);
}

int run_report(const ReportOptions& options, Output& out) {
    const Result<FileReport> report = read_report(options.path);
    if (!report.ok()) {
        complain(options.path, report.status());
        return exit_failed;
    }
    if (!options.other.empty()) return compare_reports(options, report.value(), out);
    if (options.json) {
        put_advice_json(options.path, report.value(), out);
    } else if (options.text) {
        put_report_text(report.value(), out);
    } else {
        return put_page(options, report_page(report.value()), out);
    }
    return exit_fine;
}

}  // namespace

void add_report(CLI::App& program, Run& run) {
    CommandForm form(program, "report");
    const auto options = std::make_shared<ReportOptions>();
    form.argument("FILE", options->path);
    form.argument("OTHER", options->other);
    CLI::Option* const output = form.option("-o", options->output);
    CLI::Option* const text = form.flag("--text", options->text);
    CLI::Option* const json = form.flag("--json", options->json);
    text->excludes(json)->excludes(output);
    json->excludes(output);
    form.run(run, [options](Output& out) { return run_report(*options, out); });
}

}  // namespace weft::tools
