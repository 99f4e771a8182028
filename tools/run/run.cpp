// SPDX-License-Identifier: BSD-3-Clause
// weft run: runs an MPI program with libweft_mpiio.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "tools/command.hpp"
#include "tools/run/launcher.hpp"
#include "tools/shared/command_form.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

constexpr int exit_not_started = 127;  // as of a shell

struct RunOptions {
    Line command;
    std::string files;
    std::string hints;
    std::string report;
    std::string library;
    bool show = false;
};

/// The path of the library; by default that of this installation.
Result<std::string> library_of(const RunOptions& options) {
    namespace fs = std::filesystem;
    std::error_code error;
    fs::path path = options.library;
    if (path.empty()) {
        const fs::path program = fs::read_symlink("/proc/self/exe", error);
        path = program.parent_path() / WEFT_LIBRARIES_FROM_HERE / "libweft_mpiio.so";
    }
    path = fs::absolute(path, error).lexically_normal();
    if (!fs::is_regular_file(path, error))
        return Status(Code::enoent,
                      path.string() + " does not exist: give its path with --library");
    // The loader takes both for the end of a name.
    if (path.string().find_first_of(": ") != std::string::npos)
        return Status(Code::einval,
                      "a library with a colon or a space in its name cannot be "
                      "preloaded: " +
                          path.string());
    return path.string();
}

/// The library of this installation serves one MPI; for another one the caller must choose.
Status check_family(Launcher launcher, const RunOptions& options) {
    const std::string family = WEFT_LAUNCHER_FAMILY;
    const bool is_other = (launcher == Launcher::openmpi && family == "mpich") ||
                          (launcher == Launcher::hydra && family == "openmpi");
    if (!is_other || !options.library.empty()) return {};
    return {Code::einval, options.command.front() + " is " + name_of(launcher) +
                              ", and this installation's library is for " + family};
}

Variables variables_of(const RunOptions& options) {
    Variables variables;
    if (!options.files.empty()) variables.emplace_back("WEFT_MPIIO", options.files);
    std::string hints = options.hints;
    if (!options.report.empty()) {
        const std::string folder = std::filesystem::absolute(options.report);
        hints += (hints.empty() ? "" : ";") + ("weft_report=" + folder) +
                 (folder.ends_with('/') ? "" : "/");
    }
    if (!hints.empty()) variables.emplace_back("WEFT_MPIIO_HINTS", hints);
    return variables;
}

/// Programs write no report, without a message, if the folder does not exist.
Status check_folder(const RunOptions& options) {
    std::error_code error;
    if (options.report.empty() || std::filesystem::is_directory(options.report, error)) return {};
    return {Code::einval, "--report " + options.report + ": there is no such folder"};
}

Result<Start> prepare(const RunOptions& options, Launcher& launcher) {
    const Status has_folder = check_folder(options);
    if (!has_folder.ok()) return has_folder;
    const Result<std::string> library = library_of(options);
    if (!library.ok()) return library.status();
    const Result<Launcher> found = launcher_of(options.command.front());
    if (!found.ok()) return found.status();
    launcher = found.value();
    const Status fits = check_family(launcher, options);
    if (!fits.ok()) return fits;
    const char* const before = std::getenv("LD_PRELOAD");
    const bool has_others = before != nullptr && *before != '\0';
    return start_of(launcher, options.command,
                    (has_others ? before + std::string(":") : "") + library.value(),
                    variables_of(options));
}

std::string joined(const Line& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
}

Line settings_of(const Start& start) {
    Line settings;
    for (const auto& [name, value] : start.environment) settings.push_back(name + "=" + value);
    return settings;
}

/// Returns only if the command cannot be started.
int become(Start& start) {
    for (const auto& [name, value] : start.environment) setenv(name.c_str(), value.c_str(), 1);
    std::signal(SIGPIPE, SIG_DFL);  // would stay ignored in the command
    std::vector<char*> words;
    for (std::string& word : start.line) words.push_back(word.data());
    words.push_back(nullptr);
    execvp(words.front(), words.data());
    complain(start.line.front(), std::error_code(errno, std::generic_category()).message());
    return exit_not_started;
}

int run_command(const RunOptions& options, Output& out) {
    Launcher launcher = Launcher::none;
    Result<Start> prepared = prepare(options, launcher);
    if (!prepared.ok()) {
        complain("run", prepared.status());
        return prepared.code() == Code::einval ? exit_usage : exit_not_started;
    }
    Start start = std::move(prepared).value();
    const std::string settings = joined(settings_of(start));
    if (options.show) {
        out.print("{}{}{}\n", settings, settings.empty() ? "" : " ", joined(start.line));
        return exit_fine;
    }
    std::cerr << "weft run: " << options.command.front() << " is " << name_of(launcher);
    if (!start.added.empty()) std::cerr << "; added: " << joined(start.added);
    if (!settings.empty()) std::cerr << "; in its environment: " << settings;
    std::cerr << std::endl;
    return become(start);
}

}  // namespace

void add_run(CLI::App& program, Run& run) {
    CommandForm form(program, "run");
    const auto options = std::make_shared<RunOptions>();
    form.argument("COMMAND", options->command);
    form.option("--files", options->files);
    form.option("--hints", options->hints);
    form.option("--report", options->report);
    form.option("--library", options->library);
    form.flag("--show", options->show);
    form.run(run, [options](Output& out) { return run_command(*options, out); });
}

}  // namespace weft::tools
