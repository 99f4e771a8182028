// SPDX-License-Identifier: BSD-3-Clause
// The system's error numbers as codes of the interface.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "storage/extent.hpp"

namespace weft::storage {

/// The operations of a File or a Store.
enum class Operation {
    open,
    read,
    write,
    size,
    resize,
    sync,
    close,
    lock,
    remove,
    rename,
    inspect
};
inline constexpr int operation_count = 11;

/// "open", "read", ...
std::string_view name_of(Operation operation);

/// The code for an error number of a system call that served `operation`.
Code code_of(Operation operation, int error_number);

/// The code; the context has the operation, the path, the part of the file and the system's
/// message.
Status failure(Operation operation, std::string_view path, int error_number,
               std::optional<Extent> extent = {});

/// The context alone, for a failure that has no error number.
std::string failure_context(Operation operation, std::string_view path,
                            std::optional<Extent> extent, std::string_view reason);

}  // namespace weft::storage
