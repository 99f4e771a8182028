// SPDX-License-Identifier: BSD-3-Clause
#include "files/report_files.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string_view>

#include "base/presentable.hpp"
#include "engine/trace/documents.hpp"
#include "files/bare_rates.hpp"
#include "files/shared_file.hpp"
#include "storage/any_store.hpp"
#include "storage/path_prefix.hpp"
#include "storage/path_scheme.hpp"

namespace weft::files {
namespace {

constexpr int root = 0;

/// A text file that is written piece by piece. After a failure it is no longer written.
class Document {
public:
    /// Opens the file and truncates it, unless it looks like a data file.
    Document(const std::string& path, const std::string& data_path) {
        auto opened = store_.open_file(path, {.writable = true, .create = true});
        status_ = opened.status();
        if (!opened.ok()) return;
        file_ = std::move(opened).value();
        status_ = refuse_data(path, data_path);
        if (status_.ok()) status_ = file_->resize(0);
    }

    void put(std::string_view text) {
        if (!status_.ok()) return;
        status_ = file_->write_at(length_, std::as_bytes(std::span(text)));
        length_ += std::ssize(text);
    }

    Status close() {
        if (file_ != nullptr) status_.keep_first(file_->close());
        return status_;
    }

private:
    Status refuse_data(const std::string& path, const std::string& data_path) {
        std::error_code missing;
        bool is_data = std::filesystem::equivalent(storage::strip_path_prefix(path),
                                                   storage::strip_path_prefix(data_path), missing);
        std::array<char, 4> start{};
        const auto got = file_->read_at(0, std::as_writable_bytes(std::span(start)));
        if (!got.ok()) return got.status();
        const std::string_view magic(start.data(), start.size());
        is_data = is_data || magic.starts_with("CDF") || magic == "\211HDF";
        if (!is_data) return {};
        return {Code::eexist,
                fmt::format("{}: this is a data file, which is not overwritten", path)};
    }

    storage::AnyStore store_;
    std::unique_ptr<storage::File> file_;
    Status status_;
    std::int64_t length_ = 0;
};

std::string resolved(const std::string& path, std::string_view data_path,
                     std::string_view extension) {
    if (!path.ends_with('/')) return path;
    std::string_view name = storage::strip_path_prefix(data_path);
    if (storage::is_elsewhere(name)) name = name.substr(0, name.find_first_of("?#"));
    return fmt::format("{}{}{}", path, name.substr(name.rfind('/') + 1), extension);
}

/// Collective. `put` passes the text to a sink.
template <class Put>
Status write_file(mpi::CommView comm, const std::string& path, const std::string& data_path,
                  Put&& put) {
    if (comm.rank() != root) {
        put([](std::string_view) {});
        return {};
    }
    Document document(path, data_path);
    put([&](std::string_view text) { document.put(text); });
    return document.close();
}

Status write_report(mpi::CommView comm, const engine::Report& report,
                    const report::FileReport& file, const std::string& path) {
    const auto put = path.ends_with(".txt") ? engine::put_report_table : engine::put_report_json;
    return write_file(comm, path, file.file,
                      [&](const engine::Sink& sink) { put(comm, report, file, sink); });
}

/// Collective. Adds the rates of plain calls, or a note that says why there are none.
void add_bare_rates(const SharedFile& file, report::FileReport& facts) {
    const auto measured =
        file.has_late_files()
            ? Result<report::BareRates>(Status(Code::enotsupport, "the dataset has several files"))
            : measure_bare_rates(file.comm(), file.store(), facts.file,
                                 file.settings().reports.bare_bytes);
    if (measured.ok()) {
        facts.bare_rates = measured.value();
    } else {
        facts.notes.push_back("weft_report_limit could not be measured: " +
                              measured.status().context());
    }
}

}  // namespace

Status write_report_files(const SharedFile& file, report::FileReport facts) {
    const ReportRequest& request = file.settings().reports;
    facts.file = presentable_name(facts.file);
    const std::string report_path = resolved(request.report, facts.file, ".report.json");
    const std::string trace_path = resolved(request.trace, facts.file, ".trace.json");
    const mpi::CommView comm = file.comm();
    const engine::Report& report = file.engine().report();
    Status status;
    if (!report_path.empty()) {
        const double done_at = engine::now_seconds();
        facts.stage = file.stage().use();
        if (request.bare_bytes > 0) add_bare_rates(file, facts);
        engine::add_totals(comm, report, done_at, facts);
        status = write_report(comm, report, facts, report_path);
    }
    if (trace_path.empty()) return status;
    if (trace_path == report_path) {
        status.keep_first({Code::einval, "weft_trace and weft_report name the same file"});
        return status;
    }
    status.keep_first(write_file(comm, trace_path, facts.file, [&](const engine::Sink& sink) {
        engine::put_trace_json(comm, report, sink);
    }));
    return status;
}

}  // namespace weft::files
