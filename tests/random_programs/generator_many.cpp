// SPDX-License-Identifier: BSD-3-Clause
//
// mput and mget: accesses that one call can make together.
#include <algorithm>
#include <set>

#include "generator.hpp"

namespace random_programs {

std::optional<Step> Generator::access_many(const Model& model) {
    static const std::vector<Kind> kinds{Kind::var, Kind::var1, Kind::vara, Kind::vars, Kind::varm};
    AccessMany step{model.writable && random_.chance(60),
                    model.phase == Phase::collective,
                    random_.pick(kinds),
                    random_.chance(50),
                    {},
                    static_cast<int>(random_.between(0, 1000))};
    if (step.kind == Kind::varm && !options_.has(Feature::mapped)) step.kind = Kind::vars;
    scatter(model, step.put, static_cast<int>(random_.between(1, 8)), step.pieces);
    if (step.kind == Kind::var) whole_variables(model, step.pieces);
    const auto memory = static_cast<MemoryType>(random_.between(0, memory_type_count - 1));
    std::erase_if(step.pieces,
                  [&](Piece& piece) { return !suit_many(model, step, memory, piece); });
    if (options_.has(Feature::faults) && step.kind == Kind::vara && step.collective &&
        random_.chance(10)) {
        if (std::optional<Piece> wrong = faulty(model)) {
            step.kind = wrong->kind;
            step.typed = false;
            wrong->buffering = Buffering::predefined;
            step.pieces = {*wrong};
        }
    }
    if (step.pieces.empty()) return std::nullopt;
    std::vector<Touch> touched;
    for (const Piece& piece : step.pieces) touched.push_back({&piece, step.put});
    if (std::optional<Step> before = needed_before(model, touched)) {
        queued_.emplace_back(std::move(step));
        return before;
    }
    return step;
}

// Accesses each variable at most once, and only if every rank knows its size.
void Generator::whole_variables(const Model& model, std::vector<Piece>& pieces) {
    std::set<int> taken;
    std::erase_if(pieces, [&](Piece& piece) {
        piece.selection = whole(model.shape(piece.variable));
        const bool steady =
            !model.is_record(piece.variable) || model.agreed_record_count == model.record_count;
        return !steady || !taken.insert(piece.variable).second;
    });
}

// Makes a piece part of an mput or mget; false if that is impossible.
bool Generator::suit_many(const Model& model, const AccessMany& step, MemoryType memory,
                          Piece& piece) {
    if (step.typed && !compatible(model.variables[piece.variable].type, memory)) return false;
    if (step.kind == Kind::var1) {
        if (element_count(piece) == 0) return false;
        std::ranges::fill(piece.selection.count, 1);
    }
    if (step.kind == Kind::vara && piece.selection.has_stride()) return false;
    for (std::size_t d = 0; d < piece.selection.count.size(); ++d) {
        if (piece.selection.count[d] <= 1) piece.selection.stride[d] = 1;
    }
    piece.kind = step.kind;
    choose_buffer(model, step.put, piece);
    if (step.typed) {
        piece.buffering = Buffering::typed;
        piece.memory = memory;
    } else if (piece.buffering == Buffering::typed || piece.buffering == Buffering::flexible) {
        piece.buffering = Buffering::predefined;
    }
    if (piece.kind == Kind::varm)
        piece.imap = draw_imap(random_, piece.selection.count, step.typed);
    return true;
}

}  // namespace random_programs
