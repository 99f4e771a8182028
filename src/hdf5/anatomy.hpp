// SPDX-License-Identifier: BSD-3-Clause
// The anatomy of a netCDF-4 file, for `weft check`: what libhdf5 says of it, and whether every
// chunk can be found, read and decompressed.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "container/anatomy.hpp"

namespace weft::hdf5 {

class Hdf5Anatomy final : public container::Anatomy {
public:
    explicit Hdf5Anatomy(std::string path) : path_(std::move(path)) {}

    Result<std::vector<Finding>> findings(int file) override;
    /// It is one file. What is not said of it here is Code::enotsupport.
    Result<std::optional<container::DividedFiles>> others() override { return {std::nullopt}; }
    std::optional<std::string> first_of() override { return std::nullopt; }
    Result<container::OneFile> one_file() override;
    Result<container::ExactPlaces> exact_places() override;
    Status visit_oddities(const std::function<bool(const container::Oddity&)>& use) override;
    Result<std::optional<Recovery>> recover(int file) override;
    Result<std::vector<std::string>> repair(int file) override;

private:
    std::string path_;
};

}  // namespace weft::hdf5
