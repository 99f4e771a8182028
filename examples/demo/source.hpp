// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "grid.hpp"

// A climatology on disk, opened for reading by all ranks of a communicator together.
// All functions are collective: every rank calls them, each with its own block.
class Source {
public:
    Source(MPI_Comm comm, const std::string& path);
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    // Close explicitly: closing is collective and can fail, which a destructor could not report.
    void close();

    // The whole of a coordinate variable, on every rank.
    std::vector<double> axis(const std::string& name) const;

    // This rank's block of a variable (lat, lon) or (level, lat, lon): all levels, or months, of
    // the block. Missing values become NaN, so that no arithmetic can mistake them for water.
    std::vector<float> field(const std::string& name, const Block& block) const;

    int id() const { return file_; }

private:
    int variable(const std::string& name) const;
    std::vector<MPI_Offset> shape(int variable) const;

    std::string path_;
    int file_ = -1;
};
