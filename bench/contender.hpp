// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>

#include "partition.hpp"

// One way to write and read the cube. Each contender is a program: a file that implements this
// class and make_contender(), linked to the harness. All member functions are collective.

// Where and how the data lie in a finished file, so that the harness can check the bytes without
// the contender.
struct FileLayout {
    std::int64_t offset = 0;
    bool big_endian = true;
    bool by_rank = false;  // box after box in the order of ranks, not the cube in order of indices
};

class Contender {
public:
    virtual ~Contender() = default;

    // Makes a new file that is ready to take the data of `box`. Not timed.
    virtual void create(const std::string& path, const Box& box) = 0;
    // Writes this rank's box. Timed together with the close() that follows it.
    virtual void write(const float* data) = 0;

    // Opens the file for reading. Not timed.
    virtual void open(const std::string& path, const Box& box) = 0;
    // Reads this rank's box. Timed.
    virtual void read(float* data) = 0;

    virtual void close() = 0;

    // Of the file that was closed last.
    virtual FileLayout layout() = 0;
    // Name and version of the library at work.
    virtual std::string version() = 0;
};

std::unique_ptr<Contender> make_contender(MPI_Comm comm);

// Stops all ranks with a message unless `good`: a benchmark has nothing to say about a call that
// failed.
void require(bool good, const std::string& message);
