// SPDX-License-Identifier: BSD-3-Clause
//
// Reads a classic netCDF file (CDF-1, CDF-2, CDF-5) as the format's grammar says, without the
// library under test.
#pragma once

#include <string>
#include <vector>

#include "model.hpp"

namespace random_programs {

struct ParsedVariable {
    std::string name;
    std::vector<int> dimensions;
    std::vector<Attribute> attributes;
    nc_type type;
    std::uint64_t slab_bytes;  // the header's vsize
    std::uint64_t begin;
};

struct ParsedFile {
    int format;
    Index record_count;
    std::vector<Dimension> dimensions;
    std::vector<Attribute> attributes;
    std::vector<ParsedVariable> variables;
    std::size_t header_bytes;
    Bytes bytes;  // all of the file

    bool is_record(const ParsedVariable& variable) const;
    std::uint64_t record_bytes() const;  // distance from one record to the next
};

Bytes read_whole_file(const std::string& path);

// Throws Mismatch where the bytes do not follow the grammar.
ParsedFile parse_file(Bytes bytes);

// Reverses the bytes of each element on machines that are not big-endian.
void swap_from_file(std::byte* values, std::size_t count, std::size_t element_size);

}  // namespace random_programs
