// SPDX-License-Identifier: BSD-3-Clause
// The bytes of one file: what is here already, what is on its way because it will be wanted, and
// what has to be asked for now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "web/client.hpp"
#include "web/place.hpp"
#include "web/range_plan.hpp"
#include "web/transfer.hpp"

namespace weft::web {

/// A part of the file, and the memory that it goes to.
struct Wanted {
    std::int64_t offset = 0;
    std::span<std::byte> into;

    [[nodiscard]] std::int64_t end() const { return offset + std::ssize(into); }
};

/// Fetches parts of a file. Used by one thread at a time. All parts lie within the file.
class Fetcher {
public:
    /// `head`: the beginning of the file, which is here. `place` has a version.
    Fetcher(Place place, std::vector<std::byte> head);
    ~Fetcher();
    Fetcher(const Fetcher&) = delete;
    Fetcher& operator=(const Fetcher&) = delete;

    [[nodiscard]] const Place& place() const { return place_; }
    /// Waits until all parts are in their memory. `wanted`: in rising order, none over another.
    Status read(std::span<const Wanted> wanted);
    /// Announces that these parts, in rising order, will be read: requests them now, as far as
    /// there is room. Parts that are not read are dropped when others need the room.
    void expect(std::span<const Part> parts);
    /// The number of further bytes that may be expected.
    [[nodiscard]] std::int64_t room() const { return most_ahead() - ahead_bytes_; }
    [[nodiscard]] Link link() const;
    /// Drops what is expected.
    void forget();

private:
    /// A part that was asked for ahead.
    struct Ahead {
        std::vector<std::byte> bytes;
        std::unique_ptr<Transfer> transfer;
        std::int64_t number = 0;  // the order in which they were asked for
        [[nodiscard]] std::int64_t end() const { return transfer->asked().end(); }
    };
    /// A request for what is wanted now. Several parts come through a buffer.
    struct Now {
        std::vector<std::byte> buffer;
        std::unique_ptr<Transfer> transfer;
        std::span<const Wanted> parts;
        void hand_out() const;
    };
    class Leaving;
    using Aheads = std::map<std::int64_t, Ahead>;  // by their offset

    [[nodiscard]] std::int64_t most_ahead() const;
    Client& client();
    void rest();
    std::vector<Wanted> without_head(std::span<const Wanted> wanted) const;
    [[nodiscard]] Aheads::iterator ahead_with(std::int64_t offset);
    /// Splits parts into those that are on their way, and the others.
    void divide(std::span<const Wanted> wanted, std::vector<Wanted>& coming,
                std::vector<Wanted>& missing);
    [[nodiscard]] std::vector<Now> requests_for(std::span<const Wanted> missing);
    void await(const std::vector<Now>& now, std::span<const Wanted> coming);
    void ask_directly(const Wanted& part, std::vector<Now>& all);
    [[nodiscard]] bool has_come(const Wanted& part);
    /// A good status unless its transfer has failed.
    [[nodiscard]] Status failure_of(const Wanted& part);
    void take_coming(const Wanted& part);
    void start(Transfer& transfer);
    void expect_one(const Part& part);
    void drop(Aheads::iterator one);
    void make_room(std::int64_t bytes);

    Place place_;
    std::vector<std::byte> head_;
    ClientLease client_;
    Aheads ahead_;
    std::int64_t ahead_bytes_ = 0;
    std::int64_t asked_ahead_ = 0;
};

}  // namespace weft::web
