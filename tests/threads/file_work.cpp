// SPDX-License-Identifier: BSD-3-Clause
#include "file_work.hpp"

#include <pnetcdf.h>

#include <array>
#include <cstring>

#include "checks.hpp"

namespace threads {
namespace {

constexpr MPI_Offset rows_each = 2;
constexpr MPI_Offset row_length = 20000;
constexpr MPI_Offset columns_each = 50;
constexpr MPI_Offset column_height = 40;
constexpr MPI_Offset record_length = 100;
constexpr MPI_Offset record_count = 3;

using Place = std::array<MPI_Offset, 2>;

}  // namespace

FileWork::FileWork(MPI_Comm comm, std::string path, int seed)
    : comm_(comm),
      path_(std::move(path)),
      seed_(seed),
      rank_(rank_in(comm)),
      ranks_(size_of(comm)) {}

int FileWork::value(MPI_Offset row, MPI_Offset column) const {
    return seed_ * 1000003 + static_cast<int>(row * 20011 + column);
}

std::vector<int> FileWork::row_values(MPI_Offset row) const {
    std::vector<int> values;
    for (MPI_Offset column = 0; column < row_length; ++column) values.push_back(value(row, column));
    return values;
}

std::vector<double> FileWork::record_values(MPI_Offset record) const {
    std::vector<double> values;
    for (MPI_Offset i = 0; i < record_length; ++i)
        values.push_back(value(record, rank_ * record_length + i) / 8.0);
    return values;
}

void FileWork::create(int format_flag) {
    if (!ok(ncmpi_create(comm_, path_.c_str(), NC_CLOBBER | format_flag, MPI_INFO_NULL, &ncid_),
            at("create")))
        return;
    std::array<int, 6> dims{};
    ok(ncmpi_def_dim(ncid_, "row", rows_each * ranks_, &dims[0]), at("def_dim"));
    ok(ncmpi_def_dim(ncid_, "along", row_length, &dims[1]), at("def_dim"));
    ok(ncmpi_def_dim(ncid_, "height", column_height, &dims[2]), at("def_dim"));
    ok(ncmpi_def_dim(ncid_, "column", columns_each * ranks_, &dims[3]), at("def_dim"));
    ok(ncmpi_def_dim(ncid_, "record", NC_UNLIMITED, &dims[4]), at("def_dim"));
    ok(ncmpi_def_dim(ncid_, "width", record_length * ranks_, &dims[5]), at("def_dim"));
    ok(ncmpi_def_var(ncid_, "rows", NC_INT, 2, &dims[0], &rows_), at("def_var"));
    ok(ncmpi_def_var(ncid_, "columns", NC_INT, 2, &dims[2], &columns_), at("def_var"));
    ok(ncmpi_def_var(ncid_, "records", NC_DOUBLE, 2, &dims[4], &records_), at("def_var"));
    ok(ncmpi_put_att_text(ncid_, NC_GLOBAL, "path", static_cast<MPI_Offset>(path_.size()),
                          path_.c_str()),
       at("put_att"));
    ok(ncmpi_enddef(ncid_), at("enddef"));
}

void FileWork::write() {
    for (MPI_Offset i = 0; i < rows_each; ++i) {
        const Place start = {rank_ * rows_each + i, 0};
        const Place count = {1, row_length};
        const std::vector<int> values = row_values(start[0]);
        ok(ncmpi_put_vara_int_all(ncid_, rows_, start.data(), count.data(), values.data()),
           at("put_vara_all"));
    }
    const Place start = {0, rank_};
    const Place count = {column_height, columns_each};
    const Place stride = {1, ranks_};
    std::vector<int> values;
    for (MPI_Offset row = 0; row < column_height; ++row) {
        for (MPI_Offset i = 0; i < columns_each; ++i)
            values.push_back(value(row, rank_ + i * ranks_));
    }
    ok(ncmpi_put_vars_int_all(ncid_, columns_, start.data(), count.data(), stride.data(),
                              values.data()),
       at("put_vars_all"));
}

void FileWork::post() {
    std::vector<std::vector<double>> written;
    std::array<int, record_count> puts{};
    std::array<int, record_count> statuses{};
    for (MPI_Offset record = 0; record < record_count; ++record) {
        const Place start = {record, rank_ * record_length};
        const Place count = {1, record_length};
        written.push_back(record_values(record));
        ok(ncmpi_iput_vara_double(ncid_, records_, start.data(), count.data(),
                                  written.back().data(), &puts[static_cast<std::size_t>(record)]),
           at("iput_vara"));
    }
    ok(ncmpi_wait_all(ncid_, static_cast<int>(puts.size()), puts.data(), statuses.data()),
       at("wait_all"));
    for (const int status : statuses) ok(status, at("status of a put"));

    const Place start = {1, rank_ * record_length};
    const Place count = {1, record_length};
    std::vector<double> got(static_cast<std::size_t>(record_length));
    ok(ncmpi_iget_vara_double(ncid_, records_, start.data(), count.data(), got.data(), nullptr),
       at("iget_vara"));
    ok(ncmpi_wait_all(ncid_, NC_REQ_ALL, nullptr, nullptr), at("wait_all"));
    require(got == written[1], at("what an iget found"));
}

void FileWork::independent() {
    ok(ncmpi_begin_indep_data(ncid_), at("begin_indep_data"));
    const Place start = {0, rank_ * record_length};
    const Place count = {1, record_length};
    const std::vector<double> values = record_values(0);
    std::vector<double> got(values.size());
    ok(ncmpi_put_vara_double(ncid_, records_, start.data(), count.data(), values.data()),
       at("put_vara"));
    ok(ncmpi_get_vara_double(ncid_, records_, start.data(), count.data(), got.data()),
       at("get_vara"));
    require(got == values, at("what an independent get found"));
    ok(ncmpi_end_indep_data(ncid_), at("end_indep_data"));
}

void FileWork::redefine() {
    ok(ncmpi_redef(ncid_), at("redef"));
    ok(ncmpi_def_var(ncid_, "late", NC_INT, 0, nullptr, &late_), at("def_var"));
    ok(ncmpi_put_att_int(ncid_, late_, "seed", NC_INT, 1, &seed_), at("put_att"));
    ok(ncmpi_enddef(ncid_), at("enddef"));
    ok(ncmpi_put_var_int_all(ncid_, late_, &seed_), at("put_var_all"));
    ok(ncmpi_sync(ncid_), at("sync"));
}

void FileWork::inquire() const {
    int variables = 0;
    int seed = 0;
    MPI_Offset records = 0;
    std::array<char, NC_MAX_NAME + 1> name{};
    std::string path(path_.size(), ' ');
    ok(ncmpi_inq_nvars(ncid_, &variables), at("inq_nvars"));
    require(variables == 4, at("four variables"));
    ok(ncmpi_inq_varname(ncid_, columns_, name.data()), at("inq_varname"));
    require(std::strcmp(name.data(), "columns") == 0, at("a name"));
    ok(ncmpi_inq_dimlen(ncid_, 4, &records), at("inq_dimlen"));
    require(records == record_count, at("three records"));
    ok(ncmpi_get_att_text(ncid_, NC_GLOBAL, "path", path.data()), at("get_att"));
    require(path == path_, at("the attribute of this file"));
    ok(ncmpi_get_att_int(ncid_, late_, "seed", &seed), at("get_att"));
    require(seed == seed_, at("the number of this file"));
}

void FileWork::close() {
    ok(ncmpi_close(ncid_), at("close"));
    ncid_ = -1;
}

void FileWork::open() {
    ok(ncmpi_open(comm_, path_.c_str(), NC_NOWRITE, MPI_INFO_NULL, &ncid_), at("open"));
}

void FileWork::read_back() {
    rows_are_right();
    columns_are_right();
    records_are_right();
    int seed = 0;
    ok(ncmpi_get_var_int_all(ncid_, late_, &seed), at("get_var_all"));
    require(seed == seed_, at("the value of the second definition"));
}

void FileWork::rows_are_right() {
    const Place start = {(rank_ + 1) % ranks_ * rows_each, 0};  // what a neighbour wrote
    const Place count = {1, row_length};
    std::vector<int> got(static_cast<std::size_t>(row_length));
    ok(ncmpi_get_vara_int_all(ncid_, rows_, start.data(), count.data(), got.data()),
       at("get_vara_all"));
    require(got == row_values(start[0]), at("a row"));
}

void FileWork::columns_are_right() {
    const MPI_Offset width = columns_each * ranks_;
    std::vector<int> got(static_cast<std::size_t>(column_height * width));
    ok(ncmpi_get_var_int_all(ncid_, columns_, got.data()), at("get_var_all"));
    std::vector<int> wanted;
    for (MPI_Offset row = 0; row < column_height; ++row) {
        for (MPI_Offset column = 0; column < width; ++column) wanted.push_back(value(row, column));
    }
    require(got == wanted, at("columns"));
}

void FileWork::records_are_right() {
    const Place start = {0, rank_ * record_length};
    const Place count = {record_count, record_length};
    std::vector<double> got(static_cast<std::size_t>(record_count * record_length));
    ok(ncmpi_get_vara_double_all(ncid_, records_, start.data(), count.data(), got.data()),
       at("get_vara_all"));
    std::vector<double> wanted;
    for (MPI_Offset record = 0; record < record_count; ++record) {
        const std::vector<double> values = record_values(record);
        wanted.insert(wanted.end(), values.begin(), values.end());
    }
    require(got == wanted, at("records"));
}

}  // namespace threads
