// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/faulty_store.hpp"

#include <gtest/gtest.h>

#include <string>

#include "storage/test_bytes.hpp"
#include "storage/testing/memory_store.hpp"

namespace weft::storage {
namespace {

/// The first failure of a little work that uses every operation once or more.
Status work(Store& store) {
    Status status;
    auto file = store.open_file("a", to_create);
    if (!file.ok()) return file.status();
    status.keep_first(file.value()->write_at(0, bytes_of("some text")));
    status.keep_first(file.value()->resize(100));
    status.keep_first(file.value()->reserve(100, 100));
    std::string text(100, '?');
    const auto got = file.value()->read_at(0, std::as_writable_bytes(std::span(text)));
    status.keep_first(got.status());
    if (got.ok() && got.value() < 100) status.keep_first({Code::etrunc, "cut short"});
    status.keep_first(file.value()->size().status());
    status.keep_first(file.value()->lock(0, 1).status());
    status.keep_first(file.value()->sync());
    status.keep_first(file.value()->close());
    status.keep_first(store.inspect("a").status());
    status.keep_first(store.rename("a", "b"));
    status.keep_first(store.sync_directory_of("b"));
    status.keep_first(store.remove("b"));
    return status;
}

TEST(FaultyStore, FailsEachOperationWithItsCode) {
    struct Case {
        const char* plan;
        Code code;
    };
    const Case cases[] = {
        {"open:1:EACCES", Code::eaccess},     {"open:1:ENOENT", Code::enoent},
        {"write:1:EIO", Code::ewrite},        {"write:1:ENOSPC", Code::eno_space},
        {"write:1:EDQUOT", Code::equota},     {"write:1:SHORT", Code::ewrite},
        {"write:1:ZERO", Code::ewrite},       {"read:1:EIO", Code::eread},
        {"read:1:ENOMEM", Code::enomem},      {"read:1:SHORT", Code::etrunc},
        {"read:1:ZERO", Code::etrunc},        {"size:1:EIO", Code::eread},
        {"resize:1:EFBIG", Code::ewrite},     {"sync:1:EIO", Code::ewrite},
        {"resize:2:ENOSPC", Code::eno_space}, {"sync:2:EIO", Code::ewrite},
        {"close:1:EDQUOT", Code::equota},     {"lock:1:ENOLCK", Code::enotsupport},
        {"inspect:1:EACCES", Code::eaccess},  {"rename:1:EROFS", Code::eaccess},
        {"remove:1:EPERM", Code::eaccess},    {"any:1:EINTR", Code::noerr},
        {"write:1:EINTR", Code::noerr},       {"write:2:EIO", Code::noerr},
        {"write:0:EIO:forever", Code::noerr},
    };
    for (const Case& test : cases) {
        MemoryStore memory;
        FaultTrigger trigger(FaultPlan::parse(test.plan).value());
        FaultyStore store(memory, trigger);
        EXPECT_EQ(work(store).code(), test.code) << test.plan;
    }
}

TEST(FaultyStore, FailsEveryCallOfASweep) {
    for (const char* what : {"EIO", "EIO:forever", "ENOMEM"}) {
        std::int64_t call = 1;
        for (;; ++call) {
            MemoryStore memory;
            FaultTrigger trigger(
                FaultPlan::parse("any:" + std::to_string(call) + ":" + what).value());
            FaultyStore store(memory, trigger);
            const Status status = work(store);
            if (trigger.faults() == 0) {
                EXPECT_TRUE(status.ok());
                break;
            }
            EXPECT_FALSE(status.ok()) << call << ' ' << what;
        }
        EXPECT_EQ(call, 14) << "thirteen calls";
    }
}

TEST(FaultyStore, StoresHalfOfAWriteThatIsCutShort) {
    MemoryStore memory;
    FaultTrigger trigger(FaultPlan::parse("write:1:SHORT").value());
    FaultyStore store(memory, trigger);
    EXPECT_EQ(opened(store, "a", to_create)->write_at(0, bytes_of("01234567")).code(),
              Code::ewrite);
    EXPECT_EQ(get_text(memory, "a"), "0123");
}

TEST(FaultyStore, ClosesAlsoWhenTheCloseFails) {
    MemoryStore memory;
    FaultTrigger trigger(FaultPlan::parse("close:1:EIO").value());
    FaultyStore store(memory, trigger);
    const auto file = opened(store, "a", to_create);
    EXPECT_EQ(file->close().code(), Code::ewrite);
    EXPECT_EQ(memory.counts().closes, 1);
    EXPECT_EQ(file->size().code(), Code::eread);
}

TEST(FaultyStore, SyncStaysFailed) {
    MemoryStore memory;
    FaultTrigger trigger(FaultPlan::parse("sync:1:EIO").value());
    FaultyStore store(memory, trigger);
    const auto file = opened(store, "a", to_create);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(file->sync().code(), Code::ewrite);
    EXPECT_EQ(memory.counts().syncs, 0);
}

}  // namespace
}  // namespace weft::storage
