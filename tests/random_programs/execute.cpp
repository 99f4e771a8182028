// SPDX-License-Identifier: BSD-3-Clause
//
// The calls that each step makes and the codes they have to return.
#include <algorithm>

#include "attribute_call.hpp"
#include "data_call.hpp"
#include "inquiry.hpp"
#include "mismatch.hpp"
#include "runner.hpp"

namespace random_programs {
namespace {

void succeed(const char* call, int code) {
    expect_code(call, NC_NOERR, code);
}

int create_mode(int format) {
    switch (format) {
        case NC_FORMAT_CDF2:
            return NC_64BIT_OFFSET;
        case NC_FORMAT_CDF5:
            return NC_64BIT_DATA;
        default:
            return NC_CLOBBER;
    }
}

}  // namespace

void Runner::execute(const Step& step) {
    const bool about_files = std::holds_alternative<Create>(step) ||
                             std::holds_alternative<Open>(step) ||
                             std::holds_alternative<Close>(step);
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

void Runner::execute_one(const Close&) {
    std::vector<Index> begins;
    if (takes_part()) {
        if (model_.phase != Phase::define) begins = reported_begins(ncid_, model_);
        succeed("ncmpi_close", ncmpi_close(ncid_));
    }
    MPI_Barrier(settings_.comm);
    check_closed_file(begins);
    MPI_Barrier(settings_.comm);
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
        case Forbidden::What::redefine_read_only:
            expect_code("ncmpi_redef of a read-only file", NC_EPERM, ncmpi_redef(ncid_));
            break;
    }
}

void Runner::execute_one(const Access& step) {
    if (!step.collective) {
        round_alone(step, 0);
        return;
    }
    const auto ranks = static_cast<std::size_t>(active_ranks_);
    for (std::size_t first = 0; first < step.pieces.size(); first += ranks) {
        if (must_run_alone(step, first)) {
            succeed("ncmpi_begin_indep_data", ncmpi_begin_indep_data(ncid_));
            round_alone(step, first);
            succeed("ncmpi_end_indep_data", ncmpi_end_indep_data(ncid_));
            succeed("ncmpi_sync", ncmpi_sync(ncid_));
            MPI_Barrier(active_);
            return;
        }
        one_round(step, first);
    }
}

// Whether only some ranks of this round would put to a record variable although that is switched
// off.
bool Runner::must_run_alone(const Access& step, std::size_t first) const {
    if (!step.put || options_.has(Feature::uneven_records)) return false;
    const std::size_t last = first + static_cast<std::size_t>(active_ranks_);
    int records = 0;
    for (std::size_t i = first; i < last; ++i) {
        const int variable = i < step.pieces.size() ? step.pieces[i].variable : step.idle_variable;
        records += model_.is_record(variable) ? 1 : 0;
    }
    return records > 0 && (records < active_ranks_ || last > step.pieces.size());
}

// One collective call of every rank, with its piece or without data.
void Runner::one_round(const Access& step, std::size_t first) {
    const std::size_t mine =
        first + static_cast<std::size_t>((rank_ + step.rotation) % active_ranks_);
    if (mine < step.pieces.size()) {
        run_piece(step.pieces[mine], step.put, true);
    } else {
        call_without_data({ncid_, true, model_, Damage::none}, step.put, step.idle_variable);
    }
}

void Runner::round_alone(const Access& step, std::size_t first) {
    const int place = (rank_ + step.rotation) % active_ranks_;
    const bool one_by_one = step.put && !options_.has(Feature::together_alone);
    for (std::size_t i = first; i < step.pieces.size(); ++i) {
        const bool mine = static_cast<int>(i % static_cast<std::size_t>(active_ranks_)) == place;
        if (mine) run_piece(step.pieces[i], step.put, false);
        if (one_by_one) MPI_Barrier(active_);
    }
}

void Runner::run_piece(const Piece& piece, bool put, bool collective) {
    const Damage damage = damage_done_ ? Damage::none : options_.damage;
    const CallContext context{ncid_, collective, model_, damage};
    // Set before the call, which throws when it finds the damage.
    const bool damaged = put ? put_piece(context, piece) : get_piece(context, piece);
    damage_done_ = damage_done_ || damaged;
    if (put && model_.is_record(piece.variable) && piece.fault == NC_NOERR) {
        own_record_count_ = std::max(own_record_count_, piece.selection.end(0));
    }
}

}  // namespace random_programs
