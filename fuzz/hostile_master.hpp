// SPDX-License-Identifier: BSD-3-Clause
// Masters as a stranger may make them: sound in all but the names of their parts, and now and then
// a byte.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "model/schema.hpp"
#include "parts/table.hpp"

namespace weft::fuzz {

/// Of two ranges, and one or two epochs.
struct HostileMaster {
    std::string bytes;
    parts::Table table;
    model::Schema whole;
    bool is_damaged = false;  // beside the names
};

/// `folder`: that it will lie in, from the root on. Of the names, some are those that a set has.
HostileMaster hostile_master(std::mt19937_64& random, const std::string& folder);

/// The bytes of its file, and of a part of it.
std::string bytes_of_master(const HostileMaster& master);
std::string bytes_of_part(const HostileMaster& master, int part, const std::string& masters_place);

}  // namespace weft::fuzz
