// SPDX-License-Identifier: BSD-3-Clause
// Moves bytes of a request between the user's memory and a buffer in file form, which can be that
// memory itself. The only place where elements are converted, swapped, gathered and scattered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/request/request.hpp"
#include "engine/request/short_runs.hpp"

namespace weft::engine {

/// A buffer in file form: an image of a part of the file, or a piece's stream packed without its
/// gaps.
struct Place {
    enum class Form { image, packed };
    std::byte* data = nullptr;
    std::int64_t origin = 0;  // the file offset (image) or the stream position (packed) of data[0]
    Form form = Form::image;
};

class Mover {
public:
    static constexpr std::int64_t largest_element = 8;

    explicit Mover(const Request& request);

    /// Moves bytes [from, to) of the stream of piece number `index`. A range may begin and end
    /// within an element; gets must then come in the order of the stream.
    void move(std::size_t index, std::int64_t from, std::int64_t to, const Place& place);

    /// Where in memory the bytes [from, to) of one run of a get may be read to, to be decoded
    /// there; null where elements have another size than in the file, do not lie side by side, or
    /// are cut.
    [[nodiscard]] std::byte* room_in_memory(std::size_t index, std::int64_t from,
                                            std::int64_t to) const;

    /// The same for bytes that are in memory as in the file; also of a put, which may be written
    /// from there.
    [[nodiscard]] std::byte* bytes_in_memory(std::size_t index, std::int64_t from,
                                             std::int64_t to) const;

    /// Makes elements of the `bytes` that were read to there.
    void decode_in_place(std::size_t index, std::byte* room, std::int64_t bytes);

    /// False once a value did not fit its target type and was replaced.
    [[nodiscard]] bool all_in_range() const { return all_in_range_; }

private:
    using Element = std::array<std::byte, largest_element>;

    void move_elements(const Piece& piece, std::int64_t from, std::int64_t to, const Place& place);
    void move_short_rows(const Piece& piece, std::int64_t element, std::byte* external,
                         const ShortRuns& rows);
    void move_batches(const Piece& piece, std::int64_t from, std::int64_t to, const Place& place);
    void move_packed(const Piece& piece, std::int64_t from, std::int64_t to, const Place& place);
    void move_row(const Piece& piece, std::int64_t element, std::int64_t count, std::byte* external,
                  std::int64_t stride);
    void copy_rows(const Piece& piece, std::int64_t element, std::int64_t count,
                   std::byte* external);
    void move_part(std::size_t index, std::int64_t from, std::int64_t to, const Place& place);
    void convert(const Piece& piece, std::byte* external, std::int64_t external_stride,
                 std::byte* memory, std::int64_t memory_stride, std::int64_t count);

    const Request& request_;
    std::vector<Element> carried_;  // gets: the beginnings of elements that a range has cut
    bool all_in_range_ = true;
};

}  // namespace weft::engine
