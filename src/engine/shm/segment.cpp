// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>

#include "base/pages.hpp"
#include "engine/shm/leftovers.hpp"

namespace weft::engine::shm {
namespace {

constexpr int root = 0;

Segment::Name name_of(const std::string& text) {
    Segment::Name name{};
    std::memcpy(name.data(), text.data(), std::min(text.size(), name.size() - 1));
    return name;
}

std::byte* map(int descriptor, std::size_t bytes) {
    if (descriptor < 0) return nullptr;
    void* const address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (address == MAP_FAILED) return nullptr;
    ask_for_huge_pages(static_cast<std::byte*>(address), bytes);
    return static_cast<std::byte*>(address);
}

/// Called on rank 0: allocates the space of the segment, so that writing to it later cannot raise
/// SIGBUS.
bool fill(std::byte* address, int descriptor, std::size_t bytes) {
    // Only a page that is touched through the mapping can be huge; before Linux 5.14 none can.
    if (madvise(address, bytes, MADV_POPULATE_WRITE) == 0) return true;
    return errno == EINVAL && posix_fallocate(descriptor, 0, static_cast<off_t>(bytes)) == 0;
}

/// Called on rank 0: makes the segment. Returns null if there is no such memory; then the name does
/// not exist either.
std::byte* make(const Segment::Name& name, std::size_t bytes) {
    const int descriptor = shm_open(name.data(), O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (descriptor < 0) return nullptr;
    std::byte* address = nullptr;
    if (ftruncate(descriptor, static_cast<off_t>(bytes)) == 0) address = map(descriptor, bytes);
    if (address != nullptr && !fill(address, descriptor, bytes)) {
        munmap(address, bytes);
        address = nullptr;
    }
    close(descriptor);
    if (address == nullptr) shm_unlink(name.data());
    return address;
}

/// Called on other ranks: finds the segment.
std::byte* find(const Segment::Name& name, std::size_t bytes) {
    const int descriptor = shm_open(name.data(), O_RDWR, 0);
    std::byte* const address = map(descriptor, bytes);
    if (descriptor >= 0) close(descriptor);
    // Touches all pages in one call. If the system does not know that, they are touched one by one
    // later.
    if (address != nullptr) (void)madvise(address, bytes, MADV_POPULATE_WRITE);
    return address;
}

bool all(mpi::CommView comm, bool mine) {
    std::array<std::int64_t, 1> worst = {mine ? 1 : 0};
    comm.all_reduce_min(worst);
    return worst[0] != 0;
}

bool on_one_node(mpi::CommView comm) {
    Result<mpi::Comm> node = mpi::Comm::split_by_node(comm);
    const bool together = node.ok() && node.value().view().size() == comm.size();
    if (node.ok()) node.value().close();
    return all(comm, together);
}

std::vector<std::int64_t> processes_of(mpi::CommView comm) {
    const std::int64_t mine = mpi::own_process();
    const std::vector<std::byte> bytes = comm.all_gather(std::as_bytes(std::span(&mine, 1)));
    std::vector<std::int64_t> processes(static_cast<std::size_t>(comm.size()));
    std::memcpy(processes.data(), bytes.data(), bytes.size());
    return processes;
}

}  // namespace

std::unique_ptr<Segment> Segment::create(mpi::CommView comm, std::size_t bytes) {
    if (!comm.has_shortcut() && !on_one_node(comm)) return nullptr;
    Name name{};
    std::unique_ptr<Segment> segment;
    if (comm.rank() == root) {
        segment = offer(bytes);
        if (segment != nullptr) name = segment->name();
    }
    comm.broadcast(std::as_writable_bytes(std::span(name)), root);
    if (comm.rank() != root && name[0] != '\0') segment = join(name, bytes);
    const bool mapped = all(comm, segment != nullptr);
    if (segment != nullptr) segment->withdraw();
    if (!mapped) return nullptr;
    segment->ranks_ = comm.size();
    segment->watch(processes_of(comm));
    return segment;
}

std::unique_ptr<Segment> Segment::offer(std::size_t bytes) {
    std::unique_ptr<Segment> segment(new Segment);
    // Runs once in a process: a program may have a communicator for each file.
    [[maybe_unused]] static const bool removed = (remove_leftovers(), true);
    const Name name = name_of(fresh_name());
    segment->data_ = make(name, bytes);
    if (segment->data_ == nullptr) return nullptr;
    segment->bytes_ = bytes;
    segment->name_ = name;
    segment->is_offered_ = true;
    return segment;
}

std::unique_ptr<Segment> Segment::join(const Name& name, std::size_t bytes) {
    std::unique_ptr<Segment> segment(new Segment);
    segment->data_ = find(name, bytes);
    segment->bytes_ = bytes;
    segment->name_ = name;
    return segment->data_ != nullptr ? std::move(segment) : nullptr;
}

void Segment::withdraw() {
    if (is_offered_) shm_unlink(name_.data());
    is_offered_ = false;
}

Segment::~Segment() {
    withdraw();
    if (data_ != nullptr) munmap(data_, bytes_);
}

}  // namespace weft::engine::shm
