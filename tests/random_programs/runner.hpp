// SPDX-License-Identifier: BSD-3-Clause
//
// Runs one program on the ranks of a communicator. A program means the same on any number of ranks:
// piece k of an access goes to rank k modulo the number of ranks, in as many calls as that takes.
#pragma once

#include "generator.hpp"
#include "hints.hpp"
#include "own_requests.hpp"

namespace random_programs {

struct RunnerSettings {
    MPI_Comm comm;
    std::uint64_t program_seed;
    std::uint64_t hint_seed;
    std::string path;
};

class Runner {
public:
    Runner(const RunnerSettings& settings, const Options& options);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    // Collective. Throws Mismatch on the rank that finds one; the others may then hang.
    void run();

    // The bytes of the file at each close; on rank 0, if asked for.
    const std::vector<Bytes>& files() const { return files_; }
    const std::string& current_step() const { return current_step_; }
    int step_number() const { return step_number_; }
    const Hints& hints() const { return hints_; }
    bool damage_done() const { return damage_done_; }

private:
    // A call that must not fail.
    void succeed(const char* call, int code) const;
    void execute(const Step& step);
    void execute_one(const Create& step);
    void execute_one(const Open& step);
    void execute_one(const Close& step);
    void execute_one(const Abort& step);
    void execute_one(const DefineDimension& step);
    void execute_one(const DefineVariable& step);
    void execute_one(const PutAttribute& step);
    void execute_one(const CopyAttribute& step);
    void execute_one(const DeleteAttribute& step);
    void execute_one(const Rename& step);
    void execute_one(const SetFill& step);
    void execute_one(const DefineFill& step);
    void execute_one(const EndDefine& step);
    void execute_one(const Redefine& step);
    void execute_one(const BeginIndependent& step);
    void execute_one(const EndIndependent& step);
    void execute_one(const SyncRecordCount& step);
    void execute_one(const Sync& step);
    void execute_one(const Barrier& step);
    void execute_one(const FillRecord& step);
    void execute_one(const InquireAll& step);
    void execute_one(const Forbidden& step);
    void execute_one(const Access& step);
    void execute_one(const AccessMany& step);
    void execute_one(const Post& step);
    void execute_one(const Wait& step);
    void execute_one(const Cancel& step);
    void execute_one(const AttachBuffer& step);
    void execute_one(const DetachBuffer& step);

    void one_round(const Access& step, std::size_t first);
    void round_alone(const Access& step, std::size_t first);
    void run_piece(const Piece& piece, bool put, bool collective);
    bool must_run_alone(const Access& step, std::size_t first) const;
    // The ranks that have the file open: the first `count` of all.
    void choose_ranks(int count);
    bool is_mine(int slot) const;
    void check_many(const AccessMany& step, const std::vector<Piece>& pieces,
                    const std::vector<MemoryLayout>& layouts,
                    const std::vector<std::unique_ptr<GuardedMemory>>& memories, int expected,
                    int code) const;
    void abandon_requests();
    bool takes_part() const { return active_ != MPI_COMM_NULL; }
    void check_record_count();
    void check_closed_file(Model wanted, const std::vector<Index>& begins);

    const Options& options_;
    RunnerSettings settings_;
    Generator generator_;
    Model model_;
    Random hint_random_;
    Hints hints_;
    MPI_Comm active_ = MPI_COMM_NULL;
    int rank_ = 0;
    int active_ranks_ = 0;
    int ncid_ = -1;
    Index own_record_count_ = 0;  // records that this rank put in independent mode
    std::string current_step_;
    int step_number_ = 0;
    OwnRequests requests_;
    std::vector<Bytes> files_;
    bool damage_done_ = false;
};

}  // namespace random_programs
