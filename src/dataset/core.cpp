// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/core.hpp"

#include <fmt/format.h>

#include <new>

#include "base/presentable.hpp"
#include "mpi/rank_name.hpp"

namespace weft::dataset {

Status Core::check_writable() const {
    if (shared.is_writable()) return {};
    return {Code::eperm, "the file was opened for reading only"};
}

Status Core::check_intact() const {
    if (!condition.broken) return {};
    return {Code::efile, "a change of the definition was interrupted; open the file again"};
}

void Core::leave_files() noexcept {
    if (shared.is_open()) shared.leave(condition.is_new);
}

int Core::remember(const Status& status) noexcept {
    try {
        // An agreed status names the rank that failed, which may be another one.
        const std::string context = presentable(status.context());
        if (!status.ok())
            last_error = mpi::names_a_rank(context)
                             ? context
                             : fmt::format("rank {}: {}", comm().rank(), context);
    } catch (const std::bad_alloc&) {
        last_error.clear();  // the code is returned all the same
    }
    return static_cast<int>(status.code());
}

}  // namespace weft::dataset
