// SPDX-License-Identifier: BSD-3-Clause
//
// Steps in data mode: the elements of puts and gets, the kinds of calls, and the memory.
#include <algorithm>
#include <set>

#include "generator.hpp"

namespace random_programs {
namespace {

constexpr int put_marks = element_put_together | element_put_alone;

bool is_whole(const Selection& selection, const Shape& shape) {
    const bool at_origin = selection.start == Shape(shape.size(), 0);
    return at_origin && selection.count == shape && !selection.has_stride();
}

}  // namespace

std::optional<Step> Generator::data_step(const Model& model) {
    const bool alone = model.phase == Phase::independent;
    if (options_.has(Feature::nonblocking) && random_.chance(35)) return request_step(model);
    const auto draw = random_.between(1, 100);
    if (draw <= 62) return access(model);
    if (draw <= 67) return Sync{};
    if (draw <= 72) return InquireAll{};
    if (draw <= 79) {
        if (alone) return EndIndependent{};
        if (options_.has(Feature::independent)) return BeginIndependent{};
        return std::nullopt;
    }
    if (draw <= 81) {
        if (!model.writable) return std::nullopt;
        return SyncRecordCount{};
    }
    if (draw <= 85) return fill_record(model);
    if (draw <= 90) {
        if (!model.writable || !options_.has(Feature::redefine)) return std::nullopt;
        definitions_left_ = static_cast<int>(random_.between(0, 6));
        if (options_.has(Feature::prompt)) return Redefine{};
        queued_.emplace_back(Redefine{});
        return Sync{};
    }
    if (draw <= 93 && model.writable)
        return random_.chance(35)   ? rename(model)
               : random_.chance(30) ? copy_attribute(model)
                                    : put_attribute(model);
    if (draw <= 96) {
        if (options_.has(Feature::abort) && random_.chance(15)) return Abort{};
        return Close{};
    }
    if (!options_.has(Feature::forbidden)) return std::nullopt;
    if (!model.writable) return Forbidden{Forbidden::What::redefine_read_only, 0};
    if (options_.has(Feature::nonblocking) && random_.chance(30)) {
        return Forbidden{Forbidden::What::wait_wrong_mode, 0};
    }
    return Forbidden{
        random_.chance(50) ? Forbidden::What::put_wrong_mode : Forbidden::What::define_in_data_mode,
        0};
}

std::optional<Step> Generator::fill_record(const Model& model) {
    if (!model.writable || model.phase != Phase::collective ||
        !options_.has(Feature::fill_record)) {
        return std::nullopt;
    }
    std::vector<int> candidates;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        const int id = static_cast<int>(v);
        const bool fillable = model.variables[v].fill || model.find(id, fill_value_name) != nullptr;
        if (model.is_record(id) && fillable) candidates.push_back(id);
    }
    if (candidates.empty()) return std::nullopt;
    const FillRecord step{random_.pick(candidates),
                          random_.between(0, std::min(model.record_count, most_records - 1))};
    queued_.emplace_back(step);
    // The record must first have no elements that a rank may still be writing or reading.
    if (!options_.has(Feature::prompt)) queued_.emplace_back(Sync{});
    return Sync{};
}

std::optional<Step> Generator::access(const Model& model) {
    const bool collective = model.phase == Phase::collective;
    const bool put = model.writable && random_.chance(60);
    Access drawn{put, collective, draw_pieces(model, put, collective),
                 static_cast<int>(random_.between(0, 1000)), 0};
    if (drawn.pieces.empty()) return std::nullopt;
    std::vector<int> selectable;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        if (!model.variables[v].dimensions.empty()) selectable.push_back(static_cast<int>(v));
    }
    drawn.idle_variable = random_.pick(selectable);
    if (!options_.has(Feature::mixed)) drawn.idle_variable = drawn.pieces[0].variable;
    std::vector<Touch> touched;
    for (const Piece& piece : drawn.pieces) touched.push_back({&piece, put});
    if (std::optional<Step> before = needed_before(model, touched)) {
        queued_.emplace_back(std::move(drawn));
        return before;
    }
    return drawn;
}

std::vector<Piece> Generator::draw_pieces(const Model& model, bool put, bool collective) {
    std::vector<Piece> pieces;
    const int parts = static_cast<int>(random_.between(1, 6));
    if (random_.chance(50) || !options_.has(Feature::mixed)) {
        divide_one(model, put, parts, pieces);
    } else {
        scatter(model, put, parts, pieces);
    }
    for (Piece& piece : pieces) {
        choose_call(model, put, pieces.size() == 1, piece);
        choose_buffer(model, put, piece);
    }
    if (collective && !pieces.empty() && options_.has(Feature::faults) && random_.chance(8)) {
        if (std::optional<Piece> wrong = faulty(model)) {
            pieces.insert(pieces.begin() + random_.between(0, static_cast<Index>(pieces.size())),
                          *wrong);
        }
    }
    return pieces;
}

// The shape in which elements may be chosen: a put may add a few records.
Shape Generator::reachable(const Model& model, int variable, bool put) {
    Shape shape = model.agreed_shape(variable);
    if (put && model.is_record(variable)) {
        shape[0] = std::min(most_records, shape[0] + random_.between(0, 3));
    }
    return shape;
}

void Generator::divide_one(const Model& model, bool put, int parts, std::vector<Piece>& pieces) {
    const auto last = static_cast<Index>(model.variables.size()) - 1;
    const int variable = static_cast<int>(random_.between(0, last));
    const bool strides = options_.has(Feature::strides) &&
                         (options_.has(Feature::strided_records) || !model.is_record(variable));
    const Selection all =
        draw_selection(random_, reachable(model, variable, put), strides, 8 * most_elements_);
    for (Selection& selection : divide(random_, all, parts, strides)) {
        Piece piece;
        piece.variable = variable;
        piece.selection = std::move(selection);
        pieces.push_back(std::move(piece));
    }
    random_.shuffle(pieces);
}

// Unrelated selections. Those of a put do not overlap.
void Generator::scatter(const Model& model, bool put, int parts, std::vector<Piece>& pieces) {
    std::set<std::pair<int, Index>> taken;
    const auto last = static_cast<Index>(model.variables.size()) - 1;
    for (int part = 0; part < parts; ++part) {
        Piece piece;
        piece.variable = static_cast<int>(random_.between(0, last));
        const bool strides =
            options_.has(Feature::strides) &&
            (options_.has(Feature::strided_records) || !model.is_record(piece.variable));
        const Shape shape = reachable(model, piece.variable, put);
        piece.selection = draw_selection(random_, shape, strides, most_elements_);
        if (put) {
            const std::vector<Index> indices = linear_indices(piece.selection, shape);
            const auto is_taken = [&](Index i) { return taken.contains({piece.variable, i}); };
            if (std::ranges::any_of(indices, is_taken)) continue;
            for (const Index i : indices) taken.emplace(piece.variable, i);
        }
        pieces.push_back(std::move(piece));
    }
}

void Generator::choose_call(const Model& model, bool put, bool only_one, Piece& piece) {
    const Selection& selection = piece.selection;
    std::vector<Kind> kinds;
    if (options_.has(Feature::mapped)) kinds.push_back(Kind::varm);
    kinds.push_back(Kind::vars);
    if (!selection.has_stride()) kinds.push_back(Kind::vara);
    if (!std::ranges::any_of(selection.count, [](Index n) { return n != 1; })) {
        kinds.push_back(Kind::var1);
    }
    // A whole record variable has as many records as the rank knows, which other pieces may change.
    const bool steady = !model.is_record(piece.variable) ||
                        ((!put || only_one) && model.agreed_record_count == model.record_count);
    if (steady && is_whole(selection, model.shape(piece.variable))) kinds.push_back(Kind::var);
    if (options_.has(Feature::varn)) kinds.push_back(Kind::varn);
    piece.kind = random_.pick(kinds);
    if (selection.count.empty() && piece.kind != Kind::varn) {
        piece.kind = random_.chance(50) ? Kind::var1 : Kind::var;
    }
    if (piece.kind == Kind::varn) choose_blocks(put, piece);
    // If the dimension has one element, the stride does not matter but must be valid.
    for (std::size_t d = 0; d < piece.selection.count.size(); ++d) {
        if (piece.selection.count[d] <= 1) piece.selection.stride[d] = 1;
    }
}

// The selection as a list of blocks in any order, some of them empty; a get may read some twice.
void Generator::choose_blocks(bool put, Piece& piece) {
    std::vector<Selection> blocks{piece.selection};
    for (std::size_t d = 0; d < piece.selection.count.size(); ++d) {
        if (piece.selection.count[d] <= 1 || piece.selection.stride[d] == 1) continue;
        std::vector<Selection> finer;
        for (const Selection& block : blocks) {
            for (Index i = 0; i < block.count[d]; ++i) {
                Selection one = block;
                one.start[d] += i * block.stride[d];
                one.count[d] = one.stride[d] = 1;
                finer.push_back(one);
            }
        }
        blocks = std::move(finer);
    }
    std::vector<Selection> divided;
    for (const Selection& block : blocks) {
        const int parts = static_cast<int>(random_.between(1, 4));
        for (Selection& part : divide(random_, block, parts, false)) {
            if (!put && random_.chance(5) && !part.count.empty()) divided.push_back(part);
            divided.push_back(std::move(part));
        }
    }
    const std::size_t rank = piece.selection.count.size();
    if (rank > 0 && random_.chance(20)) divided.push_back(nothing(rank));
    if (rank > 0 && piece.selection.element_count() == 0 && random_.chance(50)) divided.clear();
    random_.shuffle(divided);
    piece.blocks = std::move(divided);
}

void Generator::choose_buffer(const Model& model, bool put, Piece& piece) {
    const nc_type type = model.variables[piece.variable].type;
    piece.seed = random_.next();
    piece.memory =
        random_.chance(30) ? model.native(piece.variable) : random_.pick(memory_types_for(type));
    std::vector<Buffering> choices{Buffering::typed, Buffering::typed, Buffering::predefined};
    if (options_.has(Feature::derived_types)) {
        choices.push_back(Buffering::flexible);
        choices.push_back(Buffering::flexible);
    }
    if (options_.has(Feature::count_ignore)) choices.push_back(Buffering::count_ignored);
    if (options_.has(Feature::external_buffers)) choices.push_back(Buffering::external);
    piece.buffering = random_.pick(choices);
    if (piece.buffering == Buffering::external) piece.memory = model.native(piece.variable);
    piece.any_value = put && options_.has(Feature::out_of_range) && random_.chance(10);
    piece.range_ends = options_.has(Feature::range_ends);
    piece.read_only_buffer = put && options_.has(Feature::read_only_buffers) && random_.chance(15);
    piece.by_filetype = options_.has(Feature::filetypes) && piece.kind != Kind::varm &&
                        piece.buffering != Buffering::typed && random_.chance(25);
    if (piece.kind == Kind::varm) {
        const bool gaps = piece.buffering == Buffering::typed;
        piece.imap = draw_imap(random_, piece.selection.count, gaps);
    }
}

// A call whose start, count or stride does not fit the variable.
std::optional<Piece> Generator::faulty(const Model& model) {
    Piece piece;
    piece.variable =
        static_cast<int>(random_.between(0, static_cast<Index>(model.variables.size()) - 1));
    const Shape shape = model.shape(piece.variable);
    if (shape.empty() || (model.is_record(piece.variable) && shape.size() < 2)) {
        return std::nullopt;
    }
    piece.selection = {Shape(shape.size(), 0), Shape(shape.size(), 1), Shape(shape.size(), 1)};
    const auto draw = random_.between(1, 3);
    piece.kind = draw == 3 || random_.chance(50) ? Kind::vars : Kind::vara;
    piece.fault = draw == 1 ? NC_EINVALCOORDS : draw == 2 ? NC_EEDGE : NC_ESTRIDE;
    if (draw == 1) piece.selection.start.back() = shape.back() + random_.between(1, 3);
    if (draw == 2) piece.selection.count.back() = shape.back() + random_.between(1, 3);
    if (draw == 3) piece.selection.stride.back() = -random_.between(0, 3);
    // Gets check the record before, and there may be none.
    if (model.is_record(piece.variable)) piece.selection.count[0] = 0;
    piece.memory = model.native(piece.variable);
    piece.seed = random_.next();
    return piece;
}

std::optional<Step> Generator::needed_before(const Model& model,
                                             const std::vector<Touch>& touched) {
    bool alone = false;
    bool race = false;
    for (const auto& [piece, put] : touched) {
        if (piece->fault != NC_NOERR) continue;
        const std::vector<unsigned char>& states = model.variables[piece->variable].states;
        for (const Index index : linear_indices(*piece, model.shape(piece->variable))) {
            // Elements of records that do not exist yet have no race.
            if (static_cast<std::size_t>(index) >= states.size()) continue;
            const unsigned state = states[static_cast<std::size_t>(index)];
            alone = alone || (state & element_put_alone) != 0;
            race = race || (state & (put ? put_marks | element_read : put_marks)) != 0;
        }
    }
    if (alone) return Sync{};
    if (!race) return std::nullopt;
    return random_.chance(70) ? Step{Barrier{}} : Step{Sync{}};
}

}  // namespace random_programs
