// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <utility>

#include "hdf5/apart/books_apart.hpp"
#include "hdf5/apart/nursery.hpp"

namespace weft::hdf5 {
namespace {

// A program may have a libhdf5 of its own, which this library's must not meet. The address
// sanitizer has an allocator that does not go with this.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int binding = 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr int binding = 0;
#else
constexpr int binding = RTLD_DEEPBIND;
#endif
#else
constexpr int binding = RTLD_DEEPBIND;
#endif

struct Library {
    BookFunctions functions;
    std::string missing;                      // why it cannot be used
    std::shared_ptr<apart::Nursery> nursery;  // for files that are not trusted
};

/// The path of the keeper's program: in a build beside the library, once installed in a folder of
/// its own.
std::string keeper_program(void* entry) {
    Dl_info its{};
    if (::dladdr(entry, &its) == 0 || its.dli_fname == nullptr) return {};
    const std::string library = its.dli_fname;
    const std::string folder = library.substr(0, library.rfind('/') + 1);
    const std::string beside = folder + "weft-books";
    return ::access(beside.c_str(), X_OK) == 0 ? beside : folder + WEFT_KEEPER_FROM_LIBRARY;
}

/// Loads the library, which is never unloaded: libhdf5 has objects that last as long as the
/// process.
Library load() {
    void* const library = ::dlopen(WEFT_HDF5_LIBRARY, RTLD_NOW | RTLD_LOCAL | binding);
    if (library == nullptr) return {{}, ::dlerror(), nullptr};
    void* const entry = ::dlsym(library, "weft_hdf5_books");
    if (entry == nullptr)
        return {{}, "the library found belongs to another version of Weft", nullptr};
    Library loaded;
    loaded.nursery = std::make_shared<apart::Nursery>(keeper_program(entry));
    const int interface = reinterpret_cast<decltype(&weft_hdf5_books)>(entry)(&loaded.functions);
    if (interface == books_interface) return loaded;
    return {{},
            fmt::format("the library found has version {} of the interface between them, "
                        "and {} is needed: take both from one build of Weft",
                        interface, books_interface),
            nullptr};
}

/// Collects bytes, as long as there is memory.
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

/// The same for parts.
class Parts final : public PartSink {
public:
    void take(std::int64_t offset, std::span<const std::byte> bytes) noexcept override {
        try {
            parts.push_back({offset, {bytes.begin(), bytes.end()}});
        } catch (const std::bad_alloc&) {
            is_whole = false;
        }
    }

    std::vector<GrowingBooks::Part> parts;
    bool is_whole = true;
};

Status no_memory_for_books() {
    return {Code::enomem, "no memory for the books of the file"};
}

/// Code::enotsupport if it cannot be had.
Result<const Library*> library() {
    static const Library loaded = load();
    if (loaded.functions.open != nullptr) return &loaded;
    return Status(Code::enotsupport,
                  "netCDF-4 files need " WEFT_HDF5_LIBRARY ": " + loaded.missing);
}

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

Status OpenedBooks::open_here(OpenBooks& open) {
    Text why;
    books_ = open(source_, why);
    return books_ == nullptr ? failure(Code::ehdferr, why) : Status();
}

Status OpenedBooks::open_apart(apart::Nursery& nursery) {
    Result<apart::StartedKeeper> started = nursery.begin();
    if (!started.ok()) return started.status();
    Result<apart::OpenedApart> opened = apart::open_books(std::move(started).value(), source_);
    if (!source_.failure().ok()) return source_.failure();
    if (!opened.ok()) return opened.status();
    books_ = std::move(opened.value().books);
    lacks_ = std::move(opened.value().lacks);
    return {};
}

Result<std::unique_ptr<OpenedBooks>> OpenedBooks::open(storage::File& file, std::int64_t page_bytes,
                                                       bool is_trusted) {
    const Result<const Library*> loaded = library();
    if (!loaded.ok()) return loaded.status();
    const Library& its = *loaded.value();
    std::unique_ptr<OpenedBooks> opened(new OpenedBooks(file, page_bytes));
    const Status status =
        is_trusted ? opened->open_here(*its.functions.open) : opened->open_apart(*its.nursery);
    if (!status.ok()) return status;
    return opened;
}

Result<GrowingBooks> GrowingBooks::make(const NewBooks& wanted) {
    const Result<const Library*> loaded = library();
    if (!loaded.ok()) return loaded.status();
    Text why;
    std::unique_ptr<BooksInMemory> books;
    const Code code = loaded.value()->functions.make(wanted, books, why);
    if (code != Code::noerr) return why.status(code);
    return GrowingBooks(std::move(books));
}

Status GrowingBooks::grow(std::span<const std::int64_t> lengths,
                          std::span<const BookedChunks> chunks, std::int64_t end) {
    Text why;
    return why.status(books_->grow(lengths, chunks, end, why));
}

Result<std::vector<std::byte>> GrowingBooks::superblock() const {
    Bytes superblock;
    books_->take_superblock(superblock);
    if (!superblock.is_whole) return no_memory_for_books();
    return std::move(superblock.bytes);
}

Result<std::vector<GrowingBooks::Part>> GrowingBooks::take_changes() {
    Parts parts;
    Text why;
    const Code code = books_->take_changes(parts, why);
    if (code != Code::noerr) return why.status(code);
    if (!parts.is_whole) return no_memory_for_books();
    return std::move(parts.parts);
}

Result<std::unique_ptr<ChunkCoder>> make_coder(const std::vector<model::Filter>& filters,
                                               std::int64_t element_bytes,
                                               std::int64_t chunk_bytes) {
    const Result<const Library*> loaded = library();
    if (!loaded.ok()) return loaded.status();
    std::vector<FilterToApply> all;
    for (const model::Filter& one : filters) all.push_back({one.id, one.parameters});
    Text why;
    auto coder = loaded.value()->functions.make_coder(all, element_bytes, chunk_bytes, why);
    if (coder == nullptr) return why.status(Code::enofilter);
    return coder;
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
