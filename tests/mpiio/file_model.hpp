// SPDX-License-Identifier: BSD-3-Clause
// What a file should hold.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace mpiio {

class FileModel {
public:
    [[nodiscard]] std::int64_t size() const { return size_; }
    /// Bytes that were never written are 0; the standard leaves them open.
    [[nodiscard]] unsigned char byte(std::int64_t position) const;
    [[nodiscard]] bool is_written(std::int64_t position) const {
        return bytes_.count(position) > 0;
    }
    void write(std::int64_t position, unsigned char byte);
    void set_size(std::int64_t size);

    /// How the file differs, as POSIX calls see it; empty if it does not. Bytes far from all
    /// written ones are not compared.
    [[nodiscard]] std::string difference(const std::string& path, bool with_holes) const;

private:
    std::map<std::int64_t, unsigned char> bytes_;
    std::int64_t size_ = 0;
};

}  // namespace mpiio
