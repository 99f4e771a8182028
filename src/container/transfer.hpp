// SPDX-License-Identifier: BSD-3-Clause
// What is moved in one call of the engine, file by file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/request/request.hpp"

namespace weft::container {

class Transfer {
public:
    explicit Transfer(engine::Direction direction) : first_{.direction = direction, .pieces = {}} {}

    [[nodiscard]] engine::Direction direction() const { return first_.direction; }

    /// The request to one of the files, to be added to.
    [[nodiscard]] engine::Request& to(std::size_t file) {
        if (file == 0) return first_;
        const auto [place, is_new] = others_.try_emplace(file);
        if (is_new) place->second.direction = direction();
        return place->second;
    }
    /// To the first file, which is the only one of most datasets.
    [[nodiscard]] engine::Request& first() { return first_; }

    [[nodiscard]] bool empty() const { return first_.pieces.empty() && others_.empty(); }

    /// Brings pieces into the order of their files.
    void sort() {
        first_.sort();
        for (auto& [file, request] : others_) request.sort();
    }

    /// In the order of the files; valid until the transfer changes.
    [[nodiscard]] std::vector<engine::FileRequest> requests() const {
        std::vector<engine::FileRequest> requests;
        if (!first_.pieces.empty() || others_.empty()) requests.push_back({0, &first_});
        for (const auto& [file, request] : others_) requests.push_back({file, &request});
        return requests;
    }

    /// Gives their memory back.
    void clear() {
        first_.pieces = engine::Pieces();
        others_.clear();
    }

private:
    engine::Request first_;
    std::map<std::size_t, engine::Request> others_;
};

}  // namespace weft::container
