// SPDX-License-Identifier: BSD-3-Clause
#include "many_parts.hpp"

#include <sys/inotify.h>
#include <unistd.h>
#include <weft.h>

#include <array>
#include <filesystem>
#include <set>

#include "cube.hpp"
#include "files.hpp"
#include "info.hpp"
#include "sample.hpp"

namespace fs = std::filesystem;

namespace contract {
namespace {

constexpr int part_count = 400;
constexpr MPI_Offset row = 5;

std::string name_of_part(int part) {
    const std::string digits = std::to_string(part);
    return path() + "." + std::string(4 - digits.size(), '0') + digits;
}

/// A row of `grid` in each part.
void make_large_set() {
    const Info info(
        Pairs{{"weft_parts", std::to_string(part_count)}, {"weft_part_least_bytes", "1"}});
    int ncid = -1;
    ok(ncmpi_create(MPI_COMM_WORLD, path().c_str(), NC_CLOBBER, info.get(), &ncid));
    const int y = dimension(ncid, "y", part_count);
    const int grid = variable(ncid, "grid", NC_INT, {y, dimension(ncid, "x", row)});
    ok(ncmpi_enddef(ncid), weft_last_error(ncid));
    const bool writes = rank() == 0;
    std::vector<int> values;
    for (MPI_Offset i = 0; i < part_count * row; ++i) values.push_back(static_cast<int>(i));
    const MPI_Offset start[] = {0, 0};
    const MPI_Offset count[] = {writes ? part_count : 0, row};
    ok(ncmpi_put_vara_int_all(ncid, grid, start, count, values.data()));
    close_file(ncid);
}

/// The parts that any process opens, as observed by the system.
class PartOpens {
public:
    PartOpens() : events_(inotify_init1(IN_NONBLOCK)) {
        const std::string folder = fs::absolute(path()).parent_path();
        expect_true(inotify_add_watch(events_, folder.c_str(), IN_OPEN) >= 0, "a watch");
    }
    PartOpens(const PartOpens&) = delete;
    PartOpens& operator=(const PartOpens&) = delete;
    ~PartOpens() { ::close(events_); }

    /// The parts opened since the last call, each once, even if several ranks open it. Collective.
    std::set<std::string> take() {
        meet();
        std::set<std::string> names;
        alignas(inotify_event) std::array<char, 1 << 16> buffer{};
        for (;;) {
            const ssize_t bytes = ::read(events_, buffer.data(), buffer.size());
            if (bytes <= 0) break;
            for (ssize_t at = 0; at < bytes;) {
                const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
                expect_true((event->mask & IN_Q_OVERFLOW) == 0, "no event is lost");
                const std::string name = event->len > 0 ? event->name : "";
                if (name.starts_with(fs::path(path()).filename().string() + ".0"))
                    names.insert(name);
                at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
            }
        }
        meet();
        return names;
    }

private:
    int events_;
};

void expect_opens(PartOpens& opens, std::set<int> parts, const char* when) {
    std::set<std::string> expected;
    for (const int part : parts) expected.insert(fs::path(name_of_part(part)).filename());
    expect_true(opens.take() == expected, when);
}

void expect_row(int ncid, MPI_Offset number) {
    const MPI_Offset start[] = {number, 0};
    const MPI_Offset count[] = {1, row};
    std::vector<int> values(row, -1);
    ok(ncmpi_get_vara_int_all(ncid, 0, start, count, values.data()), weft_last_error(ncid));
    for (MPI_Offset i = 0; i < row; ++i)
        expect_equal(values[static_cast<std::size_t>(i)], number * row + i, "a value");
}

void parts_are_opened_when_they_are_touched() {
    make_large_set();
    for (const int mode : {NC_NOWRITE, NC_WRITE}) {
        PartOpens opens;
        const int ncid = open_file(path(), mode);
        expect_opens(opens, {}, "opening the set opens no part");
        expect_row(ncid, 7);
        expect_opens(opens, {7}, "a row of one part opens that one");
        expect_row(ncid, 7);
        expect_opens(opens, {}, "once");
        expect_row(ncid, 399);
        expect_opens(opens, {399}, "a row of another opens that one");
        if (mode == NC_WRITE) ok(ncmpi_sync(ncid), weft_last_error(ncid));
        close_file(ncid);
        expect_opens(opens, {}, "closing opens none");
    }
}

/// They need not even exist.
void parts_that_are_not_touched_are_not_looked_at() {
    make_large_set();
    at_first([] {
        for (int part = 0; part < part_count; ++part) {
            if (part != 7) fs::remove(name_of_part(part));
        }
    });
    const int ncid = open_file(path(), NC_WRITE);
    const MPI_Offset start[] = {7, 0};
    const MPI_Offset count[] = {rank() == 0 ? 1 : 0, row};
    const int values[] = {35, 36, 37, 38, 39};
    ok(ncmpi_put_vara_int_all(ncid, 0, start, count, values), weft_last_error(ncid));
    expect_row(ncid, 7);
    ok(ncmpi_sync(ncid), weft_last_error(ncid));
    close_file(ncid);
}

}  // namespace

std::vector<Case> cases_of_many_parts() {
    return {{"parts_are_opened_when_they_are_touched", parts_are_opened_when_they_are_touched},
            {"parts_that_are_not_touched_are_not_looked_at",
             parts_that_are_not_touched_are_not_looked_at}};
}

}  // namespace contract
