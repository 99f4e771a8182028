// SPDX-License-Identifier: BSD-3-Clause
// weft recover: undoes an interrupted change of a file's definition.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/utf8.hpp"
#include "classic/file_source.hpp"
#include "format/signature.hpp"
#include "journal/journal.hpp"
#include "sets/read_part.hpp"
#include "storage/any_store.hpp"
#include "storage/links.hpp"
#include "tools/command.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/foreign_file.hpp"
#include "tools/shared/input_files.hpp"
#include "tools/shared/message.hpp"
#include "tools/shared/opened_file.hpp"
#include "tools/shared/set_files.hpp"

namespace weft::tools {
namespace {

constexpr const char* nothing = "nothing to recover";

/// The result, as a clause behind the file's name.
Result<std::string> recover_open_file(storage::File& file) {
    const Result<bool> interrupted = journal::is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    if (!interrupted.value()) return std::string(nothing);
    const Result<std::int64_t> before = file.size();
    if (!before.ok()) return before.status();
    const Result<bool> recovered = journal::recover(file);
    if (!recovered.ok()) return recovered.status();
    const Result<std::int64_t> after = file.size();
    if (!after.ok()) return after.status();
    return fmt::format("undid the interrupted change; the file has {} bytes, {} with its journal",
                       after.value(), before.value());
}

/// A wrong name must not look like success.
Status check_signature(storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    classic::FileSource source(file, header_chunk_bytes);
    constexpr std::array classic_kinds{format::cdf1_signature, format::cdf2_signature,
                                       format::cdf5_signature};
    const auto signature = format::find_signature(source, bytes.value(), classic_kinds);
    if (!signature.ok()) return signature.status();
    if (signature.value()) return {};
    const std::string advice = advice_about(source, bytes.value());
    return {Code::enotnc, advice.empty()
                              ? "not a netCDF file: it does not begin with CDF and 1, 2 or 5"
                              : advice};
}

/// `may`: whether the file with the interrupted change is one that may be recovered.
template <class May>
Result<std::string> recover_file(const std::string& path, May&& may) {
    // A file without a journal needs no permission to write.
    const Result<std::unique_ptr<storage::File>> reading = open_to_read(path);
    if (!reading.ok()) return reading.status();
    const Result<bool> interrupted = journal::is_interrupted(*reading.value());
    if (!interrupted.ok()) return interrupted.status();
    if (!interrupted.value()) {
        const Status is_ours = check_signature(*reading.value());
        return is_ours.ok() ? Result(std::string(nothing)) : is_ours;
    }
    const Status meant = may(*reading.value());
    if (!meant.ok()) return meant;
    const Result<std::unique_ptr<storage::File>> writing =
        storage::AnyStore().open_file(path, {.writable = true});
    if (!writing.ok()) return writing.status();
    Result<std::string> done = recover_open_file(*writing.value());
    const Status closed = writing.value()->close();
    return done.ok() && !closed.ok() ? Result<std::string>(closed) : done;
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
        note(path, recover_file(path, [](storage::File&) { return Status(); }), true);
        const auto set = set_of_master(path);
        if (!set.ok()) return note(path, set.status(), true);
        if (!set.value()) return;
        for (int part = 0; part < set.value()->table.part_count(); ++part) {
            const std::string of_part = path_of_part(*set.value(), path, part);
            const auto is_its = [&](storage::File& file) {
                return sets::may_recover_part(
                    file,
                    {set.value()->whole.version, set.value()->whole.schema, set.value()->table},
                    storage::behind_links(path), part);
            };
            note(of_part, recover_file(of_part, is_its), false);
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
