// SPDX-License-Identifier: BSD-3-Clause
// weft gen: makes a file from CDL.
#include <memory>
#include <optional>
#include <string>

#include "cdl/reader.hpp"
#include "cdl/words.hpp"
#include "formats/formats.hpp"
#include "tools/command.hpp"
#include "tools/gen/file.hpp"
#include "tools/gen/layout.hpp"
#include "tools/gen/source.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/progress.hpp"

namespace weft::tools {
namespace {

struct GenOptions {
    std::string text;
    std::string output;
    std::string kind;
    std::string suffix = ".nc";
    bool binary = false;
    bool checks_only = false;
    ProgressMode progress = ProgressMode::automatic;
};

/// Checks a text without making a file.
class TextCheck final : public cdl::Sink {
public:
    explicit TextCheck(std::optional<int> kind) : kind_(kind) {}

    Status begin(const cdl::Header& header) override { return lay_out(header, kind_).status(); }
    Status begin_variable(int) override { return {}; }
    Status put(std::span<const std::byte>) override { return {}; }
    Status end_variable() override { return {}; }
    Status put_note(const cdl::Note&) override { return {}; }

private:
    std::optional<int> kind_;
};

/// A text that shows the progress of reading.
class WatchedSource final : public cdl::ByteSource {
public:
    WatchedSource(TextSource& source, ProgressMode mode)
        : source_(source), progress_(mode, "reading", source.bytes()) {}

    Result<std::span<const std::byte>> at(std::int64_t offset, std::int64_t length) override {
        auto bytes = source_.at(offset, length);
        if (bytes.ok()) progress_.advance(std::ssize(bytes.value()));
        return bytes;
    }

private:
    TextSource& source_;
    Progress progress_;
};

/// NC_FORMAT_* of the kind with this name; the classic kinds have more names in CDL than elsewhere.
Result<int> kind_called(const std::string& word) {
    if (const auto version = cdl::version_of(word)) return static_cast<int>(*version);
    return formats::kind_called(word);
}

/// The bar is removed before a failure is reported.
Status read_watched(TextSource& source, cdl::Sink& sink, const GenOptions& options,
                    std::optional<int> kind) {
    WatchedSource watched(source, options.progress);
    return cdl::read(watched, sink, kind && formats::grows_freely(*kind));
}

int finish(const std::string& path, const Status& status) {
    if (!status.ok()) complain(path, status);
    return status.ok() ? exit_fine : exit_failed;
}

int run_gen(const GenOptions& options) {
    TextSource source;
    const Status opened = source.open(options.text);
    if (!opened.ok()) return finish(options.text, opened);
    std::optional<int> kind;
    if (!options.kind.empty()) kind = kind_called(options.kind).value();
    if (options.checks_only) {
        TextCheck check(kind);
        return finish(options.text, read_watched(source, check, options, kind));
    }
    GeneratedFile file(
        {.source = source.path(), .path = options.output, .suffix = options.suffix, .kind = kind});
    const Status read = read_watched(source, file, options, kind);
    if (!read.ok()) return finish(file.has_failed() ? file.path() : options.text, read);
    return finish(file.path(), file.finish());
}

/// The text may come from standard input, which only one rank has.
int run_together(const Team& team, const GenOptions& options) {
    const int exit_code = team.is_first() ? run_gen(options) : exit_fine;
    return static_cast<int>(team.largest(exit_code));
}

std::string check_kind(const std::string& word) {
    return kind_called(word).status().context();
}

}  // namespace

void add_gen(CLI::App& program, Run& run) {
    CommandForm form(program, "gen");
    const auto options = std::make_shared<GenOptions>();
    form.argument("FILE", options->text);
    form.option("-o", options->output);
    form.option("-k", options->kind)->check(check_kind);
    form.flag("--check", options->checks_only);
    form.option("--suffix", options->suffix);  // of ncmpigen -n
    add_progress_option(form, options->progress);
    form.flag("-b", options->binary);
    form.run_together(
        run, [options](const Team& team, Output&) { return run_together(team, *options); });
}

}  // namespace weft::tools
