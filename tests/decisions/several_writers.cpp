// SPDX-License-Identifier: BSD-3-Clause
// Communicators that write disjoint elements of one file at the same time lose none, whatever
// method their puts use.
#include <algorithm>
#include <string>
#include <vector>

#include "files.hpp"
#include "harness.hpp"
#include "planned_store.hpp"
#include "ranks_in_parts.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr MPI_Offset elements = 200'000;

/// How the ranks' puts are carried out.
struct Way {
    const char* method;
    const char* rewriting;  // romio_ds_write
    bool is_independent;
};

std::vector<Way> ways() {
    std::vector<Way> all;
    for (const char* method : {"automatic", "direct", "sieve", "two_phase", "reference"}) {
        for (const char* rewriting : {"automatic", "enable"}) {
            all.push_back({method, rewriting, false});
            all.push_back({method, rewriting, true});
        }
    }
    return all;
}

std::string words(const Way& way) {
    return std::string(way.method) + ", ds_write " + way.rewriting +
           (way.is_independent ? ", independent" : ", collective");
}

int value_of(MPI_Offset element) {
    return static_cast<int>(element) + 1;
}

/// Collective over all ranks: a file of zeros.
void make_zeros() {
    const int ncid = create_file(path());
    const int x = dimension(ncid, "x", elements);
    const int v = variable(ncid, "v", NC_INT, {x});
    ok(ncmpi_set_fill(ncid, NC_NOFILL, nullptr));
    ok(ncmpi_enddef(ncid));
    const std::vector<int> zeros(elements, 0);
    ok(ncmpi_put_var_int_all(ncid, v, zeros.data()));
    close_file(ncid);
    meet();
}

/// The file's element `i` should be value_of(i).
void expect_all(const std::string& what, Place place = here()) {
    meet();
    const int ncid = open_file(path(), NC_NOWRITE, place);
    const std::vector<int> values = values_of(ncid, 0, elements, place);
    close_file(ncid, place);
    long long lost = 0;
    for (MPI_Offset i = 0; i < elements; ++i)
        lost += values[static_cast<std::size_t>(i)] == value_of(i) ? 0 : 1;
    expect_equal(lost, 0, "elements lost, " + what, place);
    meet();
}

/// The elements that a rank puts: first, first + stride, ...
struct Comb {
    MPI_Offset first;
    MPI_Offset stride;
};

/// Puts a comb in this many calls, so that the ranks' windows meet again and again.
void put_comb(int ncid, Comb comb, bool is_independent) {
    constexpr MPI_Offset calls = 16;
    const MPI_Offset all = (elements - comb.first + comb.stride - 1) / comb.stride;
    if (is_independent) ok(ncmpi_begin_indep_data(ncid));
    for (MPI_Offset done = 0; done < all;) {
        const MPI_Offset count = std::min(all - done, (all + calls - 1) / calls);
        const MPI_Offset start = comb.first + done * comb.stride;
        std::vector<int> values;
        for (MPI_Offset i = 0; i < count; ++i) values.push_back(value_of(start + i * comb.stride));
        ok(is_independent
               ? ncmpi_put_vars_int(ncid, 0, &start, &count, &comb.stride, values.data())
               : ncmpi_put_vars_int_all(ncid, 0, &start, &count, &comb.stride, values.data()));
        done += count;
    }
    if (is_independent) ok(ncmpi_end_indep_data(ncid));
}

std::string hints_of(const Way& way) {
    return "weft_method=" + std::string(way.method) + ";romio_ds_write=" + way.rewriting;
}

int open_on(const std::string& plan, const Part& part, const std::string& hints) {
    const PlannedStore store(plan, part.comm);
    return open_by_part(part, hints);
}

/// The elements of all ranks interleave; each part of the ranks has the file open for itself.
void interleave(int ranks_of_each, const Way& way, const std::string& more_hints = {},
                const std::string& plan = {}) {
    for (int i = 0; i < repetitions; ++i) {
        make_zeros();
        const Part part(ranks_of_each);
        const int ncid = open_on(plan, part, hints_of(way) + more_hints);
        if (i % 2 == 0) meet();  // otherwise some have begun to write when others come
        put_comb(ncid, {rank(), ranks()}, way.is_independent);
        ok(ncmpi_close(ncid));
        expect_all(words(way) + more_hints + plan);
    }
}

void each_rank_for_itself() {
    if (ranks() < 2) return skip("needs several ranks");
    for (const Way& way : ways()) interleave(1, way);
}

void parts_of_two_ranks() {
    if (ranks() != 4) return skip("needs 4 ranks");
    for (const Way& way : ways()) interleave(2, way);
}

void parts_of_two_nodes() {
    if (ranks() != 4) return skip("needs 4 ranks");
    for (const char* rewriting : {"automatic", "enable"}) {
        interleave(2, {"two_phase", rewriting, false}, ";weft_pretended_nodes=2");
        interleave(2, {"automatic", rewriting, false},
                   ";weft_pretended_nodes=2;romio_cb_write=enable");
    }
}

constexpr MPI_Offset period = 64;
constexpr MPI_Offset run_length = 60;

/// Other writers cannot be known, so no rank rewrites.
void without_locks() {
    if (ranks() < 2) return skip("needs several ranks");
    const std::string no_locks = "0:lock:1:ENOLCK:forever";
    for (const char* method : {"automatic", "sieve", "two_phase"}) {
        for (const bool is_independent : {false, true}) {
            interleave(1, {method, "enable", is_independent}, {}, no_locks);
            if (ranks() == 4) interleave(2, {method, "enable", is_independent}, {}, no_locks);
        }
    }
}

/// The first elements of each period, which are written without a change.
void put_runs(int ncid) {
    for (MPI_Offset at = 0; at < elements; at += period) {
        const MPI_Offset count = std::min(run_length, elements - at);
        std::vector<int> values;
        for (MPI_Offset i = 0; i < count; ++i) values.push_back(value_of(at + i));
        ok(ncmpi_put_vara_int_all(ncid, 0, &at, &count, values.data()));
    }
}

/// One rank puts long runs; the others put elements between them.
void long_runs_beside_single_elements() {
    if (ranks() < 2) return skip("needs several ranks");
    for (int i = 0; i < repetitions; ++i) {
        make_zeros();
        const Part part(1);
        const bool plain = rank() == 0;
        const int ncid = open_by_part(part, plain ? "" : "weft_method=sieve;romio_ds_write=enable");
        if (plain) {
            put_runs(ncid);
        } else {
            for (MPI_Offset at = run_length + rank() - 1; at < period; at += ranks() - 1)
                put_comb(ncid, {at, period}, false);
        }
        ok(ncmpi_close(ncid));
        expect_all("long runs");
    }
}

/// A rank opens the file twice over one communicator, and both write.
void one_rank_twice() {
    const Part part(1);
    for (int i = 0; i < repetitions; ++i) {
        make_zeros();
        const std::string hints = "weft_method=sieve;romio_ds_write=enable";
        const int one = open_by_part(part, hints);
        const int two = open_by_part(part, hints);
        put_comb(one, {2 * rank(), 2 * ranks()}, false);
        put_comb(two, {2 * rank() + 1, 2 * ranks()}, false);
        ok(ncmpi_close(one));
        ok(ncmpi_close(two));
        expect_all("opened twice");
    }
}

/// Communicators come and go while others write.
void coming_and_going() {
    if (ranks() < 2) return skip("needs several ranks");
    constexpr MPI_Offset visits = 20;
    const std::string hints = "weft_method=sieve;romio_ds_write=enable";
    for (int i = 0; i < repetitions; ++i) {
        make_zeros();
        const Part part(1);
        for (MPI_Offset visit = 0; visit < visits; ++visit) {
            const int ncid = open_by_part(part, hints);
            put_comb(ncid, {rank() + visit * ranks(), visits * ranks()}, visit % 2 == 0);
            ok(ncmpi_close(ncid));
        }
        expect_all("coming and going");
    }
}

}  // namespace

int main(int argc, char** argv) {
    take_repetitions(argc, argv);
    return run(argc, argv,
               {{"each_rank_for_itself", each_rank_for_itself},
                {"parts_of_two_ranks", parts_of_two_ranks},
                {"parts_of_two_nodes", parts_of_two_nodes},
                {"without_locks", without_locks},
                {"long_runs_beside_single_elements", long_runs_beside_single_elements},
                {"one_rank_twice", one_rank_twice},
                {"coming_and_going", coming_and_going}});
}
