// SPDX-License-Identifier: BSD-3-Clause
#include "filetype.hpp"

namespace random_programs {

Filetype::Filetype(int ncid, const Model& model, const Piece& piece) {
    const MPI_Datatype element = mpi_type_of(model.native(piece.variable));
    int element_bytes = 0;
    MPI_Type_size(element, &element_bytes);
    const Shape shape = model.shape(piece.variable);
    Index slab = 0;  // elements of a record
    Index record_bytes = 0;
    if (model.is_record(piece.variable)) {
        slab = product({shape.begin() + 1, shape.end()});
        ncmpi_inq_recsize(ncid, &record_bytes);
    }
    std::vector<MPI_Aint> places;
    for (const Index i : linear_indices(piece, shape)) {
        places.push_back(slab == 0 ? i * element_bytes
                                   : i / slab * record_bytes + i % slab * element_bytes);
    }
    MPI_Type_create_hindexed_block(static_cast<int>(places.size()), 1, places.data(), element,
                                   &handle_);
    MPI_Type_commit(&handle_);
}

Filetype::~Filetype() {
    MPI_Type_free(&handle_);
}

}  // namespace random_programs
