// SPDX-License-Identifier: BSD-3-Clause
// How often ranks on several nodes talk in a collective call, besides sending data: counted are the
// functions of MPI that the library calls.
#include <mpi.h>
#include <pnetcdf.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "failing_mpi.h"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr MPI_Offset row_length = 4096;  // ints, of each rank
constexpr MPI_Offset row_count = 8;

using Counts = std::map<std::string, int>;

/// The counts of calls of the functions by which ranks communicate.
template <class Call>
Counts talk_of(Call&& call) {
    failing_begin(-1, 0, 0);
    call();
    failing_end();
    Counts counts;
    for (int function = 0; function < failing_functions(); ++function) {
        const std::string name = failing_function(function);
        const bool looks = name == "MPI_Iprobe" || name == "MPI_Improbe" ||
                           name.starts_with("MPI_Test") || name.starts_with("MPI_Type") ||
                           name.starts_with("MPI_Op") || name.ends_with("nitialized") ||
                           name == "MPI_Finalized" || name == "MPI_Get_elements_x" ||
                           name == "MPI_Comm_size" || name == "MPI_Comm_rank";
        if (!looks && failing_calls(function) > 0) counts[name] = failing_calls(function);
    }
    return counts;
}

std::string text_of(const Counts& counts) {
    std::string text;
    for (const auto& [name, count] : counts) text += " " + std::to_string(count) + " x " + name;
    return text.empty() ? "nothing" : text;
}

void expect_talk(const Counts& expected, const Counts& counts, const char* what,
                 Place place = here()) {
    expect_true(counts == expected,
                std::string(what) + ":" + text_of(counts) + ", not" + text_of(expected), place);
}

class File {
public:
    explicit File(const char* method) {
        MPI_Info_create(&info_);
        MPI_Info_set(info_, "weft_method", method);
        MPI_Info_set(info_, "weft_shared_memory", "disable");  // each rank counts as a node
        ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER | NC_64BIT_DATA, info_, &id_));
        const int rows = dimension(id_, "rows", row_count * ranks());
        const int columns = dimension(id_, "columns", row_length * ranks());
        first_ = variable(id_, "first", NC_INT, {rows, columns});
        second_ = variable(id_, "second", NC_INT, {rows, columns});
        ok(ncmpi_enddef(id_));
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        close_file(id_);
        MPI_Info_free(&info_);
    }

    /// Whole rows, one rank's behind the other's.
    void put_rows(MPI_Offset row, MPI_Offset count = 1) const {
        const std::array start = {row + count * rank(), MPI_Offset{0}};
        const std::array shape = {count, row_length * ranks()};
        const std::vector<int> values(static_cast<std::size_t>(shape[0] * shape[1]), 7);
        ok(ncmpi_put_vara_int_all(id_, first_, start.data(), shape.data(), values.data()));
    }
    /// A part of each of some rows.
    void put_columns(MPI_Offset row) const {
        const std::array start = {row, row_length * rank()};
        const std::array shape = {MPI_Offset{4}, row_length};
        const std::vector<int> values(static_cast<std::size_t>(shape[0] * shape[1]), rank());
        ok(ncmpi_put_vara_int_all(id_, second_, start.data(), shape.data(), values.data()));
    }
    void get_columns(MPI_Offset row) const {
        const std::array start = {row, row_length * rank()};
        const std::array shape = {MPI_Offset{4}, row_length};
        std::vector<int> values(static_cast<std::size_t>(shape[0] * shape[1]), -1);
        ok(ncmpi_get_vara_int_all(id_, second_, start.data(), shape.data(), values.data()));
        expect_true(values == std::vector<int>(values.size(), rank()), "values");
    }

private:
    MPI_Info info_ = MPI_INFO_NULL;
    int id_ = -1;
    int first_ = -1;
    int second_ = -1;
};

void contiguous_parts() {
    if (ranks() == 1) return skip("there is nobody to talk to");
    const File file("automatic");
    file.put_rows(0);  // makes what is kept with the communicator
    const Counts one_meeting = {{"MPI_Iallreduce", 1}};
    expect_talk(one_meeting, talk_of([&] { file.put_rows(0, 2); }), "another call than before");
    expect_talk(one_meeting, talk_of([&] { file.put_rows(2 * ranks(), 2); }), "the same again");
}

/// Leaves the counts of one call without those of its data.
void without_data(Counts& counts) {
    counts.erase("MPI_Isend");
    counts.erase("MPI_Irecv");
}

void interleaved_parts() {
    if (ranks() == 1) return skip("there is nobody to talk to");
    const File file("two_phase");
    file.put_columns(0);
    file.get_columns(0);
    const Counts at_both_ends = {{"MPI_Iallreduce", 2}};
    for (const MPI_Offset row : {4, 2, 0}) {
        Counts put = talk_of([&] { file.put_columns(row); });
        without_data(put);
        expect_talk(at_both_ends, put, "a put like the last");
        Counts get = talk_of([&] { file.get_columns(row); });
        without_data(get);
        expect_talk(at_both_ends, get, "a get like the last");
    }
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    return run(argc, argv,
               {{"contiguous_parts", contiguous_parts}, {"interleaved_parts", interleaved_parts}});
}
