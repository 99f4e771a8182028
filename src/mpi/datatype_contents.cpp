// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatype_contents.hpp"

#include "mpi/check.hpp"

namespace weft::mpi {
namespace {

struct Envelope {
    int integer_count = 0;
    int address_count = 0;
    int datatype_count = 0;
    int combiner = MPI_COMBINER_NAMED;
};

Envelope envelope_of(MPI_Datatype datatype) {
    Envelope envelope;
    require(MPI_Type_get_envelope(datatype, &envelope.integer_count, &envelope.address_count,
                                  &envelope.datatype_count, &envelope.combiner),
            "MPI_Type_get_envelope");
    return envelope;
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

}  // namespace

int combiner_of(MPI_Datatype datatype) {
    return envelope_of(datatype).combiner;
}

Contents contents_of(MPI_Datatype datatype) {
    const Envelope envelope = envelope_of(datatype);
    Contents contents{
        .combiner = envelope.combiner,
        .integers = std::vector<int>(static_cast<std::size_t>(envelope.integer_count)),
        .addresses = std::vector<MPI_Aint>(static_cast<std::size_t>(envelope.address_count)),
        .datatypes = std::vector<MPI_Datatype>(static_cast<std::size_t>(envelope.datatype_count)),
    };
    require(MPI_Type_get_contents(datatype, envelope.integer_count, envelope.address_count,
                                  envelope.datatype_count, contents.integers.data(),
                                  contents.addresses.data(), contents.datatypes.data()),
            "MPI_Type_get_contents");
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
