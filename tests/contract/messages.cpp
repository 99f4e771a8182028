// SPDX-License-Identifier: BSD-3-Clause
// Messages of the program that are under way during a call of the library. A rank may call after it
// has begun to send, while the receiver calls only after it has received: the call must let the
// message pass, as MPI's own collective functions do.
#include <functional>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

// Too long to be sent before anybody receives it.
constexpr int message_ints = 1 << 20;
constexpr int columns = 1 << 19;  // of a rank: enough for shared memory to be used

/// Runs `call` on all ranks, on rank 0 while a message is under way to the last rank, which
/// receives it first.
void with_message(const std::function<void()>& call) {
    const int last = ranks() - 1;
    std::vector<int> message(message_ints, 7 * rank());
    MPI_Request sending = MPI_REQUEST_NULL;
    if (rank() == 0 && last > 0)
        MPI_Isend(message.data(), message_ints, MPI_INT, last, 0, MPI_COMM_WORLD, &sending);
    if (rank() == last && last > 0)
        MPI_Recv(message.data(), message_ints, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    call();
    MPI_Wait(&sending, MPI_STATUS_IGNORE);
    if (rank() == last) expect_equal(message.back(), 0, "the message");
}

struct Row {
    MPI_Offset start[2] = {0, MPI_Offset{rank()} * columns};
    MPI_Offset count[2] = {1, columns};
};

/// Every collective function of a file's life.
void every_call() {
    int ncid = -1;
    int table = -1;
    with_message([&] { ncid = create_file(path()); });
    const int record = dimension(ncid, "record", NC_UNLIMITED);
    const int x = dimension(ncid, "x", MPI_Offset{columns} * ranks());
    table = variable(ncid, "table", NC_INT, {record, x});
    with_message([&] { ok(ncmpi_enddef(ncid)); });
    Row row;
    const std::vector<int> values(columns, rank() + 1);
    std::vector<int> back(columns);
    for (row.start[0] = 0; row.start[0] < 3; ++row.start[0]) {
        with_message(
            [&] { ok(ncmpi_put_vara_int_all(ncid, table, row.start, row.count, values.data())); });
        with_message(
            [&] { ok(ncmpi_get_vara_int_all(ncid, table, row.start, row.count, back.data())); });
        expect_values(back, values, "what was put");
        ok(ncmpi_iput_vara_int(ncid, table, row.start, row.count, values.data(), nullptr));
        with_message([&] { ok(ncmpi_wait_all(ncid, NC_REQ_ALL, nullptr, nullptr)); });
    }
    with_message([&] { ok(ncmpi_sync(ncid)); });
    with_message([&] { ok(ncmpi_begin_indep_data(ncid)); });
    ok(ncmpi_put_vara_int(ncid, table, row.start, row.count, values.data()));
    with_message([&] { ok(ncmpi_end_indep_data(ncid)); });
    with_message([&] { ok(ncmpi_sync_numrecs(ncid)); });
    with_message([&] { ok(ncmpi_redef(ncid)); });
    variable(ncid, "another", NC_INT, {x});
    with_message([&] { ok(ncmpi_enddef(ncid)); });
    with_message([&] { ok(ncmpi_close(ncid)); });
    with_message([&] { ncid = open_file(path()); });
    with_message([&] { ok(ncmpi_close(ncid)); });
}

void on_this_node() {
    every_call();
}

void by_blocks_of_ranks() {
    const Variable hints("PNETCDF_HINTS", "weft_pretended_nodes=2;weft_method=two_phase");
    every_call();
}

void with_small_windows() {
    const Variable hints("PNETCDF_HINTS", "weft_method=two_phase;cb_buffer_size=65536");
    every_call();
}

void that_are_held_back() {
    const Variable hints("PNETCDF_HINTS", "weft_write_behind=enable");
    every_call();
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"on_this_node", on_this_node},
                {"by_blocks_of_ranks", by_blocks_of_ranks},
                {"with_small_windows", with_small_windows},
                {"that_are_held_back", that_are_held_back}});
}
