// SPDX-License-Identifier: BSD-3-Clause
#include "options.hpp"

#include <random>
#include <sstream>
#include <stdexcept>

namespace mpiio {
namespace {

void leave_out(Features& features, const std::string& what) {
    if (what == "far") {
        features.far = false;
    } else if (what == "reaching") {
        features.reaching = false;
    } else if (what == "ends") {
        features.ends = false;
    } else if (what == "memory") {
        features.memory = false;
    } else if (what == "seeks") {
        features.seeks = false;
    } else if (what == "external") {
        features.external = false;
    } else if (what == "holes") {
        features.holes = false;
    } else {
        throw std::invalid_argument("unknown feature: " + what);
    }
}

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> names;
    std::istringstream text(list);
    for (std::string name; std::getline(text, name, ',');) names.push_back(name);
    return names;
}

void set(Options& options, const std::string& name, const std::string& value) {
    if (name == "--seed") {
        options.seed = value == "fresh" ? std::random_device{}() : std::stoull(value);
    } else if (name == "--cases") {
        options.cases = std::stoll(value);
    } else if (name == "--case") {
        options.only = std::stoll(value);
    } else if (name == "--dir") {
        options.directory = value;
    } else if (name == "--calls") {
        options.calls = split(value);
    } else if (name == "--without") {
        for (const std::string& what : split(value)) leave_out(options.features, what);
    } else {
        throw std::invalid_argument("unknown option: " + name);
    }
}

}  // namespace

Options parse(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--trace") {
            options.traces = true;
        } else if (name == "--keep-going") {
            options.keeps_going = true;
        } else if (i + 1 < argc) {
            set(options, name, argv[++i]);
        } else {
            throw std::invalid_argument(name + " needs a value");
        }
    }
    return options;
}

}  // namespace mpiio
