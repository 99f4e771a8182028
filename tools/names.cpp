// SPDX-License-Identifier: BSD-3-Clause
#include "tools/names.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tools/command.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

/// A letter of an old command line, and the word that replaces it; "" drops it.
struct Letter {
    char letter;
    const char* word;
};

struct OldName {
    std::string_view name;
    const char* command;
    const char* options;            // in the form of getopt(3)
    std::array<Letter, 5> letters;  // those that do not keep their meaning
};

constexpr std::array old_names{
    OldName{"ncmpidump", "dump", "chv:b:f:l:n:p:kV", {}},
    OldName{"ncmpigen", "gen", "bcfl:no:v:x", {{{'x', ""}, {'v', "-k"}, {'n', "--suffix"}}}},
    OldName{"ncmpidiff", "diff", "bqhv:t:", {}},
    OldName{"cdfdiff", "diff", "bqhv:t:", {}},
    OldName{"ncvalidator", "check", "htxq", {{{'h', "--help"}, {'t', ""}, {'x', "--repair"}}}},
    OldName{"ncoffsets",
            "info",
            "hxsgrdv:",
            {{{'h', "--help"},
              {'x', "--has-gaps"},
              {'s', "--sizes"},
              {'r', "--all-records"},
              {'d', ""}}}},
    OldName{"pnetcdf_version", "version", "vdcbh", {{{'h', "--help"}}}}};

std::string_view name_in(std::string_view program) {
    return program.substr(program.rfind('/') + 1);
}

const OldName* find_name(std::string_view program) {
    const auto found = std::find_if(old_names.begin(), old_names.end(), [&](const OldName& old) {
        return old.name == name_in(program);
    });
    return found == old_names.end() ? nullptr : &*found;
}

/// A command line after getopt(3).
struct Parsed {
    struct Option {
        char letter;
        std::string value;
    };
    std::vector<Option> options;
    Words files;
    bool is_good = true;

    [[nodiscard]] bool has(char letter) const {
        return std::any_of(options.begin(), options.end(),
                           [&](const Option& option) { return option.letter == letter; });
    }
};

Parsed parse(const OldName& old, std::span<char*> arguments) {
    Parsed parsed;
    const int count = static_cast<int>(arguments.size());
    opterr = 0;
    optind = 1;
    for (int letter = 0; (letter = ::getopt(count, arguments.data(), old.options)) != -1;) {
        if (letter == '?') {
            complain("", fmt::format("{} has no option -{}, or it lacks its value", old.name,
                                     static_cast<char>(optopt)));
            parsed.is_good = false;
        } else {
            parsed.options.push_back(
                {static_cast<char>(letter), optarg == nullptr ? "" : std::string(optarg)});
            optarg = nullptr;
        }
    }
    for (char* file : arguments.subspan(static_cast<std::size_t>(std::min(optind, count)))) {
        parsed.files.emplace_back(file);
    }
    return parsed;
}

/// The command line of `weft`.
Words translate(const OldName& old, const Parsed& parsed) {
    Words words{old.command};
    for (const Parsed::Option& option : parsed.options) {
        const auto known = std::find_if(old.letters.begin(), old.letters.end(), [&](Letter letter) {
            return letter.letter == option.letter;
        });
        std::string word = known == old.letters.end() ? fmt::format("-{}", option.letter)
                                                      : std::string(known->word);
        if (word.empty()) continue;
        words.push_back(std::move(word));
        if (!option.value.empty()) words.push_back(option.value);
    }
    words.insert(words.end(), parsed.files.begin(), parsed.files.end());
    return words;
}

int refuse(const OldName& old, std::string_view reason) {
    complain("", fmt::format("{}: {}", old.name, reason));
    return exit_failed;
}

/// Runs ncmpigen. Without -b, -n and -o the text is only checked.
int run_gen(const OldName& old, Parsed parsed, const RunWords& run) {
    if (parsed.has('c') || parsed.has('f') || parsed.has('l'))
        return refuse(old,
                      "this ncmpigen makes no programs in C or Fortran; the netCDF-C package's "
                      "ncgen makes them");
    const bool makes_file = parsed.has('b') || parsed.has('n') || parsed.has('o');
    for (Parsed::Option& option : parsed.options) {
        if (option.letter == 'n') option.value = ".cdf";
    }
    if (parsed.files.empty()) parsed.files.emplace_back("-");
    Words words = translate(old, parsed);
    if (!makes_file) words.insert(words.begin() + 1, "--check");
    return run(words);
}

int run_dump(const OldName& old, const Parsed& parsed, const RunWords& run) {
    if (parsed.has('f'))
        return refuse(old,
                      "this ncmpidump does not annotate single values (-f); the netCDF-C package's "
                      "ncdump does it");
    if (!parsed.has('V')) {
        Words words = translate(old, parsed);
        words.insert(words.begin() + 1, "--file-format");
        return run(words);
    }
    Words words{"info", "--format"};
    words.insert(words.end(), parsed.files.begin(), parsed.files.end());
    return run(words);
}

int run_ncmpidiff(const OldName& old, const Parsed& parsed, const RunWords& run) {
    if (parsed.files.size() == 2 && parsed.files[0] == parsed.files[1])
        return refuse(old, "both files are " + parsed.files[0]);
    return run(translate(old, parsed));
}

/// The old tool treated some warnings as errors: padding that is not zero.
int run_validator(const OldName& old, const Parsed& parsed, const RunWords& run) {
    if (parsed.has('t') && !parsed.has('q')) {
        Words words{"info"};
        words.insert(words.end(), parsed.files.begin(), parsed.files.end());
        if (const int exit_code = run(words); exit_code != exit_fine) return exit_code;
    }
    Words words = translate(old, parsed);
    words.insert(words.begin() + 1, "--strict");
    return run(words);
}

int run_offsets(const OldName& old, const Parsed& parsed, const RunWords& run) {
    Words words = translate(old, parsed);
    words.insert(words.begin() + 1, "--offsets");
    return run(words);
}

}  // namespace

bool is_old_name(std::string_view program) {
    return find_name(program) != nullptr;
}

int run_old_name(std::span<char*> arguments, const RunWords& run) {
    const OldName& old = *find_name(arguments.front());
    const Parsed parsed = parse(old, arguments);
    if (!parsed.is_good) return exit_failed;
    int exit_code = exit_fine;
    if (old.name == "ncmpigen") {
        exit_code = run_gen(old, parsed, run);
    } else if (old.name == "ncmpidump") {
        exit_code = run_dump(old, parsed, run);
    } else if (old.name == "ncmpidiff") {
        exit_code = run_ncmpidiff(old, parsed, run);
    } else if (old.name == "ncvalidator") {
        exit_code = run_validator(old, parsed, run);
    } else if (old.name == "ncoffsets") {
        exit_code = run_offsets(old, parsed, run);
    } else {
        exit_code = run(translate(old, parsed));
    }
    return exit_code == exit_fine ? exit_fine : exit_failed;
}

}  // namespace weft::tools
