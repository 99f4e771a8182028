// SPDX-License-Identifier: BSD-3-Clause
//
// PROGRAM EDGE PARTITIONS DIRECTORY [INTERFACE]: writes and reads a cube of EDGE^3 floats once for
// each of the PARTITIONS (such as Z,Y,ZYX) and prints one line of JSON for each timing. A timing is
// printed only after all values were found correct. The raw limit, to which the cube means nothing,
// also takes a number as a partition: so many bytes of each rank. With the name of a network
// INTERFACE a line also tells how many bytes each rank's host has sent through it.

#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "contender.hpp"
#include "measurement.h"
#include "partition.hpp"

void require(bool good, const std::string& message) {
    if (good) return;
    std::fprintf(stderr, "%s\n", message.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

namespace {

std::uint32_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// A network interface of this rank's host.
class Link {
public:
    explicit Link(const std::string& interface) {
        if (!interface.empty()) counter_ = "/sys/class/net/" + interface + "/statistics/tx_bytes";
    }
    bool named() const { return !counter_.empty(); }

    // Since it is there. 0 if there is none.
    long long sent() const {
        if (!named()) return 0;
        long long bytes = 0;
        require(static_cast<bool>(std::ifstream(counter_) >> bytes), counter_ + ": cannot be read");
        return bytes;
    }

private:
    std::string counter_;
};

struct Timing {
    double seconds = 0;
    long long sent = 0;  // by this rank's host
};

// What is sent includes the two meetings around the action, a few hundred bytes.
template <class Action>
Timing time_of(MPI_Comm comm, const Link& link, Action&& action) {
    const long long before = link.sent();
    const double start = bench_start(comm);
    action();
    const double seconds = bench_span(comm, start);
    return {.seconds = seconds, .sent = link.sent() - before};
}

// How many parts each axis is cut into when the axes named in `letters` ("Z", "YX", ...) share the
// ranks as evenly as possible. An axis named earlier gets more parts; one that is not named stays
// whole.
Triple process_grid(const std::string& letters, int ranks) {
    std::array<int, 3> parts{0, 0, 0};
    MPI_Dims_create(ranks, static_cast<int>(letters.size()), parts.data());
    Triple grid{1, 1, 1};
    for (std::size_t i = 0; i < letters.size(); ++i)
        grid[letters[i] == 'Z' ? 0 : letters[i] == 'Y' ? 1 : 2] = parts[i];
    return grid;
}

bool is_number(const std::string& partition) {
    return partition.find_first_not_of("0123456789") == std::string::npos;
}

void fill(const Box& box, std::vector<float>& data) {
    box.for_each_row([&](std::int64_t local, std::int64_t global, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            data[static_cast<std::size_t>(local + i)] =
                std::bit_cast<float>(reference_bits(global + i));
    });
}

void require_reference(const Box& box, const std::vector<float>& data, const std::string& what) {
    std::int64_t wrong = 0;
    box.for_each_row([&](std::int64_t local, std::int64_t global, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            wrong +=
                bits_of(data[static_cast<std::size_t>(local + i)]) != reference_bits(global + i);
    });
    require(wrong == 0, what + ": " + std::to_string(wrong) + " values are wrong");
}

// Reads an equal share of the file with plain system calls.
std::vector<float> read_share(const std::string& path, const FileLayout& layout, std::int64_t rank,
                              std::int64_t elements) {
    constexpr std::int64_t piece = 1 << 20;
    std::vector<float> share(static_cast<std::size_t>(elements));
    const int file = ::open(path.c_str(), O_RDONLY);
    require(file >= 0, path + ": cannot be opened");
    auto* to = reinterpret_cast<char*>(share.data());
    for (std::int64_t done = 0; done < elements * 4;) {
        const auto length = static_cast<std::size_t>(std::min(piece, elements * 4 - done));
        const auto got = pread(file, to + done, length, layout.offset + rank * elements * 4 + done);
        require(got > 0, path + ": the file is too short");
        done += got;
    }
    ::close(file);
    if (layout.big_endian)
        for (float& value : share) value = std::bit_cast<float>(__builtin_bswap32(bits_of(value)));
    return share;
}

struct Bench {
    MPI_Comm comm;
    std::int64_t rank;
    std::int64_t ranks;
    std::string path;
    Contender& contender;
    Link link;

    void remove_file() const {
        MPI_Barrier(comm);
        if (rank == 0) unlink(path.c_str());
        MPI_Barrier(comm);
    }

    Timing write(const Box& box, const std::vector<float>& data) const {
        remove_file();
        bench_level_the_field(comm, path.c_str(), box.bytes());
        contender.create(path, box);
        const Timing timing = time_of(comm, link, [&] {
            contender.write(data.data());
            contender.close();
        });
        require_reference(box, data, "after writing, the user's buffer");
        const FileLayout layout = contender.layout();
        require(box.edge > 0 || layout.by_rank, "only the raw limit takes a number of bytes");
        // In file order a rank's share of the cube is a slab of planes, whatever the partition.
        const Box share = layout.by_rank ? box : box_of(box.edge, {ranks, 1, 1}, rank);
        require_reference(share, read_share(path, layout, rank, share.elements()), "the file");
        return timing;
    }

    Timing read(const Box& box, std::vector<float>& data) const {
        std::memset(data.data(), 0xFF, data.size() * sizeof(float));
        contender.open(path, box);
        const Timing timing = time_of(comm, link, [&] { contender.read(data.data()); });
        contender.close();
        require_reference(box, data, "reading");
        return timing;
    }

    void print(const std::string& letters, const char* operation, const Box& box,
               const Timing& timing) const {
        std::vector<long long> sent(static_cast<std::size_t>(ranks));
        MPI_Gather(&timing.sent, 1, MPI_LONG_LONG, sent.data(), 1, MPI_LONG_LONG, 0, comm);
        if (rank != 0) return;
        std::printf("{\"partition\": \"%s\", \"op\": \"%s\", \"bytes\": %lld, \"seconds\": %.9f",
                    letters.c_str(), operation, static_cast<long long>(box.bytes() * ranks),
                    timing.seconds);
        if (link.named()) {
            std::printf(", \"sent\": ");
            for (std::size_t i = 0; i < sent.size(); ++i)
                std::printf("%s%lld", i == 0 ? "[" : ", ", sent[i]);
            std::printf("]");
        }
        std::printf("}\n");
        std::fflush(stdout);
    }

    Box cut(const std::string& partition, std::int64_t edge) const {
        if (is_number(partition)) return row_of(std::atoll(partition.c_str()) / 4, rank);
        const Triple grid = process_grid(partition, static_cast<int>(ranks));
        for (const std::int64_t parts : grid)
            require(edge % parts == 0, "the ranks do not divide the cube");
        return box_of(edge, grid, rank);
    }

    void run(const std::string& letters, std::int64_t edge, bool timed) const {
        const Box box = cut(letters, edge);
        require(box.elements() > 0 && ranks * box.elements() <= largest_elements,
                "PARTITIONS: too few or too many bytes");
        std::vector<float> data(static_cast<std::size_t>(box.elements()));
        fill(box, data);
        const Timing writing = write(box, data);
        const Timing reading = read(box, data);
        remove_file();
        if (!timed) return;
        print(letters, "write", box, writing);
        print(letters, "read", box, reading);
    }
};

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    require(argc == 4 || argc == 5, "usage: PROGRAM EDGE PARTITIONS DIRECTORY [INTERFACE]");
    const std::int64_t edge = std::atoll(argv[1]);
    require(edge > 0 && edge <= largest_edge, "EDGE must be between 1 and 640");
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    require(edge % ranks == 0, "the ranks do not divide the cube");
    const auto contender = make_contender(MPI_COMM_WORLD);
    const Bench bench{.comm = MPI_COMM_WORLD,
                      .rank = rank,
                      .ranks = ranks,
                      .path = std::string(argv[3]) + "/partition3d.data",
                      .contender = *contender,
                      .link = Link(argc == 5 ? argv[4] : "")};
    const std::string version = contender->version();
    if (rank == 0) std::printf("{\"version\": \"%s\"}\n", version.c_str());

    std::istringstream partitions(argv[2]);
    bool warm = false;
    for (std::string letters; std::getline(partitions, letters, ',');) {
        const bool axes =
            letters.size() <= 3 && letters.find_first_not_of("ZYX") == std::string::npos;
        require(!letters.empty() && (axes || is_number(letters)), "PARTITIONS: such as Z,YX");
        // Once untimed: modules are loaded, file systems probed, and memory that a virtual machine
        // had given back to its host is fetched again, which costs more than the writing itself.
        if (!warm) bench.run(letters, edge, false);
        warm = true;
        bench.run(letters, edge, true);
    }
    return MPI_Finalize();
}
