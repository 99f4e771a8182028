// SPDX-License-Identifier: BSD-3-Clause
//
// The calls that each step makes and the codes they have to return.

#include <weft.h>

#include "attribute_call.hpp"
#include "inquiry.hpp"
#include "mismatch.hpp"
#include "runner.hpp"

namespace random_programs {
namespace {

int create_mode(int format) {
    switch (format) {
        case NC_FORMAT_NETCDF4:
            return NC_NETCDF4;
        case NC_FORMAT_CDF2:
            return NC_64BIT_OFFSET;
        case NC_FORMAT_CDF5:
            return NC_64BIT_DATA;
        default:
            return NC_CLOBBER;
    }
}

}  // namespace

void Runner::succeed(const char* call, int code) const {
    if (code == NC_NOERR) return;
    throw Mismatch(std::string(call) + ": " + ncmpi_strerrno(code) + ": " + weft_last_error(ncid_));
}

void Runner::execute(const Step& step) {
    const bool about_files =
        std::holds_alternative<Create>(step) || std::holds_alternative<Open>(step) ||
        std::holds_alternative<Close>(step) || std::holds_alternative<Abort>(step);
    if (!about_files && !takes_part()) return;
    std::visit([this](const auto& one) { execute_one(one); }, step);
}

void Runner::execute_one(const Create& step) {
    int ranks = 0;
    MPI_Comm_size(settings_.comm, &ranks);
    choose_ranks(ranks);
    Hints all = hints_;
    all.insert(all.end(), step.layout_hints.begin(), step.layout_hints.end());
    MPI_Info info = info_of(all);
    const int code =
        ncmpi_create(active_, settings_.path.c_str(), create_mode(step.format), info, &ncid_);
    MPI_Info_free(&info);
    succeed("ncmpi_create", code);
}

void Runner::execute_one(const Open& step) {
    int ranks = 0;
    MPI_Comm_size(settings_.comm, &ranks);
    choose_ranks(1 + static_cast<int>(step.rank_draw % static_cast<std::uint64_t>(ranks)));
    if (!takes_part()) return;
    MPI_Info info = info_of(hints_);
    const int code = ncmpi_open(active_, settings_.path.c_str(),
                                step.writable ? NC_WRITE : NC_NOWRITE, info, &ncid_);
    MPI_Info_free(&info);
    succeed("ncmpi_open", code);
}

void Runner::execute_one(const Close& step) {
    std::vector<Index> begins;
    if (takes_part()) {
        if (model_.phase != Phase::define) begins = reported_begins(ncid_, model_);
        const int code = ncmpi_close(ncid_);
        expect_code("ncmpi_close", requests_.empty() ? NC_NOERR : NC_EPENDING, code);
        abandon_requests();
    }
    MPI_Barrier(settings_.comm);
    Model wanted = model_;
    wanted.apply(step);
    check_closed_file(wanted, begins);
    MPI_Barrier(settings_.comm);
}

void Runner::execute_one(const Abort& step) {
    if (takes_part()) {
        const int code = ncmpi_abort(ncid_);
        if (requests_.empty() || code != NC_EPENDING) succeed("ncmpi_abort", code);
        abandon_requests();
    }
    MPI_Barrier(settings_.comm);
    Model wanted = model_;
    wanted.apply(step);
    check_closed_file(wanted, {});
    MPI_Barrier(settings_.comm);
}

// Requests without a wait are never carried out.
void Runner::abandon_requests() {
    requests_.check_untouched();
    requests_.clear();
}

void Runner::execute_one(const DefineDimension& step) {
    int id = -1;
    succeed("ncmpi_def_dim", ncmpi_def_dim(ncid_, step.name.c_str(), step.length, &id));
    expect_equal("id of the dimension", static_cast<int>(model_.dimensions.size()), id);
}

void Runner::execute_one(const DefineVariable& step) {
    int id = -1;
    succeed("ncmpi_def_var",
            ncmpi_def_var(ncid_, step.name.c_str(), step.type,
                          static_cast<int>(step.dimensions.size()), step.dimensions.data(), &id));
    expect_equal("id of the variable", static_cast<int>(model_.variables.size()), id);
}

void Runner::execute_one(const PutAttribute& step) {
    Bytes values = attribute_values(step);
    values.emplace_back();  // never a null pointer
    const bool range_error = stored_attribute(model_, step).out_of_range;
    expect_code("put_att", range_error ? NC_ERANGE : NC_NOERR,
                put_attribute(ncid_, step, values.data()));
}

void Runner::execute_one(const CopyAttribute& step) {
    succeed("ncmpi_copy_att", ncmpi_copy_att(ncid_, step.from, step.name.c_str(), ncid_, step.to));
}

void Runner::execute_one(const DeleteAttribute& step) {
    succeed("ncmpi_del_att", ncmpi_del_att(ncid_, step.variable, step.name.c_str()));
}

void Runner::execute_one(const Rename& step) {
    const char* name = step.new_name.c_str();
    switch (step.what) {
        case Rename::What::dimension:
            succeed("ncmpi_rename_dim", ncmpi_rename_dim(ncid_, step.id, name));
            break;
        case Rename::What::variable:
            succeed("ncmpi_rename_var", ncmpi_rename_var(ncid_, step.id, name));
            break;
        case Rename::What::attribute:
            succeed("ncmpi_rename_att",
                    ncmpi_rename_att(ncid_, step.id, step.old_name.c_str(), name));
            break;
    }
}

void Runner::execute_one(const SetFill& step) {
    int old_mode = -1;
    succeed("ncmpi_set_fill", ncmpi_set_fill(ncid_, step.fill ? NC_FILL : NC_NOFILL, &old_mode));
    expect_equal("old fill mode", model_.fill_mode ? NC_FILL : NC_NOFILL, old_mode);
}

void Runner::execute_one(const DefineFill& step) {
    const Bytes value = fill_value_to_define(model_, step);
    succeed("ncmpi_def_var_fill", ncmpi_def_var_fill(ncid_, step.variable, step.fill ? 0 : 1,
                                                     step.with_value ? value.data() : nullptr));
}

void Runner::execute_one(const EndDefine& step) {
    if (step.with_arguments) {
        succeed("ncmpi__enddef", ncmpi__enddef(ncid_, step.header_free, step.variable_align,
                                               step.variable_free, step.record_align));
    } else {
        succeed("ncmpi_enddef", ncmpi_enddef(ncid_));
    }
}

void Runner::execute_one(const Redefine&) {
    succeed("ncmpi_redef", ncmpi_redef(ncid_));
}

void Runner::execute_one(const BeginIndependent&) {
    succeed("ncmpi_begin_indep_data", ncmpi_begin_indep_data(ncid_));
}

void Runner::execute_one(const EndIndependent&) {
    succeed("ncmpi_end_indep_data", ncmpi_end_indep_data(ncid_));
}

void Runner::execute_one(const SyncRecordCount&) {
    succeed("ncmpi_sync_numrecs", ncmpi_sync_numrecs(ncid_));
}

// Makes what every rank has written visible to all: the writer's sync, a barrier, the reader's
// sync.
void Runner::execute_one(const Sync&) {
    succeed("ncmpi_sync", ncmpi_sync(ncid_));
    MPI_Barrier(active_);
    succeed("ncmpi_sync", ncmpi_sync(ncid_));
}

void Runner::execute_one(const Barrier&) {
    MPI_Barrier(active_);
}

void Runner::execute_one(const FillRecord& step) {
    succeed("ncmpi_fill_var_rec", ncmpi_fill_var_rec(ncid_, step.variable, step.record));
}

void Runner::execute_one(const InquireAll&) {
    inquire_all(ncid_, model_, options_);
}

void Runner::execute_one(const Forbidden& step) {
    const Index origin[] = {0, 0, 0, 0, 0, 0};
    const Index none[] = {0, 0, 0, 0, 0, 0};
    const bool text = model_.variables[step.variable].type == NC_CHAR;
    const auto put = [&](bool collective) {
        const int value = 0;
        const char letter = 'x';
        if (text) {
            return (collective ? ncmpi_put_vara_text_all : ncmpi_put_vara_text)(
                ncid_, step.variable, origin, none, &letter);
        }
        return (collective ? ncmpi_put_vara_int_all : ncmpi_put_vara_int)(ncid_, step.variable,
                                                                          origin, none, &value);
    };
    const bool alone = model_.phase == Phase::independent;
    switch (step.what) {
        case Forbidden::What::put_wrong_mode:
            expect_code("put in the wrong data mode", alone ? NC_EINDEP : NC_ENOTINDEP, put(alone));
            break;
        case Forbidden::What::define_in_data_mode:
            expect_code("ncmpi_def_dim in data mode", NC_ENOTINDEFINE,
                        ncmpi_def_dim(ncid_, "never", 1, nullptr));
            break;
        case Forbidden::What::put_in_define_mode:
            expect_code("put in define mode", NC_EINDEFINE, put(true));
            break;
        case Forbidden::What::wait_wrong_mode: {
            const bool defining = model_.phase == Phase::define;
            if (!alone) {
                expect_code("ncmpi_wait in the wrong mode", defining ? NC_EINDEFINE : NC_ENOTINDEP,
                            ncmpi_wait(ncid_, NC_REQ_ALL, nullptr, nullptr));
            }
            if (alone || defining) {
                expect_code("ncmpi_wait_all in the wrong mode", defining ? NC_EINDEFINE : NC_EINDEP,
                            ncmpi_wait_all(ncid_, NC_REQ_ALL, nullptr, nullptr));
            }
            break;
        }
        case Forbidden::What::redefine_read_only:
            expect_code("ncmpi_redef of a read-only file", NC_EPERM, ncmpi_redef(ncid_));
            break;
    }
}

}  // namespace random_programs
