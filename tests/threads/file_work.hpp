// SPDX-License-Identifier: BSD-3-Clause
// One file in the hands of a thread: made, filled in every way that moves data, changed, read back.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

namespace threads {

/// Works on a file. All functions are collective over its communicator, and check what they got.
class FileWork {
public:
    /// `seed` makes the values of this file unlike those of others.
    FileWork(MPI_Comm comm, std::string path, int seed);

    void create(int format_flag);
    void write();
    /// Posted puts and gets, of which the wait takes all.
    void post();
    void independent();
    void redefine();
    void inquire() const;
    void close();
    void open();
    void read_back();

private:
    [[nodiscard]] std::string at(const char* what) const { return path_ + ": " + what; }
    [[nodiscard]] int value(MPI_Offset row, MPI_Offset column) const;
    [[nodiscard]] std::vector<int> row_values(MPI_Offset row) const;
    [[nodiscard]] std::vector<double> record_values(MPI_Offset record) const;
    void columns_are_right();
    void rows_are_right();
    void records_are_right();

    MPI_Comm comm_;
    std::string path_;
    int seed_;
    int rank_;
    int ranks_;
    int ncid_ = -1;
    int rows_ = -1;     // a few long rows for each rank: long runs
    int columns_ = -1;  // its columns dealt to the ranks in turn: short runs
    int records_ = -1;  // records that grow
    int late_ = -1;     // of the second definition
};

}  // namespace threads
