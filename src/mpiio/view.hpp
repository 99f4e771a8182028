// SPDX-License-Identifier: BSD-3-Clause
// A rank's view of a file: the bytes that its filetype selects, repeated from a displacement on.
// The view treats them as one stream of bytes, counted in etypes.
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
    /// The default view: all bytes of the file in order.
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
        bool is_written = true;  // false: only read
    };
    /// Makes the wanted view. Errors: MPI_ERR_ARG for a negative displacement, and for a filetype
    /// that is not a whole number of etypes, whose bytes do not rise (if the view is only read:
    /// whose blocks do not rise; they may overlap), that begins before the file, or whose extent is
    /// not positive; MPI_ERR_TYPE for MPI_DATATYPE_NULL; MPI_ERR_UNSUPPORTED_DATAREP if the
    /// representation lacks its values.
    static Error make(const Description& wanted, View& made);

    [[nodiscard]] std::int64_t displacement() const { return displacement_; }
    [[nodiscard]] Representation representation() const { return representation_; }
    /// The bytes of an etype in the file.
    [[nodiscard]] std::int64_t etype_bytes() const { return etype_bytes_; }
    /// The bytes of each value of an etype; 0 if they differ.
    [[nodiscard]] std::int64_t value_bytes() const { return value_bytes_; }
    /// The size of a datatype in the file, and the distance between its values. Errors: as
    /// mpi::external32_bytes().
    [[nodiscard]] Result<std::int64_t> bytes_of(MPI_Datatype datatype) const;
    [[nodiscard]] Result<std::int64_t> extent_of(MPI_Datatype datatype) const;
    /// The datatypes as MPI_File_get_view() returns them: predefined ones, or copies that the
    /// caller must free.
    [[nodiscard]] MPI_Datatype copy_of_etype() const;
    [[nodiscard]] MPI_Datatype copy_of_filetype() const;

    /// The places of bytes of the stream, as shapes that rise. MPI_ERR_ARG if they lie too far
    /// behind.
    [[nodiscard]] Result<std::vector<region::FileShape>> shapes_of(region::Interval part) const;
    /// Whether all bytes of the stream lie side by side.
    [[nodiscard]] bool is_dense() const { return is_dense_; }
    /// The offset in the file of a byte of the stream.
    [[nodiscard]] Result<std::int64_t> offset_of(std::int64_t position) const;
    [[nodiscard]] Result<std::int64_t> offset_of_etype(std::int64_t number) const;
    /// The position of the first byte of the stream at or behind an offset in the file, if no two
    /// repetitions interleave.
    [[nodiscard]] std::int64_t bytes_below(std::int64_t offset) const;

private:
    void drop();
    /// Sets the places of the filetype's bytes.
    Status show(const Description& wanted, const mpi::ExternalTile& filetype);

    std::int64_t displacement_ = 0;
    Representation representation_ = Representation::native;
    std::int64_t etype_bytes_ = 1;
    std::int64_t value_bytes_ = 1;
    MPI_Datatype etype_ = MPI_BYTE;
    MPI_Datatype filetype_ = MPI_BYTE;
    region::FileView stream_;
    std::optional<region::InterleavedView>
        interleaved_;  // in its place, if the filetype's bytes do not rise
    bool is_dense_ = true;
};

}  // namespace weft::mpiio
