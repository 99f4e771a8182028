// SPDX-License-Identifier: BSD-3-Clause
// Inquiries: answers, arguments that may be NULL, NC_GLOBAL.
#include <weft.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <string>

#include "sample.hpp"

using namespace contract;

namespace {

void null_outputs() {
    const Sample file = sample();
    const int id = file.ncid;
    ok(ncmpi_inq(id, nullptr, nullptr, nullptr, nullptr));
    ok(ncmpi_inq_format(id, nullptr));
    ok(ncmpi_inq_version(id, nullptr));
    ok(ncmpi_inq_path(id, nullptr, nullptr));
    ok(ncmpi_inq_ndims(id, nullptr));
    ok(ncmpi_inq_nvars(id, nullptr));
    ok(ncmpi_inq_natts(id, nullptr));
    ok(ncmpi_inq_unlimdim(id, nullptr));
    ok(ncmpi_inq_num_rec_vars(id, nullptr));
    ok(ncmpi_inq_num_fix_vars(id, nullptr));
    ok(ncmpi_inq_recsize(id, nullptr));
    ok(ncmpi_inq_header_size(id, nullptr));
    ok(ncmpi_inq_header_extent(id, nullptr));
    ok(ncmpi_inq_put_size(id, nullptr));
    ok(ncmpi_inq_get_size(id, nullptr));
    ok(ncmpi_inq_striping(id, nullptr, nullptr));
    ok(ncmpi_inq_nreqs(id, nullptr));
    ok(ncmpi_inq_dimid(id, "x", nullptr));
    ok(ncmpi_inq_dim(id, file.x, nullptr, nullptr));
    ok(ncmpi_inq_dimname(id, file.x, nullptr));
    ok(ncmpi_inq_dimlen(id, file.x, nullptr));
    ok(ncmpi_inq_varid(id, "fixed", nullptr));
    ok(ncmpi_inq_var(id, file.fixed, nullptr, nullptr, nullptr, nullptr, nullptr));
    ok(ncmpi_inq_varname(id, file.fixed, nullptr));
    ok(ncmpi_inq_vartype(id, file.fixed, nullptr));
    ok(ncmpi_inq_varndims(id, file.fixed, nullptr));
    ok(ncmpi_inq_vardimid(id, file.fixed, nullptr));
    ok(ncmpi_inq_varnatts(id, file.fixed, nullptr));
    ok(ncmpi_inq_varoffset(id, file.fixed, nullptr));
    ok(ncmpi_inq_var_fill(id, file.fixed, nullptr, nullptr));
    ok(ncmpi_redef(id));
    ok(ncmpi_put_att_text(id, NC_GLOBAL, "a", 1, "a"));
    ok(ncmpi_inq_att(id, NC_GLOBAL, "a", nullptr, nullptr));
    ok(ncmpi_inq_attid(id, NC_GLOBAL, "a", nullptr));
    ok(ncmpi_inq_atttype(id, NC_GLOBAL, "a", nullptr));
    ok(ncmpi_inq_attlen(id, NC_GLOBAL, "a", nullptr));
    ok(ncmpi_inq_attname(id, NC_GLOBAL, 0, nullptr));
    expect(ncmpi_inq_files_opened(nullptr, nullptr), NC_EINVAL);
    expect(ncmpi_inq_default_format(nullptr), NC_EINVAL);
    close_file(id);
}

void answers() {
    const Sample file = sample_with_records(3);
    const int id = file.ncid;
    int ndims = 0;
    int nvars = 0;
    int natts = -1;
    int unlimited = -1;
    ok(ncmpi_inq(id, &ndims, &nvars, &natts, &unlimited));
    expect_values<int>({ndims, nvars, natts, unlimited}, {3, 6, 0, file.time}, "inq");
    int count = 0;
    ok(ncmpi_inq_num_rec_vars(id, &count));
    expect_equal(count, 1, "record variables");
    ok(ncmpi_inq_num_fix_vars(id, &count));
    expect_equal(count, 5, "fixed variables");
    MPI_Offset length = 0;
    char name[NC_MAX_NAME + 1] = "";
    ok(ncmpi_inq_dim(id, file.time, name, &length));
    expect_text(name, "time", "name");
    expect_equal(length, 3, "length of the record dimension");
    nc_type type = 0;
    int dims[2] = {-1, -1};
    ok(ncmpi_inq_var(id, file.record, name, &type, &ndims, dims, &natts));
    expect_text(name, "record", "name");
    expect_values<int>({type, ndims, dims[0], dims[1], natts}, {NC_INT, 2, file.time, file.x, 0},
                       "inq_var");
    ok(ncmpi_inq_recsize(id, &length));
    expect_equal(length, 24, "record size");
    expect(ncmpi_inq_dimid(id, "none", &count), NC_EBADDIM);
    expect(ncmpi_inq_varid(id, "none", &count), NC_ENOTVAR);
    expect(ncmpi_inq_dim(id, 3, name, &length), NC_EBADDIM);
    expect(ncmpi_inq_dimlen(id, -1, &length), NC_EBADDIM);
    expect(ncmpi_inq_var(id, 6, name, &type, &ndims, dims, &natts), NC_ENOTVAR);
    expect(ncmpi_inq_attlen(id, NC_GLOBAL, "none", &length), NC_ENOTATT);
    expect(ncmpi_inq_attlen(id, 77, "none", &length), NC_ENOTVAR);
    close_file(id);
}

void no_record_dimension() {
    const int ncid = create_file(path());
    dimension(ncid, "x", 3);
    int id = 7;
    ok(ncmpi_inq_unlimdim(ncid, &id));
    expect_equal(id, -1, "unlimited dimension");
    close_file(ncid);
}

void global_is_no_variable() {
    const Sample file = define_sample();
    const int id = file.ncid;
    ok(ncmpi_put_att_text(id, NC_GLOBAL, "a", 1, "a"));
    char name[NC_MAX_NAME + 1];
    int number = -1;
    MPI_Offset offset = 0;
    expect(ncmpi_inq_var(id, NC_GLOBAL, name, nullptr, nullptr, nullptr, nullptr), NC_EGLOBAL);
    expect(ncmpi_inq_varname(id, NC_GLOBAL, name), NC_EGLOBAL);
    expect(ncmpi_inq_vartype(id, NC_GLOBAL, &number), NC_EGLOBAL);
    expect(ncmpi_inq_varndims(id, NC_GLOBAL, &number), NC_EGLOBAL);
    expect(ncmpi_inq_vardimid(id, NC_GLOBAL, &number), NC_EGLOBAL);
    expect(ncmpi_inq_varoffset(id, NC_GLOBAL, &offset), NC_EGLOBAL);
    expect(ncmpi_inq_var_fill(id, NC_GLOBAL, &number, nullptr), NC_EGLOBAL);
    ok(ncmpi_inq_varnatts(id, NC_GLOBAL, &number));
    expect_equal(number, 1, "global attributes");
    close_file(id);
}

/// Classic files answer what is asked of netCDF-4 files.
void storage_of_classic_files() {
    const Sample file = sample();
    const int id = file.ncid;
    int numbers[4] = {-1, -1, -1, -1};
    ok(weft_inq_unlimdims(id, &numbers[0], &numbers[1]));
    expect_values<int>({numbers[0], numbers[1]}, {1, file.time}, "unlimited dimensions");
    MPI_Offset lengths[2] = {-7, -7};
    ok(weft_inq_var_chunking(id, file.fixed, &numbers[0], lengths));
    expect_values<long long>({numbers[0], lengths[0]}, {NC_CONTIGUOUS, -7}, "no chunks");
    ok(weft_inq_var_deflate(id, file.fixed, &numbers[0], &numbers[1], &numbers[2]));
    ok(weft_inq_var_fletcher32(id, file.fixed, &numbers[3]));
    expect_values<int>({numbers[0], numbers[1], numbers[2], numbers[3]}, {0, 0, 0, 0}, "deflate");
    ok(weft_inq_var_szip(id, file.fixed, &numbers[0], &numbers[1]));
    ok(weft_inq_var_zstandard(id, file.fixed, &numbers[2], &numbers[3]));
    expect_values<int>({numbers[0], numbers[1], numbers[2], numbers[3]}, {0, 0, 0, 0}, "others");
    unsigned filter = 7;
    ok(weft_inq_var_filter(id, file.fixed, &filter, &lengths[0], nullptr));
    ok(weft_inq_var_filter_ids(id, file.fixed, &lengths[1], nullptr));
    expect_values<long long>({filter, lengths[0], lengths[1]}, {0, 0, 0}, "no filters");
    expect(weft_inq_var_filter_info(id, file.fixed, 1, nullptr, nullptr), NC_ENOFILTER);
    ok(weft_inq_var_endian(id, file.fixed, &numbers[0]));
    ok(weft_inq_var_quantize(id, file.real, &numbers[1], &numbers[2]));
    ok(weft_inq_var_class(id, file.fixed, &numbers[3]));
    expect_values<int>({numbers[0], numbers[1], numbers[2], numbers[3]},
                       {NC_ENDIAN_BIG, NC_NOQUANTIZE, 0, 0}, "byte order, quantisation, class");
    expect(weft_inq_var_enum(id, file.fixed, &numbers[0]), NC_EBADTYPE);
    expect(weft_inq_var_enum_member(id, file.fixed, 0, nullptr, nullptr), NC_EBADTYPE);
    expect(weft_inq_var_chunking(id, NC_GLOBAL, nullptr, nullptr), NC_EGLOBAL);
    close_file(id);
}

void quantization_by_attributes() {
    const Sample file = define_sample();
    const int digits = 5;
    const double no_int = 5;
    ok(ncmpi_put_att_int(file.ncid, file.real, NC_QUANTIZE_BITROUND_ATT_NAME, NC_INT, 1, &digits));
    ok(ncmpi_put_att_double(file.ncid, file.fixed, NC_QUANTIZE_BITGROOM_ATT_NAME, NC_DOUBLE, 1,
                            &no_int));
    int mode = -1;
    int found = -1;
    ok(weft_inq_var_quantize(file.ncid, file.real, &mode, &found));
    expect_values<int>({mode, found}, {NC_QUANTIZE_BITROUND, digits}, "rounded");
    ok(weft_inq_var_quantize(file.ncid, file.fixed, &mode, &found));
    expect_values<int>({mode, found}, {NC_QUANTIZE_BITGROOM, 0}, "not an int");
    int its_class = -1;
    ok(weft_inq_att_class(file.ncid, file.real, NC_QUANTIZE_BITROUND_ATT_NAME, &its_class));
    expect_equal(its_class, 0, "class of an attribute");
    expect(weft_inq_att_class(file.ncid, file.real, "none", &its_class), NC_ENOTATT);
    close_file(file.ncid);
}

void header_size_in_define_mode() {
    const int ncid = create_file(path(), NC_CLOBBER);
    MPI_Offset size = 0;
    ok(ncmpi_inq_header_size(ncid, &size));
    expect_equal(size, 32, "magic, numrecs and three empty lists");
    dimension(ncid, "x", 3);
    ok(ncmpi_inq_header_size(ncid, &size));
    expect_equal(size, 32 + 4 + 4 + 4, "a dimension: name and length");
    MPI_Offset record = -1;
    ok(ncmpi_inq_recsize(ncid, &record));
    expect_equal(record, 0, "no record variables");
    close_file(ncid);
}

void file_info() {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "nc_var_align_size", "1024");
    MPI_Info_set(info, "my_own_hint", "kept");
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info, &ncid));
    MPI_Info_free(&info);
    ok(ncmpi_inq_file_info(ncid, &info));
    for (const char* key :
         {"nc_var_align_size", "nc_header_align_size", "nc_record_align_size",
          "nc_header_read_chunk_size", "nc_in_place_swap", "nc_ibuf_size", "pnetcdf_subfiling",
          "nc_num_subfiles", "nc_hash_size_dim", "nc_hash_size_var", "nc_hash_size_gattr",
          "nc_hash_size_vattr", "nc_num_aggrs_per_node", "nc_driver", "nc_data_move_chunk_size"}) {
        char value[MPI_MAX_INFO_VAL + 1] = "";
        int found = 0;
        MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &found);
        expect_true(found != 0 && value[0] != '\0', key);
        if (std::string(key) == "nc_var_align_size") expect_text(value, "1024", key);
    }
    MPI_Info_free(&info);
    ok(ncmpi_get_file_info(ncid, &info), "the old name");
    MPI_Info_free(&info);
    ok(ncmpi_inq_file_info(ncid, nullptr), "NULL");
    close_file(ncid);
}

void paths_and_stripes() {
    const int ncid = create_file(path());
    int length = 0;
    std::string name(200, '\0');
    ok(ncmpi_inq_path(ncid, &length, name.data()));
    expect_text(name.c_str(), path(), "path");
    expect_equal(length, static_cast<long long>(path().size()), "length");
    int stripes[2] = {-1, -1};
    ok(ncmpi_inq_striping(ncid, &stripes[0], &stripes[1]));
    int roots[2] = {stripes[0], stripes[1]};
    MPI_Bcast(roots, 2, MPI_INT, 0, MPI_COMM_WORLD);
    expect_values<int>({stripes[0], stripes[1]}, {roots[0], roots[1]}, "the same on all ranks");
    close_file(ncid);
}

/// Bytes of the user's data and of the header, each counted once.
void sizes_of_transfers() {
    Sample file = sample();
    MPI_Offset before = 0;
    MPI_Offset after = 0;
    MPI_Offset header = 0;
    ok(ncmpi_inq_header_size(file.ncid, &header));
    ok(ncmpi_inq_put_size(file.ncid, &before));
    expect_equal(before, rank() == 0 ? header : 0, "rank 0 has written the header");
    const std::vector<int> values(24, 1);
    ok(ncmpi_put_var_int_all(file.ncid, file.fixed, values.data()));
    ok(ncmpi_inq_put_size(file.ncid, &after));
    expect_equal(after - before, 24 * 4, "put");
    close_file(file.ncid);
    file.ncid = open_file(path(), NC_NOWRITE);
    ok(ncmpi_inq_get_size(file.ncid, &before));
    expect_equal(before, rank() == 0 ? header : 0, "rank 0 has read the header");
    std::vector<double> read(24);
    ok(ncmpi_get_var_double_all(file.ncid, file.fixed, read.data()));
    ok(ncmpi_inq_get_size(file.ncid, &after));
    expect_equal(after - before, 24 * 4, "get, in bytes of the file");
    ok(ncmpi_inq_put_size(file.ncid, &after));
    expect_equal(after, 0, "put of a file for reading");
    close_file(file.ncid);
}

void texts_of_codes() {
    expect_text(ncmpi_strerrno(NC_NOERR), "NC_NOERR", "symbol");
    expect_text(ncmpi_strerrno(NC_EBADID), "NC_EBADID", "symbol");
    expect_text(ncmpi_strerrno(NC_EMULTIDEFINE_HINTS), "NC_EMULTIDEFINE_HINTS", "symbol");
    expect_text(ncmpi_strerrno(-999), "Unknown code -999", "unknown");
    const std::string wanted = std::string("System error code 2 (") + std::strerror(ENOENT) + ")";
    expect_text(ncmpi_strerrno(ENOENT), wanted, "errno");
    std::set<std::string> sentences;
    for (int code = -33; code >= -93; --code) {
        if (code < -78 && code > -90) continue;
        sentences.insert(ncmpi_strerror(code));
    }
    expect_equal(static_cast<int>(sentences.size()), 46 + 4, "each code has its own sentence");
    const std::string unknown = ncmpi_strerror(-999);
    expect_true(unknown.find("-999") != std::string::npos, "unknown: " + unknown);
}

void library() {
    const std::string version = ncmpi_inq_libvers();
    expect_text(version.substr(0, version.find(' ')), PNETCDF_VERSION, "version");
    MPI_Offset bytes = 0;
    expect(ncmpi_inq_malloc_size(&bytes), NC_ENOTENABLED);
    expect(ncmpi_inq_malloc_max_size(&bytes), NC_ENOTENABLED);
    expect(ncmpi_inq_malloc_list(), NC_ENOTENABLED);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"null_outputs", null_outputs},
                {"answers", answers},
                {"no_record_dimension", no_record_dimension},
                {"global_is_no_variable", global_is_no_variable},
                {"storage_of_classic_files", storage_of_classic_files},
                {"quantization_by_attributes", quantization_by_attributes},
                {"header_size_in_define_mode", header_size_in_define_mode},
                {"file_info", file_info},
                {"paths_and_stripes", paths_and_stripes},
                {"sizes_of_transfers", sizes_of_transfers},
                {"texts_of_codes", texts_of_codes},
                {"library", library}});
}
