// SPDX-License-Identifier: BSD-3-Clause
// The stores that the conformance tests run on.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/any_store.hpp"
#include "storage/background_file.hpp"
#include "storage/late_file.hpp"
#include "storage/posix_store.hpp"
#include "storage/read_only_store.hpp"
#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"
#include "storage/testing/faulty_calls.hpp"
#include "storage/testing/faulty_store.hpp"
#include "storage/testing/memory_store.hpp"
#include "storage/testing/stale_store.hpp"
#include "storage/testing/throttled_store.hpp"
#include "storage/testing/virtual_clock.hpp"

namespace weft::storage {

/// A store, an empty directory in it, and what a store itself cannot make.
class TestPlace {
public:
    virtual ~TestPlace() = default;
    virtual Store& store() = 0;
    virtual std::string directory() = 0;  // "": not available here
    virtual void make_directory(const std::string& path) = 0;
    virtual void make_symlink(const std::string& path, const std::string& target) = 0;
    /// Makes a file of this text.
    virtual void put(const std::string& path, std::string_view text) {
        put_text(store(), path, text);
    }
};

class PosixPlace : public TestPlace {
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

class MemoryPlace : public TestPlace {
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

/// Another place, seen through a store that stands for its own.
class PlaceBehind : public TestPlace {
public:
    explicit PlaceBehind(std::unique_ptr<TestPlace> inner) : inner_(std::move(inner)) {}
    std::string directory() override { return inner_->directory(); }
    void make_directory(const std::string& path) override { inner_->make_directory(path); }
    void make_symlink(const std::string& path, const std::string& target) override {
        inner_->make_symlink(path, target);
    }

protected:
    Store& inner() { return inner_->store(); }

private:
    std::unique_ptr<TestPlace> inner_;
};

class FaultyPlace : public PlaceBehind {
public:
    using PlaceBehind::PlaceBehind;
    Store& store() override { return store_; }

private:
    FaultTrigger never_;
    FaultyStore store_{inner(), never_};
};

class AnyPlace : public PlaceBehind {
public:
    using PlaceBehind::PlaceBehind;
    Store& store() override { return store_; }

private:
    AnyStore store_{std::make_unique<ForwardingStore>(inner())};
};

class StalePlace : public PlaceBehind {
public:
    using PlaceBehind::PlaceBehind;
    Store& store() override { return store_; }

private:
    StaleStore store_{inner()};
};

/// Files that their store has opened are changed by `change`.
class ChangingStore final : public ForwardingStore {
public:
    using Change = std::function<std::unique_ptr<File>(std::unique_ptr<File>, const std::string&,
                                                       const Intent&)>;
    ChangingStore(Store& inner, Change change)
        : ForwardingStore(inner), change_(std::move(change)) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override {
        Result<Opened> opened = inner().open(path, intent);
        if (!opened.ok()) return opened;
        std::unique_ptr<File>& file = opened.value().file;
        file = change_(std::move(file), path, intent);
        return opened;
    }

private:
    Change change_;
};

class BackgroundPlace : public PlaceBehind {
public:
    /// A queue so short that it is often full.
    explicit BackgroundPlace(std::unique_ptr<TestPlace> place, Clock& clock = machine_clock())
        : PlaceBehind(std::move(place)),
          store_(inner(), [&clock](std::unique_ptr<File> file, const std::string&, const Intent&) {
              return std::make_unique<BackgroundFile>(std::move(file), 250, clock);
          }) {}
    Store& store() override { return store_; }

private:
    ChangingStore store_;
};

/// Files that another host has made; here they are opened at their first use.
class LatePlace : public PlaceBehind {
public:
    explicit LatePlace(std::unique_ptr<TestPlace> place)
        : PlaceBehind(std::move(place)),
          store_(inner(), [this](const std::unique_ptr<File>& file, const std::string& path,
                                 const Intent& intent) {
              auto late = std::make_unique<LateFile>(inner(), path, intent.writable,
                                                     file->identity().value());
              EXPECT_TRUE(late->size().ok());
              return late;
          }) {}
    Store& store() override { return store_; }

private:
    ChangingStore store_;
};

/// Shows the files of another store, for reading.
class ShowingStore final : public ReadOnlyStore {
public:
    explicit ShowingStore(Store& shown) : ReadOnlyStore("it is only shown"), shown_(shown) {}
    Result<PathFacts> inspect(const std::string& path) override { return shown_.inspect(path); }
    Result<Speed> measure(const std::string& path) override { return shown_.measure(path); }

protected:
    Result<Opened> open_to_read(const std::string& path, const Intent& intent) override {
        return shown_.open(path, intent);
    }

private:
    Store& shown_;
};

class ReadOnlyPlace : public PlaceBehind {
public:
    using PlaceBehind::PlaceBehind;
    Store& store() override { return store_; }
    void put(const std::string& path, std::string_view text) override {
        put_text(inner(), path, text);
    }

private:
    ShowingStore store_{inner()};
};

/// A place on a slow target, on which time passes at once.
class ThrottledPlace : public PlaceBehind {
public:
    using PlaceBehind::PlaceBehind;
    Store& store() override { return store_; }
    Clock& clock() { return clock_; }

private:
    VirtualClock clock_{1};
    ThrottledStore store_{
        inner(), clock_, {{.directory = directory(), .call = 1, .byte = 1e-3, .round_trip = 2}}};
};

inline std::unique_ptr<TestPlace> place_on_disk() {
    return std::make_unique<PosixPlace>(std::filesystem::temp_directory_path());
}

struct PlaceCase {
    const char* name;
    std::function<std::unique_ptr<TestPlace>()> make;
};

/// The places that the tests of this program run on.
std::vector<PlaceCase> place_cases();
/// The places where files can only be read.
std::vector<PlaceCase> read_only_place_cases();

/// A place of a store with tests of its own, where a static object of them adds it to the others.
class AddedPlace {
public:
    enum class Use { reading, all };
    AddedPlace(PlaceCase place, Use use) { all(use).push_back(std::move(place)); }
    static std::vector<PlaceCase>& all(Use use) {
        static std::array<std::vector<PlaceCase>, 2> places;
        return places[static_cast<std::size_t>(use)];
    }
};

/// The cases of all lists.
inline std::vector<PlaceCase> all_of(const std::vector<std::vector<PlaceCase>>& lists) {
    std::vector<PlaceCase> all;
    for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}
inline std::vector<PlaceCase> writable_places() {
    return all_of({place_cases(), AddedPlace::all(AddedPlace::Use::all)});
}
inline std::vector<PlaceCase> readable_places() {
    return all_of(
        {writable_places(), read_only_place_cases(), AddedPlace::all(AddedPlace::Use::reading)});
}

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

    std::unique_ptr<TestPlace> place_;
};

}  // namespace weft::storage
