// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/failure.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "hdf5/books/api.hpp"

namespace weft::hdf5 {
namespace {

/// It has no other sign of that.
constexpr std::array<std::string_view, 3> of_other_version = {"bad version", "unknown message",
                                                              "unknown datatype class"};

herr_t take_reason(unsigned /*depth*/, const H5E_error2_t* error, void* reason) {
    if (error->desc != nullptr && error->desc[0] != '\0')
        *static_cast<std::string*>(reason) = error->desc;
    return 0;
}

}  // namespace

std::string reason_of_libhdf5() {
    std::string reason;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, take_reason, &reason);
    // The walk goes to the innermost call last.
    return reason;
}

bool is_of_other_version(const Status& failure) {
    return std::ranges::any_of(of_other_version, [&](std::string_view one) {
        return failure.context().find(one) != std::string::npos;
    });
}

void keep_libhdf5_silent() {
    thread_local const herr_t silent = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    static_cast<void>(silent);
}

void fail(const std::string& what) {
    const std::string reason = reason_of_libhdf5();
    throw Failure({Code::ehdferr, reason.empty() ? what : what + ": libhdf5 says: " + reason});
}

}  // namespace weft::hdf5
