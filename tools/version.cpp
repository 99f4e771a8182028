// SPDX-License-Identifier: BSD-3-Clause
// weft version: which interface this is, and how it was built.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/command.hpp"

namespace weft::tools {
namespace {

struct VersionOptions {
    bool version = false;
    bool date = false;
    bool configuration = false;
    bool mpi = false;
    bool json = false;
};

struct Fact {
    bool VersionOptions::*wish;
    const char* key;
    const char* title;
    const char* text;
};

constexpr Fact facts[] = {
    {&VersionOptions::version, "interface", "PnetCDF Version", WEFT_INTERFACE_VERSION},
    {&VersionOptions::date, "interface_date", "PnetCDF Release date", WEFT_INTERFACE_DATE},
    {&VersionOptions::version, "weft", "Weft Version", WEFT_VERSION},
    {&VersionOptions::configuration, "build", "Build", WEFT_BUILD},
    {&VersionOptions::mpi, "mpi_compiler", "MPICC", WEFT_MPI_COMPILER}};

int run_version(const VersionOptions& options, Output& out) {
    const bool wants_all =
        !options.version && !options.date && !options.configuration && !options.mpi;
    nlohmann::ordered_json report;
    for (const Fact& fact : facts) {
        if (!wants_all && !(options.*fact.wish)) continue;
        if (options.json) {
            report[fact.key] = fact.text;
        } else {
            out.print("{:<22}{}\n", std::string(fact.title) + ":", fact.text);
        }
    }
    if (options.json) out.print("{}\n", report.dump(2));
    return exit_fine;
}

}  // namespace

void add_version(CLI::App& program, Run& run) {
    CLI::App* command =
        program.add_subcommand("version", "Say which interface this is, and how it was built");
    const auto options = std::make_shared<VersionOptions>();
    command->add_flag("-v", options->version, "The versions");
    command->add_flag("-d", options->date, "The date of the interface's release");
    command->add_flag("-c", options->configuration, "How it was built");
    command->add_flag("-b", options->mpi, "The MPI compiler");
    command->add_flag("--json", options->json, "JSON");
    command->callback(
        [options, &run] { run = [options](Output& out) { return run_version(*options, out); }; });
}

}  // namespace weft::tools
