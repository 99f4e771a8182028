// SPDX-License-Identifier: BSD-3-Clause
#include "engine/twophase/schedule.hpp"

#include <algorithm>
#include <limits>

#include "engine/request/units.hpp"
#include "engine/twophase/batches.hpp"

namespace weft::engine::twophase {

Schedule::Schedule(const Subject& subject) : subject_(subject) {
    for (const OthersRequests::Member& known : subject.others.members) {
        if (known.described.list().empty()) continue;
        Member member{
            known.node, known.delegate, ListWalk(ListedShapes(known.described.list())), {}};
        member.offset =
            seek_in(member.walk, subject.domains, subject.domain, subject.domains.begin());
        members_.push_back(std::move(member));
    }
    if (std::shared_ptr<const Job> job = next_job()) begin_message(std::move(job), 0);
}

std::shared_ptr<const Job> Schedule::next_job() {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    std::int64_t lowest = none;
    for (const Member& member : members_) lowest = std::min(lowest, member.offset.value_or(none));
    if (lowest == none) return nullptr;
    const FileDomains::Window window = subject_.domains.at(lowest);
    const auto job = std::make_shared<Job>(Job{window.begin, window.end, {}});
    for (Member& member : members_) {
        if (member.offset.value_or(none) >= window.end) continue;
        const std::vector<Share>& shares = member.walk.take(window.begin, window.end);
        if (job->messages.empty() || job->messages.back().node != member.node)
            job->messages.push_back({member.node, member.delegate, 0, {}});
        NodeMessage& message = job->messages.back();
        message.bytes += bytes_of(shares);
        message.shares.insert(message.shares.end(), shares.begin(), shares.end());
        member.offset = seek_in(member.walk, subject_.domains, subject_.domain, window.end);
    }
    return job;
}

void Schedule::begin_message(std::shared_ptr<const Job> job, std::size_t message) {
    const std::int64_t bytes = job->messages[message].bytes;
    upcoming_ = Item{std::move(job), message, 0, std::min(bytes, subject_.limits.fragment_bytes)};
}

void Schedule::pass() {
    Item& item = *upcoming_;
    const std::int64_t bytes = item.job->messages[item.message].bytes;
    if (item.to < bytes) {
        item.from = item.to;
        item.to = std::min(item.from + subject_.limits.fragment_bytes, bytes);
    } else if (item.message + 1 < item.job->messages.size()) {
        begin_message(item.job, item.message + 1);
    } else if (std::shared_ptr<const Job> job = next_job()) {
        begin_message(std::move(job), 0);
    } else {
        upcoming_.reset();
    }
}

std::vector<std::int64_t> unit_numbers(const Schedule::Subject& subject, std::int64_t unit) {
    const FileDomains& domains = subject.domains;
    std::vector<std::int64_t> numbers;
    std::size_t known = 0;  // of them, those that are in order, each once
    for (const OthersRequests::Member& member : subject.others.members) {
        for (const RequestShape& item : member.described.list()) {
            const std::int64_t end = std::min(item.shape->end(), domains.end());
            std::int64_t at = std::max(item.shape->base(), domains.begin());
            while ((at = domains.next_in(subject.domain, at)) < end) {
                const std::int64_t stop = std::min(domains.at(at).end, end);
                add_unit_numbers(*item.shape, {at, stop}, unit, numbers);
                at = stop;
            }
        }
        if (numbers.size() <= 2 * known + 1024) continue;  // members that want the same are many
        keep_one_of_each(numbers);
        known = numbers.size();
    }
    keep_one_of_each(numbers);
    return numbers;
}

}  // namespace weft::engine::twophase
