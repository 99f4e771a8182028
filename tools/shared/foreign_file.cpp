// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/foreign_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "dataset/file_source.hpp"
#include "storage/any_store.hpp"
#include "storage/path_scheme.hpp"
#include "tools/shared/input_files.hpp"

namespace weft::tools {
namespace {

using namespace std::string_view_literals;

struct Mark {
    std::string_view begin;
    std::string_view advice;
};

constexpr std::array marks{
    Mark{"\x1f\x8b"sv, "compressed by gzip: unpack it first, with gzip -dk FILE"},
    Mark{"BZh"sv, "compressed by bzip2: unpack it first, with bzip2 -dk FILE"},
    Mark{"\xfd"
         "7zXZ\0"sv,
         "compressed by xz: unpack it first, with xz -dk FILE"},
    Mark{"\x28\xb5\x2f\xfd"sv, "compressed by zstd: unpack it first, with zstd -d FILE"},
    Mark{"PK\x03\x04"sv, "a ZIP archive: unpack it first, with unzip FILE"},
    Mark{"GRIB"sv, "GRIB: cdo -f nc copy FILE NEW.nc makes a classic file of it"}};

constexpr std::string_view about_hdf5 =
    "an HDF5 file, perhaps netCDF-4, and weft reads only CDF-1, CDF-2 and CDF-5: convert it with "
    "nccopy -k cdf5 FILE NEW.nc (of netCDF-C), or look into it with ncdump, h5dump or nccmp";

bool is_web_address(const std::string& path) {
    const std::string_view scheme = storage::scheme_of(path);
    constexpr std::array known{"http"sv, "https"sv, "ftp"sv};
    return std::ranges::find(known, scheme) != known.end();
}

}  // namespace

Result<std::unique_ptr<storage::File>> open_to_read(const std::string& path) {
    if (is_web_address(path))
        return Status(Code::enotsupport,
                      "weft does not read files from the web: download it first, with curl -O URL, "
                      "or with nccopy URL NEW.nc from an OPeNDAP server");
    const Result<std::string> place = readable_path(path);
    if (!place.ok()) return place.status();
    return storage::AnyStore().open_file(place.value(), {});
}

std::string advice_about(format::ByteSource& source, std::int64_t file_bytes) {
    const auto signature = dataset::signature_of(source, file_bytes);
    if (signature.ok() && signature.value() == dataset::Signature::hdf5)
        return std::string(about_hdf5);
    for (const Mark& mark : marks) {
        const auto length = static_cast<std::int64_t>(mark.begin.size());
        if (file_bytes < length) continue;
        const auto bytes = source.at(0, length);
        if (!bytes.ok()) return "";
        const bool is_alike = std::ranges::equal(mark.begin, bytes.value(), {},
                                                 [](char c) { return static_cast<std::byte>(c); });
        if (is_alike) return std::string(mark.advice);
    }
    return "";
}

}  // namespace weft::tools
