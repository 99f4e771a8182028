// SPDX-License-Identifier: BSD-3-Clause
#include "tools/run/launcher.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

extern char** environ;

namespace weft::tools {
namespace {

constexpr const char* preload_name = "LD_PRELOAD";

/// The output of a program with --version.
Result<std::string> version_of(const std::string& program) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
        return Status(Code::efile, std::error_code(errno, std::generic_category()).message());
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::string name = program;
    std::string question = "--version";
    std::array<char*, 3> words{name.data(), question.data(), nullptr};
    pid_t child = 0;
    const int failed =
        posix_spawnp(&child, program.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string said;
    std::array<char, 4096> block{};
    for (ssize_t got = 1; failed == 0 && got > 0;) {
        got = read(ends[0], block.data(), block.size());
        if (got > 0) said.append(block.data(), static_cast<std::size_t>(got));
    }
    close(ends[0]);
    if (failed != 0)
        return Status(Code::efile,
                      program + ": " + std::error_code(failed, std::generic_category()).message());
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
    return said;
}

bool has_any(const std::string& text, std::initializer_list<const char*> words) {
    return std::ranges::any_of(words,
                               [&](const char* word) { return text.find(word) != text.npos; });
}

/// The added words come behind the launcher's name and, if it starts several programs, before each:
/// a colon separates them.
void add_everywhere(Start& start) {
    Line line = {start.line.front()};
    line.insert(line.end(), start.added.begin(), start.added.end());
    for (std::size_t i = 1; i < start.line.size(); ++i) {
        line.push_back(start.line[i]);
        if (start.line[i] == ":") line.insert(line.end(), start.added.begin(), start.added.end());
    }
    start.line = std::move(line);
}

void add_in_front(Start& start) {
    start.line.insert(start.line.begin() + 1, start.added.begin(), start.added.end());
}

Result<Start> start_by_srun(Start start, const std::string& preload, const Variables& others) {
    const auto exports = [](const std::string& word) {
        return word == "--export" || word.starts_with("--export=");
    };
    if (std::ranges::any_of(start.line, exports))
        return Status(Code::einval,
                      fmt::format("srun already has an option --export: add {}={} to it",
                                  preload_name, preload));
    if (preload.find(',') != preload.npos)
        return Status(Code::einval,
                      fmt::format("srun cannot pass a value with a comma: {}", preload));
    start.environment = others;
    start.added = {fmt::format("--export=ALL,{}={}", preload_name, preload)};
    add_in_front(start);
    return start;
}

}  // namespace

const char* name_of(Launcher launcher) {
    switch (launcher) {
        case Launcher::openmpi:
            return "Open MPI's launcher";
        case Launcher::hydra:
            return "MPICH's launcher";
        case Launcher::srun:
            return "srun";
        case Launcher::none:
            break;
    }
    return "no launcher";
}

Result<Launcher> launcher_of(const std::string& program) {
    const std::string name = std::filesystem::path(program).filename();
    if (name == "srun") return Launcher::srun;
    const auto begins = [&](const char* word) { return name.starts_with(word); };
    if (!begins("mpiexec") && !begins("mpirun") && !begins("orterun") && !begins("prterun"))
        return Launcher::none;
    const Result<std::string> said = version_of(program);
    if (!said.ok()) return said.status();
    if (has_any(said.value(), {"OpenRTE", "Open MPI", "PRRTE"})) return Launcher::openmpi;
    if (has_any(said.value(), {"HYDRA", "Intel(R) MPI"})) return Launcher::hydra;
    return Status(Code::einval, program +
                                    " --version says neither Open MPI, MPICH nor Intel MPI: set " +
                                    preload_name + " by its own options");
}

Result<Start> start_of(Launcher launcher, const Line& line, const std::string& preload,
                       const Variables& others) {
    Start start{line, {}, {}};
    if (launcher == Launcher::srun) return start_by_srun(std::move(start), preload, others);
    Variables all = others;
    all.emplace_back(preload_name, preload);
    if (launcher == Launcher::none) {
        start.environment = std::move(all);
        return start;
    }
    for (const auto& [name, value] : all) {
        if (launcher == Launcher::openmpi) {
            start.added.insert(start.added.end(), {"-x", name + "=" + value});
        } else {
            start.added.insert(start.added.end(), {"-genv", name, value});
        }
    }
    if (launcher == Launcher::openmpi) {
        add_everywhere(start);
    } else {
        add_in_front(start);
    }
    return start;
}

}  // namespace weft::tools
