// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/fault_plan.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::storage {
namespace {

TEST(FaultPlan, ReadsItsTextForm) {
    const FaultPlan plan = FaultPlan::parse("write:7:ENOSPC").value();
    EXPECT_EQ(plan.operation, Operation::write);
    EXPECT_EQ(plan.call, 7);
    EXPECT_EQ(plan.effect, FaultPlan::Effect::error);
    EXPECT_EQ(plan.error_number, ENOSPC);
    EXPECT_FALSE(plan.forever);

    const FaultPlan all = FaultPlan::parse("any:12:EIO:forever").value();
    EXPECT_FALSE(all.operation);
    EXPECT_EQ(all.error_number, EIO);
    EXPECT_TRUE(all.forever);

    EXPECT_EQ(FaultPlan::parse("read:1:SHORT").value().effect, FaultPlan::Effect::cut_short);
    EXPECT_EQ(FaultPlan::parse("any:1:ZERO:forever").value().effect,
              FaultPlan::Effect::nothing_moved);
    EXPECT_EQ(FaultPlan::parse("any:0:EINTR").value().error_number, EINTR);
}

TEST(FaultPlan, KnowsEveryOperation) {
    for (const char* name : {"open", "read", "write", "size", "resize", "sync", "close", "lock",
                             "remove", "rename", "inspect"}) {
        const auto plan = FaultPlan::parse(name + std::string(":1:EIO"));
        ASSERT_TRUE(plan.ok() && plan.value().operation) << name;
        EXPECT_EQ(name_of(*plan.value().operation), name);
    }
}

TEST(FaultPlan, RefusesOtherText) {
    for (const char* text :
         {"", "write", "write:7", "write:7:", "write::EIO", "write:-1:EIO", "write:x:EIO",
          "write:7x:EIO", "wrote:7:EIO", "write:7:EWHAT", "write:7:eio", "write:7:EIO:once",
          "write:7:EIO:forever:", "write:7:EIO:forever:x", "any:1:EINTR:forever", "sync:1:SHORT",
          "open:1:ZERO", "write:99999999999999999999:EIO", " write:7:EIO"}) {
        EXPECT_EQ(FaultPlan::parse(text).code(), Code::einval) << text;
    }
}

TEST(FaultPlan, SaysWhereItsTextIsWrong) {
    struct Wrong {
        const char* text;
        int character;
    };
    for (const Wrong& wrong : {Wrong{"", 1}, Wrong{"wrote:7:EIO", 1}, Wrong{"write", 7},
                               Wrong{"write:x:EIO", 7}, Wrong{"write:7:EWHAT", 9},
                               Wrong{"write:7:EIO:once", 13}, Wrong{"write:7:EIO:forever:", 13}}) {
        const std::string said = FaultPlan::parse(wrong.text).status().context();
        const std::string place =
            "character " + std::to_string(wrong.character) + " of '" + wrong.text + "'";
        EXPECT_NE(said.find(place), std::string::npos) << said;
    }
}

TEST(FaultTrigger, FailsOneCallOfItsKind) {
    FaultTrigger trigger(FaultPlan::parse("write:2:EIO").value());
    EXPECT_EQ(trigger.next(Operation::write), nullptr);
    EXPECT_EQ(trigger.next(Operation::read), nullptr);
    EXPECT_NE(trigger.next(Operation::write), nullptr);
    EXPECT_EQ(trigger.next(Operation::write), nullptr);
    EXPECT_EQ(trigger.calls(), 4);
    EXPECT_EQ(trigger.calls(Operation::write), 3);
    EXPECT_EQ(trigger.faults(), 1);
}

TEST(FaultTrigger, FailsAllCallsFromOneOn) {
    FaultTrigger trigger(FaultPlan::parse("any:2:EIO:forever").value());
    EXPECT_EQ(trigger.next(Operation::write), nullptr);
    EXPECT_NE(trigger.next(Operation::sync), nullptr);
    EXPECT_NE(trigger.next(Operation::close), nullptr);
    EXPECT_EQ(trigger.faults(), 2);
}

TEST(FaultTrigger, OnlyCountsForCallZero) {
    FaultTrigger trigger(FaultPlan::parse("any:0:EIO:forever").value());
    for (int i = 0; i < 5; ++i) EXPECT_EQ(trigger.next(Operation::read), nullptr);
    EXPECT_EQ(trigger.calls(), 5);
    EXPECT_EQ(trigger.faults(), 0);
}

}  // namespace
}  // namespace weft::storage
