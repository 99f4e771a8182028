// SPDX-License-Identifier: BSD-3-Clause
// Headers that claim more than NC_MAX_DIMS, NC_MAX_ATTRS or NC_MAX_VARS: a code for each. With
// other impossible counts a file is not a netCDF file.
#include <cstdint>
#include <string>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

enum Tag : std::uint32_t { absent = 0, dimensions = 10, variables = 11, attributes = 12 };

/// A header of one format, field by field.
class Header {
public:
    explicit Header(int format) : is_wide_(format == 5) {
        bytes_ = std::string("CDF") + static_cast<char>(format);
        count(0);
    }
    Header& word(std::uint64_t value, int bytes = 4) {
        for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
            bytes_ += static_cast<char>(value >> shift & 0xFF);
        return *this;
    }
    Header& count(std::uint64_t value) { return word(value, is_wide_ ? 8 : 4); }
    Header& list(Tag tag, std::uint64_t items) { return word(tag).count(items); }
    /// Writes one variable, up to the number of its dimensions.
    Header& variable() {
        list(absent, 0).list(absent, 0).list(variables, 1).count(4);
        bytes_ += "name";
        return *this;
    }
    /// The file with room behind the header, so that the claim is not refused for the length of the
    /// file.
    [[nodiscard]] std::string file() const { return bytes_ + std::string(400, '\0'); }

private:
    bool is_wide_;
    std::string bytes_;
};

void expect_code(const Header& header, int wanted, const std::string& what, Place place = here()) {
    make_file(path(), header.file());
    int ncid = 0;
    expect(ncmpi_open(MPI_COMM_WORLD, path().c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid), wanted,
           what, place);
    expect_equal(ncid, -1, "the id after " + what, place);
}

void over_the_limits() {
    for (const int format : {1, 2, 5}) {
        for (const std::uint64_t count : {0x80000000ULL, 0xFFFFFFFFULL, ~0ULL}) {
            if (format != 5 && count > 0xFFFFFFFF) continue;
            const std::string of = std::to_string(count) + " in CDF-" + std::to_string(format);
            expect_code(Header(format).list(dimensions, count), NC_EMAXDIMS, "dimensions: " + of);
            expect_code(Header(format).list(absent, 0).list(attributes, count), NC_EMAXATTS,
                        "attributes: " + of);
            expect_code(Header(format).list(absent, 0).list(absent, 0).list(variables, count),
                        NC_EMAXVARS, "variables: " + of);
            expect_code(Header(format).variable().count(count), NC_EMAXDIMS,
                        "dimensions of a variable: " + of);
            expect_code(Header(format).variable().count(0).list(attributes, count), NC_EMAXATTS,
                        "attributes of a variable: " + of);
        }
    }
}

void within_the_limits_but_not_in_the_file() {
    for (const int format : {1, 2, 5}) {
        constexpr std::uint64_t most = NC_MAX_INT;
        expect_code(Header(format).list(dimensions, most), NC_ENOTNC, "dimensions");
        expect_code(Header(format).list(absent, 0).list(attributes, most), NC_ENOTNC, "attributes");
        expect_code(Header(format).list(absent, 0).list(absent, 0).list(variables, most), NC_ENOTNC,
                    "variables");
        expect_code(Header(format).variable().count(most), NC_ENOTNC, "dimensions of a variable");
        expect_code(Header(format).list(absent, 1), NC_ENOTNC, "an absent list with an item");
    }
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"over_the_limits", over_the_limits},
                {"within_the_limits_but_not_in_the_file", within_the_limits_but_not_in_the_file}});
}
