// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

namespace weft::hdf5 {
namespace {

// A program may have a libhdf5 of its own, which this library's must not meet. The address
// sanitizer has an allocator that does not go with this.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int apart = 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int apart = 0;
#else
constexpr int apart = RTLD_DEEPBIND;
#endif
#else
constexpr int apart = RTLD_DEEPBIND;
#endif

struct Library {
    OpenBooks* open = nullptr;
    std::string missing;  // why it cannot be used
};

/// Never unloaded: libhdf5 has things that last as long as the process.
Library load() {
    void* const library = ::dlopen(WEFT_HDF5_LIBRARY, RTLD_NOW | RTLD_LOCAL | apart);
    if (library == nullptr) return {nullptr, ::dlerror()};
    void* const entry = ::dlsym(library, "weft_hdf5_books");
    if (entry == nullptr) return {nullptr, "the library found belongs to another version of Weft"};
    Library loaded;
    const int interface = reinterpret_cast<decltype(&weft_hdf5_books)>(entry)(&loaded.open);
    if (interface == books_interface) return loaded;
    return {nullptr, fmt::format("the library found has version {} of the interface between them, "
                                 "and {} is needed: take both from one build of Weft",
                                 interface, books_interface)};
}

/// Collects bytes, as far as there is memory.
class Bytes final : public Sink {
public:
    void take(std::span<const std::byte> more) noexcept override {
        try {
            bytes.insert(bytes.end(), more.begin(), more.end());
        } catch (const std::bad_alloc&) {
            is_whole = false;
        }
    }

    std::vector<std::byte> bytes;
    bool is_whole = true;
};

}  // namespace

void Text::take(std::span<const std::byte> bytes) noexcept {
    try {
        text_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    } catch (const std::bad_alloc&) {
        text_.clear();  // a failure without words
    }
}

Status Text::status(Code code) const {
    return code == Code::noerr ? Status() : Status(code, text_);
}

std::int64_t FileSource::size() noexcept {
    const Result<std::int64_t> bytes = file_.size();
    if (bytes.ok()) return bytes.value();
    failure_.keep_first(bytes.status());
    return 0;
}

bool FileSource::read(std::int64_t offset, std::span<std::byte> bytes) noexcept {
    const Result<std::int64_t> got = file_.read_at(offset, bytes);
    if (!got.ok()) {
        failure_.keep_first(got.status());
        return false;
    }
    std::ranges::fill(bytes.subspan(static_cast<std::size_t>(got.value())), std::byte{0});
    return true;
}

/// A failure of the file is the cause of what libhdf5 says.
Status OpenedBooks::failure(Code code, const Text& why) const {
    return source_.failure().ok() ? why.status(code) : source_.failure();
}

Result<std::unique_ptr<OpenedBooks>> OpenedBooks::open(storage::File& file,
                                                       std::int64_t page_bytes) {
    static const Library library = load();
    if (library.open == nullptr)
        return Status(Code::enotsupport,
                      "netCDF-4 files need " WEFT_HDF5_LIBRARY ": " + library.missing);
    std::unique_ptr<OpenedBooks> opened(new OpenedBooks(file, page_bytes));
    Text why;
    opened->books_ = library.open(opened->source_, why);
    if (opened->books_ == nullptr) return opened->failure(Code::ehdferr, why);
    return opened;
}

Result<std::vector<std::byte>> OpenedBooks::describe() {
    Bytes taken;
    Text why;
    const Code code = books_->describe(taken, why);
    if (code != Code::noerr) return failure(code, why);
    if (!taken.is_whole) return Status(Code::enomem, "no memory for what the file says of itself");
    return std::move(taken.bytes);
}

Result<std::unique_ptr<StoredVariable>> OpenedBooks::open(const std::string& object) {
    Text why;
    std::unique_ptr<StoredVariable> variable = books_->open(object, why);
    if (variable == nullptr) return failure(Code::ehdferr, why);
    return variable;
}

}  // namespace weft::hdf5
