// SPDX-License-Identifier: BSD-3-Clause
#include "datatype.hpp"

#include <algorithm>
#include <cstring>

namespace mpiio {

Datatype Datatype::basic(MPI_Datatype handle, std::string text) {
    return {Borrowed{}, handle, std::move(text)};
}

Datatype::Datatype(Borrowed /*unused*/, MPI_Datatype handle, std::string text)
    : handle_(std::make_shared<MPI_Datatype>(handle)), text_(std::move(text)) {
    int size = 0;
    MPI_Type_size(handle, &size);
    map_.push_back({0, size});
    measure();
}

Datatype::Datatype(MPI_Datatype handle, std::vector<Element> map, std::string text)
    : handle_(new MPI_Datatype(handle),
              [](MPI_Datatype* owned) {
                  MPI_Type_free(owned);
                  delete owned;
              }),
      map_(std::move(map)),
      text_(std::move(text)) {
    MPI_Type_commit(handle_.get());
    measure();
}

void Datatype::measure() {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(handle(), &lower_bound, &extent);
    lower_bound_ = lower_bound;
    extent_ = extent;
    for (const Element& element : map_) {
        const Span span{size(), size() + element.bytes};
        elements_.resize(static_cast<std::size_t>(span.end), span);
        for (std::int64_t i = 0; i < element.bytes; ++i) bytes_.push_back(element.offset + i);
    }
}

std::int64_t Datatype::byte(std::int64_t index) const {
    return index / size() * extent_ + bytes_[static_cast<std::size_t>(index % size())];
}

Datatype::Span Datatype::element_of(std::int64_t index) const {
    const Span& span = elements_[static_cast<std::size_t>(index % size())];
    const std::int64_t before = index / size() * size();
    return {before + span.begin, before + span.end};
}

std::int64_t Datatype::first_byte() const {
    return bytes_.empty() ? 0 : *std::min_element(bytes_.begin(), bytes_.end());
}

std::int64_t Datatype::end_byte() const {
    return bytes_.empty() ? 0 : *std::max_element(bytes_.begin(), bytes_.end()) + 1;
}

bool Datatype::has_one_kind() const {
    return std::all_of(map_.begin(), map_.end(),
                       [this](const auto& element) { return element.bytes == map_.front().bytes; });
}

std::int64_t Datatype::elements_in(std::int64_t bytes) const {
    if (bytes == 0) return 0;
    std::int64_t elements = bytes / size() * static_cast<std::int64_t>(map_.size());
    std::int64_t rest = bytes % size();
    for (std::size_t i = 0; rest > 0; ++i, ++elements) rest -= map_[i].bytes;
    return rest == 0 ? elements : -1;
}

std::string Datatype::disagreement() const {
    int mpi_size = 0;
    MPI_Type_size(handle(), &mpi_size);
    if (mpi_size != size()) return "MPI_Type_size is " + std::to_string(mpi_size);
    if (size() == 0) return "";
    // Two passes tell the high and the low byte of each place; a datatype that reaches too far is
    // not packed. MPI may look beside the bytes: what it finds there is the same on all ranks, so
    // that all come to the same answer.
    const std::int64_t span = end_byte() - first_byte();
    if (span > 1 << 16) return "";
    for (const int shift : {0, 8}) {
        std::vector<unsigned char> memory(static_cast<std::size_t>(3 * span));
        const auto byte_at = [&](std::int64_t i) -> unsigned char& {
            return memory[static_cast<std::size_t>(i - first_byte() + span)];
        };
        for (std::int64_t i = 0; i < 3 * span; ++i)
            memory[static_cast<std::size_t>(i)] = static_cast<unsigned char>((i - span) >> shift);
        std::vector<unsigned char> packed(bytes_.size());
        int position = 0;
        MPI_Pack(&byte_at(first_byte()) - first_byte(), 1, handle(), packed.data(), mpi_size,
                 &position, MPI_COMM_SELF);
        for (std::size_t i = 0; i < packed.size(); ++i) {
            if (packed[i] != byte_at(bytes_[i]))
                return "MPI_Pack has another byte at " + std::to_string(i);
        }
    }
    return "";
}

}  // namespace mpiio
