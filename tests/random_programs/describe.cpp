// SPDX-License-Identifier: BSD-3-Clause
//
// Steps in the notation of C.
#include <array>

#include "steps.hpp"

namespace random_programs {
namespace {

const char* name_of(Kind kind) {
    static const std::array<const char*, kind_count> names{"var",  "var1", "vara",
                                                           "vars", "varm", "varn"};
    return names.at(static_cast<std::size_t>(kind));
}

const char* name_of(Buffering buffering) {
    switch (buffering) {
        case Buffering::typed:
            return "typed";
        case Buffering::flexible:
            return "derived datatype";
        case Buffering::predefined:
            return "predefined datatype";
        case Buffering::count_ignored:
            return "NC_COUNT_IGNORE";
        case Buffering::external:
            break;
    }
    return "MPI_DATATYPE_NULL";
}

std::string quoted(const std::string& name) {
    return '"' + name + '"';
}
std::string owner(int variable) {
    return variable == NC_GLOBAL ? "NC_GLOBAL" : std::to_string(variable);
}

std::string text(const Create& step) {
    std::string hints;
    for (const auto& [key, value] : step.layout_hints) hints += ", " + key + "=" + value;
    return "ncmpi_create(format " + std::to_string(step.format) + hints + ")";
}
std::string text(const Open& step) {
    return std::string("ncmpi_open(") + (step.writable ? "NC_WRITE" : "NC_NOWRITE") + ")";
}
std::string text(const Close&) {
    return "ncmpi_close()";
}
std::string text(const Abort&) {
    return "ncmpi_abort()";
}
std::string text(const DefineDimension& step) {
    return "ncmpi_def_dim(" + quoted(step.name) + ", " + std::to_string(step.length) + ")";
}
std::string text(const DefineVariable& step) {
    return "ncmpi_def_var(" + quoted(step.name) + ", " + name_of_external(step.type) + ", " +
           text_of(std::vector<Index>(step.dimensions.begin(), step.dimensions.end())) + ")";
}
std::string text(const PutAttribute& step) {
    return std::string("ncmpi_put_att") + (step.flexible ? "" : "_") +
           (step.flexible ? "" : suffix_of(step.memory)) + "(" + owner(step.variable) + ", " +
           quoted(step.name) + ", " + name_of_external(step.type) + ", " +
           std::to_string(step.length) + ")";
}
std::string text(const CopyAttribute& step) {
    return "ncmpi_copy_att(" + owner(step.from) + ", " + quoted(step.name) + " -> " +
           owner(step.to) + ")";
}
std::string text(const DeleteAttribute& step) {
    return "ncmpi_del_att(" + owner(step.variable) + ", " + quoted(step.name) + ")";
}
std::string text(const Rename& step) {
    const char* call = step.what == Rename::What::dimension  ? "ncmpi_rename_dim("
                       : step.what == Rename::What::variable ? "ncmpi_rename_var("
                                                             : "ncmpi_rename_att(";
    return call + owner(step.id) + ", " + quoted(step.old_name) + " -> " + quoted(step.new_name) +
           ")";
}
std::string text(const SetFill& step) {
    return std::string("ncmpi_set_fill(") + (step.fill ? "NC_FILL" : "NC_NOFILL") + ")";
}
std::string text(const DefineFill& step) {
    return "ncmpi_def_var_fill(" + std::to_string(step.variable) +
           ", no_fill=" + (step.fill ? "0" : "1") + (step.with_value ? ", &value)" : ", NULL)");
}
std::string text(const EndDefine& step) {
    if (!step.with_arguments) return "ncmpi_enddef()";
    return "ncmpi__enddef(h_minfree=" + std::to_string(step.header_free) +
           ", v_align=" + std::to_string(step.variable_align) +
           ", v_minfree=" + std::to_string(step.variable_free) +
           ", r_align=" + std::to_string(step.record_align) + ")";
}
std::string text(const Redefine&) {
    return "ncmpi_redef()";
}
std::string text(const BeginIndependent&) {
    return "ncmpi_begin_indep_data()";
}
std::string text(const EndIndependent&) {
    return "ncmpi_end_indep_data()";
}
std::string text(const SyncRecordCount&) {
    return "ncmpi_sync_numrecs()";
}
std::string text(const Sync&) {
    return "ncmpi_sync(); MPI_Barrier(); ncmpi_sync()";
}
std::string text(const Barrier&) {
    return "MPI_Barrier()";
}
std::string text(const FillRecord& step) {
    return "ncmpi_fill_var_rec(" + std::to_string(step.variable) + ", " +
           std::to_string(step.record) + ")";
}
std::string text(const InquireAll&) {
    return "inquire everything";
}
std::string text(const Forbidden& step) {
    switch (step.what) {
        case Forbidden::What::put_wrong_mode:
            return "put in the wrong data mode";
        case Forbidden::What::define_in_data_mode:
            return "ncmpi_def_dim() in data mode";
        case Forbidden::What::put_in_define_mode:
            return "put in define mode";
        case Forbidden::What::wait_wrong_mode:
            return "wait in the wrong mode";
        case Forbidden::What::redefine_read_only:
            break;
    }
    return "ncmpi_redef() of a read-only file";
}
std::string text(const Access& step) {
    std::string all = step.put ? "put" : "get";
    all += step.collective ? ", collective:" : ", independent:";
    for (const Piece& piece : step.pieces) {
        all += "\n      " + describe(piece, step.put, step.collective);
    }
    return all;
}

std::string text(const AccessMany& step) {
    std::string all = std::string(step.put ? "ncmpi_mput_" : "ncmpi_mget_") + name_of(step.kind);
    all += step.collective ? "_all of:" : " of:";
    for (const Piece& piece : step.pieces) {
        all += "\n      " + describe(piece, step.put, step.collective);
    }
    return all;
}
std::string text(const Post& step) {
    std::string all = "post:";
    for (const Request& request : step.requests) all += "\n      " + describe(request);
    return all;
}

std::string list_of(const Chosen& chosen) {
    static const std::array<const char*, 4> names{"req_ids", "NC_REQ_ALL", "NC_GET_REQ_ALL",
                                                  "NC_PUT_REQ_ALL"};
    std::string all = std::string("(") + names.at(static_cast<std::size_t>(chosen.how)) +
                      (chosen.statuses ? "" : ", no statuses") + ") of requests " +
                      text_of(std::vector<Index>(chosen.numbers.begin(), chosen.numbers.end()));
    if (chosen.unknown_slot >= 0) {
        all += ", unknown id " + std::to_string(chosen.unknown_id) + " in slot " +
               std::to_string(chosen.unknown_slot);
    }
    return all;
}

std::string text(const Wait& step) {
    return (step.collective ? "ncmpi_wait_all" : "ncmpi_wait") + list_of(step.chosen);
}
std::string text(const Cancel& step) {
    return "ncmpi_cancel" + list_of(step.chosen);
}
std::string text(const AttachBuffer& step) {
    return "ncmpi_buffer_attach(" + std::to_string(step.bytes) + ")";
}
std::string text(const DetachBuffer&) {
    return "ncmpi_buffer_detach()";
}

std::string blocks_of(const Piece& piece) {
    std::string all;
    for (const Selection& block : piece.blocks) {
        all += " " + text_of(block.start) + "+" + text_of(block.count);
    }
    return all;
}

// A call: the begin and the end of its name, without the piece.
std::string describe_call(const std::string& prefix, const char* suffix, const Piece& piece) {
    std::string call = prefix + name_of(piece.kind);
    if (piece.buffering == Buffering::typed) call += std::string("_") + suffix_of(piece.memory);
    call += std::string(suffix) + "(varid=" + std::to_string(piece.variable);
    const bool one = piece.kind != Kind::varn;
    if (!one) call += ", blocks" + blocks_of(piece);
    if (one && piece.kind != Kind::var) call += ", start=" + text_of(piece.selection.start);
    if (one && piece.kind > Kind::var1) call += ", count=" + text_of(piece.selection.count);
    if (one && piece.kind > Kind::vara) call += ", stride=" + text_of(piece.selection.stride);
    if (piece.kind == Kind::varm) call += ", imap=" + text_of(piece.imap);
    if (piece.buffering != Buffering::typed) {
        call += std::string(", ") + suffix_of(piece.memory) + ", " + name_of(piece.buffering);
    }
    if (piece.read_only_buffer) call += ", read-only memory";
    if (piece.fault != NC_NOERR) call += std::string(", expecting ") + ncmpi_strerrno(piece.fault);
    return call + ")";
}

}  // namespace

std::string describe(const Piece& piece, bool put, bool collective) {
    const std::string call =
        describe_call(put ? "ncmpi_put_" : "ncmpi_get_", collective ? "_all" : "", piece);
    return piece.by_filetype ? call + ", by vard" : call;
}

std::string describe(const Request& request) {
    static const std::array<const char*, 3> prefixes{"ncmpi_iput_", "ncmpi_iget_", "ncmpi_bput_"};
    std::string all =
        std::to_string(request.number) + " in slot " + std::to_string(request.slot) + ": " +
        describe_call(prefixes.at(static_cast<std::size_t>(request.posting)), "", request.piece);
    if (request.without_id) all += " without an id";
    if (request.same_buffer >= 0) {
        all += " with the buffer of " + std::to_string(request.same_buffer);
    }
    return all;
}

std::string describe(const Step& step) {
    return std::visit([](const auto& one) { return text(one); }, step);
}

}  // namespace random_programs
