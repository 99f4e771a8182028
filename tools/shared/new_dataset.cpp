// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/new_dataset.hpp"

#include <fmt/format.h>

#include <utility>

#include "container/constants.hpp"
#include "dataset/compression.hpp"
#include "dataset/dataset.hpp"
#include "formats/formats.hpp"
#include "model/quantization.hpp"
#include "storage/any_store.hpp"
#include "tools/shared/value_access.hpp"

namespace weft::tools {

using dataset::Dataset;
namespace flags = container::mode_flags;

NewDataset::~NewDataset() {
    dataset_.reset();
    for (const std::string& other : others_) static_cast<void>(storage::AnyStore().remove(other));
}

Status NewDataset::create(const Team& team, const std::string& path, const std::string& source,
                          const NewDefinition& definition) {
    is_together_ = formats::stores_chunks(definition.kind);
    NewDefinition made = definition;
    if (team.size() > 1 && is_together_) hide_quantization(made);
    Status mine;
    if (team.is_first()) mine = file_.name(path, source);
    if (team.is_first() && mine.ok()) mine = file_.of_path(make(made));
    // The others open what has been closed once, also where file systems keep old bytes.
    if (team.size() > 1) mine.keep_first(close());
    mine = team.agree(mine);
    if (!mine.ok()) return mine;
    const std::string later = team.text_of_first(file_.path());
    if (team.size() > 1) {
        const std::string present = team.text_of_first(file_.temporary_path());
        mine = is_together_ ? open_together(team, present) : open(present, later);
    }
    if (mine.ok() && !is_together_) mine = dataset_->begin_independent();
    return team.agree(mine);
}

/// Several ranks write a file that is opened again, where what is put into a quantised variable is
/// rounded. Values that are rounded already must stay as they are: until all are there, the
/// attribute that says so has another name.
void NewDataset::hide_quantization(NewDefinition& definition) {
    for (int id = 0; id < definition.schema.variable_count(); ++id) {
        model::Variable& variable = definition.schema.variable(id);
        const types::QuantizeMode mode = model::told_quantization(variable).mode;
        if (mode == types::QuantizeMode::none || definition.quantization.variables.contains(id))
            continue;
        const std::string name = model::quantization_attribute(mode);
        std::string other = name + "_";
        while (variable.attributes.find(other) >= 0) other += '_';
        variable.attributes.rename(variable.attributes.find(name), other);
        definition.quantization.variables[id] = {};
        hidden_.push_back({id, other, name});
    }
}

Status NewDataset::make(const NewDefinition& definition) {
    const Status writable = formats::check_writable(definition.kind);
    if (!writable.ok()) return writable;
    dataset::HintMap hints;
    const std::string format = formats::chosen_format(definition.kind);
    if (!format.empty()) hints["weft_format"] = format;
    const auto& usual = definition.quantization.usual;
    if (usual) hints["weft_quantize"] = dataset::quantization_word(usual);
    dataset::Opened made = Dataset::create(
        MPI_COMM_SELF, file_.temporary_path().c_str(),
        flags::no_clobber | formats::flag_of(definition.kind), definition.kind, hints, {},
        {.environment = false, .later_name = file_.path(), .parts = definition.parts});
    if (made.dataset == nullptr) return made.status;
    dataset_ = std::move(made.dataset);
    file_.give_permissions();
    const Status defined = define(definition);
    if (!defined.ok()) (void)std::exchange(dataset_, nullptr)->abort();
    return defined.ok() ? note_others() : defined;
}

Status NewDataset::define(const NewDefinition& definition) {
    const Status defined =
        dataset_->define(definition.schema, definition.places ? &*definition.places : nullptr);
    if (!defined.ok())
        return {defined.code(), fmt::format("{}, which the format {} cannot express",
                                            defined.context(), formats::word_of(definition.kind))};
    for (const auto& [id, how] : definition.quantization.variables) {
        const Status quantized =
            dataset_->define_quantization(id, static_cast<int>(how.mode), how.digits);
        if (!quantized.ok()) return quantized;
    }
    const NewLayout& layout = definition.layout;
    return dataset_->enddef({.header_free = layout.header_free.value_or(0),
                             .variable_align = layout.variable_align,
                             .record_align = layout.record_align});
}

Status NewDataset::note_others() {
    if (dataset_->container().part_count() == 0) return {};
    const auto anatomy = formats::anatomy_of(file_.temporary_path());
    const auto others = anatomy.ok() ? anatomy.value()->others() : anatomy.status();
    if (!others.ok()) return others.status();
    if (!others.value()) return {};
    for (const auto& other : others.value()->files) others_.push_back(other.path);
    return {};
}

int NewDataset::parts() const {
    return dataset_->container().part_count();
}

Status NewDataset::open(const std::string& present, const std::string& later) {
    dataset::Opened opened =
        Dataset::open(MPI_COMM_SELF, present.c_str(), flags::write, {}, {},
                      {.environment = false, .recovery = false, .later_name = later});
    if (opened.dataset == nullptr) return opened.status;
    dataset_ = std::move(opened.dataset);
    return {};
}

/// Collective. What has been chosen for each variable is read from the file.
Status NewDataset::open_together(const Team& team, const std::string& present) {
    const Result<Input> made = Input::open(present);
    const Status agreed = team.agree(made.status());
    if (!agreed.ok()) return agreed;
    joint_schema_ = made.value().schema();
    return joint_.open(present);
}

Status NewDataset::close() {
    if (joint_.is_open()) {
        Status renamed = joint_.rename(hidden_);
        renamed.keep_first(joint_.close());
        return renamed;
    }
    return dataset_ == nullptr ? Status() : std::exchange(dataset_, nullptr)->close();
}

const model::Schema& NewDataset::schema() const {
    return dataset_ == nullptr ? joint_schema_ : dataset_->schema();
}

Status NewDataset::write_together(std::span<const BoxValues> boxes) {
    if (joint_.is_open()) return joint_.put(boxes);
    ValueAccess access(*dataset_, dataset::Direction::put, Form::native, dataset::Mode::collective);
    for (const BoxValues& one : boxes) access.add(one.variable, one.box, {}, one.values.data());
    return access.carry_out();
}

Status NewDataset::write(std::span<const Elements> elements, Form form) {
    const std::scoped_lock one_at_a_time(writing_);
    ValueAccess access(*dataset_, dataset::Direction::put, form);
    for (const Elements& one : elements) access.add(one.variable, one.first, one.values);
    return access.carry_out();
}

std::optional<container::RecordForm> NewDataset::record_form() const {
    return dataset_ == nullptr ? std::nullopt : dataset_->container().record_form();
}

Status NewDataset::write_records(std::int64_t offset, std::span<const std::byte> bytes) {
    const std::scoped_lock one_at_a_time(writing_);
    return dataset_->write_records(offset, bytes);
}

Status NewDataset::put_in_place(const Team& team, Status mine) {
    mine.keep_first(close());
    const Status written = team.agree(team.is_first() ? file_.of_path(mine) : mine);
    if (!written.ok()) return written;
    const Status placed = team.agree(team.is_first() ? file_.put_in_place() : Status());
    if (placed.ok()) others_.clear();
    return placed;
}

}  // namespace weft::tools
