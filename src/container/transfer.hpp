// SPDX-License-Identifier: BSD-3-Clause
// The requests of one call of the engine, one for each file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "engine/request/request.hpp"

namespace weft::container {

class Transfer {
public:
    explicit Transfer(engine::Direction direction) : first_{.direction = direction, .pieces = {}} {}

    [[nodiscard]] engine::Direction direction() const { return first_.direction; }

    /// The request for a file, which the caller extends.
    [[nodiscard]] engine::Request& to(std::size_t file) {
        if (file == 0) return first_;
        const auto [place, is_new] = others_.try_emplace(file);
        if (is_new) place->second.direction = direction();
        return place->second;
    }
    /// The request for the first file, the only file of most datasets.
    [[nodiscard]] engine::Request& first() { return first_; }

    [[nodiscard]] bool empty() const { return first_.pieces.empty() && others_.empty(); }

    /// Adds the pieces of another one in the same direction.
    void add(Transfer more) {
        append(first_.pieces, std::move(more.first_.pieces));
        for (auto& [file, request] : more.others_)
            append(to(file).pieces, std::move(request.pieces));
    }

    /// Sorts the pieces by their offset in each file.
    void sort() {
        first_.sort();
        for (auto& [file, request] : others_) request.sort();
    }

    /// The requests in order of their files; valid until the transfer changes.
    [[nodiscard]] std::vector<engine::FileRequest> requests() const {
        std::vector<engine::FileRequest> requests;
        if (!first_.pieces.empty() || others_.empty()) requests.push_back({0, &first_});
        for (const auto& [file, request] : others_) requests.push_back({file, &request});
        return requests;
    }

    /// Frees the memory of the pieces.
    void clear() {
        first_.pieces = engine::Pieces();
        others_.clear();
    }

private:
    static void append(engine::Pieces& pieces, engine::Pieces more) {
        pieces.insert(pieces.end(), std::make_move_iterator(more.begin()),
                      std::make_move_iterator(more.end()));
    }

    engine::Request first_;
    std::map<std::size_t, engine::Request> others_;
};

}  // namespace weft::container
