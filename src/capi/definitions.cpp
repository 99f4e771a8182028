// SPDX-License-Identifier: BSD-3-Clause
// Dimensions, variables, attributes and fill: the calls of define mode.
#include "capi/call.hpp"
#include "capi/handles.hpp"

using namespace weft;
using namespace weft::capi;
using dataset::Dataset;

namespace {

/// Returns a new id.
Status hand_out(const Result<int>& id, int* target) {
    if (id.ok() && target != nullptr) *target = id.value();
    return id.status();
}

}  // namespace

int ncmpi_def_dim(int ncid, const char* name, MPI_Offset len, int* dimidp) {
    return with_definition(ncid, [&](Dataset& dataset) {
        return hand_out(dataset.define_dimension(name, len), dimidp);
    });
}

int ncmpi_def_var(int ncid, const char* name, nc_type xtype, int ndims, const int* dimids,
                  int* varidp) {
    return with_definition(ncid, [&](Dataset& dataset) {
        return hand_out(dataset.define_variable(name, xtype, ndims, dimids), varidp);
    });
}

int ncmpi_rename_dim(int ncid, int dimid, const char* name) {
    return with_definition(ncid,
                           [&](Dataset& dataset) { return dataset.rename_dimension(dimid, name); });
}

int ncmpi_rename_var(int ncid, int varid, const char* name) {
    return with_definition(ncid,
                           [&](Dataset& dataset) { return dataset.rename_variable(varid, name); });
}

int ncmpi_set_fill(int ncid, int fillmode, int* old_modep) {
    return with_definition(ncid,
                           [&](Dataset& dataset) { return dataset.set_fill(fillmode, old_modep); });
}

int ncmpi_def_var_fill(int ncid, int varid, int no_fill, const void* fill_value) {
    return with_definition(ncid, [&](Dataset& dataset) {
        return dataset.define_variable_fill(varid, no_fill != 0, fill_value);
    });
}

int ncmpi_fill_var_rec(int ncid, int varid, MPI_Offset recno) {
    return with_all_ranks(ncid,
                          [&](Dataset& dataset) { return dataset.fill_record(varid, recno); });
}

int ncmpi_del_att(int ncid, int varid, const char* name) {
    return with_definition(ncid,
                           [&](Dataset& dataset) { return dataset.delete_attribute(varid, name); });
}

int ncmpi_rename_att(int ncid, int varid, const char* name, const char* newname) {
    return with_definition(
        ncid, [&](Dataset& dataset) { return dataset.rename_attribute(varid, name, newname); });
}

int ncmpi_copy_att(int ncid_in, int varid_in, const char* name, int ncid_out, int varid_out) {
    return with_dataset(ncid_in, [&](Dataset& from) -> Status {
        Dataset* const to = Handles::instance().find(ncid_out);
        if (to == nullptr) return {Code::ebadid, "the target file is not open"};
        return to->define_together({"ncmpi_copy_att"}, [&] {
            return from.copy_attribute(varid_in, name, *to, varid_out);
        });
    });
}
