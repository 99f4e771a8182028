// SPDX-License-Identifier: BSD-3-Clause
// An MPI datatype beside its type map, which own code writes down from the arguments of the
// constructor. Lower bound and extent are asked of MPI, which may round an extent up.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mpiio {

/// A basic element of a type map, at an offset from the origin of the datatype.
struct Element {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
};

class Datatype {
public:
    static Datatype basic(MPI_Datatype handle, std::string text);

    /// Takes over a handle that a constructor of MPI has made, and commits it.
    Datatype(MPI_Datatype handle, std::vector<Element> map, std::string text);

    [[nodiscard]] MPI_Datatype handle() const { return *handle_; }
    [[nodiscard]] const std::vector<Element>& map() const { return map_; }
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::int64_t lower_bound() const { return lower_bound_; }
    [[nodiscard]] std::int64_t extent() const { return extent_; }

    /// Bytes of data.
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(bytes_.size()); }
    /// Where the `index`th byte of data lies when copies of the datatype follow each other.
    [[nodiscard]] std::int64_t byte(std::int64_t index) const;
    /// The basic element that the `index`th byte of data belongs to, by its bytes of data.
    struct Span {
        std::int64_t begin = 0;
        std::int64_t end = 0;
    };
    [[nodiscard]] Span element_of(std::int64_t index) const;
    /// Where data begin and end in one copy.
    [[nodiscard]] std::int64_t first_byte() const;
    [[nodiscard]] std::int64_t end_byte() const;

    /// Whether all basic elements have the same size, and none of them are of two kinds here.
    [[nodiscard]] bool has_one_kind() const;
    /// The number of basic elements in the first `bytes` bytes of data; -1 if they end within one.
    [[nodiscard]] std::int64_t elements_in(std::int64_t bytes) const;

    /// How MPI disagrees about the same datatype; empty if its size and packed order are the same.
    [[nodiscard]] std::string disagreement() const;

private:
    struct Borrowed {};
    Datatype(Borrowed, MPI_Datatype handle, std::string text);
    void measure();

    std::shared_ptr<MPI_Datatype> handle_;
    std::vector<Element> map_;
    std::string text_;
    std::vector<std::int64_t> bytes_;  // of the type map, byte by byte
    std::vector<Span> elements_;       // to which each belongs
    std::int64_t lower_bound_ = 0;
    std::int64_t extent_ = 0;
};

/// `length` copies of a datatype, the first with its origin `displacement` bytes from the new
/// one's.
struct Block {
    std::int64_t displacement = 0;
    int length = 1;
};

Datatype contiguous(int count, const Datatype& part);
/// `stride` in extents.
Datatype vector(int count, int length, int stride, const Datatype& part);
/// `stride` in bytes.
Datatype hvector(int count, int length, std::int64_t stride, const Datatype& part);
/// Displacements that are multiples of the extent.
Datatype indexed(const std::vector<Block>& blocks, const Datatype& part);
Datatype hindexed(const std::vector<Block>& blocks, const Datatype& part);
/// Blocks of one length, in multiples of the extent.
Datatype indexed_block(const std::vector<Block>& blocks, const Datatype& part);
Datatype hindexed_block(const std::vector<Block>& blocks, const Datatype& part);
Datatype structure(const std::vector<Block>& blocks, const std::vector<Datatype>& parts);
Datatype resized(std::int64_t lower_bound, std::int64_t extent, const Datatype& part);

/// One dimension of an array, and the selected range: the first `size` from `start` on.
struct Range {
    int array_size = 1;
    int size = 1;
    int start = 0;
};
Datatype subarray(const std::vector<Range>& ranges, int order, const Datatype& part);

/// One dimension of an array, how it is dealt out, and to how many.
struct Deal {
    int array_size = 1;
    int distribution = MPI_DISTRIBUTE_BLOCK;
    int argument = MPI_DISTRIBUTE_DFLT_DARG;
    int processes = 1;
};
Datatype darray(int ranks, int rank, const std::vector<Deal>& deals, int order,
                const Datatype& part);

}  // namespace mpiio
