// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/writing/new_file.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <new>
#include <utility>

#include "hdf5/books/failure.hpp"
#include "hdf5/books/state_property.hpp"
#include "hdf5/books/writing/creation_order.hpp"

namespace weft::hdf5 {
namespace {

constexpr haddr_t largest_address = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t books_alignment = 8;
/// Changes of the books are known by pages.
constexpr std::size_t page_bytes = 4096;

/// libhdf5's handle of an open file begins with its own fields.
struct DriverFile {
    H5FD_t base{};
    NewFile* file = nullptr;
};

NewFile& file_of(const H5FD_t* file) {
    return *reinterpret_cast<const DriverFile*>(file)->file;
}

H5FD_t* open_file(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*largest*/) {
    NewFile* const known = StateProperty<NewFile>::of(access);
    auto* const file = known == nullptr ? nullptr : new (std::nothrow) DriverFile;
    if (file == nullptr) return nullptr;
    file->file = known;
    return &file->base;
}
herr_t close_file(H5FD_t* file) {
    delete reinterpret_cast<DriverFile*>(file);
    return 0;
}
herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
    *flags = 0;  // nothing is allocated ahead
    return 0;
}
NewFile::Kind kind_of(H5FD_mem_t type) {
    using Kind = NewFile::Kind;
    return type == H5FD_MEM_DRAW    ? Kind::values
           : type == H5FD_MEM_SUPER ? Kind::superblock
                                    : Kind::books;
}

haddr_t allocate(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, hsize_t bytes) {
    try {
        const std::int64_t address = file_of(file).allocate(kind_of(type), bytes);
        return address < 0 ? HADDR_UNDEF : static_cast<haddr_t>(address);
    } catch (const std::bad_alloc&) {
        return HADDR_UNDEF;
    }
}
/// Freed bytes are not reused: libhdf5 frees little within one change.
herr_t free_bytes(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, hsize_t) {
    return 0;
}
haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return static_cast<haddr_t>(file_of(file).end());
}
/// libhdf5 makes the last block longer, where it ends with the file.
herr_t set_allocated(H5FD_t* file, H5FD_mem_t type, haddr_t end) {
    if (end > largest_address) return -1;
    try {
        if (kind_of(type) != NewFile::Kind::superblock)
            file_of(file).lengthen(static_cast<std::int64_t>(end));
        return 0;
    } catch (const std::bad_alloc&) {
        return -1;
    }
}
haddr_t get_end(const H5FD_t* file, H5FD_mem_t /*type*/) {
    return static_cast<haddr_t>(file_of(file).end());
}
herr_t read_bytes(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address,
                  size_t count, void* bytes) {
    if (address > largest_address) return -1;
    const std::span to(static_cast<std::byte*>(bytes), count);
    file_of(file).read(static_cast<std::int64_t>(address), to);
    return 0;
}
herr_t write_bytes(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, size_t count,
                   const void* bytes) {
    if (address > largest_address) return -1;
    const std::span from(static_cast<const std::byte*>(bytes), count);
    const auto offset = static_cast<std::int64_t>(address);
    try {
        return file_of(file).write(kind_of(type), offset, from) ? 0 : -1;
    } catch (const std::bad_alloc&) {
        return -1;
    }
}

H5FD_class_t make_class() {
    H5FD_class_t its{};
#ifdef H5FD_CLASS_VERSION
    its.version = H5FD_CLASS_VERSION;
    its.value = static_cast<H5FD_class_value_t>(321);  // of drivers that are not registered
#endif
    its.name = "weft_new";
    its.maxaddr = largest_address;
    its.fc_degree = H5F_CLOSE_STRONG;
    StateProperty<NewFile>::add_to(its);
    its.open = open_file;
    its.close = close_file;
    its.query = query;
    its.alloc = allocate;
    its.free = free_bytes;
    its.get_eoa = get_allocated;
    its.set_eoa = set_allocated;
    its.get_eof = get_end;
    its.read = read_bytes;
    its.write = write_bytes;
    const H5FD_mem_t as_they_are[H5FD_MEM_NTYPES] = H5FD_FLMAP_DEFAULT;
    std::copy(std::begin(as_they_are), std::end(as_they_are), std::begin(its.fl_map));
    return its;
}

}  // namespace

std::int64_t NewFile::allocate(Kind kind, std::size_t bytes) {
    // libhdf5 calls some of its own bytes values, too: those for which nobody has a place.
    if (kind == Kind::values && !expected_.empty()) {
        const std::int64_t address = expected_.front();
        expected_.pop_front();
        return address;
    }
    if (kind == Kind::superblock) {
        superblock_.resize(bytes);
        return 0;
    }
    const std::size_t offset = (books_.size() + books_alignment - 1) & ~(books_alignment - 1);
    resize_books(offset + bytes);
    const std::int64_t address = begin_ + static_cast<std::int64_t>(offset);
    if (kind == Kind::values) own_values_.insert(address);
    return address;
}

void NewFile::lengthen(std::int64_t end) {
    if (end > this->end()) resize_books(static_cast<std::size_t>(end - begin_));
}

void NewFile::resize_books(std::size_t bytes) {
    const std::size_t old = books_.size();
    books_.resize(bytes);
    note_change(old, bytes - old);
}

void NewFile::note_change(std::size_t offset, std::size_t bytes) {
    for (std::size_t page = offset / page_bytes; page * page_bytes < offset + bytes; ++page)
        changed_.insert(page);
}

std::vector<NewFile::Part> NewFile::take_changes() {
    std::vector<Part> parts;
    for (const std::size_t page : std::exchange(changed_, {})) {
        const std::size_t offset = page * page_bytes;
        const std::size_t bytes = std::min(page_bytes, books_.size() - offset);
        if (!parts.empty() && parts.back().offset + parts.back().bytes == offset)
            parts.back().bytes += bytes;
        else
            parts.push_back({offset, bytes});
    }
    return parts;
}

/// A file is new to libhdf5 if it has no bytes.
std::int64_t NewFile::end() const {
    return superblock_.empty() ? 0 : std::max(end_, begin_ + std::ssize(books_));
}

bool NewFile::write(Kind kind, std::int64_t address, std::span<const std::byte> bytes) {
    if (kind == Kind::values && !own_values_.contains(address)) return true;
    const bool is_book = address >= begin_;
    const std::span<std::byte> all = is_book ? books_ : superblock_;
    const std::int64_t offset = is_book ? address - begin_ : address;
    if (offset < 0 || offset > std::ssize(all) || std::ssize(bytes) > std::ssize(all) - offset)
        return false;
    std::copy(bytes.begin(), bytes.end(), all.begin() + offset);
    if (is_book) note_change(static_cast<std::size_t>(offset), bytes.size());
    return true;
}

/// libhdf5 also reads what it has not written, to write more at a time.
void NewFile::read(std::int64_t address, std::span<std::byte> bytes) const {
    const std::span<const std::byte> from =
        address < begin_ ? std::span(superblock_) : std::span(books_);
    const auto offset = static_cast<std::size_t>(address < begin_ ? address : address - begin_);
    const auto known = from.subspan(std::min(offset, from.size()));
    const auto copied = known.first(std::min(known.size(), bytes.size()));
    std::copy(copied.begin(), copied.end(), bytes.begin());
    std::ranges::fill(bytes.subspan(copied.size()), std::byte{0});
}

FileHandle create_new_file(NewFile& file) {
    static const H5FD_class_t driver_class = make_class();
    static const hid_t driver = H5FDregister(&driver_class);
    checked(driver, "the driver of Weft cannot be registered");
    const PropertiesHandle access(H5Pcreate(H5P_FILE_ACCESS));
    NewFile* const its = &file;
    checked(H5Pset_driver(access, driver, &its), "the driver of Weft cannot be used");
    // The format version is that of netCDF-C: libhdf5 from 1.8 on reads the file.
    checked(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18), "no format of 1.8");
    checked(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG), "the file cannot be made");
    checked(H5Pset_meta_block_size(access, 0), "the file cannot be made");
    checked(H5Pset_small_data_block_size(access, 0), "the file cannot be made");
    const PropertiesHandle creation(H5Pcreate(H5P_FILE_CREATE));
    note_creation_order(creation);
    // The same program makes the same bytes at any time.
    checked(H5Pset_obj_track_times(creation, false), "the file cannot be made");
    return FileHandle(
        checked(H5Fcreate("weft", H5F_ACC_TRUNC, creation, access), "the file cannot be made"));
}

}  // namespace weft::hdf5
