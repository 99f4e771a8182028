// SPDX-License-Identifier: BSD-3-Clause
// libweft_hdf5: the entry of the library, and an open file.
#include <fmt/format.h>

#include <string>

#include "hdf5/books/books.hpp"
#include "hdf5/books/definitions.hpp"
#include "hdf5/books/driver.hpp"
#include "hdf5/books/edge.hpp"
#include "hdf5/books/variable.hpp"
#include "hdf5/books/writing/coder.hpp"
#include "hdf5/books/writing/new_books.hpp"

namespace weft::hdf5 {

std::mutex& libhdf5_mutex() {
    static std::mutex mutex;
    return mutex;
}

namespace {

std::int64_t user_block_of(hid_t file) {
    const PropertiesHandle creation(H5Fget_create_plist(file));
    hsize_t bytes = 0;
    checked(H5Pget_userblock(creation, &bytes), "the file cannot be opened");
    return static_cast<std::int64_t>(bytes);
}

class BooksOfFile final : public Books {
public:
    explicit BooksOfFile(Source& source) : state_(source), file_(open_by_driver(state_)) {}
    BooksOfFile(const BooksOfFile&) = delete;
    BooksOfFile& operator=(const BooksOfFile&) = delete;
    ~BooksOfFile() override {
        const std::lock_guard<std::mutex> lock(libhdf5_mutex());
        file_ = FileHandle();
    }

    Code describe(Sink& description, Sink& why) noexcept override {
        return with_libhdf5(why, [&] {
            Description its = describe_file(
                file_, {.user_block = user_block_of(file_), .file_bytes = state_.used_end()});
            description.take(encode(its));
        });
    }

    std::unique_ptr<StoredVariable> open(std::string_view object, Sink& why) noexcept override {
        std::unique_ptr<StoredVariable> variable;
        (void)with_libhdf5(why, [&] {
            DatasetHandle dataset(checked(H5Dopen2(file_, std::string(object).c_str(), H5P_DEFAULT),
                                          "it cannot be opened"));
            variable = std::make_unique<Variable>(std::move(dataset), state_);
        });
        return variable;
    }

private:
    DriverState state_;
    FileHandle file_;
};

std::unique_ptr<Books> open_books(Source& source, Sink& why) noexcept {
    std::unique_ptr<Books> books;
    (void)with_libhdf5(why, [&] { books = std::make_unique<BooksOfFile>(source); });
    return books;
}

}  // namespace
}  // namespace weft::hdf5

extern "C" __attribute__((visibility("default"))) int weft_hdf5_books(
    weft::hdf5::BookFunctions* functions) {
    *functions = {.open = weft::hdf5::open_books,
                  .make = weft::hdf5::make_books,
                  .make_coder = weft::hdf5::make_coder};
    return weft::hdf5::books_interface;
}
