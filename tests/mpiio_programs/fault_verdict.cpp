// SPDX-License-Identifier: BSD-3-Clause
#include "fault_verdict.hpp"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

namespace mpiio_faults {
namespace {

constexpr Call agreed_calls[] = {open,        set_view,       set_plain_view, set_size,
                                 preallocate, sync,           close,          reopen,
                                 close_again, open_temporary, close_temporary};

std::vector<char> bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Holds the file against what the ranks were told.
class Examination {
public:
    Examination(const std::string& path, int error_class, const std::vector<Outcome>& ranks)
        : bytes_(bytes_of(path)),
          error_class_(error_class),
          ranks_(ranks),
          rank_count_(static_cast<int>(ranks.size())) {}

    std::string run() {
        for (const Call call : agreed_calls) check_agreement(call);
        for (int rank = 0; rank < rank_count_; ++rank) {
            if (of(rank).wrong_reads != 0) complain("a read delivered other values than are there");
            for (int call = 0; call < call_count; ++call)
                check_class(static_cast<Call>(call), rank);
            if (of(rank).ok(close_temporary) && of(rank).is_temporary_left)
                complain("a file is left that was to be deleted when it is closed");
            check_in_view(rank);
            check_shared(rank);
            check_appended(rank);
        }
        check_size();
        return wrong_;
    }

private:
    [[nodiscard]] const Outcome& of(int rank) const {
        return ranks_[static_cast<std::size_t>(rank)];
    }

    void complain(const std::string& what) {
        if (wrong_.find(what) == std::string::npos) wrong_ += what + "; ";
    }

    void check_agreement(Call call) {
        for (int rank = 1; rank < rank_count_; ++rank) {
            if (of(rank).failed(call) != of(0).failed(call))
                complain(std::string("the ranks disagree on ") + name_of(call));
        }
    }

    void check_class(Call call, int rank) {
        const int said = of(rank).classes[static_cast<std::size_t>(call)];
        if (!of(rank).failed(call) || said == error_class_) return;
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(said, text, &length);
        complain(std::string(name_of(call)) + " says " + text);
    }

    [[nodiscard]] int value_at(std::int64_t byte) const {
        int value = -1;
        if (byte + 4 <= static_cast<std::int64_t>(bytes_.size()))
            std::memcpy(&value, bytes_.data() + byte, sizeof value);
        return value;
    }

    [[nodiscard]] bool is_block(Call call, int rank, std::int64_t byte) const {
        for (int i = 0; i < block; ++i) {
            if (value_at(byte + i * 4) != value_of(call, rank, i)) return false;
        }
        return true;
    }

    void require_block(Call call, int rank, std::int64_t byte) {
        if (of(rank).ok(call) && !is_block(call, rank, byte))
            complain(std::string(name_of(call)) + " lost data of rank " + std::to_string(rank));
    }

    void check_in_view(int rank) {
        for (int number = first_in_view; number <= last_in_view; ++number) {
            const Call call = static_cast<Call>(number);
            bool all = true;
            for (int i = 0; i < block; ++i) {
                const std::int64_t place = place_in_view(call, rank, rank_count_, i);
                all = all && value_at(place * 4) == value_of(call, rank, i);
            }
            if (of(rank).ok(call) && !all)
                complain(std::string(name_of(call)) + " lost data of rank " + std::to_string(rank));
        }
    }

    /// With the shared pointer the blocks of ranks are in any order; the ordered ones follow them.
    void check_shared(int rank) {
        const std::int64_t begin = shared_begin(rank_count_) * 4;
        constexpr std::int64_t bytes = block * 4;
        bool found = false;
        for (int i = 0; i < rank_count_; ++i)
            found = found || is_block(write_shared, rank, begin + i * bytes);
        if (of(rank).ok(write_shared) && !found)
            complain("write_shared lost data of rank " + std::to_string(rank));
        require_block(write_ordered, rank, begin + (rank_count_ + rank) * bytes);
        require_block(write_ordered_split, rank, begin + (2 * rank_count_ + rank) * bytes);
    }

    void check_appended(int rank) {
        const std::int64_t begin = of(rank).bytes_before_append;
        require_block(append, rank, begin + std::int64_t{rank} * block * 4);
        require_block(append_ordered, rank, begin + std::int64_t{rank_count_ + rank} * block * 4);
    }

    void check_size() {
        const std::int64_t before = of(0).bytes_before_append;
        if (of(0).ok(set_size) && before < wanted_size(rank_count_)) complain("set_size was lost");
        if (of(0).ok(preallocate) && before < wanted_room(rank_count_))
            complain("preallocate was lost");
        if (all_well(ranks_) && before != wanted_room(rank_count_))
            complain("the file has " + std::to_string(before) + " bytes");
    }

    const std::vector<char> bytes_;
    const int error_class_;
    const std::vector<Outcome>& ranks_;
    const int rank_count_;
    std::string wrong_;
};

}  // namespace

std::string verdict(const std::string& path, int error_class, const std::vector<Outcome>& ranks) {
    return Examination(path, error_class, ranks).run();
}

bool all_well(const std::vector<Outcome>& ranks) {
    return std::all_of(ranks.begin(), ranks.end(), [](const Outcome& rank) {
        return std::all_of(rank.classes.begin(), rank.classes.end(),
                           [](int said) { return said == MPI_SUCCESS; });
    });
}

std::string text_of(const std::vector<Outcome>& ranks) {
    std::string text = "failed:";
    for (const Outcome& rank : ranks) {
        text += " [";
        for (int number = 0; number < call_count; ++number) {
            const Call call = static_cast<Call>(number);
            if (rank.failed(call))
                text += std::string(" ") + name_of(call) + "=" +
                        std::to_string(rank.classes[static_cast<std::size_t>(call)]);
        }
        text += " ]";
    }
    return text;
}

}  // namespace mpiio_faults
