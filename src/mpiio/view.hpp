// SPDX-License-Identifier: BSD-3-Clause
// What a rank sees of a file: the bytes that its filetype selects, again and again from a
// displacement on, counted in etypes. To the view they are one stream of bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mpi/external32.hpp"
#include "mpiio/error.hpp"
#include "mpiio/representation.hpp"
#include "region/file_view.hpp"
#include "region/interleaved_view.hpp"
#include "region/interval.hpp"

namespace weft::mpiio {

class View {
public:
    /// All bytes of the file, one after the other.
    View();
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    View(View&& other) noexcept;
    View& operator=(View&& other) noexcept;
    ~View();

    struct Description {
        std::int64_t displacement;
        MPI_Datatype etype;
        MPI_Datatype filetype;
        Representation representation;
        bool is_written = true;  // not only read
    };
    /// Errors: MPI_ERR_ARG for a displacement below 0, a filetype that is no whole number of
    /// etypes, whose bytes do not rise (its blocks, which then may overlap, if it is only read), or
    /// before the file's begin, or that does not move on when it is repeated; MPI_ERR_TYPE for a
    /// datatype that is none; MPI_ERR_UNSUPPORTED_DATAREP where the representation does not have
    /// its values.
    static Error make(const Description& wanted, View& made);

    [[nodiscard]] std::int64_t displacement() const { return displacement_; }
    [[nodiscard]] Representation representation() const { return representation_; }
    /// In the file.
    [[nodiscard]] std::int64_t etype_bytes() const { return etype_bytes_; }
    /// Of each value that etypes consist of; 0 where they differ.
    [[nodiscard]] std::int64_t value_bytes() const { return value_bytes_; }
    /// What a datatype takes of the file, and from one of its values to the next. Errors: as
    /// mpi::external32_bytes().
    [[nodiscard]] Result<std::int64_t> bytes_of(MPI_Datatype datatype) const;
    [[nodiscard]] Result<std::int64_t> extent_of(MPI_Datatype datatype) const;
    /// As MPI_File_get_view() hands them out: predefined ones, or copies for the caller to free.
    [[nodiscard]] MPI_Datatype copy_of_etype() const;
    [[nodiscard]] MPI_Datatype copy_of_filetype() const;

    /// Where bytes of the stream are: shapes that rise. MPI_ERR_ARG where there are none so far
    /// behind.
    [[nodiscard]] Result<std::vector<region::FileShape>> shapes_of(region::Interval part) const;
    /// Whether the bytes of the stream lie side by side, however many.
    [[nodiscard]] bool is_dense() const { return is_dense_; }
    /// The place in the file of a byte of the stream.
    [[nodiscard]] Result<std::int64_t> offset_of(std::int64_t position) const;
    [[nodiscard]] Result<std::int64_t> offset_of_etype(std::int64_t number) const;
    /// The first byte of the stream at a place in the file or behind it, if no two repetitions
    /// interleave.
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;

private:
    void drop();
    /// Where the filetype's bytes are.
    Status show(const Description& wanted, const mpi::ExternalTile& filetype);

    std::int64_t displacement_ = 0;
    Representation representation_ = Representation::native;
    std::int64_t etype_bytes_ = 1;
    std::int64_t value_bytes_ = 1;
    MPI_Datatype etype_ = MPI_BYTE;
    MPI_Datatype filetype_ = MPI_BYTE;
    region::FileView stream_;
    std::optional<region::InterleavedView>
        interleaved_;  // instead, where the filetype's bytes do not rise
    bool is_dense_ = true;
};

}  // namespace weft::mpiio
