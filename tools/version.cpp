// SPDX-License-Identifier: BSD-3-Clause
// weft version: the interface, and how it was built.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/command.hpp"
#include "tools/shared/command_form.hpp"

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

/// Scripts take the last word of the line with "Version": no other line may contain it.
constexpr Fact facts[] = {
    {&VersionOptions::version, "interface", "PnetCDF Version", WEFT_INTERFACE_VERSION},
    {&VersionOptions::date, "interface_date", "PnetCDF Release date", WEFT_INTERFACE_DATE},
    {&VersionOptions::version, "weft", "Weft", WEFT_VERSION},
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
    CommandForm form(program, "version");
    const auto options = std::make_shared<VersionOptions>();
    form.flag("-v", options->version);
    form.flag("-d", options->date);
    form.flag("-c", options->configuration);
    form.flag("-b", options->mpi);
    form.flag("--json", options->json);
    form.run(run, [options](Output& out) { return run_version(*options, out); });
}

}  // namespace weft::tools
