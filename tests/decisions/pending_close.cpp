// SPDX-License-Identifier: BSD-3-Clause
// Closing a file with pending requests: NC_EPENDING, and nothing is printed.
#include <unistd.h>

#include <cstdio>
#include <vector>

#include "files.hpp"
#include "sample.hpp"

using namespace contract;

namespace {

/// Captures standard output and standard error while it lives.
class Captured {
public:
    Captured() {
        std::fflush(nullptr);
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
            saved_[stream] = dup(stream);
            dup2(fileno(file_), stream);
        }
    }
    ~Captured() { std::fclose(file_); }
    Captured(const Captured&) = delete;
    Captured& operator=(const Captured&) = delete;

    /// Ends the capture; returns how many bytes were printed.
    long end() {
        std::fflush(nullptr);
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
            dup2(saved_[stream], stream);
            close(saved_[stream]);
        }
        return lseek(fileno(file_), 0, SEEK_END);
    }

private:
    std::FILE* file_ = std::tmpfile();
    int saved_[STDERR_FILENO + 1] = {};
};

void says_so_and_prints_nothing() {
    const Sample file = sample();
    const std::vector<int> values(Sample::y_length * Sample::x_length, 7);
    int request = NC_REQ_NULL;
    if (rank() == 0) ok(ncmpi_iput_var_int(file.ncid, file.fixed, values.data(), &request));
    Captured captured;
    const int code = ncmpi_close(file.ncid);
    const long printed = captured.end();
    expect(code, rank() == 0 ? NC_EPENDING : NC_NOERR, "close");
    expect_equal(printed, 0, "bytes printed");
    const int ncid = open_file(path());
    int opened = 0;
    ok(ncmpi_inq_files_opened(&opened, nullptr));
    expect_equal(opened, 1, "files that are open");
    close_file(ncid);
}

}  // namespace

int main(int argc, char** argv) {
    return run(argc, argv, {{"says_so_and_prints_nothing", says_so_and_prints_nothing}});
}
