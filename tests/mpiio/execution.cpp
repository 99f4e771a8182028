// SPDX-License-Identifier: BSD-3-Clause
#include "execution.hpp"

#include <algorithm>

namespace mpiio {
namespace {

constexpr std::int64_t guard = 64;

int rank_of_this() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

/// The memory of an access, with guards before and behind.
class Memory {
public:
    Memory(const Access& access, unsigned char fill) : origin_(guard) {
        std::int64_t end = 0;
        for (std::int64_t i = 0; i < access.bytes(); ++i) {
            origin_ = std::max(origin_, guard - access.memory.byte(i));
            end = std::max(end, access.memory.byte(i) + 1);
        }
        bytes_.resize(static_cast<std::size_t>(origin_ + end + guard));
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            bytes_[i] = static_cast<unsigned char>(fill + i * 37);
        }
    }

    [[nodiscard]] unsigned char* origin() { return bytes_.data() + origin_; }
    [[nodiscard]] unsigned char at(std::int64_t offset) const {
        return bytes_[static_cast<std::size_t>(origin_ + offset)];
    }
    void set(std::int64_t offset, unsigned char byte) {
        bytes_[static_cast<std::size_t>(origin_ + offset)] = byte;
    }
    /// The first difference; empty when there is none.
    [[nodiscard]] std::string difference(const Memory& wanted) const {
        const auto found = std::mismatch(bytes_.begin(), bytes_.end(), wanted.bytes_.begin());
        if (found.first == bytes_.end()) return "";
        return "memory holds " + std::to_string(*found.first) + ", not " +
               std::to_string(*found.second) + ", at " +
               std::to_string(found.first - bytes_.begin() - origin_) + " from the buffer";
    }

private:
    std::int64_t origin_;
    std::vector<unsigned char> bytes_;
};

/// An access on its way.
class Flight {
public:
    Flight(const Phase& phase, const FileModel& file, bool with_holes, std::size_t number, int rank)
        : phase_(phase),
          access_(phase.accesses[static_cast<std::size_t>(rank)][number]),
          view_(phase.views[static_cast<std::size_t>(rank)]),
          memory_(access_, static_cast<unsigned char>(number)),
          wanted_(memory_) {
        for (std::int64_t i = 0; i < access_.bytes(); ++i) {
            const std::int64_t place = access_.place(i, phase.is_external);
            const std::int64_t at = file_position(i);
            if (phase.call->is_write) {
                memory_.set(place, phase.value(rank, number, i));
            } else if (last_position(i) >= file.size()) {
                continue;
            }
            wanted_.set(place, phase.call->is_write ? phase.value(rank, number, i) : file.byte(at));
            if (!with_holes && !phase.call->is_write && !file.is_written(at)) {
                open_.push_back(place);
            }
            ++moved_;
        }
        transfer_ = {MPI_FILE_NULL, access_.offset, memory_.origin(), access_.count,
                     access_.memory.handle()};
        if (access_.at_bottom) name_by_address();
    }
    Flight(const Flight&) = delete;
    Flight& operator=(const Flight&) = delete;
    ~Flight() {
        if (addressed_ != MPI_DATATYPE_NULL) MPI_Type_free(&addressed_);
    }

    void start(MPI_File handle, Findings& findings) {
        transfer_.file = handle;
        const Call& call = *phase_.call;
        findings.check(call.start(transfer_, &request_, &status_), call.name);
        if (call.end != nullptr) findings.check(call.end(transfer_, &status_), call.name);
    }

    /// Completes what was posted.
    void finish(bool by_test, Findings& findings) {
        int is_done = 0;
        while (by_test && is_done == 0) {
            findings.check(MPI_Test(&request_, &is_done, &status_), "MPI_Test");
        }
        if (!by_test) findings.check(MPI_Wait(&request_, &status_), "MPI_Wait");
    }

    void check(Findings& findings) {
        for (const std::int64_t offset : open_) wanted_.set(offset, memory_.at(offset));
        const std::string difference = memory_.difference(wanted_);
        if (!difference.empty()) findings.add(access_.text() + ": " + difference);
        check_status(findings);
    }

private:
    [[nodiscard]] std::int64_t file_position(std::int64_t index) const {
        return view_.position(access_.offset * view_.etype.size() + index);
    }
    /// The position of the last byte that is needed with this one: numbers are converted whole.
    [[nodiscard]] std::int64_t last_position(std::int64_t index) const {
        return file_position(phase_.is_external ? access_.memory.element_of(index).end - 1 : index);
    }

    void name_by_address() {
        MPI_Aint address = 0;
        MPI_Get_address(memory_.origin(), &address);
        MPI_Type_create_hindexed(1, &access_.count, &address, access_.memory.handle(), &addressed_);
        MPI_Type_commit(&addressed_);
        transfer_.memory = MPI_BOTTOM;
        transfer_.count = 1;
        transfer_.type = addressed_;
    }

    void check_status(Findings& findings) {
        const std::int64_t copy = access_.memory.size() * (access_.at_bottom ? access_.count : 1);
        const std::int64_t copies = copy == 0            ? 0
                                    : moved_ % copy == 0 ? moved_ / copy
                                                         : MPI_UNDEFINED;
        compare(findings, "MPI_Get_count", count(MPI_Get_count, transfer_.type), copies);
        compare(findings, "MPI_Get_elements of bytes", count(MPI_Get_elements, MPI_BYTE), moved_);
        const std::int64_t elements = access_.memory.elements_in(moved_);
        if (elements < 0) return;  // an end within a number
#if defined(MPICH_VERSION)
        // MPICH 4.0 ends the program when it is asked to count in some of these.
        if (!access_.memory.has_one_kind()) return;
#endif
        compare(findings, "MPI_Get_elements", count(MPI_Get_elements, transfer_.type), elements);
    }

    using Counter = int (*)(const MPI_Status*, MPI_Datatype, int*);
    int count(Counter counter, MPI_Datatype type) const {
        int answer = -1;
        counter(&status_, type, &answer);
        return answer;
    }

    void compare(Findings& findings, const char* what, std::int64_t got,
                 std::int64_t wanted) const {
        if (got == wanted) return;
        findings.add(access_.text() + ": " + what + " is " + std::to_string(got) + ", not " +
                     std::to_string(wanted));
    }

    const Phase& phase_;
    const Access& access_;
    const View& view_;
    Memory memory_;
    Memory wanted_;
    std::vector<std::int64_t> open_;  // where memory may hold anything
    std::int64_t moved_ = 0;
    Transfer transfer_{};
    MPI_Datatype addressed_ = MPI_DATATYPE_NULL;
    MPI_Request request_ = MPI_REQUEST_NULL;
    MPI_Status status_{};
};

void check_position(MPI_File handle, std::int64_t wanted, const char* when, Findings& findings) {
    MPI_Offset position = -1;
    findings.check(MPI_File_get_position(handle, &position), "MPI_File_get_position");
    if (position != wanted) {
        findings.add(std::string("position ") + when + " is " + std::to_string(position) +
                     ", not " + std::to_string(wanted));
    }
}

void seek(MPI_File handle, const Access& access, bool in_all_ways, Findings& findings) {
    if (access.seek == Seek::none) return;
    if (!in_all_ways) {
        findings.check(MPI_File_seek(handle, access.offset, MPI_SEEK_SET), "MPI_File_seek");
        return;
    }
    const int whence = access.seek == Seek::set       ? MPI_SEEK_SET
                       : access.seek == Seek::current ? MPI_SEEK_CUR
                                                      : MPI_SEEK_END;
    findings.check(MPI_File_seek(handle, access.seek_by, whence), "MPI_File_seek");
    check_position(handle, access.offset, "after a seek", findings);
}

/// The memory side of an access, as MPI itself understands it.
void check_datatypes(const View& view, const std::vector<Access>& accesses, Findings& findings) {
    std::string wrong = view.filetype.disagreement();
    if (!wrong.empty()) findings.add("of the filetype, before any file: " + wrong);
    for (const Access& access : accesses) {
        wrong = access.memory.disagreement();
        if (!wrong.empty()) findings.add(access.text() + ", before any file: " + wrong);
    }
}

}  // namespace

void Findings::check(int code, const std::string& what) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    add(what + " returned " + std::string(text, static_cast<std::size_t>(length)));
}

void execute(Random& random, MPI_File handle, const Phase& phase, const FileModel& file,
             const Features& features, Findings& findings) {
    const int rank = rank_of_this();
    const View& view = phase.views[static_cast<std::size_t>(rank)];
    const std::vector<Access>& accesses = phase.accesses[static_cast<std::size_t>(rank)];
    check_datatypes(view, accesses, findings);
    findings.check(
        MPI_File_set_view(handle, view.displacement, view.etype.handle(), view.filetype.handle(),
                          phase.is_external ? "external32" : "native", MPI_INFO_NULL),
        "MPI_File_set_view");
    check_position(handle, 0, "in a new view", findings);

    std::vector<std::unique_ptr<Flight>> flights;
    for (std::size_t i = 0; i < accesses.size(); ++i) {
        seek(handle, accesses[i], features.seeks, findings);
        flights.push_back(std::make_unique<Flight>(phase, file, features.holes, i, rank));
        flights.back()->start(handle, findings);
        if (phase.call->has_offset) continue;
        const std::int64_t etypes = accesses[i].bytes() / view.etype.size();
        check_position(handle, accesses[i].offset + etypes, "after a call", findings);
    }
    if (phase.call->is_posted) {
        random.shuffle(flights);
        for (const auto& flight : flights) flight->finish(random.chance(50), findings);
    }
    for (const auto& flight : flights) flight->check(findings);
}

}  // namespace mpiio
