// SPDX-License-Identifier: BSD-3-Clause
#include "info.hpp"

#include "harness.hpp"

namespace contract {

Info::Info(const Pairs& hints) : Info() {
    for (const auto& [key, value] : hints) set(key.c_str(), value);
}

Pairs hints_of(int ncid) {
    Pairs hints;
    MPI_Info info = MPI_INFO_NULL;
    ok(ncmpi_inq_file_info(ncid, &info));
    int count = 0;
    MPI_Info_get_nkeys(info, &count);
    for (int n = 0; n < count; ++n) {
        char key[MPI_MAX_INFO_KEY + 1] = {};
        char value[MPI_MAX_INFO_VAL + 1] = {};
        int found = 0;
        MPI_Info_get_nthkey(info, n, key);
        MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &found);
        hints[key] = value;
    }
    MPI_Info_free(&info);
    return hints;
}

std::string hint_of(int ncid, const char* key) {
    const Pairs hints = hints_of(ncid);
    const auto found = hints.find(key);
    return found == hints.end() ? "(none)" : found->second;
}

}  // namespace contract
