// SPDX-License-Identifier: BSD-3-Clause
#include "storage/lustre_request.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/checked.hpp"
#include "storage/lustre_format.hpp"

namespace weft::storage::lustre {
namespace {

constexpr std::int64_t stripe_granule = 64 << 10;
constexpr std::int64_t most_stripe_bytes = (std::int64_t{1} << 32) - stripe_granule;
constexpr std::int64_t usual_stripe_bytes = 1 << 20;
constexpr int most_stripes = 2000;

template <class Number>
void put(std::vector<std::byte>& bytes, std::size_t offset, Number value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

}  // namespace

std::vector<std::byte> sent_bytes(const LayoutRequest& request) {
    const bool is_specific = !request.targets.empty();
    const bool has_pool = is_specific || !request.pool.empty();
    std::vector<std::byte> bytes(plain_bytes + (has_pool ? pool_bytes : 0) +
                                 request.targets.size() * object_bytes);
    const auto first =
        is_specific ? static_cast<int>(request.targets.front()) : request.first_target;
    put(bytes, 0, is_specific ? magic_specific : has_pool ? magic_v3 : magic_v1);
    put(bytes, pattern_place, pattern_striped | (request.is_overstriped ? pattern_overstriped : 0));
    put(bytes, stripe_bytes_place, static_cast<std::uint32_t>(request.stripe_bytes));
    put(bytes, stripes_place, static_cast<std::uint16_t>(request.stripes));
    put(bytes, first_target_place, first < 0 ? any_target : static_cast<std::uint16_t>(first));
    std::ranges::copy(
        std::as_bytes(std::span(request.pool)).first(std::min(request.pool.size(), pool_bytes - 1)),
        bytes.begin() + plain_bytes);
    for (std::size_t i = 0; i < request.targets.size(); ++i)
        put(bytes, plain_bytes + pool_bytes + i * object_bytes + target_in_object,
            request.targets[i]);
    return bytes;
}

namespace {

/// The number of stripes: as many as wished, or one for each writer, limited by the targets.
int stripes_for(const StripingWish& wish, const FolderFacts& facts, const Component* folder) {
    const int each = std::max(1, wish.stripes_per_target);
    const int targets = facts.target_count > 0 ? facts.target_count : most_stripes;
    const auto most = static_cast<int>(
        std::min<std::int64_t>(static_cast<std::int64_t>(targets) * each, most_stripes));
    if (wish.stripes > 0) return std::min(wish.stripes, most);
    if (wish.inherits && (folder == nullptr || folder->stripes == Component::all))
        return folder == nullptr ? 0 : Component::all;
    if (wish.inherits) return std::min(folder->stripes, most);
    const std::int64_t wanted = static_cast<std::int64_t>(std::min(wish.writers, targets)) * each;
    return static_cast<int>(std::clamp<std::int64_t>(wanted, 1, most));
}

std::int64_t stripe_bytes_for(const StripingWish& wish, const Component* folder) {
    if (wish.stripe_bytes == 0 && wish.inherits)
        return folder == nullptr ? 0 : folder->stripe_bytes;
    const std::int64_t asked = wish.stripe_bytes > 0 ? wish.stripe_bytes : usual_stripe_bytes;
    return round_up(std::clamp(asked, stripe_granule, most_stripe_bytes), stripe_granule);
}

/// The targets in turn from the first one on, so that each gets its stripes.
std::vector<std::uint32_t> targets_in_turn(int first, int stripes, int each, int target_count) {
    const int targets = std::max(1, stripes / each);
    std::vector<std::uint32_t> list;
    for (int i = 0; i < stripes; ++i)
        list.push_back(static_cast<std::uint32_t>((first + i % targets) % target_count));
    return list;
}

}  // namespace

std::vector<LayoutRequest> requests_for(const StripingWish& wish, const FolderFacts& facts) {
    // Files of a folder with a pool belong in the pool.
    const Component* const folder = prevailing(facts.folder, 0);
    LayoutRequest request;
    if (folder != nullptr) request.pool = folder->pool;
    request.stripes = stripes_for(wish, facts, folder);
    request.stripe_bytes = stripe_bytes_for(wish, folder);
    const int each = std::max(1, wish.stripes_per_target);
    request.is_overstriped = each > 1 && request.stripes > 1;
    if (request.is_overstriped && request.stripes == Component::all)
        request.stripes = std::min(std::max(1, facts.target_count) * each, most_stripes);
    if (wish.first_target >= 0) {
        const std::int64_t first =
            facts.target_count > 0 ? wish.first_target % facts.target_count : wish.first_target;
        request.first_target = first < any_target ? static_cast<int>(first) : -1;
    }
    std::vector<LayoutRequest> requests;
    // Without a list, Lustre gives a target a second stripe only if all targets have one. A request
    // has a list of targets or a pool, not both.
    if (request.is_overstriped && facts.target_count > 0 && request.pool.empty()) {
        const auto count = static_cast<std::uint64_t>(facts.target_count);
        const int first =
            request.first_target >= 0 ? request.first_target : static_cast<int>(facts.file % count);
        LayoutRequest listed = request;
        listed.targets = targets_in_turn(first, request.stripes, each, facts.target_count);
        requests.push_back(listed);
    }
    requests.push_back(request);
    // The target may be out of service, or outside the pool.
    if (request.first_target >= 0) {
        request.first_target = -1;
        requests.push_back(request);
    }
    return requests;
}

}  // namespace weft::storage::lustre
