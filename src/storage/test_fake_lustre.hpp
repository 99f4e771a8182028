// SPDX-License-Identifier: BSD-3-Clause
// A model of Lustre's answers for real files of one folder: a file that is made without a layout
// has none, and takes no bytes, until one is requested or the file is opened for writing. Layouts
// are kept in files, so that all processes see the same.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "storage/test_lustre_bytes.hpp"

namespace weft::storage::lustre {

class FakeLustre {
public:
    struct Ways {
        int targets = 8;
        std::set<std::uint32_t> out_of_use = {};
        bool counts_targets = true;
        int refusal = 0;            // an error number: nothing is striped
        Published folder = {};      // its layout; empty: it has none
        std::uint16_t stripes = 1;  // of a file without a request
        std::uint32_t stripe_size = 4 << 20;
    };
    /// The folder is there already.
    FakeLustre(std::string folder, Ways ways);

    [[nodiscard]] bool has(const std::string& path) const;
    [[nodiscard]] bool has(int fd) const;

    /// Acts like open(); `really` opens.
    int open(const std::string& path, int flags, const std::function<int(int flags)>& really) const;
    /// These functions return 0 or an error number.
    int set_layout(int fd, void* request) const;
    int count_targets(int* count) const;
    /// An error number where there is none.
    int get_layout(ino_t file, void* bytes, std::size_t room, ssize_t& length) const;
    [[nodiscard]] int get_layout(const std::string& path, void* bytes, std::size_t room,
                                 ssize_t& length) const;
    [[nodiscard]] std::optional<Published> layout_of(const std::string& path) const;
    /// Whether the file has a layout, so that bytes can be written.
    [[nodiscard]] bool has_layout(int fd) const;

private:
    [[nodiscard]] std::string place_of(ino_t file) const;
    [[nodiscard]] std::optional<Published> layout_of(ino_t file) const;
    void keep(ino_t file, const Published& layout) const;
    [[nodiscard]] std::vector<std::uint32_t> in_use() const;

    std::string folder_;
    Ways ways_;
};

}  // namespace weft::storage::lustre
