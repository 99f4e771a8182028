// SPDX-License-Identifier: BSD-3-Clause
// Messages of the only rank to itself. They wait in a queue for each tag and thread, because in a
// serial build only the sending thread can be waiting for them.
#include <cassert>
#include <deque>
#include <map>
#include <utility>

#include "mpi/exchange.hpp"

namespace weft::mpi {
namespace {

std::deque<std::vector<std::byte>>& messages_with(int tag) {
    thread_local std::map<int, std::deque<std::vector<std::byte>>> messages;
    return messages[tag];
}

}  // namespace

struct Sends::UnderWay {};

Sends::Sends() = default;

Sends::~Sends() = default;

void Sends::start(CommView /*comm*/, int /*to*/, int tag, std::vector<std::byte> bytes) {
    messages_with(tag).push_back(std::move(bytes));
}

void Sends::wait() {}

void receive(CommView /*comm*/, int /*from*/, int tag, std::vector<std::byte>& bytes) {
    auto& messages = messages_with(tag);
    assert(!messages.empty() && "with MPI, this rank would wait for itself forever");
    bytes = std::move(messages.front());
    messages.pop_front();
}

int receive_any(CommView comm, int tag, std::vector<std::byte>& bytes) {
    receive(comm, comm.rank(), tag, bytes);
    return comm.rank();
}

}  // namespace weft::mpi
