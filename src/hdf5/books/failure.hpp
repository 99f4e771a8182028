// SPDX-License-Identifier: BSD-3-Clause
// The reason why libhdf5 could not do something, as an exception.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft::hdf5 {

/// Thrown within this library, and caught at its edge.
class Failure {
public:
    explicit Failure(Status status) : status_(std::move(status)) {}
    [[nodiscard]] const Status& status() const { return status_; }

private:
    Status status_;
};

/// The innermost reason of the last failure of libhdf5, in its own words; empty if it has none.
std::string reason_of_libhdf5();

/// Whether libhdf5 says that it found an unknown version of something in the file; usually a newer
/// library has written the file.
[[nodiscard]] bool is_of_other_version(const Status& failure);

/// Called on each thread that calls libhdf5, which would print what it tells when it is asked.
void keep_libhdf5_silent();

/// Code::ehdferr: what could not be done, and libhdf5's reason.
[[noreturn]] void fail(const std::string& what);

/// An identifier, size or status of libhdf5 that is not negative.
template <class Answer>
Answer checked(Answer answer, const char* what) {
    if (answer < 0) fail(what);
    return answer;
}

}  // namespace weft::hdf5
