// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/foreign_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "storage/any_store.hpp"
#include "storage/path_scheme.hpp"
#include "storage/store_table.hpp"
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

constexpr std::string_view hdf5_mark = "\x89HDF\r\n\x1a\n";
constexpr std::int64_t least_bytes = 8;  // a mark and the number of records
constexpr std::int64_t looked_at = 64;

bool is_text(std::string_view bytes) {
    return std::ranges::all_of(bytes, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 ? byte != 0x7f : c == '\n' || c == '\r' || c == '\t';
    });
}

/// Returns "; it looks like text that begins with ...".
std::string looks_like(std::string_view begin) {
    if (begin.starts_with("\xef\xbb\xbf")) begin.remove_prefix(3);
    if (begin.empty()) return "";
    if (begin.find_first_not_of('\0') == std::string_view::npos) return "; it begins with zeros";
    if (!is_text(begin)) return "";
    const std::string_view line = begin.substr(0, begin.find_first_of("\r\n"));
    if (line.starts_with("netcdf ")) return "; it looks like CDL, of which weft gen makes a file";
    if (line.starts_with('<')) return "; it looks like a page of the web, or XML";
    return fmt::format("; it looks like text that begins with \"{}\"", line.substr(0, 24));
}

/// The message for a file that does not begin like a netCDF file, or ends there.
std::string describe(std::string_view begin, std::int64_t file_bytes) {
    const bool is_classic = begin.size() >= 4 && begin.starts_with("CDF") &&
                            (begin[3] == 1 || begin[3] == 2 || begin[3] == 5);
    const bool has_mark = is_classic || begin.starts_with(hdf5_mark);
    if (file_bytes == 0) return "the file is empty: too short for a netCDF file";
    if (file_bytes < least_bytes)
        return fmt::format("too short for a netCDF file: it has {} byte{}{}", file_bytes,
                           file_bytes == 1 ? "" : "s", has_mark ? "" : looks_like(begin));
    if (has_mark) return "";
    return "not a netCDF file: it begins neither with CDF and 1, 2 or 5 nor with HDF5's signature" +
           looks_like(begin);
}

/// Whether the code says that the bytes of a file are of no format.
bool is_about_content(Code code) {
    return code == Code::enotnc || code == Code::enotbuilt;
}

}  // namespace

Result<std::string> place_to_read(const std::string& path) {
    if (storage::scheme_of(path) == "ftp")
        return Status(Code::enotsupport,
                      "weft does not read files by ftp: download it first, with curl -O URL");
    return readable_path(path);
}

Status why_not_read(const std::string& place, const Status& status) {
    // The library says which rank, of which file.
    std::string_view context = status.context();
    for (const std::string& known : {std::string("rank 0: "), fmt::format("'{}': ", place)}) {
        if (context.starts_with(known)) context.remove_prefix(known.size());
    }
    // A server that was not reached is not asked once more.
    if (storage::is_far(place) && !is_about_content(status.code()))
        return {status.code(), std::string(context)};
    const Result<std::unique_ptr<storage::File>> file = storage::AnyStore().open_file(place, {});
    if (!file.ok()) return file.status();
    const Code code = status.code() == Code::enotbuilt ? Code::enotnc : status.code();
    const bool may_be_foreign = code == Code::enotnc || code == Code::efile;
    const std::string advice = may_be_foreign ? advice_about(place) : "";
    return advice.empty() ? Status(status.code(), std::string(context)) : Status(code, advice);
}

std::string advice_about(const std::string& path) {
    const Result<std::string> place = place_to_read(path);
    const auto file =
        place.ok() ? storage::AnyStore().open_file(place.value(), {}) : place.status();
    const auto bytes = file.ok() ? file.value()->size() : file.status();
    if (!bytes.ok()) return "";
    std::string begin(static_cast<std::size_t>(std::min(bytes.value(), looked_at)), '\0');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(begin)));
    if (!got.ok()) return "";
    begin.resize(static_cast<std::size_t>(got.value()));
    const auto mark = std::ranges::find_if(
        marks, [&begin](const Mark& known) { return begin.starts_with(known.begin); });
    return mark != marks.end() ? std::string(mark->advice) : describe(begin, bytes.value());
}

}  // namespace weft::tools
