// SPDX-License-Identifier: BSD-3-Clause
// The files that the records of a log belong to, by number: 0 is the staged file, the others are
// those that it says belong to it, such as the parts of a set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "storage/store.hpp"

namespace weft::stage {

class DrainedFiles {
public:
    /// `store` outlives it.
    DrainedFiles(storage::Store& store, std::string path) : store_(store) {
        add({std::move(path)});
    }

    /// Adds files behind those that there are.
    void add(const std::vector<std::string>& paths);
    [[nodiscard]] std::size_t count() const { return files_.size(); }

    /// A file for writing, which is opened at its first use; null if it is forgiven.
    Result<storage::File*> file(std::uint32_t number);
    /// The folder of a file. Different ones may be storage targets of their own.
    [[nodiscard]] std::string_view folder(std::uint32_t number) const;

    /// Does not miss files that are not there, but for the first: what is theirs goes nowhere.
    void forgive_missing() { forgives_ = true; }

    /// Syncs the files that were asked for since the last sync; after a failure all of them again.
    Status sync();
    /// Closes all but the first if too many are open.
    Status spare_descriptors();
    /// Closes all; a file is opened again when it is used. Returns the first failure.
    Status close();

private:
    struct Drained {
        std::string path;
        std::unique_ptr<storage::File> file;  // null: not used yet
        bool is_synced = true;
    };
    Status close_from(std::size_t first);

    /// Sets may have thousands of parts, and a process a thousand descriptors.
    static constexpr std::size_t most_open = 64;

    storage::Store& store_;
    std::vector<Drained> files_;
    std::size_t open_count_ = 0;
    bool forgives_ = false;
};

}  // namespace weft::stage
