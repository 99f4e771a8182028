// SPDX-License-Identifier: BSD-3-Clause
// One open dataset, as the C functions see it: the modes of netCDF, and which class does what in
// each of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "dataset/access.hpp"
#include "dataset/alone.hpp"
#include "dataset/arguments.hpp"
#include "dataset/attributes.hpp"
#include "dataset/change.hpp"
#include "dataset/core.hpp"
#include "dataset/define_mode.hpp"
#include "dataset/definition_editor.hpp"
#include "dataset/hints.hpp"
#include "dataset/requests.hpp"
#include "dataset/startup.hpp"
#include "dataset/transfers.hpp"
#include "files/shared_file.hpp"
#include "mpi/handles.hpp"
#include "mpi/info.hpp"

namespace weft::dataset {

class Dataset;

using files::CollectiveCall;

/// An open file, unless the status is an error and there is no dataset. Some statuses are warnings.
struct Opened {
    Status status;
    std::shared_ptr<Dataset> dataset;
};

/// An open dataset. It is in define mode, collective data mode or independent data mode, in the
/// same one on all ranks.
class Dataset {
public:
    /// Collective. Uniform: path, flags (rank 0's are used; another rank gets
    /// Code::emultidefine_cmode as a warning). `ready`: if one rank cannot open a file, no rank
    /// does.
    static Opened create(MPI_Comm comm, const char* path, int flags, int default_format,
                         const mpi::Hints& hints, const Status& ready = {},
                         const Courtesies& courtesies = {});
    /// Collective. Uniform: path, flags (a difference is Code::emultidefine_omode, a warning).
    static Opened open(MPI_Comm comm, const char* path, int flags, const mpi::Hints& hints,
                       const Status& ready = {}, const Courtesies& courtesies = {});
    /// Called on one rank: removes all files of the dataset at `path`, and what is staged for it.
    static Status remove(const std::string& path);

    Dataset(const Dataset&) = delete;
    Dataset& operator=(const Dataset&) = delete;
    ~Dataset() = default;  // never communicates; close() and abort() do

    /// Collective: runs `work()`, unless ranks are in different calls, or one of them cannot
    /// continue.
    template <class Work>
    Status together(const CollectiveCall& call, Work&& work) {
        return core_.shared.together(call, work);
    }
    /// The same for definitions, which are local to a rank until enddef, except in data mode.
    template <class Work>
    Status define_together(const CollectiveCall& call, Work&& work) {
        const bool is_local = define_mode_.is_on() && !core_.switches.safe_mode;
        return is_local ? work() : together(call, work);
    }

    /// Collective. Leaves define mode if necessary, completes the header, and closes the file on
    /// all ranks.
    Status close();
    /// Collective. Discards what was defined since create or redef; a file that was never defined
    /// is removed.
    Status abort();
    /// Called by this rank alone, after a close() or abort() in which the ranks did not meet.
    void leave_file() noexcept;

    // Define mode. Collective, all arguments uniform.
    Status redef();
    Status enddef(const Alignment& alignment);
    /// Copies a schema into a new dataset that has no definitions yet: with its number of records,
    /// and with names and attributes unchanged. A format that stores chunks also takes how
    /// variables are stored, and in which byte order. `places`: the wanted places of the variables,
    /// from a dataset of the same format with the same definitions; null: none are asked for. Fails
    /// only if the format cannot express something, which the message names.
    Status define(const model::Schema& schema, const container::Regions* places = nullptr);
    Result<int> define_dimension(const char* name, std::int64_t length);
    Result<int> define_variable(const char* name, int type, int rank, const int* dimension_ids);
    Status rename_dimension(int id, const char* name);
    Status rename_variable(int id, const char* name);
    Status set_fill(int mode, int* old_mode);
    Status define_variable_fill(int id, bool no_fill, const void* value);
    /// See DefinitionEditor::change_storage().
    Status define_storage(int id, const StorageChange& change);
    /// See DefinitionEditor::set_quantization().
    Status define_quantization(int id, int mode, int digits);
    /// See DefinitionEditor::set_byte_order().
    Status define_byte_order(int id, int endian);

    // Attributes. Collective.
    Status put_attribute(int owner, const char* name, int type, const AttributeValues& values);
    Status delete_attribute(int owner, const char* name);
    Status rename_attribute(int owner, const char* name, const char* new_name);
    Status copy_attribute(int owner, const char* name, Dataset& target, int target_owner);

    // Data.
    Status access(const Access& access);
    Status access_many(Direction direction, Mode mode, const std::vector<Access>& accesses);
    /// Called by this rank alone, in independent mode. See Container::write_records().
    Status write_records(std::int64_t offset, std::span<const std::byte> bytes);
    /// Not collective, in either data mode. Returns the strings of a block.
    Result<std::vector<std::string>> read_strings(int id, const Selection& block);
    /// Not collective, for a dataset that is only read. See Container::references(); the dataset
    /// outlives them.
    Result<std::unique_ptr<container::References>> references(int id,
                                                              std::int64_t array_chunk_bytes) {
        return core_.container->references(id, array_chunk_bytes);
    }
    Status fill_record(int id, std::int64_t record);  // collective
    Status begin_independent();                       // collective
    Status end_independent();                         // collective
    Status sync();                                    // collective
    Status flush() { return transfers_.flush(); }     // collective: writes delayed puts
    Status flush_and_drain();    // collective: and waits until the file has what is staged
    Status complete();           // collective: and writes what else is kept back
    Status sync_record_count();  // collective

    // Nonblocking requests. The buffer of bput, counts and cancelling need no mode.
    Status wait(Mode mode, int count, int* request_ids, int* statuses);
    [[nodiscard]] Requests& requests() { return requests_; }
    [[nodiscard]] const Requests& requests() const { return requests_; }

    // Inquiries; nothing communicates.
    [[nodiscard]] const Definition& definition() const { return core_.definition; }
    [[nodiscard]] const Container& container() const { return *core_.container; }
    [[nodiscard]] const model::Schema& schema() const { return core_.definition.schema; }
    /// NC_FORMAT_*.
    [[nodiscard]] int format() const { return core_.definition.format; }
    /// The distance of records, by the definition so far.
    [[nodiscard]] std::int64_t record_bytes() const { return core_.container->record_bytes(); }
    [[nodiscard]] const std::string& path() const { return core_.path; }
    [[nodiscard]] std::int64_t put_bytes() const;
    [[nodiscard]] std::int64_t get_bytes() const;
    [[nodiscard]] Striping striping() const;
    [[nodiscard]] mpi::Hints hints_in_force() const { return dataset::hints_in_force(core_); }
    [[nodiscard]] std::string report() const;

    /// Stores a failure for weft_last_error and returns its code.
    int remember(const Status& status) noexcept { return core_.remember(status); }
    [[nodiscard]] const std::string& last_error() const { return core_.last_error; }
    /// The reason why close() could not write the files of the hints weft_report and weft_trace.
    [[nodiscard]] const std::string& report_failure() const { return report_failure_; }

private:
    explicit Dataset(std::shared_ptr<engine::CommunicatorState> state) : core_(std::move(state)) {}
    static Opened start(MPI_Comm original, const StartCall& call, bool is_new);
    Status remove_closed();
    [[nodiscard]] std::vector<report::ChunkUse> chunks_in_all() const;
    void write_reports();
    [[nodiscard]] std::vector<std::string> notes() const;

    [[nodiscard]] Status check_data_mode(const char* what) const;
    [[nodiscard]] Status check_access(Direction direction) const;
    [[nodiscard]] Status check_mode(Mode mode, const char* what) const;
    [[nodiscard]] Status check_definable() const;

    [[nodiscard]] DefinitionEditor editor() {
        return {core_.definition, define_mode_.rules(), define_mode_};
    }
    [[nodiscard]] Attributes attributes();

    Core core_;
    Transfers transfers_{core_};
    DefineMode define_mode_{core_, transfers_};
    Requests requests_{core_, transfers_};
    bool is_independent_ = false;   // data mode (uniform)
    bool was_independent_ = false;  // ranks may have made different changes (uniform)
    std::string report_failure_;
};

}  // namespace weft::dataset
