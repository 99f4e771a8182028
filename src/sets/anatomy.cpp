// SPDX-License-Identifier: BSD-3-Clause
#include "sets/anatomy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>

#include "classic/file_source.hpp"
#include "classic/findings.hpp"
#include "classic/oddities.hpp"
#include "format/header_writer.hpp"
#include "format/signature.hpp"
#include "hdf5/anatomy.hpp"
#include "journal/journal.hpp"
#include "parts/aggregation.hpp"
#include "sets/joined_file.hpp"
#include "sets/netcdf4_parts.hpp"
#include "sets/read_part.hpp"
#include "sets/repair.hpp"
#include "sets/set_removal.hpp"
#include "sets/stored_records.hpp"
#include "storage/links.hpp"

namespace weft::sets {
namespace {

/// `offset`: where the part has its number of records.
void add_lacking_records(const model::Schema& there, const parts::Set& set, int part,
                         std::int64_t offset, std::vector<Finding>& findings) {
    const std::int64_t counted = there.record_count;
    const std::int64_t wanted = set.table.records_in(part, set.whole.schema.record_count);
    if (there.record_dimension() < 0 || counted >= wanted) return;
    findings.push_back({Severity::warning, Code::etrunc, offset,
                        fmt::format("header: {} records, but {} by the master of the set: other "
                                    "software sees the smaller number",
                                    counted, wanted)});
}

/// The findings of the container of netCDF-4 files about a part, and whether it is this part.
Result<std::vector<Finding>> findings_in_netcdf4(storage::File& file, const std::string& path,
                                                 const parts::Set& set, int part) {
    Result<std::vector<Finding>> findings =
        hdf5::Hdf5Anatomy(path).findings(container::Anatomy::first_file);
    if (!findings.ok() || !findings.value().empty()) return findings;
    const auto error = [&](const Status& status) {
        findings.value().push_back({Severity::error, status.code(), 0, status.context()});
        return findings;
    };
    const Result<bool> netcdf4 = is_netcdf4(file);
    if (!netcdf4.ok()) return netcdf4.status();
    if (!netcdf4.value()) return error({Code::enotnc, "it is not a netCDF-4 file"});
    Result<model::Schema> found = schema_in_netcdf4(file, path, false);
    if (!found.ok()) return error(found.status());
    const auto known = parts::as_part(std::move(found).value(), set.whole.schema, set.table, part);
    if (!known.ok()) return error(known.status());
    add_lacking_records(known.value().schema, set, part, 0, findings.value());
    return findings;
}

/// A file without errors of its own, as a file of a set.
class FileOfSet {
public:
    FileOfSet(storage::Store& store, storage::File& file, std::vector<Finding>& findings)
        : store_(store), file_(file), findings_(findings) {}

    /// Checks that a master is valid, and that other software finds the parts by it.
    Status examine_master(const std::string& path) {
        const Result<format::Header> master = header_in(file_);
        if (!master.ok()) return master.status();
        const auto set = set_in(master.value(), path);
        if (!set.ok()) {
            findings_.push_back({Severity::error, set.code(), 0, set.status().context()});
            return {};
        }
        if (!set.value()) return {};
        const Status counted = examine_count(path, *set.value(), master.value());
        return counted.ok() ? examine_helpers(*set.value(), master.value()) : counted;
    }

    Status examine_part(const parts::Set& set, int part) {
        const auto found = read_part(file_, {set.whole.version, set.whole.schema, set.table}, part);
        if (found.code() == Code::eread) return found.status();
        if (!found.ok()) {
            findings_.push_back({Severity::error, found.code(), 0, found.status().context()});
            return {};
        }
        add_lacking_records(found.value().part.schema, set, part, format::record_count_offset,
                            findings_);
        return {};
    }

private:
    /// Checks the number of records, which only the master states; its own variables may have none.
    Status examine_count(const std::string& path, const parts::Set& set,
                         const format::Header& master) {
        if (set.table.is_in_netcdf4) return {};  // each part says itself how many it has
        const Result<std::int64_t> bytes = file_.size();
        if (!bytes.ok()) return bytes.status();
        const auto stored =
            stored_records(store_, path, set, classic::stored_records(master, bytes.value()));
        const std::int64_t counted = master.schema.record_count;
        if (!stored || (counted >= stored->whole && counted <= stored->begun)) return {};
        findings_.push_back(
            {Severity::warning, Code::etrunc, format::record_count_offset,
             fmt::format(
                 "header: {} records, but the files of the set have {}: `weft check --repair` "
                 "sets the count to that",
                 counted, std::clamp(counted, stored->whole, stored->begun))});
        return {};
    }

    Status examine_helpers(const parts::Set& set, const format::Header& master) {
        for (const parts::HelperValues& helper : parts::values_of_aggregation(
                 set.whole.version, set.whole.schema, set.table, master.schema)) {
            const model::Variable& variable = master.schema.variable(helper.variable);
            const std::int64_t begin = master.begins[static_cast<std::size_t>(helper.variable)];
            std::vector<std::byte> bytes(helper.bytes.size());
            const Result<std::int64_t> got = file_.read_at(begin, bytes);
            if (!got.ok()) return got.status();
            if (bytes == helper.bytes) continue;
            findings_.push_back(
                {Severity::warning, Code::etrunc, begin,
                 fmt::format("variable '{}' does not describe the set as it is now: software "
                             "that reads sets by the CF conventions reads wrong data",
                             variable.name)});
        }
        return {};
    }

    storage::Store& store_;
    storage::File& file_;
    std::vector<Finding>& findings_;
};

bool has_error(const std::vector<Finding>& findings) {
    return std::ranges::any_of(
        findings, [](const Finding& finding) { return finding.severity == Severity::error; });
}

/// The dimension along which a variable of the whole is divided; "" for one that is not.
std::string divided_along(const parts::Set& set, int variable) {
    const parts::Division& division = set.table.variables[static_cast<std::size_t>(variable)];
    if (division.is_whole()) return "";
    const auto& ids = set.whole.schema.variable(variable).dimension_ids;
    return std::string(
        set.whole.schema.dimension(ids[static_cast<std::size_t>(division.position)]).name);
}

/// "SET.0001" and "SET.e1.0001" without the suffix that the library adds to the master's name.
std::string without_number(const std::string& path) {
    constexpr std::string_view digits = "0123456789";
    const auto cut = [digits](std::string_view name, std::string_view before_digits) {
        const std::size_t kept = name.find_last_not_of(digits) + 1;
        const std::string_view front = name.substr(0, kept);
        const bool has_number = kept < name.size() && front.ends_with(before_digits);
        return has_number ? front.substr(0, front.size() - before_digits.size()) : name;
    };
    return std::string(cut(cut(path, "."), ".e"));
}

/// A wrong name must not look like success.
Status check_signature(storage::File& file) {
    const Result<std::int64_t> bytes = file.size();
    if (!bytes.ok()) return bytes.status();
    classic::FileSource source(file, format::signature_bytes);
    constexpr std::array kinds{format::cdf1_signature, format::cdf2_signature,
                               format::cdf5_signature, format::hdf5_signature};
    const auto signature = format::find_signature(source, bytes.value(), kinds);
    if (!signature.ok()) return signature.status();
    if (signature.value()) return {};
    return {
        Code::enotnc,
        "not a netCDF file: it begins neither with CDF and 1, 2 or 5 nor with HDF5's signature"};
}

Result<std::optional<SetAnatomy::Recovery>> undo_change(storage::Store& store,
                                                        const std::string& path) {
    const auto writing = store.open_file(path, {.writable = true});
    if (!writing.ok()) return writing.status();
    storage::File& file = *writing.value();
    const Result<bool> interrupted = journal::is_interrupted(file);
    if (!interrupted.ok()) return interrupted.status();
    if (!interrupted.value()) return std::optional<SetAnatomy::Recovery>();
    const Result<std::int64_t> before = file.size();
    if (!before.ok()) return before.status();
    const Result<bool> recovered = journal::recover(file);
    if (!recovered.ok()) return recovered.status();
    const Result<std::int64_t> after = file.size();
    if (!after.ok()) return after.status();
    const Status closed = file.close();
    if (!closed.ok()) return closed;
    return std::optional(SetAnatomy::Recovery{before.value(), after.value()});
}

}  // namespace

const Result<std::optional<parts::Set>>& SetAnatomy::set() {
    if (!set_) {
        const Result<format::Header> header = header_of(store_, path_);
        set_ = header.ok() ? set_in(header.value(), path_) : std::optional<parts::Set>();
    }
    return *set_;
}

std::string SetAnatomy::path_of_part(const parts::Set& set, int part) const {
    return sets::path_of_part({set.whole.version, set.whole.schema, set.table},
                              storage::behind_links(path_), part);
}

Result<const parts::Set*> SetAnatomy::set_of(int file) {
    if (file == first_file) return nullptr;
    const Result<std::optional<parts::Set>>& found = set();
    if (!found.ok()) return found.status();
    if (!found.value()) return Status(Code::einval, "the file is not the master of a set");
    return &*found.value();
}

Result<std::optional<container::DividedFiles>> SetAnatomy::others() {
    const Result<std::optional<parts::Set>>& found = set();
    if (!found.ok()) return found.status();
    if (!found.value()) return std::optional<container::DividedFiles>();
    const parts::Set& set = *found.value();
    const auto& weights = set.table.weights;
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    container::DividedFiles divided;
    for (int part = 0; part < set.table.part_count(); ++part) {
        const auto weight = weights[static_cast<std::size_t>(set.table.range_of(part))];
        divided.files.push_back({path_of_part(set, part), static_cast<double>(weight) / all});
    }
    for (int id = 0; id < set.whole.schema.variable_count(); ++id)
        divided.along.push_back(divided_along(set, id));
    return std::optional(std::move(divided));
}

std::optional<std::string> SetAnatomy::first_of() {
    const Result<model::Schema> its = schema_of_part(store_, path_);
    const auto id = its.ok() ? parts::set_of_part(its.value()) : std::optional<parts::SetId>();
    if (!id) return {};
    std::string master = without_number(path_);
    const auto masters = header_of(store_, master);
    const auto set = masters.ok() ? set_in(masters.value(), master) : masters.status();
    if (!set.ok() || !set.value() || set.value()->table.id != *id) return {};
    for (int part = 0; part < set.value()->table.part_count(); ++part) {
        const parts::Set& its = *set.value();
        const std::string there = sets::path_of_part(
            {its.whole.version, its.whole.schema, its.table}, storage::behind_links(master), part);
        if (storage::place_of_file(there) == storage::place_of_file(path_)) return master;
    }
    return {};
}

Result<container::OneFile> SetAnatomy::one_file() {
    auto file = store_.open_file(path_, {});
    if (!file.ok()) return file.status();
    container::OneFile one{.file = std::move(file).value()};
    const Result<std::optional<parts::Set>>& found = set();
    if (!found.ok()) return found.status();
    if (found.value() && found.value()->table.is_in_netcdf4)
        return Status(
            Code::enotsupport,
            "the parts of the set are netCDF-4 files, which are not those of a single one");
    if (found.value()) {
        Result<format::Header> master = header_in(*one.file);
        if (!master.ok()) return master.status();
        auto joined = JoinedFile::of(store_, path_, std::move(one.file), std::move(master).value(),
                                     parts::Set(*found.value()));
        if (!joined.ok()) return joined.status();
        (void)joined.value()->find_short_files();  // the size is then that of what is stored
        one.file = std::move(joined).value();
        one.is_first = false;
    }
    const Result<std::int64_t> bytes = one.file->size();
    if (!bytes.ok()) return bytes.status();
    one.bytes = bytes.value();
    return one;
}

Result<container::ExactPlaces> SetAnatomy::exact_places() {
    const auto one = one_file();
    if (!one.ok()) return one.status();
    const Result<format::Header> header = header_in(*one.value().file);
    if (!header.ok()) return header.status();
    return classic::exact_places({*one.value().file, one.value().bytes, header.value()});
}

Status SetAnatomy::visit_oddities(const std::function<bool(const container::Oddity&)>& use) {
    const auto one = one_file();
    if (!one.ok()) return one.status();
    const Result<format::Header> header = header_in(*one.value().file);
    if (!header.ok()) return header.status();
    return classic::visit_oddities({*one.value().file, one.value().bytes, header.value()}, use);
}

Result<std::vector<Finding>> SetAnatomy::findings(int file) {
    const Result<const parts::Set*> set = set_of(file);
    if (!set.ok()) return set.status();
    const bool is_part = set.value() != nullptr;
    const std::string path = is_part ? path_of_part(*set.value(), file) : path_;
    const auto opened = store_.open_file(path, {});
    if (!opened.ok()) return opened.status();
    if (is_part && set.value()->table.is_in_netcdf4)
        return findings_in_netcdf4(*opened.value(), path, *set.value(), file);
    Result<std::vector<Finding>> findings = classic::findings_in(*opened.value());
    if (!findings.ok() || has_error(findings.value())) return findings;
    FileOfSet in_set(store_, *opened.value(), findings.value());
    const Status looked =
        is_part ? in_set.examine_part(*set.value(), file) : in_set.examine_master(path_);
    if (!looked.ok()) return looked;
    return findings;
}

Result<std::optional<SetAnatomy::Recovery>> SetAnatomy::recover(int file) {
    const Result<const parts::Set*> set = set_of(file);
    if (!set.ok()) return set.status();
    const bool is_part = set.value() != nullptr;
    const std::string path = is_part ? path_of_part(*set.value(), file) : path_;
    // A file without a journal needs no permission to write.
    const auto reading = store_.open_file(path, {});
    if (!reading.ok()) return reading.status();
    const Result<bool> interrupted = journal::is_interrupted(*reading.value());
    if (!interrupted.ok()) return interrupted.status();
    if (!interrupted.value()) {
        const Status is_ours = check_signature(*reading.value());
        return is_ours.ok() ? Result(std::optional<Recovery>()) : is_ours;
    }
    if (is_part) {
        const parts::Set& its = *set.value();
        const Status may =
            may_recover_part(*reading.value(), {its.whole.version, its.whole.schema, its.table},
                             storage::behind_links(path_), file);
        if (!may.ok()) return may;
    }
    if (file == first_file) set_.reset();
    return undo_change(store_, path);
}

Result<std::vector<std::string>> SetAnatomy::repair(int file) {
    const Result<const parts::Set*> set = set_of(file);
    if (!set.ok()) return set.status();
    const std::string path = set.value() == nullptr ? path_ : path_of_part(*set.value(), file);
    // A netCDF-4 file has nothing that only one value could mend.
    if (set.value() != nullptr && set.value()->table.is_in_netcdf4)
        return std::vector<std::string>();
    if (file == first_file) set_.reset();
    return repair_file(store_, path);
}

}  // namespace weft::sets
