// SPDX-License-Identifier: BSD-3-Clause
#include "sets/divided.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "container/pieces.hpp"
#include "parts/share.hpp"

namespace weft::sets {

using container::Block;
using container::BlockList;

namespace {

/// The division of the variable of an access.
class DividedVariable {
public:
    DividedVariable(const Definition& definition, const FileSet& files, const Prepared& prepared)
        : set_(files),
          variable_(prepared.variable_id),
          rank_(definition.variable(variable_).dimension_ids.size()),
          has_records_(definition.schema.is_record_variable(definition.variable(variable_))),
          epochs_(set_.table().epochs_of(definition.schema, variable_)),
          stripes_(parts::Stripes::of(definition.schema, set_.table(), variable_)) {}

    /// Calls `use(part)` for the parts that have some elements of a block.
    template <class Use>
    void for_parts_of(const Block& block, Use&& use) const {
        const auto [start, count, stride] = numbers_of(block);
        const auto at = static_cast<std::size_t>(position());
        const parts::Table& table = set_.table();
        if (count[0] == 0 || count[at] == 0) return;
        const parts::Ranges& ranges = stripes_.ranges;
        const int last = ranges.part_of(start[at] + (count[at] - 1) * stride[at]);
        for (int epoch = 0; epoch < epochs_; ++epoch) {
            if (epochs_ > 1 &&
                parts::steps_in(table.records_of(epoch), start[0], count[0], stride[0]).count == 0)
                continue;
            for (int range = ranges.part_of(start[at]); range <= last; ++range) {
                const parts::Steps steps =
                    parts::steps_in(ranges.of_part(range), start[at], count[at], stride[at]);
                if (steps.count > 0) use(table.part_at(epoch, range));
            }
        }
    }

    [[nodiscard]] parts::Share share_of(const Block& block, int part) const {
        return parts::share_of(numbers_of(block), position(), cell_of(part),
                               set_.place_in_part(variable_, part));
    }

    /// Adds the share of a part that has the variable in chunks. `piece`: its first element is that
    /// of the block.
    void add_share_in_chunks(const Block& block, int part, engine::Piece piece,
                             engine::Pieces& pieces) const {
        const auto [start, count, stride] = numbers_of(block);
        const parts::ShareAsBlock share = parts::share_as_block(
            numbers_of(block), rank_, has_records_, position(), cell_of(part));
        if (share.count.empty()) return;
        Block its(3 * rank_);
        std::copy_n(share.start.begin(), rank_, its.begin());
        std::copy_n(share.count.begin(), rank_, its.begin() + rank_);
        std::copy_n(stride, rank_, its.begin() + 2 * rank_);
        piece.first_element += share.first_element;
        grid_in(part)->add_some(its, {count, rank_}, piece, pieces);
    }

    /// Calls `use(part, first, length, memory)` for the runs of a list, cut where parts end, in the
    /// order of memory.
    template <class Use>
    void for_runs_of(const BlockList& list, Use&& use) const {
        for (const region::EqualRuns& run : runs_in_memory_order(list)) {
            stripes_.visit(run.first, run.length,
                           [&](int part, std::int64_t first, std::int64_t length,
                               std::int64_t into) { use(part, first, length, run.memory + into); });
        }
    }

    [[nodiscard]] layout::Place place_in(int part) const {
        return set_.place_in_part(variable_, part);
    }
    /// Null for an array.
    [[nodiscard]] const chunks::Grid* grid_in(int part) const {
        return set_.grid_in_part(variable_, part);
    }
    [[nodiscard]] std::size_t space_in(int part) const { return set_.space_of(variable_, part); }
    /// The number of elements of a record in a part; 0 without records.
    [[nodiscard]] std::int64_t slab_elements(int part) const {
        return layout::element_places(place_in(part)).slab_elements;
    }

private:
    [[nodiscard]] parts::Cell cell_of(int part) const {
        const parts::Table& table = set_.table();
        return {table.records_of(table.epoch_of(part)),
                stripes_.ranges.of_part(table.range_of(part))};
    }

    [[nodiscard]] int position() const { return set_.division_of(variable_).position; }

    [[nodiscard]] parts::Block numbers_of(const Block& block) const {
        return {block.data(), block.data() + rank_, block.data() + 2 * rank_};
    }

    static std::vector<region::EqualRuns> runs_in_memory_order(const BlockList& list) {
        std::vector<region::EqualRuns> runs;
        for (const region::Run& run : list.runs)
            runs.push_back({.first = run.first(), .length = run.length(), .memory = run.memory()});
        for (const region::EqualRuns& equal : list.patterns) {
            for (std::int64_t i = 0; i < equal.count; ++i)
                runs.push_back({.first = equal.first + i * equal.pitch,
                                .length = equal.length,
                                .memory = equal.memory + i * equal.length});
        }
        std::ranges::sort(runs, {}, &region::EqualRuns::memory);
        return runs;
    }

    const FileSet& set_;
    int variable_;
    std::size_t rank_;
    bool has_records_;
    int epochs_;
    parts::Stripes stripes_;
};

void add_block(const DividedVariable& variable, const Block& block, std::int64_t memory,
               engine::Piece piece, Transfer& transfer) {
    variable.for_parts_of(block, [&](int part) {
        if (variable.grid_in(part) != nullptr) {
            piece.first_element = memory;
            return variable.add_share_in_chunks(block, part, piece,
                                                transfer.to(variable.space_in(part)).pieces);
        }
        parts::Share share = variable.share_of(block, part);
        piece.file = std::move(share.file);
        piece.first_element = memory + share.first_element;
        transfer.to(FileSet::file_of(part)).pieces.push_back(piece);
    });
}

/// The part of a list of blocks that lies in each part, as a list.
void add_runs_of_parts(const DividedVariable& variable, const BlockList& list,
                       const engine::Piece& model, Transfer& transfer) {
    std::map<int, region::RunCollector> collectors;
    variable.for_runs_of(
        list, [&](int part, std::int64_t first, std::int64_t length, std::int64_t memory) {
            region::RunCollector& collector =
                collectors.try_emplace(part, variable.slab_elements(part), 1).first->second;
            collector.skip(memory - collector.memory());
            collector.add(first, length);
        });
    for (auto& [part, collector] : collectors) {
        auto share = std::make_shared<BlockList>();
        share->take(collector);
        if (const chunks::Grid* const grid = variable.grid_in(part)) {
            grid->add_runs(*share, model, transfer.to(variable.space_in(part)).pieces);
            continue;
        }
        container::add_runs(layout::element_places(variable.place_in(part)), share, model,
                            transfer.to(FileSet::file_of(part)).pieces);
    }
}

}  // namespace

std::vector<int> parts_of(const Definition& definition, const FileSet& files,
                          const Prepared& prepared) {
    const DividedVariable variable(definition, files, prepared);
    std::vector<int> parts;
    const auto add = [&](int part) { parts.push_back(part); };
    if (prepared.is_list()) {
        const BlockList& list = *prepared.irregular->list;
        for (const Block& block : list.others) variable.for_parts_of(block, add);
        variable.for_runs_of(list, [&](int part, std::int64_t, std::int64_t, std::int64_t) {
            if (parts.empty() || parts.back() != part) add(part);
        });
    } else {
        variable.for_parts_of(prepared.block, add);
    }
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
}

void add_divided_pieces(const Definition& definition, const FileSet& files,
                        const Prepared& prepared, const engine::Piece& model, Transfer& transfer) {
    const DividedVariable variable(definition, files, prepared);
    if (!prepared.is_list()) return add_block(variable, prepared.block, 0, model, transfer);
    const BlockList& list = *prepared.irregular->list;
    for (std::size_t i = 0; i < list.others.size(); ++i)
        add_block(variable, list.others[i], list.other_memory[i], model, transfer);
    add_runs_of_parts(variable, list, model, transfer);
}

}  // namespace weft::sets
