// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <sstream>
#include <stdexcept>

namespace random_programs {
namespace {

void switch_features(Options& options, const std::string& list, bool on) {
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');) {
        bool found = false;
        for (const FeatureName& known : feature_names()) {
            if (name != known.name) continue;
            found = true;
            if (on) {
                options.features.insert(known.feature);
            } else {
                options.features.erase(known.feature);
            }
        }
        if (!found) throw std::invalid_argument("unknown feature: " + name);
    }
}

void set_seed(Options& options, const std::string& word) {
    options.fresh_seed = word == "fresh";
    if (!options.fresh_seed) options.seed = std::stoull(word);
}

// Splits --name=value; a value may also be the next argument.
std::vector<std::string> split(const std::vector<std::string>& arguments) {
    std::vector<std::string> words;
    for (const std::string& argument : arguments) {
        const std::size_t at = argument.find('=');
        words.push_back(argument.substr(0, at));
        if (at != std::string::npos) words.push_back(argument.substr(at + 1));
    }
    return words;
}

}  // namespace

const std::vector<FeatureName>& feature_names() {
    static const std::vector<FeatureName> names{
        {Feature::abort, "abort", true},
        {Feature::attributes, "attributes", true},
        {Feature::count_ignore, "count_ignore", true},
        {Feature::derived_types, "derived_types", true},
        {Feature::external_buffers, "external_buffers", true},
        {Feature::faults, "faults", true},
        {Feature::fill, "fill", true},
        {Feature::fill_record, "fill_record", true},
        {Feature::filetypes, "filetypes", true},
        {Feature::forbidden, "forbidden", true},
        {Feature::parts, "parts", false},
        {Feature::prompt, "prompt", true},
        {Feature::hints, "hints", true},
        {Feature::independent, "independent", true},
        {Feature::long_attributes, "long_attributes", true},
        {Feature::mapped, "mapped", true},
        {Feature::mixed, "mixed", true},
        {Feature::netcdf4, "netcdf4", false},
        {Feature::nonblocking, "nonblocking", true},
        {Feature::out_of_range, "out_of_range", true},
        {Feature::range_ends, "range_ends", true},
        {Feature::read_only_buffers, "read_only_buffers", true},
        {Feature::redefine, "redefine", true},
        {Feature::rename, "rename", true},
        {Feature::reopen, "reopen", true},
        {Feature::strides, "strides", true},
        {Feature::strided_records, "strided_records", true},
        {Feature::together_alone, "together_alone", true},
        {Feature::uneven_records, "uneven_records", true},
        {Feature::varn, "varn", true},
        {Feature::variable_counts, "variable_counts", true}};
    return names;
}

Options parse_options(const std::vector<std::string>& arguments) {
    Options options;
    for (const FeatureName& known : feature_names()) {
        if (known.on_by_default) options.features.insert(known.feature);
    }
    const std::vector<std::string> words = split(arguments);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "--same-bytes")
            options.same_bytes = true;
        else if (word == "--self-test")
            options.self_test = true;
        else if (word == "--trace")
            options.trace = true;
        else if (i + 1 == words.size())
            throw std::invalid_argument(word + ": unknown, or without a value");
        else if (word == "--seed")
            set_seed(options, words[++i]);
        else if (word == "--replay")
            options.seed = std::stoull(words[++i]), options.replay = true;
        else if (word == "--programs")
            options.programs = std::stoi(words[++i]);
        else if (word == "--max-steps")
            options.max_steps = std::stoi(words[++i]);
        else if (word == "--seconds-per-program")
            options.seconds_per_program = std::stoi(words[++i]);
        else if (word == "--dir")
            options.directory = words[++i];
        else if (word == "--keep")
            options.keep = words[++i];
        else if (word == "--with")
            switch_features(options, words[++i], true);
        else if (word == "--without")
            switch_features(options, words[++i], false);
        else
            throw std::invalid_argument("unknown option: " + word);
    }
    if (options.replay) options.programs = 1;
    return options;
}

std::string usage() {
    std::string text =
        "random_programs [--seed S|fresh] [--programs N] [--max-steps M] [--dir D] [--same-bytes]\n"
        "                [--replay PROGRAM_SEED] [--trace] [--self-test] [--seconds-per-program "
        "T]\n"
        "                [--with feature,...] [--without feature,...] [--keep D]\nfeatures (* = "
        "off "
        "by default):\n";
    for (const FeatureName& known : feature_names()) {
        text += std::string("  ") + known.name + (known.on_by_default ? "\n" : " *\n");
    }
    return text;
}

std::string replay_arguments(const Options& options, std::uint64_t program_seed) {
    std::string text = "--replay " + std::to_string(program_seed) + " --max-steps " +
                       std::to_string(options.max_steps);
    if (options.same_bytes) text += " --same-bytes";
    for (const FeatureName& known : feature_names()) {
        const bool on = options.has(known.feature);
        if (on != known.on_by_default)
            text += std::string(on ? " --with " : " --without ") + known.name;
    }
    return text;
}

}  // namespace random_programs
