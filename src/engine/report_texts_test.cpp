// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/report_texts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/test_shared_file.hpp"

namespace weft::engine {
namespace {

using Put = void (*)(mpi::CommView, const Report&, const FileFacts&, const Sink&);

/// What rank 0 gets of a file that was open from second 10 to second 12.5 of every rank's clock.
std::string text_of(Put put) {
    Recorder recorder({.origin = 10}, 0);
    Report report;
    report.recorder = &recorder;
    FileFacts facts;
    facts.path = "a.nc";
    facts.done_at = 12.5;
    std::string text;
    put(world(), report, facts, [&text](std::string_view piece) { text += piece; });
    return text;
}

/// Not when the text is made: bare rates are measured in between, which can take minutes.
TEST(ReportTexts, TheTimeEndsWhenTheProgramIsDoneWithTheFile) {
    const std::string json = text_of(put_report_json);
    const std::string table = text_of(put_report_table);
    if (world().rank() != 0) return;
    EXPECT_NE(json.find("\"seconds\": 2.500000000,\n"), std::string::npos) << json;
    EXPECT_NE(table.find(" ranks, 2.500 seconds\n"), std::string::npos) << table;
}

}  // namespace
}  // namespace weft::engine
