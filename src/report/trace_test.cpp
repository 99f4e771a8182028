// SPDX-License-Identifier: BSD-3-Clause
#include "report/trace.hpp"

#include <gtest/gtest.h>

namespace weft::report {
namespace {

TEST(TraceText, OuterEventsComeFirstAndWhatIsMissingIsSaid) {
    const std::string text =
        trace_of_rank(3,
                      {{.begin = 2, .end = 2.5, .name = "inner", .category = "phase"},
                       {.begin = 2,
                        .end = 3,
                        .name = "outer",
                        .category = "call",
                        .method = "sieve",
                        .bytes = 17}},
                      1);
    EXPECT_EQ(text,
              R"(,
{"name":"process_name","ph":"M","pid":3,"tid":0,"args":{"name":"rank 3"}},
{"name":"process_sort_index","ph":"M","pid":3,"tid":0,"args":{"sort_index":3}},
{"name":"outer","cat":"call","ph":"X","pid":3,"tid":0,"ts":2000000.0,"dur":1000000.0,"args":{"method":"sieve","bytes":17}},
{"name":"inner","cat":"phase","ph":"X","pid":3,"tid":0,"ts":2000000.0,"dur":500000.0,"args":{}},
{"name":"from here on 1 events were dropped","cat":"trace","ph":"i","s":"p","pid":3,"tid":0,"ts":3000000.0,"args":{"dropped":1}})");
}

TEST(TraceText, EventsStayInsideOfEachOther) {
    // Ends that rounding each length would push past the other's.
    const std::string text = trace_of_rank(0,
                                           {{.begin = 0.1000000004, .end = 0.2000000006},
                                            {.begin = 0.1000000006, .end = 0.2000000006}},
                                           0);
    EXPECT_NE(text.find("\"ts\":100000.0,\"dur\":100000.001,"), std::string::npos) << text;
    EXPECT_NE(text.find("\"ts\":100000.001,\"dur\":100000.0,"), std::string::npos) << text;
}

}  // namespace
}  // namespace weft::report
