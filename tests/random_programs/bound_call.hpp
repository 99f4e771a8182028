// SPDX-License-Identifier: BSD-3-Clause
//
// A data call with its arguments, which live as long as the object. Makes the call, checks nothing.
#pragma once

#include "memory.hpp"
#include "uniform_call.hpp"

namespace random_programs {

class BoundCall {
public:
    BoundCall(int ncid, const Piece& piece, const MemoryLayout& layout, void* buffer);
    BoundCall(const BoundCall&) = delete;
    BoundCall& operator=(const BoundCall&) = delete;

    int access(bool put, bool collective) const;
    int access_by_filetype(bool put, bool collective, MPI_Datatype filetype) const;
    int post(Posting posting, int* request) const;

private:
    void bind_blocks();

    Piece piece_;
    CallArguments arguments_{};
    std::vector<Index*> starts_;
    std::vector<Index*> counts_;
};

// mput or mget. The pieces have one kind, and one memory type if they are typed.
int call_many(int ncid, bool put, bool collective, bool typed, Kind kind,
              const std::vector<Piece>& pieces, const std::vector<void*>& buffers);

}  // namespace random_programs
