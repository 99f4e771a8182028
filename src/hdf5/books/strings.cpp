// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/strings.hpp"

#include <algorithm>
#include <cstring>

#include "hdf5/books/failure.hpp"

namespace weft::hdf5 {
namespace {

constexpr const char* cannot = "strings cannot be read";

/// libhdf5 allocates strings of any length; they are freed with this.
class LentStrings {
public:
    LentStrings(std::size_t count, hid_t type) : texts_(count), type_(type) {}
    LentStrings(const LentStrings&) = delete;
    LentStrings& operator=(const LentStrings&) = delete;
    ~LentStrings() {
        const hsize_t count = texts_.size();
        const SpaceHandle space(H5Screate_simple(1, &count, nullptr));
        H5Dvlen_reclaim(type_, space, H5P_DEFAULT, texts_.data());
    }
    char** data() { return texts_.data(); }
    [[nodiscard]] std::vector<std::string> copies() const {
        std::vector<std::string> copies;
        for (const char* text : texts_) copies.emplace_back(text == nullptr ? "" : text);
        return copies;
    }

private:
    std::vector<char*> texts_;
    hid_t type_;
};

/// The string without the padding up to its length.
std::string trimmed(const char* begin, std::size_t length, H5T_str_t padding) {
    if (padding == H5T_STR_SPACEPAD) {
        while (length > 0 && begin[length - 1] == ' ') --length;
        return {begin, length};
    }
    const void* const end = std::memchr(begin, '\0', length);
    return {begin, end == nullptr
                       ? length
                       : static_cast<std::size_t>(static_cast<const char*>(end) - begin)};
}

}  // namespace

std::vector<std::string> read_strings(
    hid_t type, std::size_t count,
    const std::function<herr_t(hid_t memory_type, void* memory)>& read) {
    const TypeHandle memory_type(H5Tcopy(type));
    if (H5Tis_variable_str(type) > 0) {
        if (count == 0) return {};
        LentStrings lent(count, memory_type);
        checked(read(memory_type, lent.data()), cannot);
        return lent.copies();
    }
    const std::size_t length = H5Tget_size(type);
    std::vector<char> bytes(std::max<std::size_t>(length * count, 1));
    checked(read(memory_type, bytes.data()), cannot);
    const H5T_str_t padding = H5Tget_strpad(type);
    std::vector<std::string> strings;
    for (std::size_t i = 0; i < count; ++i)
        strings.push_back(trimmed(bytes.data() + i * length, length, padding));
    return strings;
}

}  // namespace weft::hdf5
