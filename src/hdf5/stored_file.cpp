// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/stored_file.hpp"

#include <utility>

namespace weft::hdf5 {

Result<std::unique_ptr<StoredVariable>> StoredFile::open(const std::string& object) {
    if (!failure_.ok()) return failure_;
    if (books_ == nullptr) {
        Result<std::unique_ptr<OpenedBooks>> opened =
            OpenedBooks::open(bytes(), manner_.page_bytes, manner_.is_trusted);
        // A file over which libhdf5 crashes or does not end is not tried again and again.
        if (opened.code() == Code::ehdferr) failure_ = opened.status();
        if (!opened.ok()) return opened.status();
        books_ = std::move(opened).value();
    }
    return books_->open(object);
}

}  // namespace weft::hdf5
