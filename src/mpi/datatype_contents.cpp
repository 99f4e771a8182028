// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype_contents.hpp"

#include <type_traits>
#include <utility>

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

#if MPI_VERSION >= 4
using Number = MPI_Count;
#else
using Number = int;
#endif

struct Envelope {
    Number integer_count = 0;
    Number address_count = 0;
    Number large_count = 0;
    Number datatype_count = 0;
    int combiner = MPI_COMBINER_NAMED;
};

/// Datatypes with large counts need MPI functions of their own.
Envelope envelope_of(MPI_Datatype datatype) {
    Envelope envelope;
#if MPI_VERSION >= 4
    require(MPI_Type_get_envelope_c(datatype, &envelope.integer_count, &envelope.address_count,
                                    &envelope.large_count, &envelope.datatype_count,
                                    &envelope.combiner),
            "MPI_Type_get_envelope_c");
#else
    require(MPI_Type_get_envelope(datatype, &envelope.integer_count, &envelope.address_count,
                                  &envelope.datatype_count, &envelope.combiner),
            "MPI_Type_get_envelope");
#endif
    return envelope;
}

/// The arguments of a constructor.
struct Arguments {
    explicit Arguments(const Envelope& envelope)
        : integers(static_cast<std::size_t>(envelope.integer_count)),
          addresses(static_cast<std::size_t>(envelope.address_count)),
          large(static_cast<std::size_t>(envelope.large_count)),
          datatypes(static_cast<std::size_t>(envelope.datatype_count)) {}

    std::vector<int> integers;
    std::vector<MPI_Aint> addresses;
    std::vector<MPI_Count> large;
    std::vector<MPI_Datatype> datatypes;
};

Arguments arguments_of(MPI_Datatype datatype, const Envelope& envelope) {
    Arguments found(envelope);
#if MPI_VERSION >= 4
    require(MPI_Type_get_contents_c(datatype, envelope.integer_count, envelope.address_count,
                                    envelope.large_count, envelope.datatype_count,
                                    found.integers.data(), found.addresses.data(),
                                    found.large.data(), found.datatypes.data()),
            "MPI_Type_get_contents_c");
#else
    require(MPI_Type_get_contents(datatype, envelope.integer_count, envelope.address_count,
                                  envelope.datatype_count, found.integers.data(),
                                  found.addresses.data(), found.datatypes.data()),
            "MPI_Type_get_contents");
#endif
    return found;
}

/// The number of large counts that are integers in the constructor with small counts; the others
/// are its addresses.
std::size_t integers_among(const std::vector<MPI_Count>& large, int combiner) {
    switch (combiner) {
        case MPI_COMBINER_RESIZED:
            return 0;
        case MPI_COMBINER_HVECTOR:
        case MPI_COMBINER_HINDEXED_BLOCK:
            return 2;
        case MPI_COMBINER_HINDEXED:
        case MPI_COMBINER_STRUCT:
            return 1 + static_cast<std::size_t>(large[0]);
        default:
            return large.size();
    }
}

/// The position among the integers of the constructor with small counts at which the large counts
/// stand: for arrays, whose lengths are large counts, but not their distribution.
std::size_t integers_before(int combiner) {
    if (combiner == MPI_COMBINER_SUBARRAY) return 1;
    return combiner == MPI_COMBINER_DARRAY ? 3 : 0;
}

struct Reach {
    MPI_Count lower_bound = 0;
    MPI_Count extent = 0;
};

Reach reach_of(MPI_Datatype datatype) {
    Reach reach;
    require(MPI_Type_get_extent_x(datatype, &reach.lower_bound, &reach.extent),
            "MPI_Type_get_extent_x");
    return reach;
}

/// A million addresses are not copied if they already have this type.
template <class Address>
std::vector<std::int64_t> numbers_of(std::vector<Address>&& addresses) {
    if constexpr (std::is_same_v<Address, std::int64_t>)
        return std::move(addresses);
    else
        return {addresses.begin(), addresses.end()};
}

}  // namespace

int combiner_of(MPI_Datatype datatype) {
    return envelope_of(datatype).combiner;
}

Contents contents_of(MPI_Datatype datatype) {
    const Envelope envelope = envelope_of(datatype);
    Arguments found = arguments_of(datatype, envelope);
    Contents contents{.combiner = envelope.combiner,
                      .integers = {found.integers.begin(), found.integers.end()},
                      .addresses = numbers_of(std::move(found.addresses)),
                      .datatypes = std::move(found.datatypes)};
    if (found.large.empty()) return contents;
    const auto addresses = found.large.begin() + static_cast<std::ptrdiff_t>(integers_among(
                                                     found.large, envelope.combiner));
    contents.integers.insert(
        contents.integers.begin() + static_cast<std::ptrdiff_t>(integers_before(envelope.combiner)),
        found.large.begin(), addresses);
    contents.addresses.insert(contents.addresses.end(), addresses, found.large.end());
    return contents;
}

bool is_predefined_combiner(int combiner) {
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_INTEGER ||
           combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX;
}

std::int64_t size_of(MPI_Datatype datatype) {
    MPI_Count size = 0;
    require(MPI_Type_size_x(datatype, &size), "MPI_Type_size_x");
    return size;
}

std::int64_t extent_of(MPI_Datatype datatype) {
    return reach_of(datatype).extent;
}

std::int64_t lower_bound_of(MPI_Datatype datatype) {
    return reach_of(datatype).lower_bound;
}

std::string name_of(MPI_Datatype datatype) {
    char name[MPI_MAX_OBJECT_NAME] = {};
    int length = 0;
    require(MPI_Type_get_name(datatype, name, &length), "MPI_Type_get_name");
    return length == 0 ? "a type without a name"
                       : std::string(name, static_cast<std::size_t>(length));
}

}  // namespace weft::mpi
