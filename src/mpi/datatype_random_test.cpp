// SPDX-License-Identifier: BSD-3-Clause
// Decoded patterns against MPI's own packing of the same bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "base/test_seeds.hpp"
#include "mpi/datatype.hpp"
#include "mpi/mpi_test_world.hpp"
#include "mpi/random_datatype.hpp"

namespace weft::mpi {
namespace {

constexpr int case_count = 3000;

/// The bytes that `count` values of a datatype touch, relative to their address.
struct Reach {
    MPI_Aint before = 0;
    MPI_Aint after = 0;

    Reach(MPI_Datatype datatype, int count) {
        // A datatype without bytes has no true bounds: Open MPI reports the largest numbers it has.
        MPI_Count size = 0;
        MPI_Type_size_x(datatype, &size);
        if (size == 0) return;
        MPI_Aint low = 0;
        MPI_Aint length = 0;
        MPI_Type_get_true_extent(datatype, &low, &length);
        MPI_Aint bound = 0;
        MPI_Aint extent = 0;
        MPI_Type_get_extent(datatype, &bound, &extent);
        const MPI_Aint last = std::max(count - 1, 0) * extent;
        before = std::max<MPI_Aint>(0, -(low + std::min<MPI_Aint>(0, last)));
        after = std::max<MPI_Aint>(0, low + length + std::max<MPI_Aint>(0, last));
    }
};

/// Memory on both sides of an address, filled with noise.
class Setup {
public:
    explicit Setup(const Reach& reach) : before_(reach.before) {
        // MPICH refuses to pack nothing from a null pointer.
        bytes_.resize(static_cast<std::size_t>(reach.before + reach.after) + 1);
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            bytes_[i] = static_cast<unsigned char>(i * 2654435761u >> 13);
        }
    }

    [[nodiscard]] bool contains(std::int64_t displacement, std::int64_t length) const {
        return displacement >= -before_ && displacement + length < std::ssize(bytes_) - before_;
    }
    [[nodiscard]] const unsigned char* address() const { return bytes_.data() + before_; }

private:
    MPI_Aint before_ = 0;
    std::vector<unsigned char> bytes_;
};

std::vector<unsigned char> packed_by_mpi(const Setup& memory, MPI_Datatype datatype, int count) {
    MPI_Count bytes = 0;
    MPI_Type_size_x(datatype, &bytes);
    // MPICH 4.0 divides by zero when it packs some datatypes without bytes.
    if (bytes * count == 0) return {};
    int size = 0;
    MPI_Pack_size(count, datatype, MPI_COMM_SELF, &size);
    std::vector<unsigned char> packed(static_cast<std::size_t>(size) + 1);
    int position = 0;
    MPI_Pack(memory.address(), count, datatype, packed.data(), size, &position, MPI_COMM_SELF);
    packed.resize(static_cast<std::size_t>(position));
    return packed;
}

/// Packs the values by Weft; empty if an element lies outside of the memory.
std::vector<unsigned char> packed_by_weft(const Setup& memory, const DecodedDatatype& decoded) {
    std::vector<unsigned char> packed;
    bool inside = true;
    const std::int64_t bytes = decoded.element_bytes;
    decoded.pattern.visit(0, decoded.pattern.element_count(),
                          [&](std::int64_t displacement, std::int64_t stride, std::int64_t count) {
                              for (std::int64_t i = 0; i < count; ++i, displacement += stride) {
                                  inside = inside && memory.contains(displacement, bytes);
                                  if (!inside) return;
                                  const unsigned char* element = memory.address() + displacement;
                                  packed.insert(packed.end(), element, element + bytes);
                              }
                          });
    return inside ? packed : std::vector<unsigned char>();
}

void compare(MPI_Datatype datatype, int count, const Reach& reach) {
    const auto decoded = decode(datatype, count);
    ASSERT_TRUE(decoded.ok()) << decoded.status().context();
    const Setup memory(reach);
    EXPECT_EQ(packed_by_weft(memory, decoded.value()), packed_by_mpi(memory, datatype, count));
}

/// False if the case is not worth testing: no elements, or more memory than a unit test should
/// take.
bool check_case(std::uint64_t seed) {
    constexpr MPI_Count most_bytes = 1 << 18;
    constexpr MPI_Aint longest_reach = 1 << 23;
    const std::array elements{MPI_BYTE, MPI_SHORT, MPI_FLOAT, MPI_DOUBLE};
    RandomDatatypes datatypes(seed, elements[seed % elements.size()]);
    RandomDatatype drawn = datatypes.draw(1 + static_cast<int>(seed / 4 % 4));
    const int count = datatypes.number(0, 3);
    if (drawn.is_derived) MPI_Type_commit(&drawn.handle);
    MPI_Count size = 0;
    MPI_Type_size_x(drawn.handle, &size);
    const Reach reach(drawn.handle, count);
    const bool is_small = size < most_bytes && reach.before + reach.after < longest_reach;
    if (is_small) {
        SCOPED_TRACE(replay_of(seed) + ", " + std::to_string(count) + " times " + drawn.text);
        compare(drawn.handle, count, reach);
    }
    if (drawn.is_derived) MPI_Type_free(&drawn.handle);
    return is_small && size > 0 && count > 0;
}

TEST(DecodeRandomly, ElementsComeInTheOrderInWhichMpiPacksThem) {
    int said_something = 0;
    const std::vector<std::uint64_t> seeds = test_seeds(case_count, 20240601);
    for (const std::uint64_t seed : seeds) {
        // Every rank has cases of its own.
        const std::uint64_t of_rank =
            seed + static_cast<std::uint64_t>(test_world().rank()) * case_count;
        said_something += check_case(of_rank) ? 1 : 0;
        if (HasFailure()) break;
    }
    if (!HasFailure()) {
        EXPECT_GT(said_something, std::ssize(seeds) / 4);
    }
}

}  // namespace
}  // namespace weft::mpi
