// SPDX-License-Identifier: BSD-3-Clause
// A store that wraps another one, and forwards all calls that a derived class does not change.
#pragma once

#include <utility>

#include "storage/store.hpp"

namespace weft::storage {

class ForwardingStore : public Store {
public:
    explicit ForwardingStore(std::unique_ptr<Store> inner)
        : owned_(std::move(inner)), inner_(*owned_) {}
    /// `inner` must outlive this.
    explicit ForwardingStore(Store& inner) : inner_(inner) {}

    Result<Opened> open(const std::string& path, const Intent& intent) override {
        return inner_.open(path, intent);
    }
    void will_open(const std::string& path, const Prospect& prospect) override {
        inner_.will_open(path, prospect);
    }
    Status remove(const std::string& path) override { return inner_.remove(path); }
    Status rename(const std::string& from, const std::string& to) override {
        return inner_.rename(from, to);
    }
    Status sync_directory_of(const std::string& path) override {
        return inner_.sync_directory_of(path);
    }
    Result<PathFacts> inspect(const std::string& path) override { return inner_.inspect(path); }
    Result<Speed> measure(const std::string& path) override { return inner_.measure(path); }

protected:
    Store& inner() { return inner_; }

private:
    std::unique_ptr<Store> owned_;
    Store& inner_;
};

}  // namespace weft::storage
