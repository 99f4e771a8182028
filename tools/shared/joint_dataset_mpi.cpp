// SPDX-License-Identifier: BSD-3-Clause
#include <dlfcn.h>

#include <cstring>
#include <string>
#include <vector>

#include "mpi/handles.hpp"
#include "tools/shared/joint_dataset.hpp"

namespace weft::tools {
namespace {

constexpr int write_flag = 1;         // NC_WRITE
constexpr int all_requests = -1;      // NC_REQ_ALL
constexpr MPI_Offset any_count = -1;  // NC_COUNT_IGNORE

/// The functions of the shared library that are used.
struct Library {
    int (*open)(MPI_Comm, const char*, int, MPI_Info, int*) = nullptr;
    int (*post)(int, int, const MPI_Offset*, const MPI_Offset*, const void*, MPI_Offset,
                MPI_Datatype, int*) = nullptr;
    int (*wait)(int, int, int*, int*) = nullptr;
    int (*redefine)(int) = nullptr;
    int (*rename)(int, int, const char*, const char*) = nullptr;
    int (*end_definition)(int) = nullptr;
    int (*close)(int) = nullptr;
    const char* (*last_error)(int) = nullptr;
    std::string missing;  // why it cannot be used
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
    void* const found = ::dlsym(library, name);
    static_assert(sizeof found == sizeof function);
    std::memcpy(&function, &found, sizeof function);
    return found != nullptr;
}

/// Loads the library, which is never unloaded: it has attributes of communicators.
Library load() {
    Library its;
    void* const library = ::dlopen(WEFT_SHARED_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        const char* const why = ::dlerror();
        its.missing = why == nullptr ? WEFT_SHARED_LIBRARY : why;
        return its;
    }
    const bool is_whole =
        find(library, "ncmpi_open", its.open) && find(library, "ncmpi_iput_vara", its.post) &&
        find(library, "ncmpi_wait_all", its.wait) && find(library, "ncmpi_redef", its.redefine) &&
        find(library, "ncmpi_rename_att", its.rename) &&
        find(library, "ncmpi_enddef", its.end_definition) &&
        find(library, "ncmpi_close", its.close) && find(library, "weft_last_error", its.last_error);
    if (!is_whole) its.missing = WEFT_SHARED_LIBRARY " belongs to another version of Weft";
    return its;
}

const Library& library() {
    static const Library loaded = load();
    return loaded;
}

std::vector<MPI_Offset> offsets_of(const std::vector<std::int64_t>& numbers) {
    return {numbers.begin(), numbers.end()};
}

}  // namespace

Status JointDataset::failure(int code) const {
    if (code == 0) return {};
    return {static_cast<Code>(code), library().last_error(id_)};
}

/// A rank without the library could not take part, and the others would wait for it: so all learn
/// first whether one lacks it.
Status JointDataset::open(const std::string& path) {
    int missing = library().missing.empty() ? 0 : 1;
    MPI_Allreduce(MPI_IN_PLACE, &missing, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (missing != 0)
        return {Code::enotbuilt,
                "several processes write such a file by the shared library, which "
                "cannot be loaded: " +
                    library().missing};
    int id = -1;
    const int code = library().open(MPI_COMM_WORLD, path.c_str(), write_flag, MPI_INFO_NULL, &id);
    if (code == 0) id_ = id;
    return failure(code);
}

Status JointDataset::put(std::span<const BoxValues> boxes) {
    Status posted;
    for (const BoxValues& one : boxes) {
        const auto start = offsets_of(one.box.start);
        const auto count = offsets_of(one.box.count);
        int request = 0;
        posted.keep_first(
            failure(library().post(id_, one.variable, start.data(), count.data(), one.values.data(),
                                   any_count, MPI_DATATYPE_NULL, &request)));
    }
    posted.keep_first(failure(library().wait(id_, all_requests, nullptr, nullptr)));
    return posted;
}

Status JointDataset::rename(std::span<const RenamedAttribute> attributes) {
    if (attributes.empty()) return {};
    const Status begun = failure(library().redefine(id_));
    if (!begun.ok()) return begun;
    Status status;
    for (const RenamedAttribute& one : attributes)
        status.keep_first(
            failure(library().rename(id_, one.variable, one.from.c_str(), one.to.c_str())));
    status.keep_first(failure(library().end_definition(id_)));
    return status;
}

Status JointDataset::close() {
    const int code = library().close(id_);
    const Status closed = failure(code);
    id_ = -1;
    return closed;
}

}  // namespace weft::tools
