// SPDX-License-Identifier: BSD-3-Clause
// weft gen: a file from CDL.
#include <memory>
#include <string>

#include "cdl/reader.hpp"
#include "cdl/words.hpp"
#include "tools/command.hpp"
#include "tools/gen_file.hpp"
#include "tools/gen_source.hpp"
#include "tools/message.hpp"

namespace weft::tools {
namespace {

struct GenOptions {
    std::string text;
    std::string output;
    std::string kind;
    bool binary = false;
};

int run_gen(const GenOptions& options) {
    TextSource source;
    Status status = source.open(options.text);
    if (!status.ok()) {
        complain(options.text, status);
        return exit_failed;
    }
    GenTarget target{
        .source = options.text, .path = options.output, .version = cdl::version_of(options.kind)};
    GeneratedFile file(std::move(target));
    status = cdl::read(source, file);
    if (!status.ok()) {
        complain(options.text, status);
        return exit_failed;
    }
    status = file.finish();
    if (!status.ok()) complain(file.path(), status);
    return status.ok() ? exit_fine : exit_failed;
}

std::string check_kind(const std::string& kind) {
    return cdl::version_of(kind) ? std::string()
                                 : "the kind of a file is classic, 64-bit-offset or cdf5";
}

}  // namespace

void add_gen(CLI::App& program, Run& run) {
    CLI::App* command =
        program.add_subcommand("gen", "Make a file from CDL, the text that dump prints");
    const auto options = std::make_shared<GenOptions>();
    command->add_option("FILE", options->text, "The text; - is standard input")->required();
    command
        ->add_option("-o", options->output,
                     "The file to make; the default is the dataset's name with .nc")
        ->type_name("FILE");
    command
        ->add_option("-k", options->kind,
                     "classic, 64-bit-offset or cdf5, or 1, 2 or 5; the default is what the text "
                     "asks for, else the oldest format that can hold it")
        ->check(check_kind)
        ->type_name("KIND");
    command->add_flag("-b", options->binary, "Make a binary file, as always; for users of ncgen");
    command->callback([options, &run] { run = [options](Output&) { return run_gen(*options); }; });
}

}  // namespace weft::tools
