// SPDX-License-Identifier: BSD-3-Clause
#include "chunks/grid.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "base/checked.hpp"
#include "region/run_collector.hpp"

namespace weft::chunks {

using engine::Piece;
using engine::Pieces;
using region::Loop;

Result<Grid> Grid::make(std::vector<std::int64_t> shape, std::vector<std::int64_t> chunk,
                        std::int64_t element_bytes) {
    constexpr std::int64_t longest = std::int64_t{1} << 62;
    Grid grid;
    grid.shape_ = std::move(shape);
    grid.chunk_ = std::move(chunk);
    grid.element_bytes_ = element_bytes;
    const std::size_t rank = grid.rank();
    grid.pitches_.resize(rank);
    grid.chunk_pitches_.resize(rank);
    grid.counts_.resize(rank);
    std::optional<std::int64_t> bytes = element_bytes;
    for (std::size_t i = rank; bytes && i-- > 0;) {
        grid.pitches_[i] = *bytes;
        bytes = checked_mul(*bytes, grid.chunk_[i]);
    }
    grid.chunk_bytes_ = bytes.value_or(0);
    for (std::size_t i = rank; bytes && i-- > 0;) {
        grid.chunk_pitches_[i] = *bytes;
        grid.counts_[i] = grid.shape_[i] / grid.chunk_[i] + (grid.shape_[i] % grid.chunk_[i] != 0);
        bytes = checked_mul(*bytes, grid.counts_[i]);
        if (bytes) grid.chunk_count_ *= grid.counts_[i];
    }
    if (!bytes || *bytes > longest)
        return Status(Code::ebadchunk, "its chunks together have more than 2^62 bytes");
    return grid;
}

void Grid::place_of(std::int64_t number, std::span<std::int64_t> place) const {
    for (std::size_t i = rank(); i-- > 0;) {
        place[i] = number % counts_[i];
        number /= counts_[i];
    }
}

std::int64_t Grid::number_of(std::span<const std::int64_t> place) const {
    std::int64_t number = 0;
    for (std::size_t i = 0; i < rank(); ++i) number = number * counts_[i] + place[i];
    return number;
}

std::vector<std::int64_t> Grid::lengths_within(std::int64_t number,
                                               std::span<const std::int64_t> lengths) const {
    std::vector<std::int64_t> within(rank());
    for (std::size_t i = rank(); i-- > 0;) {
        const std::int64_t begin = number % counts_[i] * chunk_[i];
        within[i] = std::clamp<std::int64_t>(lengths[i] - begin, 0, chunk_[i]);
        number /= counts_[i];
    }
    return within;
}

std::vector<std::int64_t> Grid::numbers_in_row(std::int64_t row,
                                               std::span<const std::int64_t> lengths) const {
    std::vector<std::int64_t> numbers = {row};
    for (std::size_t i = 1; i < rank(); ++i) {
        const std::int64_t count = lengths[i] / chunk_[i] + (lengths[i] % chunk_[i] != 0);
        std::vector<std::int64_t> finer;
        for (const std::int64_t number : numbers)
            for (std::int64_t place = 0; place < count; ++place)
                finer.push_back(number * counts_[i] + place);
        numbers = std::move(finer);
    }
    return numbers;
}

std::int64_t Grid::bytes_within(std::int64_t number) const {
    std::int64_t bytes = element_bytes_;
    for (const std::int64_t length : lengths_within(number)) bytes *= length;
    return bytes;
}

/// Makes the pieces of one block. Along each dimension its indices are cut where chunks end; each
/// combination of these cuts is a piece.
class Grid::BlockPieces {
public:
    /// `counts`: of the values in the buffer.
    BlockPieces(const Grid& grid, const container::Block& block,
                std::span<const std::int64_t> counts, const Piece& model, Pieces& pieces)
        : grid_(grid), model_(model), pieces_(pieces), rank_(grid.rank()) {
        const std::int64_t* const start = block.data();
        for (std::size_t i = 0; i < rank_; ++i)
            cuts_.push_back(cut(i, start[i], start[rank_ + i], start[2 * rank_ + i]));
        memory_pitches_.resize(rank_);
        std::int64_t pitch = 1;
        for (std::size_t i = rank_; i-- > 0;) {
            memory_pitches_[i] = pitch;
            pitch *= counts[i];
        }
        const std::int64_t memory_bytes = model.elements->codec.memory_bytes;
        is_dense_ = model.elements->memory == container::dense_pattern(memory_bytes);
    }

    void add() {
        if (std::ranges::any_of(cuts_, [](const auto& cuts) { return cuts.empty(); })) return;
        chosen_.assign(rank_, 0);
        do {
            is_dense_ ? add_whole() : add_rows();
        } while (advance());
    }

private:
    /// The indices of a block along one dimension that are in the same chunk.
    struct Cut {
        std::int64_t offset = 0;  // of the first, in the chunk space
        std::int64_t count = 0;
        std::int64_t pitch = 0;  // in the chunk space
        std::int64_t first = 0;  // the number of the first within the block
    };

    [[nodiscard]] std::vector<Cut> cut(std::size_t dimension, std::int64_t start,
                                       std::int64_t count, std::int64_t stride) const {
        const std::int64_t length = grid_.chunk_[dimension];
        const std::int64_t pitch = grid_.pitches_[dimension];
        std::vector<Cut> cuts;
        for (std::int64_t done = 0; done < count;) {
            const std::int64_t index = start + done * stride;
            const std::int64_t into = index % length;
            const std::int64_t here = std::min(count - done, (length - into - 1) / stride + 1);
            cuts.push_back(
                {.offset = index / length * grid_.chunk_pitches_[dimension] + into * pitch,
                 .count = here,
                 .pitch = stride * pitch,
                 .first = done});
            done += here;
        }
        return cuts;
    }

    bool advance() {
        for (std::size_t i = rank_; i-- > 0;) {
            if (++chosen_[i] < cuts_[i].size()) return true;
            chosen_[i] = 0;
        }
        return false;
    }
    [[nodiscard]] const Cut& chosen(std::size_t dimension) const {
        return cuts_[dimension][chosen_[dimension]];
    }

    void add_whole() {
        std::int64_t offset = 0;
        std::int64_t memory = model_.first_element;
        region::Loops loops;
        std::vector<std::int64_t> counts;
        for (std::size_t i = 0; i < rank_; ++i) {
            const Cut& its = chosen(i);
            offset += its.offset;
            memory += its.first * memory_pitches_[i];
            loops.push_back({its.count, its.pitch});
            counts.push_back(its.count);
        }
        Piece piece = model_;
        piece.file = region::Nest(offset, grid_.element_bytes_, loops);
        piece.elements = elements_of(counts);
        piece.first_element = 0;
        piece.address += memory * model_.elements->codec.memory_bytes;
        pieces_.push_back(std::move(piece));
    }

    /// The elements of a piece with these counts, if the values of the block lie side by side. Most
    /// pieces have the same counts.
    const std::shared_ptr<const engine::Elements>& elements_of(
        const std::vector<std::int64_t>& counts) {
        std::shared_ptr<const engine::Elements>& known = elements_[counts];
        if (known != nullptr) return known;
        engine::Elements elements = *model_.elements;
        region::Loops loops;
        for (std::size_t i = 0; i < rank_; ++i)
            loops.push_back({counts[i], memory_pitches_[i] * elements.codec.memory_bytes});
        elements.memory =
            std::make_shared<const region::Pattern>(region::Pattern::elements(std::move(loops)));
        known = std::make_shared<const engine::Elements>(std::move(elements));
        return known;
    }

    /// A row at a time: element i of the piece is an element of the buffer that the pattern finds.
    void add_rows() {
        std::vector<std::int64_t> row(rank_, 0);
        for (bool has_more = true; has_more; has_more = next(row)) {
            std::int64_t offset = 0;
            std::int64_t memory = model_.first_element;
            for (std::size_t i = 0; i < rank_; ++i) {
                const Cut& its = chosen(i);
                offset += its.offset + row[i] * its.pitch;
                memory += (its.first + row[i]) * memory_pitches_[i];
            }
            Piece piece = model_;
            const Loop along = rank_ == 0 ? Loop{1, grid_.element_bytes_}
                                          : Loop{chosen(rank_ - 1).count, chosen(rank_ - 1).pitch};
            piece.file = region::Nest(offset, grid_.element_bytes_, {along});
            piece.first_element = memory;
            pieces_.push_back(std::move(piece));
        }
    }
    bool next(std::vector<std::int64_t>& row) const {
        for (std::size_t i = rank_; i-- > 0;) {
            if (i + 1 == rank_) continue;
            if (++row[i] < chosen(i).count) return true;
            row[i] = 0;
        }
        return false;
    }

    const Grid& grid_;
    const Piece& model_;
    Pieces& pieces_;
    std::size_t rank_;
    std::vector<std::vector<Cut>> cuts_;        // for each dimension
    std::vector<std::int64_t> memory_pitches_;  // in elements of the block
    bool is_dense_ = false;
    std::vector<std::size_t> chosen_;
    std::map<std::vector<std::int64_t>, std::shared_ptr<const engine::Elements>> elements_;
};

void Grid::add_pieces(const container::Prepared& prepared, const Piece& model,
                      Pieces& pieces) const {
    if (!prepared.is_list()) return add_block(prepared.block, model, pieces);
    const container::BlockList& list = *prepared.irregular->list;
    Piece its = model;
    for (std::size_t i = 0; i < list.others.size(); ++i) {
        its.first_element = list.other_memory[i];
        add_block(list.others[i], its, pieces);
    }
    add_runs(list, model, pieces);
}

void Grid::add_block(const container::Block& block, const Piece& model, Pieces& pieces) const {
    add_some(block, {block.data() + rank(), rank()}, model, pieces);
}

void Grid::add_some(const container::Block& block, std::span<const std::int64_t> counts_of_buffer,
                    const Piece& model, Pieces& pieces) const {
    BlockPieces(*this, block, counts_of_buffer, model, pieces).add();
}

void Grid::add_runs(const container::BlockList& list, const Piece& model, Pieces& pieces) const {
    Piece its = model;
    for (const region::EqualRuns& equal : list.patterns) {
        for (std::int64_t i = 0; i < equal.count; ++i) {
            its.first_element = equal.memory + i * equal.length;
            add_run(equal.first + i * equal.pitch, equal.length, its, pieces);
        }
    }
    for (const region::Run& run : list.runs) {
        its.first_element = run.memory();
        add_run(run.first(), run.length(), its, pieces);
    }
}

/// Adds elements that are adjacent in the variable, from element `first` on.
void Grid::add_run(std::int64_t first, std::int64_t length, Piece model, Pieces& pieces) const {
    while (length > 0) {
        std::int64_t offset = 0;
        std::int64_t rest = first;
        std::int64_t here = 1;
        for (std::size_t i = rank(); i-- > 0;) {
            const std::int64_t index = rest % shape_[i];
            rest /= shape_[i];
            offset += index / chunk_[i] * chunk_pitches_[i] + index % chunk_[i] * pitches_[i];
            if (i + 1 == rank())
                here = std::min({length, shape_[i] - index, chunk_[i] - index % chunk_[i]});
        }
        model.file = region::Nest(offset, here * element_bytes_, {});
        pieces.push_back(model);
        model.first_element += here;
        first += here;
        length -= here;
    }
}

}  // namespace weft::chunks
