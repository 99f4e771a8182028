// SPDX-License-Identifier: BSD-3-Clause
// The files of a dataset as they are, for commands that look into them and mend them: also files
// that no program could open as a dataset. Nothing communicates.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/finding.hpp"
#include "base/result.hpp"
#include "container/exact.hpp"
#include "storage/file.hpp"

namespace weft::container {

/// The files beside the first one of a dataset, and how its data are divided among them.
struct DividedFiles {
    struct File {
        std::string path;
        double share = 0;  // of each divided variable
    };
    std::vector<File> files;
    std::vector<std::string> along;  // for each variable, the dimension; "" if it is not divided
};

/// A dataset as the bytes of one file. `file` lives no longer than the anatomy.
struct OneFile {
    std::unique_ptr<storage::File> file;
    std::int64_t bytes = 0;
    bool is_first = true;  // it is the first file itself; otherwise it exists nowhere
};

class Anatomy {
public:
    /// The number of the first file; the others count from 0.
    static constexpr int first_file = -1;

    virtual ~Anatomy() = default;

    /// The other files of the dataset; empty for a single file, or if the definition cannot be
    /// read. Fails if the definition says that there are others, but not which.
    virtual Result<std::optional<DividedFiles>> others() = 0;

    /// If this file is another file of a dataset in the same folder: the path of that dataset's
    /// first file.
    virtual std::optional<std::string> first_of() = 0;

    /// The dataset as the file that a program without several files would have written, up to the
    /// last stored byte.
    virtual Result<OneFile> one_file() = 0;

    /// How the bytes of one_file() differ from the usual form of the same definitions and values.
    /// visit_oddities() stops when `use` returns false.
    virtual Result<ExactPlaces> exact_places() = 0;
    virtual Status visit_oddities(const std::function<bool(const Oddity&)>& use) = 0;

    /// Everything that is wrong or unusual about a file, by itself and as part of the dataset; an
    /// error if it cannot be read.
    virtual Result<std::vector<Finding>> findings(int file) = 0;

    /// The size of a file before and after recovery.
    struct Recovery {
        std::int64_t before = 0;
        std::int64_t after = 0;
    };
    /// Undoes an interrupted change of the definition in a file. Empty if there was none. Fails
    /// with Code::enotnc if it is no file of the format.
    virtual Result<std::optional<Recovery>> recover(int file) = 0;

    /// Repairs errors that have only one correct repair, and returns a sentence for each. A file
    /// with an error that cannot be repaired stays unchanged; the error is returned.
    virtual Result<std::vector<std::string>> repair(int file) = 0;
};

}  // namespace weft::container
