// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking calls and the calls for many variables: what is posted, and what a wait names.
#include <algorithm>
#include <set>

#include "generator.hpp"

namespace random_programs {
namespace {

constexpr int slots = 12;  // requests of one slot are always posted by one rank

using Elements = std::set<std::pair<int, Index>>;

void add_elements(const Model& model, const Piece& piece, Elements& elements) {
    for (const Index i : linear_indices(piece, model.shape(piece.variable))) {
        elements.emplace(piece.variable, i);
    }
}

bool touches(const Model& model, const Piece& piece, const Elements& elements) {
    return std::ranges::any_of(linear_indices(piece, model.shape(piece.variable)), [&](Index i) {
        return elements.contains({piece.variable, i});
    });
}

bool is_put(const Request& request) {
    return request.posting != Posting::iget;
}

// The numbers of some pending requests that one wait may carry out with a defined result: no two
// puts of an element, and no get of an element that another slot puts.
std::vector<int> without_conflicts(const Model& model,
                                   const std::vector<const Request*>& requests) {
    std::vector<int> numbers;
    Elements put;
    std::vector<Elements> put_by_slot(slots);
    for (const Request* request : requests) {
        if (!is_put(*request) || touches(model, request->piece, put)) continue;
        add_elements(model, request->piece, put);
        add_elements(model, request->piece,
                     put_by_slot.at(static_cast<std::size_t>(request->slot)));
        numbers.push_back(request->number);
    }
    for (const Request* request : requests) {
        if (is_put(*request)) continue;
        const Elements& own = put_by_slot.at(static_cast<std::size_t>(request->slot));
        const auto indices = linear_indices(request->piece, model.shape(request->piece.variable));
        const bool foreign = std::ranges::any_of(indices, [&](Index i) {
            const std::pair element{request->piece.variable, i};
            return put.contains(element) && !own.contains(element);
        });
        if (!foreign) numbers.push_back(request->number);
    }
    return numbers;
}

}  // namespace

std::optional<Step> Generator::request_step(const Model& model) {
    const auto draw = random_.between(1, 100);
    const bool in_data_mode = model.phase != Phase::define;
    if (draw <= 40) return post(model);
    if (draw <= 70) return in_data_mode ? wait(model) : post(model);
    if (draw <= 75) return cancel(model);
    if (draw <= 83 && (!model.attached_bytes || random_.chance(10))) return attach_buffer();
    if (draw <= 86) return DetachBuffer{};
    if (in_data_mode) return access_many(model);
    if (!options_.has(Feature::forbidden)) return std::nullopt;
    return Forbidden{Forbidden::What::wait_wrong_mode, 0};
}

// Small ones make some requests too large for them.
Step Generator::attach_buffer() {
    if (random_.chance(6)) return AttachBuffer{0};
    return AttachBuffer{random_.between(1, random_.chance(40) ? 300 : 40000)};
}

std::optional<Step> Generator::post(const Model& model) {
    if (model.variables.empty()) return std::nullopt;
    Post step;
    Index buffered = model.buffered_bytes();
    for (auto left = random_.between(1, 6); left > 0; --left) {
        Request request = draw_request(model);
        if (request.posting == Posting::bput) limit_buffered(model, buffered, request);
        step.requests.push_back(request);
        if (std::optional<Request> second = with_same_buffer(model, request)) {
            step.requests.push_back(*second);
        }
    }
    return step;
}

Request Generator::draw_request(const Model& model) {
    Request request{next_number_++,     static_cast<int>(random_.between(0, slots - 1)),
                    Posting::iget,      {},
                    random_.chance(15), -1};
    const bool put = random_.chance(model.writable ? 60 : 5);
    const bool buffered = random_.chance(model.attached_bytes ? 45 : 8);
    if (put) request.posting = buffered ? Posting::bput : Posting::iput;
    Piece& piece = request.piece;
    const auto last = static_cast<Index>(model.variables.size()) - 1;
    piece.variable = static_cast<int>(random_.between(0, last));
    const bool strides =
        options_.has(Feature::strides) &&
        (options_.has(Feature::strided_records) || !model.is_record(piece.variable));
    const Shape shape = reachable(model, piece.variable, put);
    piece.selection = random_.chance(5) && !shape.empty()
                          ? nothing(shape.size())
                          : draw_selection(random_, shape, strides, most_elements_);
    choose_call(model, put, true, piece);
    choose_buffer(model, put, piece);
    if (options_.has(Feature::faults) && random_.chance(5)) {
        if (std::optional<Piece> wrong = faulty(model)) {
            piece = *wrong;
            if (put) request.posting = Posting::iput;
        }
    }
    if (put && !model.writable) piece.fault = NC_EPERM;
    return request;
}

// The ranks have attached equal buffers: whether the requests fit must not depend on the number of
// ranks.
void Generator::limit_buffered(const Model& model, Index& buffered, Request& request) {
    const Index bytes = bytes_in_file(model, request.piece);
    if (request.piece.fault != NC_NOERR) return;
    if (bytes == 0) {
        request.posting = Posting::iput;
    } else if (!model.attached_bytes) {
        request.piece.fault = NC_ENULLABUF;
    } else if (bytes > *model.attached_bytes) {
        request.piece.fault = NC_EINSUFFBUF;
    } else if (buffered + bytes > *model.attached_bytes) {
        request.posting = Posting::iput;
    } else {
        buffered += bytes;
    }
}

// A put from the same memory to the elements next to those of an iput.
std::optional<Request> Generator::with_same_buffer(const Model& model, const Request& first) {
    const Piece& piece = first.piece;
    const bool fits = first.posting == Posting::iput && piece.fault == NC_NOERR &&
                      piece.kind != Kind::varm && piece.kind != Kind::varn &&
                      element_count(piece) > 0 && !piece.selection.count.empty();
    if (!fits || !random_.chance(40)) return std::nullopt;
    Request second = first;
    second.number = next_number_++;
    second.same_buffer = first.number;
    Selection& selection = second.piece.selection;
    const Shape shape = model.shape(piece.variable);
    for (std::size_t d = 0; d < shape.size(); ++d) {
        const Index length = piece.selection.end(d) - piece.selection.start[d];
        const bool grows = d == 0 && model.is_record(piece.variable);
        if (piece.selection.end(d) + length > (grows ? most_records : shape[d])) continue;
        selection.start[d] += length;
        if (piece.kind == Kind::var) second.piece.kind = Kind::vara;
        return second;
    }
    return std::nullopt;
}

// A list of some pending requests.
Chosen Generator::choose(const Model& model) {
    Chosen chosen{Chosen::How::listed, {}, random_.next(), random_.chance(75), -1, 0};
    for (const Pending& one : model.pending) {
        if (one.request.without_id || !random_.chance(60)) continue;
        chosen.numbers.push_back(one.request.number);
    }
    if (random_.chance(12)) {
        chosen.unknown_slot = static_cast<int>(random_.between(0, slots - 1));
        chosen.unknown_id =
            random_.chance(20) ? -9 : static_cast<int>(random_.between(100000, 100001));
    }
    return chosen;
}

Step Generator::cancel(const Model& model) {
    using How = Chosen::How;
    Cancel step{choose(model)};
    if (!random_.chance(25)) return step;
    step.chosen.how = random_.pick(std::vector<How>{How::all, How::all_gets, How::all_puts});
    step.chosen.unknown_slot = -1;
    step.chosen.numbers.clear();
    for (const Pending& one : model.pending) {
        const bool meant = step.chosen.how == How::all ||
                           (step.chosen.how == How::all_puts) == is_put(one.request);
        if (meant) step.chosen.numbers.push_back(one.request.number);
    }
    return step;
}

std::optional<Step> Generator::wait(const Model& model) {
    using How = Chosen::How;
    Wait step{model.phase == Phase::collective, choose(model)};
    Chosen& chosen = step.chosen;
    const auto draw = random_.between(1, 100);
    const How how = draw <= 35   ? How::all
                    : draw <= 43 ? How::all_gets
                    : draw <= 51 ? How::all_puts
                                 : How::listed;
    std::vector<const Request*> meant;
    for (const Pending& one : model.pending) {
        const bool listed = std::ranges::count(chosen.numbers, one.request.number) > 0;
        const bool by_kind = how == How::all || (how == How::all_puts) == is_put(one.request);
        if (how == How::listed ? listed : by_kind) meant.push_back(&one.request);
    }
    std::vector<int> numbers = without_conflicts(model, meant);
    if (how != How::listed && numbers.size() == meant.size()) {
        chosen.how = how;
        chosen.unknown_slot = -1;
    } else if (how != How::listed) {
        std::erase_if(numbers, [&](int n) { return model.find_pending(n)->request.without_id; });
    }
    chosen.numbers = std::move(numbers);
    std::vector<Touch> touched;
    for (const int number : chosen.numbers) {
        const Request& request = model.find_pending(number)->request;
        touched.push_back({&request.piece, is_put(request)});
    }
    if (std::optional<Step> before = needed_before(model, touched)) {
        queued_.emplace_back(std::move(step));
        return before;
    }
    return step;
}

}  // namespace random_programs
