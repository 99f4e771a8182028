// SPDX-License-Identifier: BSD-3-Clause
#include "file_model.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace mpiio {
namespace {

constexpr std::int64_t margin = 8192;

class Descriptor {
public:
    explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY)) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { ::close(number_); }
    [[nodiscard]] int number() const { return number_; }

private:
    int number_;
};

}  // namespace

unsigned char FileModel::byte(std::int64_t position) const {
    const auto found = bytes_.find(position);
    return found == bytes_.end() ? 0 : found->second;
}

void FileModel::write(std::int64_t position, unsigned char byte) {
    bytes_[position] = byte;
    size_ = std::max(size_, position + 1);
}

void FileModel::set_size(std::int64_t size) {
    bytes_.erase(bytes_.lower_bound(size), bytes_.end());
    size_ = size;
}

std::string FileModel::difference(const std::string& path, bool with_holes) const {
    const Descriptor file(path);
    struct stat found {};
    if (::fstat(file.number(), &found) != 0) return "the file cannot be opened";
    if (found.st_size != size_) {
        return "the file has " + std::to_string(found.st_size) + " bytes, not " +
               std::to_string(size_);
    }
    std::vector<unsigned char> bytes;
    for (auto next = bytes_.begin(); next != bytes_.end();) {
        const std::int64_t begin = std::max<std::int64_t>(0, next->first - margin);
        std::int64_t end = begin;
        for (; next != bytes_.end() && next->first <= end + 2 * margin; ++next) end = next->first;
        end = std::min(size_, end + margin);
        bytes.resize(static_cast<std::size_t>(end - begin));
        if (::pread(file.number(), bytes.data(), bytes.size(), begin) != end - begin) {
            return "the file cannot be read at " + std::to_string(begin);
        }
        for (std::int64_t i = begin; i < end; ++i) {
            const unsigned char there = bytes[static_cast<std::size_t>(i - begin)];
            if (there != byte(i) && (with_holes || is_written(i))) {
                return "the file holds " + std::to_string(there) + " at " + std::to_string(i) +
                       ", not " + std::to_string(byte(i));
            }
        }
    }
    return "";
}

}  // namespace mpiio
