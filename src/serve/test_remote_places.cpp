// SPDX-License-Identifier: BSD-3-Clause
// Files behind a session, for the tests that every store passes.
#include <string>
#include <utility>

#include "serve/test_server.hpp"
#include "storage/test_places.hpp"

namespace weft::storage {
namespace {

/// The names of the inner place, as if it were on another machine.
class FarStore final : public Store {
public:
    FarStore(Store& inner, bool is_old) : server_(inner) { server_.is_old = is_old; }

    Result<Opened> open(const std::string& path, const Intent& intent) override {
        return far_.open(far(path), intent);
    }
    void will_open(const std::string& path, const Prospect& prospect) override {
        far_.will_open(far(path), prospect);
    }
    Status remove(const std::string& path) override { return far_.remove(far(path)); }
    Status rename(const std::string& from, const std::string& to) override {
        return far_.rename(far(from), far(to));
    }
    Status sync_directory_of(const std::string& path) override {
        return far_.sync_directory_of(far(path));
    }
    Result<PathFacts> inspect(const std::string& path) override { return far_.inspect(far(path)); }
    Result<Speed> measure(const std::string& path) override { return far_.measure(far(path)); }

private:
    static std::string far(const std::string& path) { return "ssh://far/~/" + path; }

    serve::TestServer server_;
    remote::RemoteStore far_{{[this](const remote::Destination&) { return server_.session(); },
                              [](const remote::Destination&, const Prospect&) {}}};
};

class FarPlace : public PlaceBehind {
public:
    /// `is_old`: the server is an older one.
    explicit FarPlace(std::unique_ptr<TestPlace> inner, bool is_old = false)
        : PlaceBehind(std::move(inner)), store_(PlaceBehind::inner(), is_old) {}
    Store& store() override { return store_; }

private:
    FarStore store_;
};

}  // namespace

std::vector<PlaceCase> place_cases() {
    return {
        {"RemotePosix", [] { return std::make_unique<FarPlace>(place_on_disk()); }},
        {"RemoteMemory",
         [] { return std::make_unique<FarPlace>(std::make_unique<MemoryPlace>()); }},
        {"OldRemoteMemory",
         [] { return std::make_unique<FarPlace>(std::make_unique<MemoryPlace>(), true); }},
        {"BackgroundRemotePosix",
         [] {
             return std::make_unique<BackgroundPlace>(std::make_unique<FarPlace>(place_on_disk()));
         }},
    };
}

std::vector<PlaceCase> read_only_place_cases() {
    return {};
}

}  // namespace weft::storage
