// SPDX-License-Identifier: BSD-3-Clause
// Damages files in memory, writes them to the working directory, and asks everything of them. Each
// damage follows from its number, which is in the file "number" while it is tried, so that
// hostile_test.py can go on behind one that has ended this process. With "apart" the files are not
// trusted (weft_trust=no): nothing ends this process, and what has come of them is counted. In
// the folder that HOSTILE_KEPT names those with values are kept as NUMBER.nc, what was read of them
// as NUMBER.values, and the values, as doubles one behind the other, as NUMBER.doubles.
// Usage: netcdf4_hostile here|apart FIRST COUNT FILE...
#include <execinfo.h>
#include <mpi.h>
#include <pnetcdf.h>
#include <sys/time.h>
#include <unistd.h>
#include <weft.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

using Random = std::mt19937_64;
using Bytes = std::vector<char>;

constexpr int seconds_for_one = 20;  // of the processor
constexpr MPI_Offset most_elements = 1 << 16;
constexpr int most_objects = 200;

MPI_Info hints = MPI_INFO_NULL;

/// The values that were read from a file, if they are kept.
struct Kept {
    bool is_wanted = false;
    std::string lines = {};
    std::vector<double> values = {};
};
Kept kept;

/// The outcome for a file that is not trusted.
struct Outcome {
    bool is_opened = false;
    bool has_values = false;
    bool has_crashed = false;
    bool was_stopped = false;
};
Outcome outcome;

/// Notes whether a failure is one of the separate process that reads the file.
void note(int ncid, int code) {
    if (code == NC_NOERR) return;
    const std::string said = weft_last_error(ncid);
    outcome.has_crashed = outcome.has_crashed || said.find("crashed over") != std::string::npos;
    outcome.was_stopped = outcome.was_stopped || said.find("come to an end") != std::string::npos;
}

std::size_t below(Random& random, std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}

/// Numbers at which arithmetic goes wrong.
std::uint64_t sharp_number(Random& random) {
    constexpr std::array<std::uint64_t, 12> sharp{0,          1,           2,          0x7f,
                                                  0xff,       0x7fff,      0xffff,     0x7fffffff,
                                                  0xffffffff, 0x100000000, ~0ULL >> 1, ~0ULL};
    return below(random, 2) == 0 ? sharp[below(random, sharp.size())] : random();
}

/// A random place to damage. The bytes that say where values are usually lie in front of the
/// values.
std::size_t place_in(const Bytes& bytes, Random& random) {
    return below(random,
                 below(random, 2) == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 4096));
}

void damage_once(Bytes& bytes, Random& random) {
    const std::size_t place = place_in(bytes, random);
    const std::size_t rest = bytes.size() - place;
    switch (below(random, 6)) {
        case 0:
            bytes[place] = static_cast<char>(bytes[place] ^ (1 << below(random, 8)));
            return;
        case 1:
            bytes[place] = static_cast<char>(random());
            return;
        case 2:
        case 3: {
            const std::uint64_t number = sharp_number(random);
            const std::size_t width =
                std::min<std::size_t>(std::size_t{1} << below(random, 4), rest);
            for (std::size_t i = 0; i < width; ++i)
                bytes[place + i] = static_cast<char>(number >> (8 * i));
            return;
        }
        case 4: {
            const std::size_t from = place_in(bytes, random);
            const std::size_t length = std::min({1 + below(random, 64), rest, bytes.size() - from});
            const Bytes copied(&bytes[from], &bytes[from] + length);
            std::ranges::copy(copied, &bytes[place]);
            return;
        }
        default:
            if (below(random, 8) == 0 && place > 16) bytes.resize(place);
    }
}

void write_file(const char* path, const Bytes& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// The values of an attribute, where they are not too many.
void get_attributes(int ncid, int varid) {
    int count = 0;
    if (ncmpi_inq_varnatts(ncid, varid, &count) != NC_NOERR) return;
    std::vector<double> room;
    for (int i = 0; i < std::min(count, most_objects); ++i) {
        char name[NC_MAX_NAME + 1] = "";
        nc_type type = NC_NAT;
        MPI_Offset length = 0;
        int its_class = 0;
        ncmpi_inq_attname(ncid, varid, i, name);
        weft_inq_att_class(ncid, varid, name, &its_class);
        if (ncmpi_inq_att(ncid, varid, name, &type, &length) != NC_NOERR) continue;
        if (length < 0 || length > most_elements) continue;
        room.resize(static_cast<std::size_t>(length) + 1);
        ncmpi_get_att(ncid, varid, name, room.data());
    }
}

void ask_about_storage(int ncid, int varid, int rank) {
    int numbers[3];
    std::vector<MPI_Offset> chunk(static_cast<std::size_t>(rank) + 1);
    weft_inq_var_chunking(ncid, varid, numbers, chunk.data());
    weft_inq_var_deflate(ncid, varid, &numbers[0], &numbers[1], &numbers[2]);
    weft_inq_var_szip(ncid, varid, &numbers[0], &numbers[1]);
    weft_inq_var_zstandard(ncid, varid, &numbers[0], &numbers[1]);
    weft_inq_var_quantize(ncid, varid, &numbers[0], &numbers[1]);
    MPI_Offset count = 0;
    weft_inq_var_filter_ids(ncid, varid, &count, nullptr);
    std::vector<unsigned> ids(static_cast<std::size_t>(count) + 1);
    weft_inq_var_filter_ids(ncid, varid, nullptr, ids.data());
    for (MPI_Offset i = 0; i < count; ++i) {
        const unsigned id = ids[static_cast<std::size_t>(i)];
        MPI_Offset parameters = 0;
        weft_inq_var_filter_info(ncid, varid, id, &parameters, nullptr);
        std::vector<unsigned> room(static_cast<std::size_t>(parameters) + 1);
        weft_inq_var_filter_info(ncid, varid, id, nullptr, room.data());
    }
    int members = 0;
    if (weft_inq_var_enum(ncid, varid, &members) != NC_NOERR) return;
    char name[NC_MAX_NAME + 1];
    long long value = 0;
    for (int i = 0; i < std::min(members, most_objects); ++i)
        weft_inq_var_enum_member(ncid, varid, i, name, &value);
}

std::string listed(const std::vector<MPI_Offset>& numbers, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "," : "") + std::to_string(numbers[i]);
    return text;
}

/// A line: name, start, count, and how many of the first values. Names may have any bytes, so they
/// are in hex.
void keep_values(int ncid, int varid, const std::string& place, const std::vector<double>& values) {
    constexpr std::size_t most = 4096;
    char name[NC_MAX_NAME + 1] = "";
    ncmpi_inq_varname(ncid, varid, name);
    std::array<char, 3> text{};
    for (const char* byte = name; *byte != 0; ++byte) {
        std::snprintf(text.data(), text.size(), "%02x", static_cast<unsigned char>(*byte));
        kept.lines += text.data();
    }
    const std::size_t count = std::min(most, values.size() - 1);
    kept.lines += "\t" + place + "\t" + std::to_string(count) + "\n";
    kept.values.insert(kept.values.end(), values.begin(),
                       values.begin() + static_cast<std::ptrdiff_t>(count));
}

/// The first values along each dimension, and the last ones.
void get_values(int ncid, int varid, const std::vector<MPI_Offset>& shape) {
    std::vector<MPI_Offset> start(shape.size() + 1, 0);
    std::vector<MPI_Offset> count(shape.size() + 1, 1);
    MPI_Offset elements = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        count[i] = std::min(
            shape[i], std::max<MPI_Offset>(1, most_elements / std::max<MPI_Offset>(elements, 1)));
        elements *= count[i];
    }
    std::vector<double> room(static_cast<std::size_t>(elements) + 1);
    const auto get = [&] {
        int code = ncmpi_get_vara_double_all(ncid, varid, start.data(), count.data(), room.data());
        if (code == NC_NOERR && kept.is_wanted)
            keep_values(ncid, varid,
                        listed(start, shape.size()) + "\t" + listed(count, shape.size()), room);
        if (code == NC_ECHAR)
            code = ncmpi_get_vara_text_all(ncid, varid, start.data(), count.data(),
                                           reinterpret_cast<char*>(room.data()));
        note(ncid, code);
        outcome.has_values = outcome.has_values || code == NC_NOERR;
    };
    get();
    for (std::size_t i = 0; i < shape.size(); ++i) start[i] = shape[i] - count[i];
    get();
}

void ask_about_variable(int ncid, int varid) {
    char name[NC_MAX_NAME + 1];
    int rank = 0;
    if (ncmpi_inq_varndims(ncid, varid, &rank) != NC_NOERR) return;
    std::vector<int> ids(static_cast<std::size_t>(rank) + 1);
    int count = 0;
    nc_type type = NC_NAT;
    ncmpi_inq_var(ncid, varid, name, &type, nullptr, ids.data(), &count);
    get_attributes(ncid, varid);
    ask_about_storage(ncid, varid, rank);
    std::vector<MPI_Offset> shape(static_cast<std::size_t>(rank));
    for (std::size_t i = 0; i < shape.size(); ++i) ncmpi_inq_dimlen(ncid, ids[i], &shape[i]);
    get_values(ncid, varid, shape);
}

void ask_everything(const char* path) {
    int ncid = -1;
    const int code = ncmpi_open(MPI_COMM_SELF, path, NC_NOWRITE, hints, &ncid);
    note(-1, code);
    if (code != NC_NOERR) return;
    outcome.is_opened = true;
    int dimensions = 0;
    int variables = 0;
    ncmpi_inq(ncid, &dimensions, &variables, nullptr, nullptr);
    char name[NC_MAX_NAME + 1];
    MPI_Offset length = 0;
    for (int i = 0; i < std::min(dimensions, most_objects); ++i)
        ncmpi_inq_dim(ncid, i, name, &length);
    std::vector<int> unlimited(static_cast<std::size_t>(dimensions) + 1);
    weft_inq_unlimdims(ncid, nullptr, unlimited.data());
    get_attributes(ncid, NC_GLOBAL);
    for (int i = 0; i < std::min(variables, most_objects); ++i) ask_about_variable(ncid, i);
    ncmpi_close(ncid);
}

/// Tells hostile_test.py where this process was when it ended.
void tell_frames(int number) {
    char told[] = "ended by signal 00\n";
    told[16] = static_cast<char>('0' + number / 10);
    told[17] = static_cast<char>('0' + number % 10);
    if (write(STDERR_FILENO, told, sizeof told - 1) < 0) _exit(1);
    std::array<void*, 64> frames{};
    const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
    backtrace_symbols_fd(frames.data(), count, STDERR_FILENO);
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void watch_for_crashes() {
    static std::array<char, 1 << 16> stack;
    const stack_t room{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
    sigaltstack(&room, nullptr);
    std::array<void*, 1> first{};
    backtrace(first.data(), 1);  // loads what it needs
    for (const int number : {SIGSEGV, SIGFPE, SIGBUS, SIGABRT, SIGILL, SIGPROF}) {
        struct sigaction action {};
        action.sa_handler = tell_frames;
        action.sa_flags = SA_ONSTACK | SA_NODEFER;
        sigaction(number, &action, nullptr);
    }
}

/// 0: without limit.
void limit_time(int seconds) {
    const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
}

Bytes read_file(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void try_number(unsigned long long number, const std::vector<Bytes>& files, char** names) {
    Random random(number);
    const std::size_t chosen = below(random, files.size());
    Bytes bytes = files[chosen];
    for (std::size_t left = 1 + below(random, 6); left > 0; --left) damage_once(bytes, random);
    std::ofstream("number", std::ios::trunc) << number << " " << names[chosen] << "\n";
    write_file("hostile.nc", bytes);
    limit_time(seconds_for_one);
    ask_everything("hostile.nc");
    limit_time(0);
}

std::ptrdiff_t open_descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

/// Processes that keep books: one is for all files, the others for one each.
int keepers_left() {
    int count = 0;
    for (const auto& one : std::filesystem::directory_iterator("/proc")) {
        std::string name;
        std::getline(std::ifstream(one.path() / "comm"), name);
        const pid_t process = std::atoi(one.path().filename().c_str());
        if (name == "weft-books" && process > 0 && getpgid(process) == getpgrp()) ++count;
    }
    return count;
}

/// Whether an undamaged file can still be read, and nothing was left behind.
bool goes_on(const Bytes& undamaged, std::ptrdiff_t descriptors_before) {
    write_file("hostile.nc", undamaged);
    outcome = {};
    ask_everything("hostile.nc");
    const int keepers = keepers_left();
    const std::ptrdiff_t descriptors = open_descriptors() - descriptors_before;
    if (!outcome.is_opened) std::printf("an undamaged file cannot be read any more\n");
    if (keepers != 1) std::printf("%d processes keep books, instead of one\n", keepers);
    if (descriptors != 0) std::printf("%td descriptors were left behind\n", descriptors);
    return outcome.is_opened && keepers == 1 && descriptors == 0;
}

/// The numbers of damages by their outcome.
struct Counts {
    int opened = 0;
    int with_values = 0;
    int crashed = 0;
    int stopped = 0;

    void add(const Outcome& one) {
        opened += one.is_opened ? 1 : 0;
        with_values += one.has_values ? 1 : 0;
        crashed += one.has_crashed ? 1 : 0;
        stopped += one.was_stopped ? 1 : 0;
    }
};

void write_kept(const std::string& folder, unsigned long long number) {
    if (kept.lines.empty()) return;
    const std::string copy = folder + "/" + std::to_string(number);
    std::filesystem::copy_file("hostile.nc", copy + ".nc",
                               std::filesystem::copy_options::overwrite_existing);
    std::ofstream(copy + ".values") << kept.lines;
    std::ofstream(copy + ".doubles", std::ios::binary)
        .write(reinterpret_cast<const char*>(kept.values.data()),
               static_cast<std::streamsize>(kept.values.size() * sizeof(double)));
}

int try_apart(unsigned long long first, unsigned long long count, const std::vector<Bytes>& files,
              char** names) {
    const char* const folder = std::getenv("HOSTILE_KEPT");
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "weft_trust", "no");
    write_file("hostile.nc", files[0]);
    ask_everything("hostile.nc");
    const std::ptrdiff_t descriptors = open_descriptors();
    Counts counts;
    for (unsigned long long number = first; number < first + count; ++number) {
        outcome = {};
        kept = {.is_wanted = folder != nullptr};
        try_number(number, files, names);
        if (folder != nullptr) write_kept(folder, number);
        counts.add(outcome);
    }
    kept = {};
    std::printf(
        "%llu damages\n%d files opened\n%d with values\n%d libhdf5 crashed over\n"
        "%d libhdf5 was stopped over\n",
        count, counts.opened, counts.with_values, counts.crashed, counts.stopped);
    const bool good = goes_on(files[0], descriptors) && counts.opened > 0;
    MPI_Info_free(&hints);
    return good ? 0 : 1;
}

void try_here(unsigned long long first, unsigned long long count, const std::vector<Bytes>& files,
              char** names) {
    for (unsigned long long number = first; number < first + count; ++number)
        try_number(number, files, names);
    std::ofstream("number", std::ios::trunc) << "done\n";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) return 2;
    MPI_Init(&argc, &argv);
    watch_for_crashes();
    const unsigned long long first = std::strtoull(argv[2], nullptr, 10);
    const unsigned long long count = std::strtoull(argv[3], nullptr, 10);
    std::vector<Bytes> files;
    for (int i = 4; i < argc; ++i) files.push_back(read_file(argv[i]));
    int status = 0;
    if (std::string(argv[1]) == "apart")
        status = try_apart(first, count, files, argv + 4);
    else
        try_here(first, count, files, argv + 4);
    MPI_Finalize();
    return status;
}
