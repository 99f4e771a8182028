// SPDX-License-Identifier: BSD-3-Clause
// There is no other rank.
#include <cassert>
#include <utility>

#include "mpi/sparse_exchange.hpp"

namespace weft::mpi {

struct SparseExchange::UnderWay {};

SparseExchange::SparseExchange(CommView comm, int tag, Take take)
    : comm_(comm), tag_(tag), take_(std::move(take)) {}

SparseExchange::~SparseExchange() = default;

SparseExchange::Ticket SparseExchange::send(int /*to*/, std::span<const std::byte> /*bytes*/) {
    assert(false && "there is no other rank to send to");
    return 0;
}

void SparseExchange::receive() {}

void SparseExchange::wait_for(std::span<const Ticket> /*tickets*/) {}

void SparseExchange::finish() {}

}  // namespace weft::mpi
