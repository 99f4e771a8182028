// SPDX-License-Identifier: BSD-3-Clause
#include "file_parser.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>

#include "mismatch.hpp"

namespace random_programs {
namespace {

constexpr std::uint64_t tag_dimension = 0x0A;
constexpr std::uint64_t tag_variable = 0x0B;
constexpr std::uint64_t tag_attribute = 0x0C;

class Parser {
public:
    explicit Parser(Bytes bytes) { file_.bytes = std::move(bytes); }

    ParsedFile parse() {
        if (take(3) != 0x434446) throw Mismatch("the file does not begin with CDF");
        file_.format = static_cast<int>(take(1));
        if (file_.format != 1 && file_.format != 2 && file_.format != 5) {
            throw Mismatch("unknown format version in the file");
        }
        file_.record_count = static_cast<Index>(count());
        for (auto left = list(tag_dimension); left > 0; --left) {
            std::string dimension_name = name();
            const auto length = static_cast<Index>(count());
            file_.dimensions.push_back({std::move(dimension_name), length, length == 0});
        }
        file_.attributes = attributes();
        for (auto left = list(tag_variable); left > 0; --left) variable();
        file_.header_bytes = at_;
        return std::move(file_);
    }

private:
    std::uint64_t take(std::size_t bytes) {
        need(bytes);
        std::uint64_t number = 0;
        for (; bytes > 0; --bytes) {
            number = number << 8 | std::to_integer<std::uint64_t>(file_.bytes[at_++]);
        }
        return number;
    }

    void need(std::uint64_t bytes) const {
        if (bytes > file_.bytes.size() - at_) throw Mismatch("the file ends inside its header");
    }

    std::uint64_t count() { return take(file_.format == 5 ? 8 : 4); }

    std::uint64_t list(std::uint64_t tag) {
        const std::uint64_t found = take(4);
        const std::uint64_t elements = count();
        if (found != (elements == 0 ? 0 : tag) && found != tag) {
            throw Mismatch("wrong list tag " + std::to_string(found) + " in the header");
        }
        return elements;
    }

    void padding() {
        while (at_ % 4 != 0) {
            if (take(1) != 0) throw Mismatch("padding in the header is not zero");
        }
    }

    Bytes raw(std::uint64_t bytes) {
        need(bytes);
        const auto begin = file_.bytes.begin() + static_cast<std::ptrdiff_t>(at_);
        Bytes taken(begin, begin + static_cast<std::ptrdiff_t>(bytes));
        at_ += bytes;
        padding();
        return taken;
    }

    std::string name() {
        const Bytes letters = raw(count());
        std::string text(letters.size(), ' ');
        std::memcpy(text.data(), letters.data(), letters.size());
        return text;
    }

    nc_type type() {
        const auto found = static_cast<nc_type>(take(4));
        if (found < NC_BYTE || found > (file_.format == 5 ? NC_UINT64 : NC_DOUBLE)) {
            throw Mismatch("type " + std::to_string(found) + " in the header");
        }
        return found;
    }

    std::vector<Attribute> attributes() {
        std::vector<Attribute> found;
        for (auto left = list(tag_attribute); left > 0; --left) {
            Attribute attribute{name(), type(), {}};
            const std::uint64_t elements = count();
            const std::size_t size = size_of_external(attribute.type);
            need(elements);
            attribute.values = raw(elements * size);
            swap_from_file(attribute.values.data(), elements, size);
            found.push_back(std::move(attribute));
        }
        return found;
    }

    void variable() {
        ParsedVariable found{};
        found.name = name();
        for (auto left = count(); left > 0; --left) {
            const std::uint64_t id = count();
            if (id >= file_.dimensions.size()) throw Mismatch("dimension id out of range");
            found.dimensions.push_back(static_cast<int>(id));
        }
        found.attributes = attributes();
        found.type = type();
        found.slab_bytes = count();
        found.begin = take(file_.format == 1 ? 4 : 8);
        file_.variables.push_back(std::move(found));
    }

    ParsedFile file_;
    std::size_t at_ = 0;
};

}  // namespace

bool ParsedFile::is_record(const ParsedVariable& variable) const {
    return !variable.dimensions.empty() && dimensions[variable.dimensions[0]].unlimited;
}

std::uint64_t ParsedFile::record_bytes() const {
    std::uint64_t padded = 0;
    std::uint64_t unpadded = 0;
    int record_variables = 0;
    for (const ParsedVariable& variable : variables) {
        if (!is_record(variable)) continue;
        std::uint64_t slab = size_of_external(variable.type);
        for (std::size_t d = 1; d < variable.dimensions.size(); ++d) {
            slab *= static_cast<std::uint64_t>(dimensions[variable.dimensions[d]].length);
        }
        unpadded = slab;
        padded += (slab + 3) / 4 * 4;
        ++record_variables;
    }
    return record_variables == 1 ? unpadded : padded;
}

Bytes read_whole_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    if (!stream) throw Mismatch("cannot read " + path);
    Bytes bytes(static_cast<std::size_t>(stream.tellg()));
    stream.seekg(0);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

ParsedFile parse_file(Bytes bytes) {
    return Parser(std::move(bytes)).parse();
}

void swap_from_file(std::byte* values, std::size_t count, std::size_t element_size) {
    if constexpr (std::endian::native == std::endian::big) return;
    for (std::size_t i = 0; i < count; ++i) {
        std::reverse(values + i * element_size, values + (i + 1) * element_size);
    }
}

}  // namespace random_programs
