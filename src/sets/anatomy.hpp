// SPDX-License-Identifier: BSD-3-Clause
// The anatomy of a classic file, or of the set whose master it is.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "container/anatomy.hpp"
#include "parts/master.hpp"
#include "storage/any_store.hpp"

namespace weft::sets {

class SetAnatomy final : public container::Anatomy {
public:
    explicit SetAnatomy(std::string path) : path_(std::move(path)) {}

    Result<std::optional<container::DividedFiles>> others() override;
    std::optional<std::string> first_of() override;
    Result<container::OneFile> one_file() override;
    Result<container::ExactPlaces> exact_places() override;
    Status visit_oddities(const std::function<bool(const container::Oddity&)>& use) override;
    Result<std::vector<Finding>> findings(int file) override;
    Result<std::optional<Recovery>> recover(int file) override;
    Result<std::vector<std::string>> repair(int file) override;

private:
    /// The set, which is read when it is first asked for.
    const Result<std::optional<parts::Set>>& set();
    [[nodiscard]] std::string path_of_part(const parts::Set& set, int part) const;
    /// The set of which the file is a part; none for the first file.
    Result<const parts::Set*> set_of(int file);

    std::string path_;
    storage::AnyStore store_;
    std::optional<Result<std::optional<parts::Set>>> set_;
};

}  // namespace weft::sets
