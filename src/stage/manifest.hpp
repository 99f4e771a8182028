// SPDX-License-Identifier: BSD-3-Clause
// The manifest of a staged file says where its logs are. It lies beside the file, is written and
// synced before the first record, and is removed when the file has all of them. It is text:
//
//     weft-stage 1
//     id 5f0c9a3be2d14477
//     file 0000000000a41c07 1795946208123456789
//     part ocean.nc.part0
//     log 8a13f2d9c07be610 67108864 node017 /local/nvme/weft-stage-5f0c9a3be2d14477-0
//     sum 1c0d3a5599f0e2ab
//
// The file's number (storage::File::identity()) and time of birth (storage/birth_time.hpp) tell it
// from another one that has got its name: a file system may give the number of a removed file
// again. A part is a file that belongs to it and has records in the same logs; its path is relative
// to the folder of the file if it does not begin with a slash. There is a line for each log: the
// host's number (storage/this_host.hpp) and the ring's bytes, its name for people, and the log's
// path. The first word says what the log is for (LogUse). The sum is XXH3-64 of the lines before
// it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::stage {

/// What a log is for.
enum class LogUse {
    bytes,    // "log": of the files
    drained,  // "drained": the file no longer needs it, and it may be gone already
    values,   // "values": such as only the file's format can store (copied_values.hpp)
    copied    // "copied": they are beside the file, and it may be gone already
};

struct LogPlace {
    std::uint64_t host = 0;
    std::int64_t ring_bytes = 0;
    std::string host_name;
    std::string path;
    LogUse use = LogUse::bytes;

    bool operator==(const LogPlace&) const = default;
};

struct Manifest {
    std::uint64_t id = 0;                 // LogFacts::id of its logs
    std::uint64_t file = 0;               // its identity; 0: not known
    std::int64_t born = 0;                // its time of birth in ns; 0: not known
    std::vector<std::string> parts = {};  // files 1 and on
    std::vector<LogPlace> logs;

    bool operator==(const Manifest&) const = default;
};

std::string encode(const Manifest& manifest);
/// Code::efile, with the line, for any text that is no manifest.
Result<Manifest> decode(std::string_view text);

/// The name of a part, in the manifest of a file, and its path.
std::string name_of_part(const std::string& file, const std::string& path);
/// Whether it may be the name of a part of that file: it leads to the folder of the file or into
/// one below, or is an absolute path, if the file is on this machine.
bool may_be_part(const std::string& file, std::string_view name);
std::vector<std::string> paths_of_parts(const std::string& file, const Manifest& manifest);

/// The manifest of a file; nothing if it has none.
Result<std::optional<Manifest>> read_manifest(storage::Store& store, const std::string& file);
/// Writes it anew, or replaces it, in one step that survives a power failure.
Status write_manifest(storage::Store& store, const std::string& file, const Manifest& manifest);
/// Removes the manifest of a file; it is no error if there is none.
Status remove_manifest(storage::Store& store, const std::string& file);
/// The same, unless it is of another job.
Status remove_manifest(storage::Store& store, const std::string& file, std::uint64_t id);

}  // namespace weft::stage
