// SPDX-License-Identifier: BSD-3-Clause
// The stores that the conformance tests run on.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "storage/faulty_calls.hpp"
#include "storage/faulty_store.hpp"
#include "storage/memory_store.hpp"
#include "storage/posix_store.hpp"
#include "storage/test_directory.hpp"

namespace weft::storage {

/// A store, an empty directory in it, and what a store itself cannot make.
class Place {
public:
    virtual ~Place() = default;
    virtual Store& store() = 0;
    virtual std::string directory() = 0;  // "": not available here
    virtual void make_directory(const std::string& path) = 0;
    virtual void make_symlink(const std::string& path, const std::string& target) = 0;
};

class PosixPlace : public Place {
public:
    explicit PosixPlace(const std::filesystem::path& parent) : directory_(parent) {}
    Store& store() override { return store_; }
    std::string directory() override { return directory_.path(); }
    void make_directory(const std::string& path) override {
        std::filesystem::create_directory(path);
    }
    void make_symlink(const std::string& path, const std::string& target) override {
        std::filesystem::create_symlink(target, path);
    }

private:
    TestDirectory directory_;
    FaultTrigger never_;
    FaultySystemCalls calls_{never_};
    PosixStore store_{calls_};
};

class MemoryPlace : public Place {
public:
    MemoryPlace() {
        EXPECT_TRUE(store_.make_directory("/room").ok());
        store_.allow_insertion();
    }
    Store& store() override { return store_; }
    std::string directory() override { return "/room"; }
    void make_directory(const std::string& path) override {
        EXPECT_TRUE(store_.make_directory(path).ok());
    }
    void make_symlink(const std::string& path, const std::string& target) override {
        EXPECT_TRUE(store_.make_symlink(path, target).ok());
    }

private:
    MemoryStore store_;
};

class FaultyPlace : public Place {
public:
    explicit FaultyPlace(std::unique_ptr<Place> inner) : inner_(std::move(inner)) {}
    Store& store() override { return store_; }
    std::string directory() override { return inner_->directory(); }
    void make_directory(const std::string& path) override { inner_->make_directory(path); }
    void make_symlink(const std::string& path, const std::string& target) override {
        inner_->make_symlink(path, target);
    }

private:
    std::unique_ptr<Place> inner_;
    FaultTrigger never_;
    FaultyStore store_{inner_->store(), never_};
};

inline std::unique_ptr<Place> place_on_disk() {
    return std::make_unique<PosixPlace>(std::filesystem::temp_directory_path());
}

struct PlaceCase {
    const char* name;
    std::function<std::unique_ptr<Place>()> make;
};

inline const PlaceCase place_cases[] = {
    {"PosixDisk", place_on_disk},
    {"PosixSharedMemory", [] { return std::make_unique<PosixPlace>("/dev/shm"); }},
    {"Memory", [] { return std::make_unique<MemoryPlace>(); }},
    {"FaultyMemory", [] { return std::make_unique<FaultyPlace>(std::make_unique<MemoryPlace>()); }},
    {"FaultyPosix", [] { return std::make_unique<FaultyPlace>(place_on_disk()); }},
};

inline void PrintTo(const PlaceCase& place, std::ostream* out) {
    *out << place.name;
}

class StoreConformance : public testing::TestWithParam<PlaceCase> {
protected:
    void SetUp() override {
        place_ = GetParam().make();
        if (place_->directory().empty()) GTEST_SKIP() << "cannot write there";
    }

    Store& store() { return place_->store(); }
    std::string in_room(const std::string& name) { return place_->directory() + "/" + name; }

    std::unique_ptr<Place> place_;
};

}  // namespace weft::storage
