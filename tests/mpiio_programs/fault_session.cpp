// SPDX-License-Identifier: BSD-3-Clause
#include "fault_session.hpp"

#include <sys/stat.h>

#include <functional>
#include <vector>

#include "planned_store.hpp"

namespace mpiio_faults {
namespace {

constexpr std::array<const char*, call_count> names = {
    "open",           "set_view",         "write_at_all",
    "write_all",      "write_at",         "write",
    "iwrite_at",      "iwrite_at_all",    "write_all_split",
    "write_atomic",   "write_all_atomic", "set_plain_view",
    "write_shared",   "write_ordered",    "write_ordered_split",
    "set_size",       "preallocate",      "sync",
    "read_at_all",    "read_at",          "iread_at",
    "read_all_split", "read_shared",      "read_ordered",
    "close",          "reopen",           "append",
    "append_ordered", "close_again",      "open_temporary",
    "close_temporary"};

using Block = std::vector<int>;

/// Runs the program on one rank.
class Session {
public:
    explicit Session(const Run& run) : run_(run) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &rank_count_);
        outcome_.classes.fill(not_tried);
    }

    Outcome carry_out() {
        record(open, open_file(run_.path, MPI_MODE_CREATE | MPI_MODE_RDWR));
        if (failed_anywhere(open)) return outcome_;  // where ranks disagree, nobody can close it
        use();
        record(close, MPI_File_close(&file_));
        note_size();
        record(reopen, open_file(run_.path, MPI_MODE_WRONLY | MPI_MODE_APPEND));
        if (failed_anywhere(reopen)) return outcome_;
        append_blocks();
        record(close_again, MPI_File_close(&file_));
        use_temporary();
        return outcome_;
    }

private:
    void record(Call call, int code) {
        int error_class = MPI_SUCCESS;
        MPI_Error_class(code, &error_class);
        int& kept = outcome_.classes[static_cast<std::size_t>(call)];
        if (kept == not_tried || kept == MPI_SUCCESS) kept = error_class;
    }

    [[nodiscard]] bool failed_anywhere(Call call) const {
        int failed = outcome_.failed(call) ? 1 : 0;
        MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        return failed != 0;
    }

    int open_file(const std::string& path, int mode) {
        MPI_Info info = MPI_INFO_NULL;
        MPI_Info_create(&info);
        MPI_Info_set(info, "weft_method", run_.method.c_str());
        // Small, so that one call has many windows.
        for (const char* key : {"cb_buffer_size", "ind_wr_buffer_size", "ind_rd_buffer_size"})
            MPI_Info_set(info, key, "160");
        const PlannedStore store(run_.fault);
        const int code = MPI_File_open(MPI_COMM_WORLD, path.c_str(), mode, info, &file_);
        MPI_Info_free(&info);
        return code;
    }

    void use() {
        record(set_view, view_in_turn());
        if (!failed_anywhere(set_view)) write_in_view();
        record(set_plain_view, MPI_File_set_view(file_, shared_begin(rank_count_) * 4, MPI_INT,
                                                 MPI_INT, "native", MPI_INFO_NULL));
        const bool has_plain_view = !failed_anywhere(set_plain_view);
        if (has_plain_view) write_shared_blocks();
        record(set_size, MPI_File_set_size(file_, wanted_size(rank_count_)));
        record(preallocate, MPI_File_preallocate(file_, wanted_room(rank_count_)));
        record(sync, MPI_File_sync(file_));
        if (has_plain_view) read_shared_blocks();
        if (view_in_turn() == MPI_SUCCESS && !failed_anywhere(set_view)) read_in_view();
    }

    /// Sets a view with one value of each rank after the other.
    int view_in_turn() {
        MPI_Datatype filetype = MPI_DATATYPE_NULL;
        MPI_Type_create_resized(MPI_INT, 0, rank_count_ * MPI_Aint{4}, &filetype);
        MPI_Type_commit(&filetype);
        const int code = MPI_File_set_view(file_, rank_ * MPI_Offset{4}, MPI_INT, filetype,
                                           "native", MPI_INFO_NULL);
        MPI_Type_free(&filetype);
        return code;
    }

    [[nodiscard]] Block values(Call call) const {
        Block all(block);
        for (int i = 0; i < block; ++i) all[static_cast<std::size_t>(i)] = value_of(call, rank_, i);
        return all;
    }

    static MPI_Offset offset_of(Call call) { return MPI_Offset{call - first_in_view} * block; }

    using Move = std::function<int(MPI_Offset, int*, MPI_Status*)>;

    void put(Call call, const Move& move) {
        Block mine = values(call);
        record(call, move(offset_of(call), mine.data(), MPI_STATUS_IGNORE));
    }

    int finish(int started, MPI_Request& request, MPI_Status* status) {
        return started == MPI_SUCCESS ? MPI_Wait(&request, status) : started;
    }

    void write_in_view() {
        put(write_at_all, [&](MPI_Offset at, int* from, MPI_Status* status) {
            return MPI_File_write_at_all(file_, at, from, block, MPI_INT, status);
        });
        put(write_all, [&](MPI_Offset at, int* from, MPI_Status* status) {
            MPI_File_seek(file_, at, MPI_SEEK_SET);
            return MPI_File_write_all(file_, from, block, MPI_INT, status);
        });
        put(write_at, [&](MPI_Offset at, int* from, MPI_Status* status) {
            return MPI_File_write_at(file_, at, from, block, MPI_INT, status);
        });
        put(write, [&](MPI_Offset at, int* from, MPI_Status* status) {
            MPI_File_seek(file_, at, MPI_SEEK_SET);
            return MPI_File_write(file_, from, block, MPI_INT, status);
        });
        put(iwrite_at, [&](MPI_Offset at, int* from, MPI_Status* status) {
            MPI_Request request = MPI_REQUEST_NULL;
            const int code = MPI_File_iwrite_at(file_, at, from, block, MPI_INT, &request);
            return finish(code, request, status);
        });
        put(iwrite_at_all, [&](MPI_Offset at, int* from, MPI_Status* status) {
            MPI_Request request = MPI_REQUEST_NULL;
            const int code = MPI_File_iwrite_at_all(file_, at, from, block, MPI_INT, &request);
            return finish(code, request, status);
        });
        put(write_all_split, [&](MPI_Offset at, int* from, MPI_Status* status) {
            MPI_File_seek(file_, at, MPI_SEEK_SET);
            const int code = MPI_File_write_all_begin(file_, from, block, MPI_INT);
            return code == MPI_SUCCESS ? MPI_File_write_all_end(file_, from, status) : code;
        });
        MPI_File_set_atomicity(file_, 1);
        put(write_atomic, [&](MPI_Offset at, int* from, MPI_Status* status) {
            return MPI_File_write_at(file_, at, from, block, MPI_INT, status);
        });
        put(write_all_atomic, [&](MPI_Offset at, int* from, MPI_Status* status) {
            return MPI_File_write_at_all(file_, at, from, block, MPI_INT, status);
        });
        MPI_File_set_atomicity(file_, 0);
    }

    void write_shared_blocks() {
        put(write_shared, [&](MPI_Offset, int* from, MPI_Status* status) {
            return MPI_File_write_shared(file_, from, block, MPI_INT, status);
        });
        MPI_Barrier(MPI_COMM_WORLD);
        put(write_ordered, [&](MPI_Offset, int* from, MPI_Status* status) {
            return MPI_File_write_ordered(file_, from, block, MPI_INT, status);
        });
        put(write_ordered_split, [&](MPI_Offset, int* from, MPI_Status* status) {
            const int code = MPI_File_write_ordered_begin(file_, from, block, MPI_INT);
            return code == MPI_SUCCESS ? MPI_File_write_ordered_end(file_, from, status) : code;
        });
    }

    /// Gets what `written` has put into the file, if it has succeeded on this rank.
    void get(Call call, Call written, const Move& move) {
        Block there(block, -1);
        MPI_Status status{};
        const int code = move(offset_of(written), there.data(), &status);
        record(call, code);
        if (code != MPI_SUCCESS || !outcome_.ok(written)) return;
        int count = -1;
        MPI_Get_count(&status, MPI_INT, &count);
        if (count != block || there != values(written)) ++outcome_.wrong_reads;
    }

    void read_shared_blocks() {
        MPI_File_seek_shared(file_, 0, MPI_SEEK_SET);
        Block any(block, -1);
        record(read_shared,
               MPI_File_read_shared(file_, any.data(), block, MPI_INT, MPI_STATUS_IGNORE));
        MPI_File_seek_shared(file_, MPI_Offset{rank_count_} * block, MPI_SEEK_SET);
        get(read_ordered, write_ordered, [&](MPI_Offset, int* to, MPI_Status* status) {
            return MPI_File_read_ordered(file_, to, block, MPI_INT, status);
        });
    }

    void read_in_view() {
        get(read_at_all, write_at_all, [&](MPI_Offset at, int* to, MPI_Status* status) {
            return MPI_File_read_at_all(file_, at, to, block, MPI_INT, status);
        });
        get(read_at, write_at, [&](MPI_Offset at, int* to, MPI_Status* status) {
            return MPI_File_read_at(file_, at, to, block, MPI_INT, status);
        });
        get(iread_at, iwrite_at, [&](MPI_Offset at, int* to, MPI_Status* status) {
            MPI_Request request = MPI_REQUEST_NULL;
            const int code = MPI_File_iread_at(file_, at, to, block, MPI_INT, &request);
            return finish(code, request, status);
        });
        get(read_all_split, write_all_split, [&](MPI_Offset at, int* to, MPI_Status* status) {
            MPI_File_seek(file_, at, MPI_SEEK_SET);
            const int code = MPI_File_read_all_begin(file_, to, block, MPI_INT);
            return code == MPI_SUCCESS ? MPI_File_read_all_end(file_, to, status) : code;
        });
    }

    /// Both pointers begin at the end of the file.
    void append_blocks() {
        constexpr MPI_Offset bytes = MPI_Offset{block} * 4;
        put(append, [&](MPI_Offset, int* from, MPI_Status* status) {
            MPI_File_seek(file_, rank_ * bytes, MPI_SEEK_CUR);
            return MPI_File_write(file_, from, block, MPI_INT, status);
        });
        MPI_File_seek_shared(file_, rank_count_ * bytes, MPI_SEEK_CUR);
        put(append_ordered, [&](MPI_Offset, int* from, MPI_Status* status) {
            return MPI_File_write_ordered(file_, from, block, MPI_INT, status);
        });
    }

    void note_size() {
        MPI_Barrier(MPI_COMM_WORLD);
        struct stat facts {};
        if (stat(run_.path.c_str(), &facts) == 0) outcome_.bytes_before_append = facts.st_size;
        MPI_Barrier(MPI_COMM_WORLD);
    }

    void use_temporary() {
        const std::string path = run_.path + ".temporary";
        record(open_temporary,
               open_file(path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE));
        if (failed_anywhere(open_temporary)) return;
        record(close_temporary, MPI_File_close(&file_));
        MPI_Barrier(MPI_COMM_WORLD);
        struct stat facts {};
        outcome_.is_temporary_left = stat(path.c_str(), &facts) == 0;
    }

    const Run& run_;
    int rank_ = 0;
    int rank_count_ = 1;
    MPI_File file_ = MPI_FILE_NULL;
    Outcome outcome_{};
};

}  // namespace

const char* name_of(Call call) {
    return names[static_cast<std::size_t>(call)];
}

Outcome carry_out(const Run& run) {
    return Session(run).carry_out();
}

int value_of(Call call, int rank, int place) {
    return (call + 1) * 10000 + rank * 100 + place;
}

std::int64_t place_in_view(Call call, int rank, int rank_count, int place) {
    return (std::int64_t{call - first_in_view} * block + place) * rank_count + rank;
}

std::int64_t shared_begin(int rank_count) {
    return std::int64_t{last_in_view - first_in_view + 1} * block * rank_count;
}

std::int64_t wanted_size(int rank_count) {
    return (shared_begin(rank_count) + std::int64_t{3} * block * rank_count) * 4 + 400;
}

std::int64_t wanted_room(int rank_count) {
    return wanted_size(rank_count) + 5000;
}

}  // namespace mpiio_faults
