// SPDX-License-Identifier: BSD-3-Clause
// Moves bytes of a request between the user's memory and a buffer in file form, which can be the
// same memory. No other code converts, swaps, gathers or scatters elements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/request/request.hpp"
#include "engine/request/short_runs.hpp"

namespace weft::engine {

/// A buffer in file form. It holds an image of a part of the file, or the stream of a piece, packed
/// without gaps.
struct FileBuffer {
    enum class Form { image, packed };
    std::byte* data = nullptr;
    std::int64_t origin = 0;  // the file offset (image) or the stream position (packed) of data[0]
    Form form = Form::image;
};

class Mover {
public:
    static constexpr std::int64_t largest_element = 8;

    explicit Mover(const Request& request);

    /// Moves bytes [from, to) of the stream of piece `index`. A range may begin and end within an
    /// element; then the caller makes gets in the order of the stream.
    void move(std::size_t index, std::int64_t from, std::int64_t to, const FileBuffer& place);

    /// Where in the user's memory a get may read the bytes [from, to) of one run, to decode them
    /// there. Null where elements have another size than in the file, do not lie side by side, or
    /// where the range cuts one.
    [[nodiscard]] std::byte* room_in_memory(std::size_t index, std::int64_t from,
                                            std::int64_t to) const;

    /// The same, where memory has the same bytes as the file. A put may write them from there.
    [[nodiscard]] std::byte* bytes_in_memory(std::size_t index, std::int64_t from,
                                             std::int64_t to) const;

    /// Decodes `bytes` bytes that a get has read to `room`.
    void decode_in_place(std::size_t index, std::byte* room, std::int64_t bytes);

    /// False after a value did not fit its target type, so that another one replaced it.
    [[nodiscard]] bool all_in_range() const { return all_in_range_; }

private:
    using Element = std::array<std::byte, largest_element>;

    void move_elements(const Piece& piece, std::int64_t from, std::int64_t to,
                       const FileBuffer& place);
    void move_short_rows(const Piece& piece, std::int64_t element, std::byte* external,
                         const ShortRuns& rows);
    void move_batches(const Piece& piece, std::int64_t from, std::int64_t to,
                      const FileBuffer& place);
    void move_packed(const Piece& piece, std::int64_t from, std::int64_t to,
                     const FileBuffer& place);
    void move_row(const Piece& piece, std::int64_t element, std::int64_t count, std::byte* external,
                  std::int64_t stride);
    void copy_rows(const Piece& piece, std::int64_t element, std::int64_t count,
                   std::byte* external);
    void move_part(std::size_t index, std::int64_t from, std::int64_t to, const FileBuffer& place);
    void quantize(const Piece& piece, std::int64_t from, std::int64_t to, const FileBuffer& place);
    void convert(const Piece& piece, std::byte* external, std::int64_t external_stride,
                 std::byte* memory, std::int64_t memory_stride, std::int64_t count);

    const Request& request_;
    std::vector<Element> carried_;  // gets: the beginnings of elements that a range has cut
    bool all_in_range_ = true;
};

}  // namespace weft::engine
