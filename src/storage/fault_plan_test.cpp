// SPDX-License-Identifier: BSD-3-Clause
#include "storage/fault_plan.hpp"

#include <gtest/gtest.h>

#include <string>

namespace weft::storage {
namespace {

TEST(FaultPlan, ReadsItsTextForm) {
    const auto plan = FaultPlan::parse("write:7:ENOSPC");
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->operation, Operation::write);
    EXPECT_EQ(plan->call, 7);
    EXPECT_EQ(plan->effect, FaultPlan::Effect::error);
    EXPECT_EQ(plan->error_number, ENOSPC);
    EXPECT_FALSE(plan->forever);

    const auto all = FaultPlan::parse("any:12:EIO:forever");
    ASSERT_TRUE(all);
    EXPECT_FALSE(all->operation);
    EXPECT_EQ(all->error_number, EIO);
    EXPECT_TRUE(all->forever);

    EXPECT_EQ(FaultPlan::parse("read:1:SHORT")->effect, FaultPlan::Effect::cut_short);
    EXPECT_EQ(FaultPlan::parse("any:1:ZERO:forever")->effect, FaultPlan::Effect::nothing_moved);
    EXPECT_EQ(FaultPlan::parse("any:0:EINTR")->error_number, EINTR);
}

TEST(FaultPlan, KnowsEveryOperation) {
    for (const char* name : {"open", "read", "write", "size", "resize", "sync", "close", "lock",
                             "remove", "rename", "inspect"}) {
        const auto plan = FaultPlan::parse(name + std::string(":1:EIO"));
        ASSERT_TRUE(plan && plan->operation) << name;
        EXPECT_EQ(name_of(*plan->operation), name);
    }
}

TEST(FaultPlan, RefusesOtherText) {
    for (const char* text :
         {"", "write", "write:7", "write:7:", "write::EIO", "write:-1:EIO", "write:x:EIO",
          "write:7x:EIO", "wrote:7:EIO", "write:7:EWHAT", "write:7:eio", "write:7:EIO:once",
          "write:7:EIO:forever:", "write:7:EIO:forever:x", "any:1:EINTR:forever", "sync:1:SHORT",
          "open:1:ZERO", "write:99999999999999999999:EIO", " write:7:EIO"}) {
        EXPECT_FALSE(FaultPlan::parse(text)) << text;
    }
}

TEST(FaultTrigger, FailsOneCallOfItsKind) {
    FaultTrigger trigger(*FaultPlan::parse("write:2:EIO"));
    EXPECT_EQ(trigger.next(Operation::write), nullptr);
    EXPECT_EQ(trigger.next(Operation::read), nullptr);
    EXPECT_NE(trigger.next(Operation::write), nullptr);
    EXPECT_EQ(trigger.next(Operation::write), nullptr);
    EXPECT_EQ(trigger.calls(), 4);
    EXPECT_EQ(trigger.calls(Operation::write), 3);
    EXPECT_EQ(trigger.faults(), 1);
}

TEST(FaultTrigger, FailsAllCallsFromOneOn) {
    FaultTrigger trigger(*FaultPlan::parse("any:2:EIO:forever"));
    EXPECT_EQ(trigger.next(Operation::write), nullptr);
    EXPECT_NE(trigger.next(Operation::sync), nullptr);
    EXPECT_NE(trigger.next(Operation::close), nullptr);
    EXPECT_EQ(trigger.faults(), 2);
}

TEST(FaultTrigger, OnlyCountsForCallZero) {
    FaultTrigger trigger(*FaultPlan::parse("any:0:EIO:forever"));
    for (int i = 0; i < 5; ++i) EXPECT_EQ(trigger.next(Operation::read), nullptr);
    EXPECT_EQ(trigger.calls(), 5);
    EXPECT_EQ(trigger.faults(), 0);
}

}  // namespace
}  // namespace weft::storage
