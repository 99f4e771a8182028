// SPDX-License-Identifier: BSD-3-Clause
#include "storage/any_store.hpp"

#include <gtest/gtest.h>

#include <string>

#include "storage/test_bytes.hpp"
#include "storage/test_directory.hpp"

namespace weft::storage {
namespace {

TEST(AnyStore, RefusesSchemesAndNamesThem) {
    AnyStore store;
    const std::string far = "gopher://host/a.nc";
    const std::string here = "a.nc";
    for (const Status& status :
         {store.open(far, to_read).status(), store.remove(far), store.rename(far, here),
          store.rename(here, far), store.sync_directory_of(far), store.inspect(far).status(),
          store.measure(far).status()}) {
        EXPECT_EQ(status.code(), Code::enotsupport);
        EXPECT_NE(status.context().find("\"gopher://\""), std::string::npos) << status.context();
    }
}

TEST(AnyStore, TakesOtherNamesForFilesHere) {
    const TestDirectory directory;
    AnyStore store;
    put_text(store, "ufs:" + directory.file("a"), "text");
    EXPECT_EQ(get_text(store, directory.file("a")), "text");
}

}  // namespace
}  // namespace weft::storage
