// SPDX-License-Identifier: BSD-3-Clause
#include "values.hpp"

#include <cstring>
#include <limits>
#include <memory>
#include <new>

namespace weft::fortran {

namespace {

MPI_Datatype datatype_of(CFI_type_t type) {
    switch (type) {
        case CFI_type_char:
            return MPI_CHAR;
        case CFI_type_int8_t:
            return MPI_SIGNED_CHAR;
        case CFI_type_int16_t:
            return MPI_SHORT;
        case CFI_type_int32_t:
            return MPI_INT;
        case CFI_type_int64_t:
            return MPI_LONG_LONG;
        case CFI_type_float:
            return MPI_FLOAT;
        case CFI_type_double:
            return MPI_DOUBLE;
        default:
            return MPI_DATATYPE_NULL;
    }
}

bool fits_int(std::int64_t number) {
    return number >= 0 && number <= std::numeric_limits<int>::max();
}

bool is_predefined(MPI_Datatype datatype) {
    int integers = 0, addresses = 0, datatypes = 0, combiner = 0;
    if (datatype == MPI_DATATYPE_NULL) return false;
    MPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

/// The next place in a block, the first dimension fastest.
void advance(const Use& use, MPI_Offset* place) {
    for (int i = 0; i < use.rank; ++i) {
        if (++place[i] < use.count[i]) return;
        place[i] = 0;
    }
}

}  // namespace

Elements::Elements(const CFI_cdesc_t& descriptor)
    : address(descriptor.base_addr),
      element_bytes(static_cast<std::int64_t>(descriptor.elem_len)),
      datatype(datatype_of(descriptor.type)) {
    if (descriptor.type == CFI_type_char) {
        dimensions[0] = {.extent = element_bytes, .stride_bytes = 1};
        element_bytes = 1;
        rank = 1;
    }
    for (int i = 0; i < descriptor.rank; ++i) {
        dimensions[rank++] = {.extent = descriptor.dim[i].extent,
                              .stride_bytes = descriptor.dim[i].sm};
    }
}

std::int64_t Elements::count() const {
    std::int64_t product = 1;
    for (int i = 0; i < rank; ++i) {
        if (dimensions[i].extent >= 0) product *= dimensions[i].extent;
    }
    return product;
}

bool Elements::are_dense() const {
    if (count() == 0) return true;
    std::int64_t dense_bytes = element_bytes;
    for (int i = 0; i < rank; ++i) {
        const Dimension& dimension = dimensions[i];
        if (dimension.extent != 1 && dimension.stride_bytes != dense_bytes) return false;
        dense_bytes *= dimension.extent;
    }
    return true;
}

std::int64_t Elements::offset_bytes(std::int64_t element) const {
    std::int64_t offset = 0;
    for (int i = 0; i < rank; ++i) {
        const bool is_last = i + 1 == rank;
        const std::int64_t index = is_last ? element : element % dimensions[i].extent;
        offset += index * dimensions[i].stride_bytes;
        if (!is_last) element /= dimensions[i].extent;
    }
    return offset;
}

bool Elements::have_room_for(MPI_Datatype type, MPI_Offset many) const {
    MPI_Aint begin = 0, true_bytes = 0, lower = 0, extent = 0;
    if (type == MPI_DATATYPE_NULL || many < 0) return false;
    MPI_Type_get_true_extent(type, &begin, &true_bytes);
    MPI_Type_get_extent(type, &lower, &extent);
    const std::int64_t bytes = count() * element_bytes;
    if (begin < 0 || extent < 0 || begin + true_bytes > bytes) return many == 0;
    return many <= 1 || extent == 0 || many - 1 <= (bytes - begin - true_bytes) / extent;
}

template <class Copy>
void Compact::for_each_element(Copy copy) {
    const auto bytes = static_cast<std::size_t>(elements_.element_bytes);
    const std::int64_t count = elements_.count();
    for (std::int64_t i = 0; i < count; ++i)
        copy(static_cast<char*>(elements_.address) + elements_.offset_bytes(i),
             copy_.get() + static_cast<std::size_t>(i) * bytes, bytes);
}

Compact::Compact(const Elements& elements, Way way)
    : elements_(elements), address_(elements.address), way_(way) {
    if (elements.address == nullptr || elements.are_dense()) return;
    const auto bytes = static_cast<std::size_t>(elements.count() * elements.element_bytes);
    copy_.reset(new (std::nothrow) char[bytes]);
    address_ = copy_.get();
    if (copy_ == nullptr) return;
    for_each_element([](const char* element, char* copy, std::size_t length) {
        std::memcpy(copy, element, length);
    });
}

Compact::~Compact() {
    if (copy_ == nullptr || way_ == Way::in) return;
    for_each_element([](char* element, const char* copy, std::size_t length) {
        std::memcpy(element, copy, length);
    });
}

Memory::Memory(const Elements& elements, const Use& use, const MPI_Offset* bufcount,
               const int* buftype, std::optional<Compact::Way> copying)
    : address_(elements.address), datatype_(elements.datatype) {
    if (buftype != nullptr) {
        datatype_ = MPI_Type_f2c(*buftype);
        count_ = bufcount != nullptr ? *bufcount : NC_COUNT_IGNORE;
    } else if (datatype_ == MPI_DATATYPE_NULL) {
        refuse();
    }
    if (address_ == nullptr || use.total <= 0 || elements.are_dense()) return;
    // In the external type, the counts of the access say how many.
    if (datatype_ == MPI_DATATYPE_NULL) {
        datatype_ = elements.datatype;
        count_ = NC_COUNT_IGNORE;
    }
    int size = 0;
    if (is_predefined(datatype_)) MPI_Type_size(datatype_, &size);
    const bool counts_differ =
        count_ != NC_COUNT_IGNORE && buftype != nullptr && count_ != use.total;
    if (size != elements.element_bytes || counts_differ) {
        // What a datatype of the program's own means in an array with gaps can only be said of a
        // copy without them.
        const MPI_Offset count = count_ == NC_COUNT_IGNORE ? use.total : count_;
        if (copying && elements.have_room_for(datatype_, count)) {
            copy_.emplace(elements, *copying);
            address_ = copy_->address();
        } else {
            refuse();
        }
    } else if (use.map == nullptr && use.total == elements.count()) {
        describe_section(elements, datatype_);
    } else {
        describe_list(elements, use, datatype_);
    }
}

Memory::~Memory() {
    if (is_own_) MPI_Type_free(&datatype_);
}

/// All elements of a section.
void Memory::describe_section(const Elements& elements, MPI_Datatype element) {
    MPI_Datatype inner = element;
    for (int i = 0; i < elements.rank; ++i) {
        const Elements::Dimension& dimension = elements.dimensions[i];
        MPI_Datatype outer = MPI_DATATYPE_NULL;
        if (fits_int(dimension.extent)) {
            const auto stride = static_cast<MPI_Aint>(dimension.stride_bytes);
            MPI_Type_create_hvector(static_cast<int>(dimension.extent), 1, stride, inner, &outer);
        }
        if (inner != element) MPI_Type_free(&inner);
        inner = outer;
        if (inner == MPI_DATATYPE_NULL) break;
    }
    keep(inner);
}

/// One element after the other: what is left out of a section, or changes the order, is rare.
void Memory::describe_list(const Elements& elements, const Use& use, MPI_Datatype element) {
    MPI_Datatype list = MPI_DATATYPE_NULL;
    if (fits_int(use.total)) {
        const auto total = static_cast<std::size_t>(use.total);
        const std::unique_ptr<MPI_Aint[]> offsets(new (std::nothrow) MPI_Aint[total]);
        const std::unique_ptr<MPI_Offset[]> place(
            new (std::nothrow) MPI_Offset[static_cast<std::size_t>(use.rank) + 1]());
        if (offsets == nullptr || place == nullptr) return keep(list);
        for (std::size_t i = 0; i < total; ++i) {
            std::int64_t number = static_cast<std::int64_t>(i);
            if (use.map != nullptr) {
                number = 0;
                for (int j = 0; j < use.rank; ++j) number += place[j] * use.map[j];
                advance(use, place.get());
            }
            offsets[i] = static_cast<MPI_Aint>(elements.offset_bytes(number));
        }
        MPI_Type_create_hindexed_block(static_cast<int>(use.total), 1, offsets.get(), element,
                                       &list);
    }
    has_map_ = use.map != nullptr;
    keep(list);
}

void Memory::keep(MPI_Datatype datatype) {
    if (datatype == MPI_DATATYPE_NULL) return refuse();
    MPI_Type_commit(&datatype);
    datatype_ = datatype;
    count_ = 1;
    is_own_ = true;
}

/// A null address is an error with a predefined datatype only: with others it is MPI_BOTTOM.
void Memory::refuse() {
    address_ = nullptr;
    datatype_ = MPI_INT;
    count_ = NC_COUNT_IGNORE;
}

}  // namespace weft::fortran
