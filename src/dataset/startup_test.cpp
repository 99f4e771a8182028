// SPDX-License-Identifier: BSD-3-Clause
#include "dataset/startup.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace weft::dataset {
namespace {

/// A variable of the environment for one test.
class Setting {
public:
    Setting(const char* name, const char* value) : name_(name) {
        if (const char* const old = std::getenv(name)) old_ = old;
        setenv(name, value, 1);
    }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;
    ~Setting() {
        if (old_)
            setenv(name_, old_->c_str(), 1);
        else
            unsetenv(name_);
    }

private:
    const char* name_;
    std::optional<std::string> old_;
};

Startup startup_with(bool obeys_environment) {
    const Setting hints("PNETCDF_HINTS", "weft_trust=no;weft_parts=3;weft_web_whole=enable");
    const Setting safe("PNETCDF_SAFE_MODE", "1");
    const mpi::Hints none;
    const Status ready;
    return startup_of({.path = "a.nc",
                       .flags = 0,
                       .default_format = 1,
                       .hints = none,
                       .ready = ready,
                       .courtesies = {.environment = obeys_environment}});
}

TEST(Startup, ProgramsObeyTheEnvironment) {
    const Startup startup = startup_with(true);
    EXPECT_EQ(startup.hints.at("weft_parts"), "3");
    EXPECT_EQ(startup.hints.at("weft_trust"), "no");
    EXPECT_TRUE(startup.switches.safe_mode);
}

TEST(Startup, CommandsObeyOnlyTheHintsThatSayWhomTheUserTrusts) {
    const Startup startup = startup_with(false);
    const mpi::Hints trust = {{"weft_trust", "no"}, {"weft_web_whole", "enable"}};
    EXPECT_EQ(startup.hints, trust);
    EXPECT_FALSE(startup.switches.safe_mode);
}

}  // namespace
}  // namespace weft::dataset
