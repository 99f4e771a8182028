// SPDX-License-Identifier: BSD-3-Clause
#include "file_check.hpp"

#include <algorithm>
#include <cstring>

#include "mismatch.hpp"

namespace random_programs {
namespace {

std::string in_file(const std::string& what) {
    return "in the file: " + what;
}

void check_attributes(const std::string& owner, const std::vector<Attribute>& expected,
                      const std::vector<Attribute>& found) {
    expect_equal(in_file("number of attributes of " + owner), expected.size(), found.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const std::string what = in_file("attribute " + std::to_string(i) + " of " + owner);
        expect_equal(what + ", name", expected[i].name, found[i].name);
        expect_equal(what + ", type", expected[i].type, found[i].type);
        expect_equal(what + ", length", expected[i].length(), found[i].length());
        if (expected[i].values != found[i].values) throw Mismatch(what + " has other values");
    }
}

void check_definitions(const ParsedFile& file, const Model& model) {
    expect_equal(in_file("format"), model.format, file.format);
    expect_equal(in_file("number of records"), model.record_count, file.record_count);
    expect_equal(in_file("number of dimensions"), model.dimensions.size(), file.dimensions.size());
    for (std::size_t i = 0; i < model.dimensions.size(); ++i) {
        const std::string what = in_file("dimension " + std::to_string(i));
        expect_equal(what + ", name", model.dimensions[i].name, file.dimensions[i].name);
        expect_equal(what + ", length", model.dimensions[i].length, file.dimensions[i].length);
    }
    check_attributes("the file", model.attributes, file.attributes);
    expect_equal(in_file("number of variables"), model.variables.size(), file.variables.size());
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& expected = model.variables[i];
        const ParsedVariable& found = file.variables[i];
        const std::string what = in_file("variable " + std::to_string(i));
        expect_equal(what + ", name", expected.name, found.name);
        expect_equal(what + ", type", expected.type, found.type);
        if (expected.dimensions != found.dimensions) throw Mismatch(what + " has other dimensions");
        check_attributes(what, expected.attributes, found.attributes);
    }
}

std::uint64_t slab_bytes(const Model& model, int variable) {
    return static_cast<std::uint64_t>(model.elements_per_record(variable)) *
           size_of_external(model.variables[variable].type);
}

// Fixed variables in the order of definition, then the record section, none touching another.
void check_places(const ParsedFile& file, const Model& model) {
    std::uint64_t end = file.header_bytes;
    for (const bool records : {false, true}) {
        for (std::size_t i = 0; i < file.variables.size(); ++i) {
            const int id = static_cast<int>(i);
            if (model.is_record(id) != records) continue;
            const std::string what = in_file("variable " + std::to_string(i));
            const std::uint64_t bytes = slab_bytes(model, id);
            const std::uint64_t padded = (bytes + 3) / 4 * 4;
            if (file.variables[i].begin < end) {
                throw Mismatch(what + " begins at " + std::to_string(file.variables[i].begin) +
                               ", before the end of what lies before it, " + std::to_string(end));
            }
            expect_equal(what + ", begin modulo 4", std::uint64_t{0}, file.variables[i].begin % 4);
            expect_equal(what + ", vsize", padded, file.variables[i].slab_bytes);
            end = file.variables[i].begin + bytes;
        }
    }
}

// Calls use(element, offset) for the elements whose values the model knows.
template <class Use>
void for_known_elements(const ParsedFile& file, const Model& model, int id, Use&& use) {
    const Variable& variable = model.variables[id];
    const std::size_t size = size_of_external(variable.type);
    const auto per_record = static_cast<std::size_t>(model.elements_per_record(id));
    const std::uint64_t record_bytes = model.is_record(id) ? file.record_bytes() : 0;
    for (std::size_t i = 0; i < variable.states.size(); ++i) {
        if ((variable.states[i] & element_known) == 0) continue;
        use(i, file.variables[id].begin + i / per_record * record_bytes + i % per_record * size);
    }
}

void check_values(const ParsedFile& file, const Model& model, int id) {
    const Variable& variable = model.variables[id];
    const std::size_t size = size_of_external(variable.type);
    for_known_elements(file, model, id, [&](std::size_t i, std::uint64_t at) {
        const std::string what = in_file("variable " + std::to_string(id) + ", element " +
                                         std::to_string(i) + " at offset " + std::to_string(at));
        if (at + size > file.bytes.size())
            throw Mismatch(what + " lies behind the end of the file");
        Bytes found(&file.bytes[at], &file.bytes[at] + size);
        swap_from_file(found.data(), 1, size);
        if (std::memcmp(found.data(), &variable.values[i * size], size) == 0) return;
        throw Mismatch(what + ": expected " +
                       text_of(&variable.values[i * size], model.native(id)) + ", got " +
                       text_of(found.data(), model.native(id)));
    });
}

}  // namespace

Bytes defined_bytes(const ParsedFile& file, const Model& model) {
    Bytes defined(file.bytes.size());
    std::copy_n(file.bytes.begin(), file.header_bytes, defined.begin());
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        const int id = static_cast<int>(v);
        const std::size_t size = size_of_external(model.variables[v].type);
        for_known_elements(file, model, id, [&](std::size_t, std::uint64_t at) {
            if (at + size <= defined.size())
                std::copy_n(file.bytes.begin() + static_cast<std::ptrdiff_t>(at), size,
                            defined.begin() + static_cast<std::ptrdiff_t>(at));
        });
    }
    // A file without records may end with its header or where records would begin.
    while (defined.size() > file.header_bytes && defined.back() == std::byte{0}) defined.pop_back();
    return defined;
}

void check_file(const ParsedFile& file, const Model& model, const std::vector<Index>& begins) {
    check_definitions(file, model);
    check_places(file, model);
    for (std::size_t i = 0; i < begins.size(); ++i) {
        expect_equal("ncmpi_inq_varoffset of variable " + std::to_string(i),
                     static_cast<Index>(file.variables[i].begin), begins[i]);
    }
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        check_values(file, model, static_cast<int>(i));
    }
}

}  // namespace random_programs
