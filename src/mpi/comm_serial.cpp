// SPDX-License-Identifier: BSD-3-Clause
// Communicators of one rank, for a build without MPI: every collective returns what this rank has.
#include <utility>

#include "mpi/comm.hpp"
#include "mpi/comm_record.hpp"

namespace weft::mpi {

bool CommView::has_shortcut() const {
    return false;
}
void CommView::enter(const Call& /*call*/) const {}
Status CommView::leave(Status mine) const {
    return mine;
}
Status CommView::verdict_on(Status mine) const {
    return mine;
}
void CommView::fail(const Status& /*why*/) const {}
void CommView::look_for_failures() const {}
void CommView::watch(std::vector<std::int64_t> /*processes*/) const {}
Status CommView::heard() const {
    return {};
}
void CommView::begin_round(std::int64_t /*round*/) const {}
std::int64_t CommView::round_of_loss() const {
    return 0;
}
bool CommView::is_lost() const {
    return false;
}
const std::string* CommView::why_closed_elsewhere(std::int64_t /*file*/) const {
    return nullptr;
}

void CommView::barrier() const {}
void CommView::meet() const {}
void CommView::broadcast(std::span<std::byte> /*bytes*/, int /*root*/) const {}
void CommView::broadcast(std::vector<std::byte>& /*bytes*/, int /*root*/) const {}
std::vector<std::byte> CommView::ask(std::int64_t question, int /*root*/, const Answer& answer,
                                     std::vector<std::byte> /*room*/) const {
    return answer(question);
}
void CommView::all_reduce_min(std::span<std::int64_t> /*values*/) const {}
void CommView::all_reduce_max(std::span<std::int64_t> /*values*/) const {}
void CommView::all_reduce_sum(std::span<std::int64_t> /*values*/) const {}
void CommView::all_reduce(std::span<std::int64_t> /*least*/,
                          std::span<std::int64_t> /*sums*/) const {}

std::vector<std::byte> CommView::all_gather(std::span<const std::byte> mine) const {
    return {mine.begin(), mine.end()};
}

std::vector<std::vector<std::byte>> CommView::gather(std::span<const std::byte> mine,
                                                     int /*root*/) const {
    return {{mine.begin(), mine.end()}};
}

Comm::Comm() = default;
Comm::~Comm() = default;
void Comm::use(Shortcut* /*shortcut*/) {}

Comm::Comm(Comm&& other) noexcept
    : view_(std::exchange(other.view_, {})), owned_(std::exchange(other.owned_, false)) {}

Comm& Comm::operator=(Comm&& other) noexcept {
    view_ = std::exchange(other.view_, {});
    owned_ = std::exchange(other.owned_, false);
    return *this;
}

Result<Comm> Comm::of_new(MPI_Comm handle) {
    Comm comm;
    comm.view_ = CommView(handle, 0, 1);
    comm.owned_ = true;
    return comm;
}

Status Comm::check(MPI_Comm /*original*/) {
    return {};
}

Result<Comm> Comm::duplicate(MPI_Comm original, Status mine) {
    if (!mine.ok()) return mine;
    return of_new(original);
}
CommView Comm::view_of(MPI_Comm original) {
    return {original, 0, 1};
}
bool Comm::is_of_one_rank(MPI_Comm /*original*/) {
    return true;
}
MPI_Comm Comm::self_if_alone(MPI_Comm original) {
    return original;
}
Comm Comm::self() {
    return of_new({}).value();
}
Result<Comm> Comm::split(CommView parent, int /*color*/) {
    return of_new(parent.handle());
}
Result<Comm> Comm::split_by_node(CommView parent) {
    return of_new(parent.handle());
}

void Comm::close() {
    view_ = {};
    owned_ = false;
}

bool is_running() {
    return true;
}

bool threads_may_call() {
    return true;
}

}  // namespace weft::mpi
