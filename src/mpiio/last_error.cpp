// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/last_error.hpp"

namespace weft::mpiio {
namespace {

Error& last() {
    static thread_local Error error;
    return error;
}

}  // namespace

void remember(const Error& error) {
    last() = error;
}

std::string last_sentence(int error_class) {
    return error_class == last().error_class() ? last().sentence() : std::string();
}

}  // namespace weft::mpiio
