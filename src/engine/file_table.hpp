// SPDX-License-Identifier: BSD-3-Clause
// The spaces that an engine moves bytes to, by number. A space is a file, or what a target keeps
// (window/target.hpp); where nothing else is said, both are called files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/plan/pace.hpp"
#include "engine/trace/report.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/other_writers.hpp"
#include "engine/window/put_order.hpp"
#include "storage/file.hpp"

namespace weft::engine {

/// One of the spaces of an engine.
struct EngineFile {
    /// A file. `pace`: of its file system; its cost is the same on all ranks. `other_writers`: null
    /// on all ranks where no other communicator can open the file.
    /// `order`: null where storage has a put when it returns.
    EngineFile(storage::File& its_bytes, Pace& its_pace, OtherWriters* its_other_writers = nullptr,
               PutOrder* its_order = nullptr)
        : bytes(&its_bytes), pace(its_pace), other_writers(its_other_writers), order(its_order) {}
    /// A target, whose units have `its_unit` bytes. `its_pace` is of this target alone. The target
    /// itself prevents conflicts with other communicators. If there are several ranks, they put to
    /// it by collective calls only.
    EngineFile(Target& its_target, std::int64_t its_unit, Pace& its_pace)
        : target(&its_target), unit(its_unit), pace(its_pace) {}

    storage::File* bytes = nullptr;
    Target* target = nullptr;  // of a space without bytes of its own
    std::int64_t unit = 1;
    Pace& pace;
    OtherWriters* other_writers = nullptr;
    PutOrder* order = nullptr;
};

/// A file in the table: its channel, and what the engine knows of it.
struct FileEntry {
    Channel channel;
    Pace& pace;
    OtherWriters* other_writers;
    PutOrder* order;
};

/// Gives each file its channel: the first ones at once, the others when they are first asked for.
class FileTable {
public:
    /// The files' members outlive the table, and so do `report` and `staging`.
    FileTable(std::span<const EngineFile> files, Report& report, Staging& staging);

    /// Returns the file of a number, when it is first needed.
    using LateFiles = std::function<EngineFile(std::size_t number)>;
    /// Sets the number of files to `count`. Files that were asked for earlier stay.
    void expect(std::size_t count, LateFiles late_files);

    [[nodiscard]] std::size_t size() const { return files_.size(); }
    /// References stay valid.
    FileEntry& operator[](std::size_t number);
    [[nodiscard]] FileEntry& first() const { return *files_.front(); }

private:
    [[nodiscard]] std::unique_ptr<FileEntry> with_channel(const EngineFile& file);

    Report& report_;
    Staging& staging_;
    std::vector<std::unique_ptr<FileEntry>> files_;  // null: not asked for yet
    LateFiles late_files_;
};

}  // namespace weft::engine
