// SPDX-License-Identifier: BSD-3-Clause
#include "own_requests.hpp"

#include <algorithm>

#include "bound_call.hpp"
#include "mismatch.hpp"

namespace random_programs {
namespace {

constexpr int untouched = 77777;  // what ids and statuses hold before a call

bool is_meant(const Chosen& chosen, const Request& request) {
    return std::ranges::count(chosen.numbers, request.number) > 0;
}

int count_argument(const Chosen& chosen, std::size_t listed) {
    switch (chosen.how) {
        case Chosen::How::all:
            return NC_REQ_ALL;
        case Chosen::How::all_gets:
            return NC_GET_REQ_ALL;
        case Chosen::How::all_puts:
            return NC_PUT_REQ_ALL;
        case Chosen::How::listed:
            break;
    }
    return static_cast<int>(listed);
}

}  // namespace

void OwnRequests::post(int ncid, const Model& model, const Request& request) {
    const Piece& piece = request.piece;
    Own own{request, NC_REQ_NULL, layout_of(piece), nullptr};
    for (const Own& earlier : pending_) {
        if (earlier.request.number == request.same_buffer) own.memory = earlier.memory;
    }
    const bool put = request.posting != Posting::iget;
    if (own.memory == nullptr) {
        own.memory =
            std::make_shared<GuardedMemory>(own.layout.bytes, piece.seed, piece.read_only_buffer);
        if (put) store_values(model, piece, own.layout, *own.memory);
        own.memory->make_read_only();
    }
    int id = untouched;
    int code = NC_NOERR;
    {
        const BoundCall call(ncid, piece, own.layout, own.memory->bytes().data());
        code = call.post(request.posting, request.without_id ? nullptr : &id);
    }
    const std::string text = describe(request);
    const bool out_of_range = put && put_is_out_of_range(model, piece);
    const int regular = out_of_range ? NC_ERANGE : NC_NOERR;
    expect_code(text, piece.fault != NC_NOERR ? piece.fault : regular, code);
    if (own.memory->first_change()) throw Mismatch(text + " changed the user's buffer");
    const bool is_pending = piece.fault == NC_NOERR && element_count(piece) > 0;
    if (!request.without_id) {
        if (!is_pending) expect_equal("id of " + text, NC_REQ_NULL, id);
        if (is_pending) check_id(request, id);
        own.id = id;
    }
    if (!is_pending) return;
    // The caller may free the datatype, and after a bput use the buffer again.
    own.layout.datatype.reset();
    if (request.posting == Posting::bput) {
        own.memory = std::make_shared<GuardedMemory>(0, 0, false);
    }
    pending_.push_back(std::move(own));
}

void OwnRequests::check_id(const Request& request, int id) const {
    const std::string what = "id of " + describe(request);
    const int parity = request.posting == Posting::iget ? 1 : 0;
    if (id < 0) throw Mismatch(what + ": " + std::to_string(id));
    expect_equal(what + ", modulo 2", parity, id % 2);
    if (pending_.empty()) expect_equal(what + ", the only pending one", parity, id);
    for (const Own& other : pending_) {
        if (other.id == id) throw Mismatch(what + " is that of another pending request");
    }
}

void OwnRequests::check_untouched() const {
    for (const Own& own : pending_) {
        if (const auto changed = own.memory->first_change()) {
            throw Mismatch(
                "byte " + std::to_string(*changed) +
                " of the buffer of a pending request has changed: " + describe(own.request));
        }
    }
}

OwnRequests::Arguments OwnRequests::arguments(const Chosen& chosen, bool unknown_here) const {
    Arguments made{};
    if (chosen.how == Chosen::How::listed) {
        std::vector<std::pair<std::uint64_t, const Own*>> order;
        for (const Own& own : pending_) {
            if (!is_meant(chosen, own.request)) continue;
            const auto number = static_cast<std::uint64_t>(own.request.number);
            order.emplace_back(mix(chosen.order_seed, number), &own);
        }
        std::ranges::sort(order);
        for (const auto& [key, own] : order) {
            if (key % 5 == 0) {
                made.ids.push_back(NC_REQ_NULL);
                made.owners.push_back(nullptr);
            }
            made.ids.push_back(own->id);
            made.owners.push_back(own);
        }
        if (unknown_here) {
            const auto place =
                static_cast<std::ptrdiff_t>(chosen.order_seed % (made.ids.size() + 1));
            made.ids.insert(made.ids.begin() + place, chosen.unknown_id);
            made.owners.insert(made.owners.begin() + place, nullptr);
        }
    }
    made.count = count_argument(chosen, made.ids.size());
    made.statuses.assign(made.ids.size(), untouched);
    return made;
}

// Statuses are in the order of the list; completed requests have no id any more.
void OwnRequests::check_list(const Arguments& after, const Chosen& chosen,
                             const std::vector<const Own*>& out_of_range) {
    for (std::size_t i = 0; i < after.ids.size(); ++i) {
        const Own* own = after.owners[i];
        const bool unknown = own == nullptr && after.ids[i] != NC_REQ_NULL;
        const std::string place = " at place " + std::to_string(i) + " of " +
                                  std::to_string(after.ids.size()) + " of the list";
        const std::string what = (own != nullptr ? describe(own->request) : "no request") + place;
        if (own != nullptr) expect_equal("id of " + what, NC_REQ_NULL, after.ids[i]);
        if (unknown) expect_equal("id of " + what, chosen.unknown_id, after.ids[i]);
        if (!chosen.statuses) continue;
        const bool range = std::ranges::count(out_of_range, own) > 0;
        const int expected = unknown ? NC_EINVAL_REQUEST : range ? NC_ERANGE : NC_NOERR;
        expect_code("status of " + what, expected, after.statuses[i]);
    }
}

bool OwnRequests::wait(int ncid, const Wait& step, bool unknown_here, const Model& after,
                       Damage damage) {
    check_untouched();
    Arguments made = arguments(step.chosen, unknown_here);
    const int code = (step.collective ? ncmpi_wait_all : ncmpi_wait)(
        ncid, made.count, made.ids.data(), step.chosen.statuses ? made.statuses.data() : nullptr);
    std::vector<const Own*> out_of_range;
    bool uncertain = false;
    bool damaged = false;
    for (Own& own : pending_) {
        if (own.request.posting != Posting::iget || !is_meant(step.chosen, own.request)) continue;
        const Wanted wanted = wanted_values(after, own.request.piece);
        // Unwritten elements may or may not be out of range.
        const auto at = std::ranges::find(made.owners, &own) - made.owners.begin();
        const bool listed = static_cast<std::size_t>(at) < made.owners.size();
        const bool reported = listed && step.chosen.statuses &&
                              made.statuses[static_cast<std::size_t>(at)] == NC_ERANGE;
        if (wanted.range_error || (!wanted.all_defined && reported)) out_of_range.push_back(&own);
        uncertain = uncertain || !wanted.all_defined;
        if (damage == Damage::read_value && !damaged && wanted.all_defined) {
            own.memory->bytes()[own.layout.offsets.back()] ^= std::byte{1};
            damaged = true;
        }
        try {
            check_buffer(own.request.piece, own.layout, wanted, *own.memory);
        } catch (const Mismatch& difference) {
            throw Mismatch(describe(own.request) + ": " + difference.what());
        }
    }
    const int expected = unknown_here                    ? NC_EINVAL_REQUEST
                         : !out_of_range.empty()         ? NC_ERANGE
                         : uncertain && code != NC_NOERR ? NC_ERANGE
                                                         : NC_NOERR;
    expect_code(step.collective ? "ncmpi_wait_all" : "ncmpi_wait", expected, code);
    check_list(made, step.chosen, out_of_range);
    for (const Own& own : pending_) {
        const bool put = own.request.posting != Posting::iget;
        if (put && own.memory->first_change()) {
            throw Mismatch("the wait changed the buffer of " + describe(own.request));
        }
    }
    erase(step.chosen);
    check_untouched();
    return damaged;
}

void OwnRequests::cancel(int ncid, const Cancel& step, bool unknown_here) {
    Arguments made = arguments(step.chosen, unknown_here);
    const int code = ncmpi_cancel(ncid, made.count, made.ids.data(),
                                  step.chosen.statuses ? made.statuses.data() : nullptr);
    expect_code("ncmpi_cancel", unknown_here ? NC_EINVAL_REQUEST : NC_NOERR, code);
    check_list(made, step.chosen, {});
    check_untouched();
    erase(step.chosen);
}

void OwnRequests::erase(const Chosen& chosen) {
    std::erase_if(pending_, [&](const Own& own) { return is_meant(chosen, own.request); });
}

bool OwnRequests::has_buffered() const {
    return std::ranges::any_of(pending_,
                               [](const Own& own) { return own.request.posting == Posting::bput; });
}

Index OwnRequests::records_end(const Model& model, const Chosen& chosen) const {
    Index end = 0;
    for (const Own& own : pending_) {
        const Piece& piece = own.request.piece;
        const bool put = own.request.posting != Posting::iget;
        if (!put || !model.is_record(piece.variable) || !is_meant(chosen, own.request)) continue;
        end = std::max(end, random_programs::records_end(piece));
    }
    return end;
}

void OwnRequests::check(int ncid, const Model& model) const {
    check_untouched();
    int count = -1;
    expect_code("ncmpi_inq_nreqs", NC_NOERR, ncmpi_inq_nreqs(ncid, &count));
    expect_equal("number of pending requests", static_cast<int>(pending_.size()), count);
    Index used = 0;
    for (const Own& own : pending_) {
        if (own.request.posting == Posting::bput) used += bytes_in_file(model, own.request.piece);
    }
    Index size = -1;
    Index usage = -1;
    const int code = model.attached_bytes ? NC_NOERR : NC_ENULLABUF;
    expect_code("ncmpi_inq_buffer_size", code, ncmpi_inq_buffer_size(ncid, &size));
    expect_code("ncmpi_inq_buffer_usage", code, ncmpi_inq_buffer_usage(ncid, &usage));
    if (!model.attached_bytes) return;
    expect_equal("size of the attached buffer", *model.attached_bytes, size);
    expect_equal("usage of the attached buffer", used, usage);
}

}  // namespace random_programs
