// SPDX-License-Identifier: BSD-3-Clause
// A netCDF file from a CDL text.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "cdl/reader.hpp"
#include "container/exact.hpp"
#include "tools/gen/chunked_values.hpp"
#include "tools/shared/new_file.hpp"

namespace weft::tools {

struct GenTarget {
    std::string source;  // the text, which is never replaced
    std::string path;    // empty: the dataset's name with `suffix`
    std::string suffix = ".nc";
    std::optional<int> kind;  // NC_FORMAT_*; overrides the text's own
};

/// The file appears under its name when finish() succeeds (new_file.hpp).
class GeneratedFile final : public cdl::Sink {
public:
    explicit GeneratedFile(GenTarget target) : target_(std::move(target)) {}

    Status begin(const cdl::Header& header) override;
    Status begin_variable(int id) override {
        return chunked_ ? chunked_->begin_variable(id) : writer_->begin_variable(id);
    }
    Status put(std::span<const std::byte> values) override {
        return chunked_ ? chunked_->put(values) : writer_->put(values);
    }
    Status end_variable() override {
        return chunked_ ? chunked_->end_variable() : writer_->end_variable();
    }
    Status put_note(const cdl::Note& note) override;
    Status finish();

    /// The file's name; valid after begin().
    [[nodiscard]] const std::string& path() const { return target_.path; }
    /// True if the failure is one of the file, not of the text.
    [[nodiscard]] bool has_failed() const {
        return is_not_made_ || (writer_ != nullptr && writer_->has_failed()) ||
               (chunked_ && chunked_->has_failed());
    }

private:
    GenTarget target_;
    NewFile file_;
    std::unique_ptr<container::ExactWriter> writer_;
    std::optional<ChunkedValues> chunked_;  // in place of file_ and writer_
    bool follows_notes_ = false;
    bool is_not_made_ = false;
};

}  // namespace weft::tools
