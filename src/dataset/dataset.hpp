// SPDX-License-Identifier: BSD-3-Clause
// One open dataset: the netCDF state machine over a definition, a container that keeps it, and an
// engine.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "container/container.hpp"
#include "dataset/access.hpp"
#include "dataset/alone.hpp"
#include "dataset/arguments.hpp"
#include "dataset/batch.hpp"
#include "dataset/hints.hpp"
#include "dataset/prepare.hpp"
#include "dataset/request_queue.hpp"
#include "dataset/startup.hpp"
#include "dataset/uniformity.hpp"
#include "dataset/write_behind.hpp"
#include "files/shared_file.hpp"
#include "mpi/agreed.hpp"
#include "mpi/comm.hpp"
#include "mpi/together.hpp"

namespace weft::dataset {

class Dataset;

using container::Container;
using container::Definition;
using container::Prepared;
using container::view_of;
using files::CollectiveCall;

/// An open file, unless the status is an error and there is no dataset. Some statuses are warnings.
struct Opened {
    Status status;
    std::shared_ptr<Dataset> dataset;
};

class Dataset {
public:
    /// Collective. Uniform: path, flags (rank 0's are used; another rank gets
    /// Code::emultidefine_cmode as a warning). `ready`: if one rank cannot open a file, no rank
    /// does.
    static Opened create(MPI_Comm comm, const char* path, int flags, int default_format,
                         const mpi::Hints& hints, const Status& ready = {});
    /// Collective. Uniform: path, flags (a difference is Code::emultidefine_omode, a warning).
    static Opened open(MPI_Comm comm, const char* path, int flags, const mpi::Hints& hints,
                       const Status& ready = {}, const Courtesies& courtesies = {});

    Dataset(const Dataset&) = delete;
    Dataset& operator=(const Dataset&) = delete;
    ~Dataset() = default;  // never communicates; close() and abort() do

    /// Collective: runs `work()`, unless ranks are in different calls, or one of them cannot
    /// continue.
    template <class Work>
    Status together(const CollectiveCall& call, Work&& work) {
        return shared_.together(call, work);
    }
    /// The same for definitions, which are local to a rank until enddef, except in data mode.
    template <class Work>
    Status define_together(const CollectiveCall& call, Work&& work) {
        return state_ == State::define && !switches_.safe_mode ? work() : together(call, work);
    }

    /// Collective. Leaves define mode if necessary, completes the header, and closes the file on
    /// all ranks.
    Status close();
    /// Collective. Discards what was defined since create or redef; a file that was never defined
    /// is removed.
    Status abort();
    /// On this rank alone, after a close() or abort() in which the ranks did not meet.
    void leave_file() noexcept;

    // Define mode. Collective, all arguments uniform.
    Status redef();
    Status enddef(const Alignment& alignment);
    Result<int> define_dimension(const char* name, std::int64_t length);
    Result<int> define_variable(const char* name, int type, int rank, const int* dimension_ids);
    Status rename_dimension(int id, const char* name);
    Status rename_variable(int id, const char* name);
    Status set_fill(int mode, int* old_mode);
    Status define_variable_fill(int id, bool no_fill, const void* value);

    // Attributes. Collective if they change something.
    Status put_attribute(int owner, const char* name, int type, const AttributeValues& values);
    Status get_attribute(int owner, const char* name, void* address,
                         std::optional<types::Memory> type);
    Status delete_attribute(int owner, const char* name);
    Status rename_attribute(int owner, const char* name, const char* new_name);
    Status copy_attribute(int owner, const char* name, Dataset& target, int target_owner);
    /// The attribute's number: Code::enotvar, ebadname or enotatt otherwise.
    Result<int> find_attribute(int owner, const char* name) const;
    Result<const model::AttributeList*> attributes_of(int owner) const;

    // Data.
    Status access(const Access& access);
    Status access_many(Direction direction, Mode mode, const std::vector<Access>& accesses);
    Status fill_record(int id, std::int64_t record);  // collective
    Status begin_independent();                       // collective
    Status end_independent();                         // collective
    Status sync();                                    // collective
    Status flush();                                   // collective: writes delayed puts
    Status sync_record_count();                       // collective

    // Nonblocking requests.
    Status wait(Mode mode, int count, int* request_ids, int* statuses);
    Status cancel(int count, int* request_ids, int* statuses);
    Status attach_buffer(std::int64_t bytes);
    Status detach_buffer();
    [[nodiscard]] const RequestQueue& requests() const { return requests_; }

    // Inquiries; nothing communicates.
    [[nodiscard]] const Definition& definition() const { return definition_; }
    [[nodiscard]] const Container& container() const { return *container_; }
    [[nodiscard]] const model::Schema& schema() const { return definition_.schema; }
    [[nodiscard]] container::Format format() const { return definition_.format; }
    /// The distance of records, by the definition so far.
    [[nodiscard]] std::int64_t record_bytes() const { return container_->record_bytes(); }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::int64_t put_bytes() const;
    [[nodiscard]] std::int64_t get_bytes() const;
    [[nodiscard]] Striping striping() const {
        const engine::Options& engine = shared_.settings().engine;
        return {.bytes = engine.stripe_bytes, .count = engine.stripes};
    }
    [[nodiscard]] mpi::Hints hints_in_force() const;
    [[nodiscard]] std::string report() const;

    /// Stores a failure for weft_last_error and returns its code.
    int remember(const Status& status) noexcept;
    [[nodiscard]] const std::string& last_error() const { return last_error_; }
    /// Why close() could not write the files of the hints weft_report and weft_trace.
    [[nodiscard]] const std::string& report_failure() const { return report_failure_; }

private:
    enum class State { define, collective, independent };

    explicit Dataset(std::shared_ptr<engine::CommunicatorState> state)
        : shared_(std::move(state)) {}
    [[nodiscard]] mpi::CommView comm() const { return shared_.comm(); }
    [[nodiscard]] bool is_writable() const { return shared_.is_writable(); }
    [[nodiscard]] engine::Engine& engine() const { return shared_.engine(); }
    [[nodiscard]] bool is_new() const { return condition_.is_new; }
    [[nodiscard]] container::Context context() {
        return {shared_, definition_, settings_, condition_, path_, real_path_};
    }

    // lifecycle
    static Opened start(MPI_Comm original, const StartCall& call, bool is_new);
    Status begin_all(const StartCall& call, bool& flags_differ);
    Status adopt(const Startup& startup, const StartCall& call);
    Status begin_at_root(const StartCall& call, std::vector<std::byte>& told);
    Status go_on_at_root(std::span<const std::byte> told);
    Status follow_root(const StartCall& call, std::span<const std::byte> told, int& roots_flags);
    Status take_flags(int flags, int default_format);
    Status make_file(int flags);
    Status finish_file();
    void give_up_definitions();
    void write_reports();

    // define mode
    Status check_defining() const;
    static Status interrupted_change();
    Status check_type(int type) const;
    Result<model::Dimension> new_dimension(std::string_view name, std::int64_t length) const;
    Result<model::Variable> new_variable(std::string_view name, int type, int rank,
                                         const int* ids) const;
    Status check_variable_dimensions(std::string_view name, int rank, const int* ids) const;
    [[nodiscard]] std::string field_of_dimensions(int rank, const int* ids) const;
    Status check_renaming(std::string_view old_name, std::string_view new_name) const;
    /// In safe mode all ranks compare their arguments, which `fields()` lists, and return the same
    /// status; otherwise each returns its own. In data mode either all ranks rewrite the header at
    /// once or none does, so that no rank waits alone; arguments may differ there (a time stamp,
    /// for example), and rank 0's are written.
    template <class Fields>
    Status agree_on_change(Status mine, Fields&& fields) {
        if (switches_.safe_mode) return compare_fields(comm(), std::move(mine), fields());
        return state_ == State::define ? mine : mpi::agree(comm(), mine).status();
    }
    Status rewrite_header();
    Status fill_new_variables();
    Status fill_share(int id, std::int64_t first_record, std::int64_t record_count);

    // agreement
    Status agree_on_definitions(const Status& mine, Definitions& definitions, bool& differed);
    Status take_roots_definitions(Definitions& definitions);
    [[nodiscard]] Definitions definitions(const Alignment& alignment) const;
    [[nodiscard]] std::vector<std::byte> fill_modes() const;
    void take_fill_modes(const std::vector<std::byte>& modes);
    [[nodiscard]] Status compare_with(std::span<const std::byte> encoded,
                                      const model::Schema& roots, const Alignment& asked) const;
    Status agree_on_header();
    void note_labels(const Status& difference);

    // attributes
    Result<model::AttributeList*> attributes_to_change(int owner);
    Status check_fill_value(int owner, std::string_view name, types::External type,
                            std::int64_t count) const;
    NewAttribute make_attribute(int owner, const char* name, int type,
                                const AttributeValues& values) const;
    Status check_room(const model::AttributeList& list, const model::Attribute& attribute) const;
    static void store_attribute(model::AttributeList& list, model::Attribute attribute);

    // data
    Status check_mode(const Access& access) const;
    [[nodiscard]] AccessRules rules() const {
        return {.relaxed_coordinates = switches_.relaxed_coordinates,
                .has_attached_buffer = requests_.attached_bytes.has_value()};
    }
    Status carry_out(const Transfer& transfer, Mode mode, std::int64_t record_count);
    Status post(const Access& access);
    Status put_behind(Status mine, Prepared prepared);
    [[nodiscard]] Status check_attached_room(std::int64_t bytes) const;
    using UseOfRequest = std::function<void(int position, Pending& request)>;
    Status take_requests(int count, int* ids, int* statuses, const UseOfRequest& use);
    Status complete(Mode mode, Batch& batch);
    Status note_record_count(std::int64_t record_count);
    Status share_record_count();

    files::SharedFile shared_;
    std::string path_;
    std::string real_path_;  // with links resolved
    Switches switches_;
    mpi::Hints hints_;
    Settings settings_;
    bool changed_ = false;
    bool was_independent_ = false;  // ranks may have made different changes (uniform)
    bool classic_model_ = false;
    State state_ = State::collective;
    Definition definition_;
    container::Condition condition_;
    std::unique_ptr<Container> container_;  // keeps the definition in its files
    RequestQueue requests_;
    WriteBehind behind_{0, nullptr};
    bool holds_puts_ = false;  // some rank has delayed puts (uniform)
    std::string last_error_;
    std::string report_failure_;
};

}  // namespace weft::dataset
