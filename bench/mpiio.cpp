// SPDX-License-Identifier: BSD-3-Clause
//
// MPI-IO as a careful user would call it: a subarray view, one collective call, the byte order
// handled by the program. The buffer for swapped data is kept from one file to the next, so its
// page faults are not in the time.

#include <algorithm>
#include <array>
#include <vector>

#include "contender.hpp"
#include "swap.hpp"

namespace {

void check(int status, const char* what) {
    require(status == MPI_SUCCESS, what);
}

class MpiIo final : public Contender {
public:
    explicit MpiIo(MPI_Comm comm) : comm_(comm) {}

    void create(const std::string& path, const Box& box) override {
        open_file(path, MPI_MODE_CREATE | MPI_MODE_RDWR, box);
        swapped_.assign(static_cast<std::size_t>(elements_), 0);
    }

    void write(const float* data) override {
        swap_bytes(swapped_.data(), reinterpret_cast<const std::uint32_t*>(data), swapped_.size());
        check(
            MPI_File_write_all(file_, swapped_.data(), elements_, MPI_UINT32_T, MPI_STATUS_IGNORE),
            "write_all");
    }

    void open(const std::string& path, const Box& box) override {
        open_file(path, MPI_MODE_RDONLY, box);
    }

    void read(float* data) override {
        check(MPI_File_read_all(file_, data, elements_, MPI_UINT32_T, MPI_STATUS_IGNORE),
              "read_all");
        auto* values = reinterpret_cast<std::uint32_t*>(data);
        swap_bytes(values, values, static_cast<std::size_t>(elements_));
    }

    void close() override {
        check(MPI_File_close(&file_), "close");
        MPI_Type_free(&view_);
    }

    FileLayout layout() override { return {.offset = 0, .big_endian = true, .by_rank = false}; }

    std::string version() override {
        std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
        int length = 0;
        MPI_Get_library_version(text.data(), &length);
        std::string name(text.data());
        name.resize(std::min(name.size(), name.find_first_of(",\n")));
        std::replace(name.begin(), name.end(), '\t', ' ');
        return "MPI-IO of " + name;
    }

private:
    void open_file(const std::string& path, int mode, const Box& box) {
        std::array<int, 3> sizes{};
        std::array<int, 3> counts{};
        std::array<int, 3> starts{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            sizes[axis] = static_cast<int>(box.edge);
            counts[axis] = static_cast<int>(box.count[axis]);
            starts[axis] = static_cast<int>(box.start[axis]);
        }
        elements_ = static_cast<int>(box.elements());
        MPI_Type_create_subarray(3, sizes.data(), counts.data(), starts.data(), MPI_ORDER_C,
                                 MPI_UINT32_T, &view_);
        MPI_Type_commit(&view_);
        check(MPI_File_open(comm_, path.c_str(), mode, MPI_INFO_NULL, &file_), "open");
        check(MPI_File_set_view(file_, 0, MPI_UINT32_T, view_, "native", MPI_INFO_NULL),
              "set_view");
    }

    MPI_Comm comm_;
    MPI_File file_ = MPI_FILE_NULL;
    MPI_Datatype view_ = MPI_DATATYPE_NULL;
    int elements_ = 0;
    std::vector<std::uint32_t> swapped_;
};

}  // namespace

std::unique_ptr<Contender> make_contender(MPI_Comm comm) {
    return std::make_unique<MpiIo>(comm);
}
