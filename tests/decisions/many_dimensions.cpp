// SPDX-License-Identifier: BSD-3-Clause
// More dimensions than NC_MAX_VAR_DIMS, and impossible numbers of dimensions.
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <string>
#include <vector>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

constexpr int rank_of_variable = 1500;
static_assert(rank_of_variable > NC_MAX_VAR_DIMS);
constexpr std::size_t wide = 700;  // the dimensions that are longer than one
constexpr std::size_t high = 1499;

using Index = std::vector<MPI_Offset>;

Index all(MPI_Offset value) {
    return Index(rank_of_variable, value);
}

/// Each of `ranks()` columns holds 3 values.
void put_by_every_shape(int ncid, int id) {
    Index start = all(0);
    Index count = all(1);
    start[wide] = rank();
    count[high] = 3;
    const std::array<int, 3> mine = {10 * rank(), 10 * rank() + 1, 10 * rank() + 2};
    ok(ncmpi_put_vara_int_all(ncid, id, start.data(), count.data(), mine.data()));
    const Index stride = all(1);
    const Index map = all(1);
    ok(ncmpi_put_varm_int_all(ncid, id, start.data(), count.data(), stride.data(), map.data(),
                              mine.data()));
    MPI_Offset* const starts[] = {start.data()};
    MPI_Offset* const counts[] = {count.data()};
    ok(ncmpi_put_varn_int_all(ncid, id, 1, starts, counts, mine.data()));
    ok(ncmpi_iput_vara_int(ncid, id, start.data(), count.data(), mine.data(), nullptr));
    ok(ncmpi_wait_all(ncid, NC_REQ_ALL, nullptr, nullptr));
}

void expect_columns(int ncid, int id, Place place = here()) {
    std::vector<int> wanted;
    for (int column = 0; column < ranks(); ++column)
        for (int i = 0; i < 3; ++i) wanted.push_back(10 * column + i);
    expect_values(values_of(ncid, id, wanted.size(), place), wanted, "values", place);
}

void more_than_1024() {
    int ncid = create_file(path());
    std::vector<int> ids;
    for (std::size_t i = 0; i < rank_of_variable; ++i) {
        std::string name = "d";
        name += std::to_string(i);
        ids.push_back(dimension(ncid, name.c_str(),
                                i == 0      ? NC_UNLIMITED
                                : i == wide ? ranks()
                                : i == high ? 3
                                            : 1));
    }
    const int records = variable(ncid, "records", NC_INT, ids);
    std::vector<int> fixed_ids = ids;
    fixed_ids[0] = ids[1];
    const int fixed = variable(ncid, "fixed", NC_INT, fixed_ids);
    ok(ncmpi_def_var_fill(ncid, fixed, 0, nullptr));
    ok(ncmpi_enddef(ncid));
    for (const int id : {records, fixed}) put_by_every_shape(ncid, id);
    close_file(ncid);

    ncid = open_file(path(), NC_NOWRITE);
    int count = 0;
    ok(ncmpi_inq_varndims(ncid, records, &count));
    expect_equal(count, rank_of_variable, "dimensions");
    std::vector<int> read(rank_of_variable, -1);
    ok(ncmpi_inq_vardimid(ncid, records, read.data()));
    expect_values(read, ids, "dimension ids");
    std::array<char, NC_MAX_NAME + 1> name{};
    nc_type type = NC_NAT;
    ok(ncmpi_inq_var(ncid, fixed, name.data(), &type, &count, read.data(), nullptr));
    expect_values(read, fixed_ids, "dimension ids");
    for (const int id : {records, fixed}) expect_columns(ncid, id);
    const Index zero = all(0);
    int value = -1;
    ok(ncmpi_get_var1_int_all(ncid, fixed, zero.data(), &value));
    expect_equal(value, 0, "the first value");
    close_file(ncid);
}

/// Ids at the end of memory: reading behind them crashes.
class LastInts {
public:
    explicit LastInts(std::vector<int> values) : page_(sysconf(_SC_PAGESIZE)) {
        pages_ =
            static_cast<char*>(mmap(nullptr, static_cast<std::size_t>(2 * page_),
                                    PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        mprotect(pages_ + page_, static_cast<std::size_t>(page_), PROT_NONE);
        first_ = reinterpret_cast<int*>(pages_ + page_) - values.size();
        std::ranges::copy(values, first_);
    }
    ~LastInts() { munmap(pages_, static_cast<std::size_t>(2 * page_)); }
    LastInts(const LastInts&) = delete;
    LastInts& operator=(const LastInts&) = delete;
    [[nodiscard]] const int* get() const { return first_; }

private:
    long page_;
    char* pages_;
    int* first_;
};

void expect_refused(Place place = here()) {
    const Sample file = define_sample(NC_64BIT_DATA, place);
    const int id = file.ncid;
    const auto define = [&](const char* name, nc_type type, int count, const int* ids) {
        return ncmpi_def_var(id, name, type, count, ids, nullptr);
    };
    const LastInts first_is_bad({-1, file.x});
    const LastInts last_is_bad({file.y, 99});
    const LastInts late_record({file.y, file.time, 99});
    for (const int count : {2, 3, 5000, INT_MAX}) {
        expect(define("v", NC_INT, count, first_is_bad.get()), NC_EBADDIM, "first", place);
        expect(define("v", NC_INT, count, last_is_bad.get()), NC_EBADDIM, "last", place);
    }
    expect(define("v", NC_INT, INT_MAX, late_record.get()), NC_EBADDIM, "before position", place);
    for (const int count : {-1, INT_MIN}) {
        expect(define("v", NC_INT, count, first_is_bad.get()), NC_EINVAL, "negative", place);
        expect(define("v", NC_INT, count, nullptr), NC_EINVAL, "negative", place);
    }
    expect(define("v", NC_INT, INT_MAX, nullptr), NC_EINVAL, "no ids", place);
    // Errors that come before those of the ids.
    expect(define("a/b", NC_INT, INT_MAX, first_is_bad.get()), NC_EBADNAME, "", place);
    expect(define("v", 99, -1, nullptr), NC_EBADTYPE, "", place);
    expect(define("fixed", NC_INT, -1, nullptr), NC_EINVAL, "before the name in use", place);
    expect(define("fixed", NC_INT, INT_MAX, nullptr), NC_ENAMEINUSE, "", place);
    ok(define("v", NC_INT, 0, nullptr), "no dimensions need no ids", place);
    close_file(id, place);
}

void absurd_numbers() {
    expect_refused();
}

void absurd_numbers_in_safe_mode() {
    const Variable safe("PNETCDF_SAFE_MODE", "1");
    expect_refused();
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv,
               {{"more_than_1024", more_than_1024},
                {"absurd_numbers", absurd_numbers},
                {"absurd_numbers_in_safe_mode", absurd_numbers_in_safe_mode}});
}
