// SPDX-License-Identifier: BSD-3-Clause
#include "storage/failure.hpp"

#include <cerrno>
#include <system_error>

namespace weft::storage {
namespace {

// The names are in the order of the enumeration.
constexpr std::string_view operation_names[operation_count] = {"open",   "read",   "write",  "size",
                                                               "resize", "sync",   "close",  "lock",
                                                               "remove", "rename", "inspect"};

Code code_of_path(int error_number) {
    switch (error_number) {
        case ENOENT:
            return Code::enoent;
        case EEXIST:
            return Code::eexist;
        case EACCES:
        case EPERM:  // an immutable or append-only file, or another user's in a sticky directory
        case EROFS:
            return Code::eaccess;
        case ENAMETOOLONG:
            return Code::ebad_file;
        default:
            return Code::efile;
    }
}

Code code_of_lock(int error_number) {
    switch (error_number) {
        case ENOLCK:
        case EOPNOTSUPP:
        case EINVAL:  // a kernel without locks of open file descriptions
        case ENOSYS:
            return Code::enotsupport;
        default:
            return Code::efile;
    }
}

}  // namespace

std::string_view name_of(Operation operation) {
    return operation_names[static_cast<int>(operation)];
}

Code code_of(Operation operation, int error_number) {
    if (error_number == ENOSPC) return Code::eno_space;
    if (error_number == EDQUOT) return Code::equota;
    if (error_number == ENOMEM) return Code::enomem;
    switch (operation) {
        case Operation::read:
        case Operation::size:
            return Code::eread;
        case Operation::write:
        case Operation::resize:
        case Operation::sync:
        case Operation::close:
            return Code::ewrite;
        case Operation::lock:
            return code_of_lock(error_number);
        case Operation::open:
        case Operation::remove:
        case Operation::rename:
        case Operation::inspect:
            return code_of_path(error_number);
    }
    return Code::efile;
}

Status failure(Operation operation, std::string_view path, int error_number,
               std::optional<Extent> extent) {
    return {
        code_of(operation, error_number),
        failure_context(operation, path, extent, std::generic_category().message(error_number))};
}

std::string failure_context(Operation operation, std::string_view path,
                            std::optional<Extent> extent, std::string_view reason) {
    std::string text(name_of(operation));
    text.append(" \"").append(path).append("\"");
    if (extent) {
        text.append(", offset ").append(std::to_string(extent->offset));
        text.append(", length ").append(std::to_string(extent->length));
    }
    return text.append(": ").append(reason);
}

}  // namespace weft::storage
