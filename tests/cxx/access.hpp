// SPDX-License-Identifier: BSD-3-Clause
// The ways to the data of a variable, with the same words for each, so that one test serves all.
#pragma once

#include <utility>

#include "check.hpp"

namespace cxx_test {

/// Access by all ranks together.
struct Together {
    PnetCDF::NcmpiFile& file;
    PnetCDF::NcmpiVar var;

    template <class... Arguments>
    void put(Arguments&&... arguments) const {
        var.putVar_all(std::forward<Arguments>(arguments)...);
    }
    template <class... Arguments>
    void get(Arguments&&... arguments) const {
        var.getVar_all(std::forward<Arguments>(arguments)...);
    }
    template <class... Arguments>
    void put_list(Arguments&&... arguments) const {
        var.putVarn_all(std::forward<Arguments>(arguments)...);
    }
    template <class... Arguments>
    void get_list(Arguments&&... arguments) const {
        var.getVarn_all(std::forward<Arguments>(arguments)...);
    }
};

/// Access by each rank on its own. The file is in independent mode.
struct Alone {
    PnetCDF::NcmpiFile& file;
    PnetCDF::NcmpiVar var;

    template <class... Arguments>
    void put(Arguments&&... arguments) const {
        var.putVar(std::forward<Arguments>(arguments)...);
    }
    template <class... Arguments>
    void get(Arguments&&... arguments) const {
        var.getVar(std::forward<Arguments>(arguments)...);
    }
    template <class... Arguments>
    void put_list(Arguments&&... arguments) const {
        var.putVarn(std::forward<Arguments>(arguments)...);
    }
    template <class... Arguments>
    void get_list(Arguments&&... arguments) const {
        var.getVarn(std::forward<Arguments>(arguments)...);
    }
};

/// Posted, and waited for by all ranks.
struct Posted {
    PnetCDF::NcmpiFile& file;
    PnetCDF::NcmpiVar var;

    void wait(int request) const {
        expect(request != NC_REQ_NULL, "a request has an id");
        int status = -1;
        file.Wait_all(1, &request, &status);
        expect_equal(status, NC_NOERR, "status of a request");
    }
    template <class... Arguments>
    void put(Arguments&&... arguments) const {
        int request = NC_REQ_NULL;
        var.iputVar(std::forward<Arguments>(arguments)..., &request);
        wait(request);
    }
    template <class... Arguments>
    void get(Arguments&&... arguments) const {
        int request = NC_REQ_NULL;
        var.igetVar(std::forward<Arguments>(arguments)..., &request);
        wait(request);
    }
    template <class... Arguments>
    void put_list(Arguments&&... arguments) const {
        int request = NC_REQ_NULL;
        var.iputVarn(std::forward<Arguments>(arguments)..., &request);
        wait(request);
    }
    template <class... Arguments>
    void get_list(Arguments&&... arguments) const {
        int request = NC_REQ_NULL;
        var.igetVarn(std::forward<Arguments>(arguments)..., &request);
        wait(request);
    }
};

/// Written through the attached buffer, which must be in use until the wait, and read as posted.
struct Buffered : Posted {
    Buffered(PnetCDF::NcmpiFile& in_file, const PnetCDF::NcmpiVar& variable)
        : Posted{in_file, variable} {}

    void wait_buffered(int request) const {
        MPI_Offset used = 0;
        file.Inq_buffer_usage(&used);
        expect(used > 0, "a buffered write uses the buffer");
        wait(request);
    }
    template <class... Arguments>
    void put(Arguments&&... arguments) const {
        int request = NC_REQ_NULL;
        var.bputVar(std::forward<Arguments>(arguments)..., &request);
        wait_buffered(request);
    }
    template <class... Arguments>
    void put_list(Arguments&&... arguments) const {
        int request = NC_REQ_NULL;
        var.bputVarn(std::forward<Arguments>(arguments)..., &request);
        wait_buffered(request);
    }
};

}  // namespace cxx_test
