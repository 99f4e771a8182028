// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/info.hpp"

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

std::string nth_key(MPI_Info info, int n) {
    std::string key(MPI_MAX_INFO_KEY + 1, '\0');
    require(MPI_Info_get_nthkey(info, n, key.data()), "MPI_Info_get_nthkey");
    key.resize(key.find('\0'));
    return key;
}

std::string value_of(MPI_Info info, const std::string& key) {
    int length = 0;
    int is_set = 0;
    require(MPI_Info_get_valuelen(info, key.c_str(), &length, &is_set), "MPI_Info_get_valuelen");
    std::string value(static_cast<std::size_t>(length) + 1, '\0');
    require(MPI_Info_get(info, key.c_str(), length, value.data(), &is_set), "MPI_Info_get");
    value.resize(value.find('\0'));
    return value;
}

/// Whether MPI can hold a key and a value; otherwise it would end the program. Its limits include
/// the terminating zero; Open MPI also refuses empty texts.
bool fits(const std::string& text, int limit) {
    return !text.empty() && std::ssize(text) < limit && text.find('\0') == std::string::npos;
}

}  // namespace

Hints hints_of(MPI_Info info) {
    Hints hints;
    if (info == MPI_INFO_NULL) return hints;
    int key_count = 0;
    require(MPI_Info_get_nkeys(info, &key_count), "MPI_Info_get_nkeys");
    for (int n = 0; n < key_count; ++n) {
        const std::string key = nth_key(info, n);
        hints[key] = value_of(info, key);
    }
    return hints;
}

MPI_Info info_of(const Hints& hints) {
    MPI_Info info = MPI_INFO_NULL;
    require(MPI_Info_create(&info), "MPI_Info_create");
    for (const auto& [key, value] : hints) {
        if (!fits(key, MPI_MAX_INFO_KEY) || !fits(value, MPI_MAX_INFO_VAL)) continue;
        require(MPI_Info_set(info, key.c_str(), value.c_str()), "MPI_Info_set");
    }
    return info;
}

}  // namespace weft::mpi
