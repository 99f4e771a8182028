// SPDX-License-Identifier: BSD-3-Clause
#include "phase.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace mpiio {
namespace {

const Call* random_call(Random& random, const std::vector<Call>& known, bool is_write) {
    std::vector<const Call*> calls;
    for (const Call& call : known) {
        if (call.is_write == is_write) calls.push_back(&call);
    }
    if (calls.empty()) throw std::invalid_argument("needs calls that write and calls that read");
    return random.pick(calls);
}

Datatype random_memory(Random& random, const Etype& etype, const Place& place) {
    if (!place.any_memory) return etype.packed;
    const Datatype& item = random.chance(60) ? etype.packed : etype.type;
    if (random.chance(35)) return item;
    return scattered(random, item, random.chance(40) ? 2 : 1);
}

/// Says how the pointer gets from where it is to the access.
void plan_seek(Random& random, Access& access, std::int64_t pointer, std::int64_t end_offset) {
    if (access.offset == pointer && random.chance(70)) return;
    const auto way = random.between(0, end_offset < 0 ? 1 : 2);
    access.seek = way == 0 ? Seek::set : way == 1 ? Seek::current : Seek::end;
    access.seek_by = access.offset - (way == 0 ? 0 : way == 1 ? pointer : end_offset);
}

/// A number of copies of the memory that is at most `etypes` long.
int random_count(Random& random, const Access& access, const Datatype& etype, std::int64_t etypes) {
    const std::int64_t most = etypes * etype.size() / access.memory.size();
    if (most <= 0 || random.chance(5)) return 0;
    return static_cast<int>(
        random.between(1, random.chance(70) ? std::min<std::int64_t>(most, 6) : most));
}

bool is_within(const View& view, const Access& access, std::int64_t file_size) {
    for (std::int64_t i = 0; i < access.bytes(); ++i) {
        if (view.position(access.offset * view.etype.size() + i) >= file_size) return false;
    }
    return true;
}

/// Posted writes of one rank may not overlap; calls that are complete may write the same bytes
/// again.
std::vector<Access> plan_rank_writes(Random& random, const Phase& phase, const Etype& etype,
                                     const Place& place, int count) {
    std::vector<Access> accesses;
    std::int64_t pointer = 0;
    std::int64_t used = place.skip;
    for (int i = 0; i < count; ++i) {
        Access access{.memory = random_memory(random, etype, place)};
        const bool again = !phase.call->is_posted && random.chance(20);
        access.offset = again ? random.between(place.skip, used)
                              : used + random.between(0, random.chance(50) ? 0 : 5);
        access.count =
            random_count(random, access, etype.type, place.skip + place.longest - access.offset);
        access.at_bottom = random.chance(5);
        if (!phase.call->has_offset) plan_seek(random, access, pointer, -1);
        pointer = access.offset + access.bytes() / etype.type.size();
        used = std::max(used, pointer);
        accesses.push_back(access);
    }
    return accesses;
}

std::vector<Access> plan_rank_reads(Random& random, const Phase& phase, const Etype& etype,
                                    const View& view, const Place& place, std::int64_t file_size,
                                    int count) {
    const std::int64_t end = view.rises ? view.end_offset(file_size) : -1;
    const std::int64_t last = view.rises ? end + 3 : place.longest;
    std::vector<Access> accesses;
    std::int64_t pointer = 0;
    for (int i = 0; i < count; ++i) {
        Access access{.memory = random_memory(random, etype, place)};
        access.offset = random.chance(30) && pointer <= last ? pointer : random.between(0, last);
        access.count = random_count(random, access, etype.type, place.longest);
        access.at_bottom = random.chance(5);
        // What such a view shows of a file's end does not begin with the bytes that were asked for.
        if (!(view.rises && place.past_end) && !is_within(view, access, file_size))
            access.count = 0;
        if (!phase.call->has_offset) plan_seek(random, access, pointer, end);
        pointer = access.offset + access.bytes() / etype.type.size();
        accesses.push_back(access);
    }
    return accesses;
}

/// All ranks get the view of one rank, or each that of another, or that of a file without a view.
void share_views(Random& random, std::vector<View>& views) {
    if (random.chance(30)) {
        std::fill(views.begin(), views.end(), View(views.back()));
    } else {
        std::rotate(views.begin(), views.begin() + random.between(0, views.size() - 1),
                    views.end());
    }
}

}  // namespace

std::string Access::text() const {
    static const std::array<const char*, 4> ways{"", "seek set ", "seek current ", "seek end "};
    const char* const way = ways[static_cast<std::size_t>(seek)];
    return std::string(way) + (seek == Seek::none ? "" : std::to_string(seek_by) + " ") +
           "offset " + std::to_string(offset) + ", " + std::to_string(count) + " of " +
           memory.text() + (at_bottom ? " from MPI_BOTTOM" : "");
}

/// In external32 the bytes of a number follow each other in reverse order.
std::int64_t Access::place(std::int64_t index, bool is_external) const {
    const Datatype::Span element = memory.element_of(index);
    return memory.byte(is_external ? element.begin + element.end - 1 - index : index);
}

unsigned char Phase::value(int rank, std::size_t access, std::int64_t index) const {
    const std::uint64_t where =
        random_programs::mix(seed + static_cast<std::uint64_t>(rank), access);
    return static_cast<unsigned char>(
        random_programs::mix(where, static_cast<std::uint64_t>(index)));
}

std::string Phase::text(int rank) const {
    const auto own = static_cast<std::size_t>(rank);
    std::string text = std::string(call->name) + (is_external ? " in external32" : "") +
                       " of rank " + std::to_string(rank) + ", " + views[own].text();
    for (const Access& access : accesses[own]) text += "\n    " + access.text();
    return text;
}

Phase plan_writes(Random& random, const std::vector<Call>& calls, int ranks, const Place& place) {
    const Etype etype = random_etype(random);
    Phase phase;
    phase.call = random_call(random, calls, true);
    phase.is_external = place.may_convert && random.chance(25);
    phase.seed = random.next();
    phase.views = disjoint_views(random, ranks, etype.type, place);
    const int count = static_cast<int>(random.between(1, 3));
    for (int rank = 0; rank < ranks; ++rank) {
        phase.accesses.push_back(plan_rank_writes(random, phase, etype, place, count));
    }
    return phase;
}

Phase plan_reads(Random& random, const std::vector<Call>& calls, int ranks, const Place& place,
                 const FileModel& file) {
    const Datatype byte = Datatype::basic(MPI_BYTE, "MPI_BYTE");
    const Etype etype = random.chance(15) ? Etype{byte, byte} : random_etype(random);
    Phase phase;
    phase.call = random_call(random, calls, false);
    phase.is_external = place.may_convert && random.chance(25);
    phase.seed = random.next();
    phase.views = disjoint_views(random, ranks, etype.type, place);
    share_views(random, phase.views);
    const int count = static_cast<int>(random.between(1, 3));
    for (const View& view : phase.views) {
        phase.accesses.push_back(
            plan_rank_reads(random, phase, etype, view, place, file.size(), count));
    }
    return phase;
}

bool apply_writes(const Phase& phase, FileModel& file) {
    std::map<std::int64_t, int> writers;
    bool is_disjoint = true;
    for (std::size_t rank = 0; rank < phase.views.size(); ++rank) {
        const View& view = phase.views[rank];
        for (std::size_t i = 0; i < phase.accesses[rank].size(); ++i) {
            const Access& access = phase.accesses[rank][i];
            for (std::int64_t byte = 0; byte < access.bytes(); ++byte) {
                const std::int64_t at = view.position(access.offset * view.etype.size() + byte);
                file.write(at, phase.value(static_cast<int>(rank), i, byte));
                const auto [writer, is_new] = writers.emplace(at, rank);
                is_disjoint = is_disjoint && writer->second == static_cast<int>(rank);
            }
        }
    }
    return is_disjoint;
}

}  // namespace mpiio
