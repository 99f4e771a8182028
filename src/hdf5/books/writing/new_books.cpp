// SPDX-License-Identifier: BSD-3-Clause
#include "hdf5/books/writing/new_books.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "codecs/pipeline.hpp"
#include "hdf5/books/edge.hpp"
#include "hdf5/books/failure.hpp"
#include "hdf5/books/types.hpp"
#include "hdf5/books/writing/attributes.hpp"
#include "hdf5/books/writing/creation_order.hpp"
#include "hdf5/books/writing/name_properties.hpp"
#include "hdf5/books/writing/new_file.hpp"
#include "hdf5/books/writing/scales.hpp"

namespace weft::hdf5 {
namespace {

using Layout = model::Storage::Layout;

/// Stands for a filter that libhdf5 lacks. libhdf5 requires every filter of a new dataset to be
/// registered, but never calls it, because Weft writes the values itself.
std::size_t apply_nothing(unsigned /*flags*/, std::size_t /*count*/, const unsigned* /*parameters*/,
                          std::size_t /*bytes*/, std::size_t* /*room*/, void** /*buffer*/) {
    return 0;
}

void make_known(int filter) {
    if (H5Zfilter_avail(filter) > 0) return;
    const H5Z_class2_t its{.version = H5Z_CLASS_T_VERS,
                           .id = filter,
                           .encoder_present = 1,
                           .decoder_present = 1,
                           .name = "of Weft",
                           .can_apply = nullptr,
                           .set_local = nullptr,
                           .filter = apply_nothing};
    checked(H5Zregister(&its), "a filter cannot be registered");
}

hid_t type_in_file(types::External type, bool is_little_endian) {
    using types::External;
    switch (type) {
        case External::byte:
            return H5T_STD_I8LE;
        case External::character:
            return H5T_C_S1;
        case External::uint8:
            return H5T_STD_U8LE;
        case External::int16:
            return is_little_endian ? H5T_STD_I16LE : H5T_STD_I16BE;
        case External::uint16:
            return is_little_endian ? H5T_STD_U16LE : H5T_STD_U16BE;
        case External::int32:
            return is_little_endian ? H5T_STD_I32LE : H5T_STD_I32BE;
        case External::uint32:
            return is_little_endian ? H5T_STD_U32LE : H5T_STD_U32BE;
        case External::int64:
            return is_little_endian ? H5T_STD_I64LE : H5T_STD_I64BE;
        case External::uint64:
            return is_little_endian ? H5T_STD_U64LE : H5T_STD_U64BE;
        case External::float32:
            return is_little_endian ? H5T_IEEE_F32LE : H5T_IEEE_F32BE;
        case External::float64:
            return is_little_endian ? H5T_IEEE_F64LE : H5T_IEEE_F64BE;
    }
    return H5I_INVALID_HID;
}

/// The name in front of the last slash is that of the group; empty: of the file.
std::pair<std::string, std::string> parted(const std::string& name) {
    const std::size_t slash = name.rfind('/');
    if (slash == std::string::npos) return {"", name};
    return {name.substr(0, slash), name.substr(slash + 1)};
}

class BooksMaker {
public:
    /// Makes the books.
    explicit BooksMaker(const NewBooks& wanted)
        : file_(wanted.begin, wanted.end),
          description_(valid(decode(wanted.description))),
          opened_(create_new_file(file_)),
          scales_(opened_, description_) {
        make_groups();
        write_global_attributes();
        scales_.make_plain_dimensions();
        for (std::size_t i = 0; i < description_.variables.size(); ++i)
            make_variable(i, wanted.chunks[i]);
        scales_.connect_rest();
        complete();
    }

    void grow(std::span<const std::int64_t> lengths, std::span<const BookedChunks> chunks,
              std::int64_t end) {
        file_.set_end(end);
        std::vector<bool> grows(lengths.size());
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            grows[i] = lengths[i] != description_.dimensions[i].length;
            description_.dimensions[i].length = lengths[i];
            if (grows[i]) scales_.lengthen(static_cast<int>(i));
        }
        for (std::size_t i = 0; i < description_.variables.size(); ++i)
            grow_variable(i, grows, chunks[i]);
        complete();
    }

    [[nodiscard]] NewFile& file() { return file_; }

private:
    static Description valid(Result<Description> description) {
        throw_unless_ok(description.status());
        return std::move(description).value();
    }

    void complete() {
        if (!file_.has_placed_all())
            throw Failure({Code::ehdferr, "libhdf5 has left out the place of values"});
        checked(H5Fflush(opened_, H5F_SCOPE_LOCAL), "the books cannot be completed");
    }

    void grow_variable(std::size_t id, const std::vector<bool>& grows, const BookedChunks& chunks) {
        const DescribedVariable& its = description_.variables[id];
        const bool is_longer = std::ranges::any_of(its.dimensions, [&](int dimension) {
            return grows[static_cast<std::size_t>(dimension)];
        });
        if (!is_longer && chunks.chunks.empty()) return;
        const DatasetHandle dataset(
            checked(H5Dopen2(opened_, scales_.object_of(static_cast<int>(id)).c_str(), H5P_DEFAULT),
                    "a variable cannot be opened"));
        if (is_longer) {
            const auto [lengths, longest] = extent_of(its);
            checked(H5Dset_extent(dataset, lengths.data()), "a variable cannot grow");
        }
        book_chunks(dataset, its, chunks);
    }

    void make_groups() const {
        for (const std::string& group : description_.groups) {
            const PropertiesHandle creation(H5Pcreate(H5P_GROUP_CREATE));
            note_creation_order(creation);
            checked(H5Pset_obj_track_times(creation, false), "no group");
            const NameProperties link(group, H5P_LINK_CREATE);
            const GroupHandle made(
                checked(H5Gcreate2(opened_, ("/" + group).c_str(), link, creation, H5P_DEFAULT),
                        "a group cannot be made"));
        }
    }

    void write_global_attributes() const {
        const GroupHandle root(checked(H5Gopen2(opened_, "/", H5P_DEFAULT), "there is no group"));
        if (!description_.origin.properties.empty())
            write_text_of(root, "_NCProperties", description_.origin.properties);
        if (description_.is_classic_model) write_integer(root, "_nc3_strict", 1);
        for (const DescribedAttribute& one : description_.attributes) {
            auto [group, name] = parted(one.name);
            DescribedAttribute own = one;
            own.name = std::move(name);
            const GroupHandle owner(
                checked(H5Gopen2(opened_, ("/" + group).c_str(), H5P_DEFAULT), "no such group"));
            write_attribute(owner, own);
        }
    }

    static void write_text_of(hid_t object, const char* name, const std::string& text) {
        DescribedAttribute attribute{.name = name};
        attribute.type.number = static_cast<int>(types::External::character);
        attribute.count = std::ssize(text);
        const auto bytes = std::as_bytes(std::span(text));
        attribute.values.assign(bytes.begin(), bytes.end());
        write_attribute(object, attribute);
    }

    /// The lengths that a variable has, and those that it may have.
    [[nodiscard]] std::pair<std::vector<hsize_t>, std::vector<hsize_t>> extent_of(
        const DescribedVariable& its) const {
        std::vector<hsize_t> lengths;
        std::vector<hsize_t> longest;
        for (const int id : its.dimensions) {
            const DescribedDimension& one = description_.dimensions[static_cast<std::size_t>(id)];
            lengths.push_back(static_cast<hsize_t>(one.length));
            longest.push_back(one.is_unlimited ? H5S_UNLIMITED : lengths.back());
        }
        return {std::move(lengths), std::move(longest)};
    }

    [[nodiscard]] SpaceHandle space_of(const DescribedVariable& its) const {
        if (its.dimensions.empty()) return SpaceHandle(checked(H5Screate(H5S_SCALAR), "no extent"));
        const auto [lengths, longest] = extent_of(its);
        return SpaceHandle(checked(
            H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), longest.data()),
            "no extent"));
    }

    void set_chunks(hid_t creation, const model::Storage& form) const {
        const std::vector<hsize_t> chunk(form.chunk.begin(), form.chunk.end());
        checked(H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()), "no chunks");
        for (const model::Filter& filter : form.filters) {
            make_known(filter.id);
            checked(H5Pset_filter(creation, filter.id,
                                  filter.is_optional ? H5Z_FLAG_OPTIONAL : H5Z_FLAG_MANDATORY,
                                  filter.parameters.size(), filter.parameters.data()),
                    "no such filter");
        }
    }

    [[nodiscard]] PropertiesHandle properties_of(const DescribedVariable& its, hid_t type) {
        PropertiesHandle creation(H5Pcreate(H5P_DATASET_CREATE));
        note_attribute_order(creation);
        checked(H5Pset_obj_track_times(creation, false), "no variable");
        if (!its.storage.fill.empty())
            checked(H5Pset_fill_value(creation, type, its.storage.fill.data()), "no fill value");
        if (its.storage.form.layout == Layout::chunked) {
            set_chunks(creation, its.storage.form);
        } else {
            checked(H5Pset_layout(creation, H5D_CONTIGUOUS), "no array");
            if (its.storage.address >= 0) {
                checked(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY), "no array");
                file_.expect_values(its.storage.address);
            }
        }
        return creation;
    }

    void make_variable(std::size_t id, const BookedChunks& chunks) {
        const DescribedVariable& its = description_.variables[id];
        const auto external = types::external_from_number(its.type.number);
        if (!external)
            throw Failure({Code::ebadtype,
                           fmt::format("variable '{}': its type is {}, which is never written",
                                       its.name, its.type.foreign.name)});
        const hid_t type = type_in_file(*external, its.type.is_little_endian);
        const SpaceHandle space = space_of(its);
        const PropertiesHandle creation = properties_of(its, type);
        const NameProperties link(its.name, H5P_LINK_CREATE);
        const DatasetHandle dataset(
            checked(H5Dcreate2(opened_, scales_.object_of(static_cast<int>(id)).c_str(), type,
                               space, link, creation, H5P_DEFAULT),
                    "a variable cannot be made"));
        scales_.mark(static_cast<int>(id), dataset);
        for (const DescribedAttribute& one : its.attributes) write_attribute(dataset, one);
        scales_.connect(static_cast<int>(id), dataset);
        if (its.storage.form.layout == Layout::chunked) book_chunks(dataset, its, chunks);
    }

    /// libhdf5 reads and writes none of the bytes that it is given.
    void book_chunks(hid_t dataset, const DescribedVariable& its, const BookedChunks& booked) {
        const std::size_t rank = its.dimensions.size();
        std::int64_t longest = 0;
        for (const StoredChunk& one : booked.chunks) longest = std::max(longest, one.bytes);
        const auto bytes =
            std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(longest));
        std::vector<hsize_t> offset(rank);
        for (std::size_t i = 0; i < booked.chunks.size(); ++i) {
            const auto place = booked.places.subspan(i * rank, rank);
            for (std::size_t axis = 0; axis < rank; ++axis)
                offset[axis] = static_cast<hsize_t>(place[axis] * its.storage.form.chunk[axis]);
            const StoredChunk& one = booked.chunks[i];
            file_.expect_values(one.address);
            checked(H5Dwrite_chunk(dataset, H5P_DEFAULT, one.filter_mask, offset.data(),
                                   static_cast<std::size_t>(one.bytes), bytes.get()),
                    "a chunk cannot be entered");
        }
    }

    NewFile file_;
    Description description_;
    FileHandle opened_;
    Scales scales_;
};

class MadeBooks final : public BooksInMemory {
public:
    explicit MadeBooks(const NewBooks& wanted) : maker_(std::make_unique<BooksMaker>(wanted)) {}
    MadeBooks(const MadeBooks&) = delete;
    MadeBooks& operator=(const MadeBooks&) = delete;
    ~MadeBooks() override {
        const std::lock_guard<std::mutex> lock(libhdf5_mutex());
        maker_.reset();
    }

    Code grow(std::span<const std::int64_t> lengths, std::span<const BookedChunks> chunks,
              std::int64_t end, Sink& why) noexcept override {
        return with_libhdf5(why, [&] { maker_->grow(lengths, chunks, end); });
    }
    [[nodiscard]] std::int64_t bytes() const noexcept override {
        return std::ssize(maker_->file().books());
    }
    void take_superblock(Sink& superblock) const noexcept override {
        superblock.take(maker_->file().superblock());
    }
    Code take_changes(PartSink& parts, Sink& why) noexcept override {
        return with_libhdf5(why, [&] {
            NewFile& file = maker_->file();
            for (const NewFile::Part& one : file.take_changes())
                parts.take(static_cast<std::int64_t>(one.offset),
                           file.books().subspan(one.offset, one.bytes));
        });
    }

private:
    std::unique_ptr<BooksMaker> maker_;
};

}  // namespace

Code make_books(const NewBooks& wanted, std::unique_ptr<BooksInMemory>& books, Sink& why) noexcept {
    return with_libhdf5(why, [&] { books = std::make_unique<MadeBooks>(wanted); });
}

}  // namespace weft::hdf5
