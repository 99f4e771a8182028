// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/foreign_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "classic/file_source.hpp"
#include "classic/findings.hpp"
#include "format/signature.hpp"
#include "journal/journal.hpp"
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

constexpr std::string_view about_hdf5 =
    "an HDF5 file, perhaps netCDF-4, and weft reads only CDF-1, CDF-2 and CDF-5: convert it with "
    "nccopy -k cdf5 FILE NEW.nc (of netCDF-C), or look into it with ncdump, h5dump or nccmp";

constexpr std::int64_t least_bytes = 8;  // a mark and the number of records
constexpr std::int64_t looked_at = 64;

bool is_text(std::string_view bytes) {
    return std::ranges::all_of(bytes, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 ? byte != 0x7f : c == '\n' || c == '\r' || c == '\t';
    });
}

/// "; it looks like text that begins with ..."
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

/// The sentence for a file that does not begin like a netCDF file, or ends there.
std::string describe(std::string_view begin, std::int64_t file_bytes) {
    const bool has_mark = begin.size() >= 4 && begin.starts_with("CDF") &&
                          (begin[3] == 1 || begin[3] == 2 || begin[3] == 5);
    if (file_bytes == 0) return "the file is empty: too short for a netCDF file";
    if (file_bytes < least_bytes)
        return fmt::format("too short for a netCDF file: it has {} byte{}{}", file_bytes,
                           file_bytes == 1 ? "" : "s", has_mark ? "" : looks_like(begin));
    if (has_mark) return "";
    return "not a netCDF file: it does not begin with CDF and 1, 2 or 5" + looks_like(begin);
}

bool is_web_address(const std::string& path) {
    const std::string_view scheme = storage::scheme_of(path);
    constexpr std::array known{"http"sv, "https"sv, "ftp"sv};
    return std::ranges::find(known, scheme) != known.end();
}

/// Whether the code says that the bytes of a file are of no format.
bool is_about_content(Code code) {
    return code == Code::enotnc || code == Code::enotbuilt;
}

}  // namespace

Result<std::string> place_to_read(const std::string& path) {
    if (is_web_address(path))
        return Status(Code::enotsupport,
                      "weft does not read files from the web: download it first, with curl -O URL, "
                      "or with nccopy URL NEW.nc from an OPeNDAP server");
    return readable_path(path);
}

Result<std::unique_ptr<storage::File>> open_to_read(const std::string& path) {
    const Result<std::string> place = place_to_read(path);
    if (!place.ok()) return place.status();
    return storage::AnyStore().open_file(place.value(), {});
}

Status explain_unreadable(Status status, format::ByteSource& source, std::int64_t file_bytes) {
    const Code code = status.code() == Code::enotbuilt ? Code::enotnc : status.code();
    if (code != Code::enotnc && code != Code::efile) return status;
    const std::string advice = advice_about(source, file_bytes);
    return advice.empty() ? status : Status(code, advice);
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
    const Result<std::int64_t> bytes = file.value()->size();
    if (!bytes.ok()) return bytes.status();
    const Result<bool> interrupted = journal::is_interrupted(*file.value());
    if (interrupted.ok() && interrupted.value())
        return {Code::efile, std::string(classic::interrupted_advice)};
    classic::FileSource source(*file.value(), looked_at);
    return explain_unreadable({status.code(), std::string(context)}, source, bytes.value());
}

std::string advice_about(format::ByteSource& source, std::int64_t file_bytes) {
    const auto hdf5 =
        format::find_signature(source, file_bytes, std::span(&format::hdf5_signature, 1));
    if (hdf5.ok() && hdf5.value()) return std::string(about_hdf5);
    for (const Mark& mark : marks) {
        const auto length = static_cast<std::int64_t>(mark.begin.size());
        if (file_bytes < length) continue;
        const auto bytes = source.at(0, length);
        if (!bytes.ok()) return "";
        const bool is_alike = std::ranges::equal(mark.begin, bytes.value(), {},
                                                 [](char c) { return static_cast<std::byte>(c); });
        if (is_alike) return std::string(mark.advice);
    }
    const std::int64_t length = std::min(file_bytes, looked_at);
    if (length == 0) return describe("", 0);
    const auto bytes = source.at(0, length);
    if (!bytes.ok()) return "";
    const auto* const text = reinterpret_cast<const char*>(bytes.value().data());
    return describe({text, std::min(bytes.value().size(), static_cast<std::size_t>(length))},
                    file_bytes);
}

std::string advice_about(const std::string& path) {
    const Result<std::unique_ptr<storage::File>> file = open_to_read(path);
    const auto bytes = file.ok() ? file.value()->size() : file.status();
    if (!bytes.ok()) return "";
    classic::FileSource source(*file.value(), looked_at);
    return advice_about(source, bytes.value());
}

}  // namespace weft::tools
