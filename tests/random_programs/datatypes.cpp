// SPDX-License-Identifier: BSD-3-Clause
#include "datatypes.hpp"

#include <array>
#include <utility>

namespace random_programs {
namespace {

// A random divisor of `number`.
int draw_divisor(Random& random, int number) {
    std::vector<int> divisors;
    for (int d = 1; d <= number; ++d) {
        if (number % d == 0) divisors.push_back(d);
    }
    return random.pick(divisors);
}

struct Blocks {
    std::vector<int> lengths;
    std::vector<int> places;  // in units of the inner type
};

// Cuts `copies` into blocks with gaps between them, in shuffled order now and then.
Blocks draw_blocks(Random& random, int copies) {
    std::vector<std::pair<int, int>> blocks;  // length, place
    int place = static_cast<int>(random.between(0, 2));
    for (int left = copies; left > 0;) {
        const int length = static_cast<int>(random.between(1, std::min(left, 5)));
        blocks.emplace_back(length, place);
        left -= length;
        place += length + static_cast<int>(random.between(0, 3));
    }
    if (random.chance(20)) random.shuffle(blocks);
    Blocks drawn;
    for (const auto& [length, at] : blocks) {
        drawn.lengths.push_back(length);
        drawn.places.push_back(at);
    }
    return drawn;
}

std::vector<MPI_Aint> in_bytes(const std::vector<int>& places, std::size_t extent) {
    std::vector<MPI_Aint> bytes;
    for (const int place : places) bytes.push_back(place * static_cast<MPI_Aint>(extent));
    return bytes;
}

std::vector<std::size_t> places_of(const Blocks& blocks, std::size_t extent) {
    std::vector<std::size_t> places;
    for (std::size_t b = 0; b < blocks.lengths.size(); ++b) {
        for (int i = 0; i < blocks.lengths[b]; ++i) {
            places.push_back(static_cast<std::size_t>(blocks.places[b] + i) * extent);
        }
    }
    return places;
}

}  // namespace

Datatype::Datatype(MemoryType base)
    : handle_(mpi_type_of(base)), extent_(size_of(base)), alignment_(size_of(base)) {}

Datatype::Datatype(Datatype&& other) noexcept
    : handle_(other.handle_),
      owned_(std::exchange(other.owned_, false)),
      offsets_(std::move(other.offsets_)),
      extent_(other.extent_),
      alignment_(other.alignment_) {}

Datatype& Datatype::operator=(Datatype&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(owned_, other.owned_);
    std::swap(offsets_, other.offsets_);
    std::swap(extent_, other.extent_);
    std::swap(alignment_, other.alignment_);
    return *this;
}

Datatype::~Datatype() {
    if (owned_) MPI_Type_free(&handle_);
}

void Datatype::commit() {
    if (owned_) MPI_Type_commit(&handle_);
}

// The new type holds the old one at each of `places`, in bytes.
void Datatype::replace(MPI_Datatype made, const std::vector<std::size_t>& places) {
    std::vector<std::size_t> finer;
    finer.reserve(places.size() * offsets_.size());
    for (const std::size_t place : places) {
        for (const std::size_t offset : offsets_) finer.push_back(place + offset);
    }
    offsets_ = std::move(finer);
    if (owned_) MPI_Type_free(&handle_);
    handle_ = made;
    owned_ = true;
    MPI_Aint low = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(made, &low, &extent);
    // Repetitions of the type are its extent apart; a lower bound above zero does not move them.
    extent_ = static_cast<std::size_t>(extent);
}

void Datatype::contiguous(Random&, int copies) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(copies, handle_, &made);
    replace(made, places_of({{copies}, {0}}, extent_));
}

void Datatype::vector(Random& random, int copies) {
    const int block = draw_divisor(random, copies);
    const int count = copies / block;
    const int stride = block + static_cast<int>(random.between(0, 3));
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_vector(count, block, stride, handle_, &made);
    Blocks blocks;
    for (int i = 0; i < count; ++i) {
        blocks.lengths.push_back(block);
        blocks.places.push_back(i * stride);
    }
    replace(made, places_of(blocks, extent_));
}

void Datatype::hvector(Random& random, int copies) {
    const std::size_t pitch = extent_ + alignment_ * static_cast<std::size_t>(random.between(0, 5));
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_hvector(copies, 1, static_cast<MPI_Aint>(pitch), handle_, &made);
    std::vector<std::size_t> places;
    for (int i = 0; i < copies; ++i) places.push_back(static_cast<std::size_t>(i) * pitch);
    replace(made, places);
}

void Datatype::indexed(Random& random, int copies) {
    const Blocks blocks = draw_blocks(random, copies);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_indexed(static_cast<int>(blocks.lengths.size()), blocks.lengths.data(),
                     blocks.places.data(), handle_, &made);
    replace(made, places_of(blocks, extent_));
}

void Datatype::hindexed(Random& random, int copies) {
    const Blocks blocks = draw_blocks(random, copies);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_hindexed(static_cast<int>(blocks.lengths.size()), blocks.lengths.data(),
                             in_bytes(blocks.places, extent_).data(), handle_, &made);
    replace(made, places_of(blocks, extent_));
}

void Datatype::indexed_block(Random& random, int copies) {
    const int block = draw_divisor(random, copies);
    Blocks blocks;
    int place = 0;
    for (int i = 0; i < copies / block; ++i) {
        blocks.lengths.push_back(block);
        blocks.places.push_back(place);
        place += block + static_cast<int>(random.between(0, 4));
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_indexed_block(copies / block, block, blocks.places.data(), handle_, &made);
    replace(made, places_of(blocks, extent_));
}

void Datatype::structure(Random& random, int copies) {
    const Blocks blocks = draw_blocks(random, copies);
    const std::vector<MPI_Datatype> members(blocks.lengths.size(), handle_);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(static_cast<int>(blocks.lengths.size()), blocks.lengths.data(),
                           in_bytes(blocks.places, extent_).data(), members.data(), &made);
    replace(made, places_of(blocks, extent_));
}

void Datatype::subarray(Random& random, int copies) {
    const int rows = draw_divisor(random, copies);
    const std::array<int, 2> chosen{rows, copies / rows};
    const std::array<int, 2> start{static_cast<int>(random.between(0, 2)),
                                   static_cast<int>(random.between(0, 2))};
    const std::array<int, 2> whole{chosen[0] + start[0] + static_cast<int>(random.between(0, 2)),
                                   chosen[1] + start[1] + static_cast<int>(random.between(0, 2))};
    const bool fortran = random.chance(50);
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(2, whole.data(), chosen.data(), start.data(),
                             fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C, handle_, &made);
    const std::size_t outer = fortran ? 1 : 0;
    const std::size_t inner = 1 - outer;
    Blocks blocks;
    for (int i = 0; i < chosen[outer]; ++i) {
        blocks.lengths.push_back(chosen[inner]);
        blocks.places.push_back((start[outer] + i) * whole[inner] + start[inner]);
    }
    replace(made, places_of(blocks, extent_));
}

void Datatype::resized(Random& random, int) {
    const std::size_t wider = extent_ + alignment_ * static_cast<std::size_t>(random.between(0, 4));
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(handle_, 0, static_cast<MPI_Aint>(wider), &made);
    replace(made, {0});
}

TypedCount draw_datatype(Random& random, MemoryType base, Index elements) {
    using Constructor = void (Datatype::*)(Random&, int);
    static const std::vector<Constructor> constructors{
        &Datatype::contiguous, &Datatype::vector,        &Datatype::hvector,   &Datatype::indexed,
        &Datatype::hindexed,   &Datatype::indexed_block, &Datatype::structure, &Datatype::subarray};
    TypedCount drawn{Datatype(base), elements};
    for (auto level = random.between(1, 3); level > 0 && drawn.count > 0; --level) {
        const int copies = draw_divisor(random, static_cast<int>(drawn.count));
        (drawn.type.*random.pick(constructors))(random, copies);
        drawn.count /= copies;
        // A lower bound of zero keeps every element inside the buffer.
        if (random.chance(60)) drawn.type.resized(random, 1);
    }
    drawn.type.commit();
    return drawn;
}

}  // namespace random_programs
