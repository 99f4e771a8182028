// SPDX-License-Identifier: BSD-3-Clause
// Functions without an open file, and Weft's own.
#include <weft.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

#include "capi/answer.hpp"
#include "capi/call.hpp"
#include "capi/handles.hpp"
#include "formats/formats.hpp"

using namespace weft;
using namespace weft::capi;

namespace {

const CodeText* text_of(int err) {
    for (const CodeText& text : all_codes()) {
        if (static_cast<int>(text.code) == err) return &text;
    }
    return nullptr;
}

/// A text for one number. Each function has one for each thread, so that neither two threads nor
/// two calls in one expression share it.
struct MadeText {
    char text[256];

    template <class... Values>
    const char* print(const char* format, Values... values) {
        std::snprintf(text, sizeof text, format, values...);
        return text;
    }
};

/// strerror_r() returns the text, or a number with the text in `room`: systems differ.
[[maybe_unused]] const char* told(const char* text, const char*) {
    return text;
}
[[maybe_unused]] const char* told(int, const char* room) {
    return room;
}

const char* systems_text(int err, MadeText& room) {
    return told(strerror_r(err, room.text, sizeof room.text), room.text);
}

}  // namespace

const char* ncmpi_strerror(int err) {
    thread_local MadeText made;
    if (err > 0) return systems_text(err, made);
    if (const CodeText* text = text_of(err)) return text->sentence;
    return made.print("Unknown Error %d", err);
}

const char* ncmpi_strerrno(int err) {
    if (const CodeText* text = text_of(err)) return text->symbol;
    thread_local MadeText made;
    MadeText system;
    if (err > 0) return made.print("System error code %d (%s)", err, systems_text(err, system));
    return made.print("Unknown code %d", err);
}

const char* ncmpi_inq_libvers(void) {
    return PNETCDF_VERSION " of " PNETCDF_RELEASE_DATE " (the interface, by Weft " WEFT_VERSION ")";
}

int ncmpi_inq_file_format(const char* filename, int* formatp) {
    if (filename == nullptr || *filename == '\0') return NC_EBAD_FILE;
    const Result<int> kind = formats::kind_of_file(filename);
    keep_error(kind.status());
    answer(formatp, kind.ok() ? kind.value() : NC_FORMAT_UNKNOWN);
    return code_of(kind.code());
}

int ncmpi_inq_files_opened(int* num, int* ncids) {
    if (num == nullptr) return NC_EINVAL;
    *num = 0;
    for (int id = 0; id < most_files; ++id) {
        if (Handles::instance().find(id) == nullptr) continue;
        if (ncids != nullptr) ncids[*num] = id;
        ++*num;
    }
    return NC_NOERR;
}

// Weft does not count its allocations; the interface permits that for a library built without it.
int ncmpi_inq_malloc_size(MPI_Offset*) {
    return NC_ENOTENABLED;
}

int ncmpi_inq_malloc_max_size(MPI_Offset*) {
    return NC_ENOTENABLED;
}

int ncmpi_inq_malloc_list(void) {
    return NC_ENOTENABLED;
}

const char* weft_last_error(int ncid) {
    const dataset::Dataset* const dataset = Handles::instance().find(ncid);
    return hand_out(dataset == nullptr ? kept_error() : dataset->last_error());
}

long weft_report(int ncid, char* text, size_t size) {
    std::string report;
    const int code = with_dataset(ncid, [&](dataset::Dataset& dataset) {
        report = dataset.report();
        return Status();
    });
    if (code != NC_NOERR) return code;
    if (text != nullptr && size > 0)
        answer_text(text, report.substr(0, std::min(report.size(), size - 1)));
    return static_cast<long>(report.size());
}
