// SPDX-License-Identifier: BSD-3-Clause
// One open file: the netCDF state machine over a schema, a layout and an engine.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dataset/access.hpp"
#include "dataset/alone.hpp"
#include "dataset/arguments.hpp"
#include "dataset/batch.hpp"
#include "dataset/definition.hpp"
#include "dataset/file_set.hpp"
#include "dataset/hints.hpp"
#include "dataset/part_files.hpp"
#include "dataset/prepare.hpp"
#include "dataset/request_queue.hpp"
#include "dataset/startup.hpp"
#include "dataset/uniformity.hpp"
#include "dataset/watched_targets.hpp"
#include "dataset/write_behind.hpp"
#include "files/shared_file.hpp"
#include "format/byte_source.hpp"
#include "mpi/agreed.hpp"
#include "mpi/comm.hpp"
#include "mpi/together.hpp"
#include "parts/master.hpp"

namespace weft::dataset {

class Dataset;

using files::CollectiveCall;

/// A file that is open, unless the status is an error without a dataset. Some statuses are
/// warnings.
struct Opened {
    Status status;
    std::shared_ptr<Dataset> dataset;
};

class Dataset {
public:
    /// Collective. Uniform: path, flags (rank 0's count; another rank gets Code::emultidefine_cmode
    /// as a warning). `ready`: when this rank cannot open a file at all, no rank does.
    static Opened create(MPI_Comm comm, const char* path, int flags, int default_version,
                         const mpi::Hints& hints, const Status& ready = {});
    /// Collective. Uniform: path, flags (a difference is Code::emultidefine_omode, a warning).
    static Opened open(MPI_Comm comm, const char* path, int flags, const mpi::Hints& hints,
                       const Status& ready = {});

    Dataset(const Dataset&) = delete;
    Dataset& operator=(const Dataset&) = delete;
    ~Dataset() = default;  // never communicates; close() and abort() do

    /// Collective: runs `work()`, unless ranks are in different calls, or one of them cannot go on.
    template <class Work>
    Status together(const CollectiveCall& call, Work&& work) {
        return shared_.together(call, work);
    }
    /// The same for definitions, which are a rank's own until enddef, but not in data mode.
    template <class Work>
    Status define_together(const CollectiveCall& call, Work&& work) {
        return state_ == State::define && !switches_.safe_mode ? work() : together(call, work);
    }

    /// Collective. Ends define mode if need be, writes what is pending of the header, closes the
    /// file on all ranks.
    Status close();
    /// Collective. Gives up what was defined since create or redef; a file never defined is
    /// removed.
    Status abort();
    /// Of this rank alone, after a close() or abort() in which the ranks did not come together.
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

    // Attributes. Collective where they change something.
    Status put_attribute(int owner, const char* name, int type, const AttributeValues& values);
    Status get_attribute(int owner, const char* name, void* address,
                         std::optional<types::Memory> type);
    Status delete_attribute(int owner, const char* name);
    Status rename_attribute(int owner, const char* name, const char* new_name);
    Status copy_attribute(int owner, const char* name, Dataset& target, int target_owner);
    /// The attribute's number: Code::enotvar, ebadname or enotatt otherwise.
    Result<int> find_attribute(int owner, const char* name) const;
    Result<const format::AttributeList*> attributes_of(int owner) const;

    // Data.
    Status access(const Access& access);
    Status access_many(Direction direction, Mode mode, const std::vector<Access>& accesses);
    Status fill_record(int id, std::int64_t record);  // collective
    Status begin_independent();                       // collective
    Status end_independent();                         // collective
    Status sync();                                    // collective
    Status flush();                                   // collective: what was held back
    Status sync_record_count();                       // collective

    // Nonblocking requests.
    Status wait(Mode mode, int count, int* request_ids, int* statuses);
    Status cancel(int count, int* request_ids, int* statuses);
    Status attach_buffer(std::int64_t bytes);
    Status detach_buffer();
    [[nodiscard]] const RequestQueue& requests() const { return requests_; }

    // Inquiry; nothing communicates.
    [[nodiscard]] const Definition& definition() const { return definition_; }
    [[nodiscard]] const format::Schema& schema() const { return definition_.schema; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::int64_t put_bytes() const;
    [[nodiscard]] std::int64_t get_bytes() const;
    [[nodiscard]] Striping striping() const {
        const engine::Options& engine = shared_.settings().engine;
        return {.bytes = engine.stripe_bytes, .count = engine.stripes};
    }
    [[nodiscard]] mpi::Hints hints_in_force() const;
    [[nodiscard]] std::string report() const;

    /// Keeps a failure for weft_last_error and hands back its code.
    int remember(const Status& status) noexcept;
    [[nodiscard]] const std::string& last_error() const { return last_error_; }
    /// Why close() could not write what the hints weft_report and weft_trace ask for.
    [[nodiscard]] const std::string& report_failure() const { return report_failure_; }

private:
    enum class State { define, collective, independent };

    explicit Dataset(std::shared_ptr<engine::CommunicatorState> state)
        : shared_(std::move(state)) {}
    [[nodiscard]] mpi::CommView comm() const { return shared_.comm(); }
    [[nodiscard]] bool is_writable() const { return shared_.is_writable(); }
    [[nodiscard]] engine::Engine& engine() const { return shared_.engine(); }
    [[nodiscard]] storage::File& file() { return *shared_.file().bytes; }
    [[nodiscard]] engine::Company& company() { return *shared_.file().company; }

    // lifecycle
    static Opened start(MPI_Comm original, const StartCall& call, bool is_new);
    Status begin_all(const StartCall& call, bool& flags_differ);
    Status adopt(const Startup& startup, const char* path);
    Status begin_at_root(const StartCall& call, std::vector<std::byte>& told);
    Status go_on_at_root(std::span<const std::byte> told);
    Status follow_root(const StartCall& call, std::span<const std::byte> told, int& roots_flags);
    Status take_flags(int flags, int default_version);
    Status make_file(int flags);
    Status open_file(std::vector<std::byte>& told);
    Status find_header(storage::File& file, std::int64_t head_bytes, std::vector<std::byte>& told);
    Status read_header(format::ByteSource& source, std::int64_t file_bytes);
    Status read_told_header(std::span<const std::byte> header);
    Status take_schema(Result<format::Schema> schema);
    Status finish_file();
    Status settle_sizes(bool is_changed);
    storage::FinalSize announced_size(bool is_changed);
    void give_up_definitions();
    void write_reports();

    // define mode
    Status check_defining() const;
    static Status interrupted_change();
    Status check_type(int type) const;
    Result<format::Dimension> new_dimension(std::string_view name, std::int64_t length) const;
    Result<format::Variable> new_variable(std::string_view name, int type, int rank,
                                          const int* ids) const;
    Status check_variable_dimensions(std::string_view name, int rank, const int* ids) const;
    [[nodiscard]] std::string field_of_dimensions(int rank, const int* ids) const;
    Status check_renaming(std::string_view old_name, std::string_view new_name) const;
    /// In safe mode all ranks compare their arguments, which `fields()` lists, and return the same
    /// status; else each its own. In data mode the header is rewritten at once, by all ranks or by
    /// none, so that none is left alone in it; arguments may differ there (a time stamp, say), and
    /// rank 0's are written.
    template <class Fields>
    Status agree_on_change(Status mine, Fields&& fields) {
        if (switches_.safe_mode) return compare_fields(comm(), std::move(mine), fields());
        return state_ == State::define ? mine : mpi::agree(comm(), mine).status();
    }
    Status place(format::Schema& schema, const Alignment& alignment, layout::Layout& placed) const;
    Status write_first_header(std::span<const std::byte> header);
    Status commit_definitions(const layout::Layout& layout, const Alignment& alignment,
                              PooledBytes header);
    Status write_definitions(const SheetView& now, const PooledBytes& header);
    Status change_definitions(const SheetView& now, const PooledBytes& header);
    [[nodiscard]] PooledBytes header_before() const;
    Status rewrite_header();
    Status replace_header(PooledBytes header);
    Status fill_new_variables();
    Status fill_share(int id, std::int64_t first_record, std::int64_t record_count);

    // sets
    PartFiles part_files() { return {shared_, settings_, real_path_}; }
    Status adopt_set(parts::Set set, const layout::Layout& masters_layout);
    Status learn_parts_of(const Prepared& prepared);
    Status choose_targets();
    Result<std::shared_ptr<FileSet>> next_set(const Alignment& alignment);
    Status clear_old_helpers(const FileSet& next);
    Status write_helpers(const FileSet& set, const format::Schema& whole);
    Status settle_parts(Sizes sizes);
    Status find_free_numbers();
    Status make_set(const FileSet& next, const Alignment& alignment, const PooledBytes& header);
    Status change_set(const FileSet& next, const Alignment& alignment, const PooledBytes& header);
    Status rewrite_set();
    Status consider_epoch();
    Status begin_epoch(std::span<const int> targets);
    Status make_epoch(std::span<const int> targets);
    Status write_epoch(const std::shared_ptr<FileSet>& next, int first, std::vector<int>& made);
    Result<std::shared_ptr<FileSet>> set_of(parts::Table table, const Alignment& alignment) const;
    [[nodiscard]] const format::Schema& schema_in_file() const {
        return definition_.set != nullptr ? definition_.set->master().schema : definition_.schema;
    }
    [[nodiscard]] const layout::Layout& layout_in_file() const {
        return definition_.set != nullptr ? definition_.set->master().layout : definition_.layout;
    }

    // agreement
    Status agree_on_definitions(const Status& mine, Definitions& definitions,
                                layout::Layout& placed, bool& differed);
    Status take_roots_definitions(Definitions& definitions, layout::Layout& placed);
    [[nodiscard]] Definitions definitions(const Alignment& alignment) const;
    [[nodiscard]] std::vector<std::byte> fill_modes() const;
    void take_fill_modes(const std::vector<std::byte>& modes);
    Status compare_with(const format::Schema& roots, const Alignment& asked) const;
    Status agree_on_header();
    [[nodiscard]] PooledBytes header_without_records() const;
    [[nodiscard]] PooledBytes with_records_of_file(const format::Schema& schema) const;
    void note_labels(const Status& difference);

    // attributes
    Result<format::AttributeList*> attributes_to_change(int owner);
    Status check_fill_value(int owner, std::string_view name, types::External type,
                            std::int64_t count) const;
    NewAttribute make_attribute(int owner, const char* name, int type,
                                const AttributeValues& values) const;
    Status check_room(const format::AttributeList& list, const format::Attribute& attribute) const;
    static void store_attribute(format::AttributeList& list, format::Attribute attribute);

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
    Result<std::int64_t> records_in_file();
    Status raise_record_count_in_file();
    Status share_record_count();

    files::SharedFile shared_;
    std::string path_;
    std::string real_path_;  // behind links: where a set has its parts
    Switches switches_;
    mpi::Hints hints_;
    Settings settings_;
    bool is_new_ = false;  // never left its first define mode
    bool changed_ = false;
    bool was_independent_ = false;  // ranks may know of different changes (uniform)
    bool broken_ = false;  // a change was interrupted: the file must be opened again (uniform)
    bool classic_model_ = false;
    State state_ = State::collective;
    Definition definition_;
    std::optional<format::Schema> before_;  // in define mode after redef: the schema to return to
    Alignment aligned_;                     // what the last enddef went by
    PooledBytes header_in_file_;            // what the header of the file says now (rank 0)
    std::int64_t first_header_bytes_ = 0;   // of the longest one that was tried (rank 0, new file)
    RecordsInFiles recorded_;
    parts::SetId set_id_{};                  // of the set that a new file may become (uniform)
    int next_number_ = 1;                    // at least, of a variable that is divided (uniform)
    std::optional<WatchedTargets> watched_;  // of a set (uniform, but for what it has measured)
    bool begins_epochs_ = true;              // until it has failed once (uniform)
    RequestQueue requests_;
    WriteBehind behind_{0, nullptr};
    bool holds_puts_ = false;  // on some rank (uniform)
    Status write_failure_;     // since the last sync, which this one or close will tell
    Status lost_by_sync_;      // told by every sync and by close
    std::int64_t header_put_bytes_ = 0;
    std::int64_t header_get_bytes_ = 0;
    std::string last_error_;
    std::vector<std::string> notes_;  // for the report (uniform)
    std::string report_failure_;
};

}  // namespace weft::dataset
