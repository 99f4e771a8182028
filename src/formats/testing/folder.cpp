// SPDX-License-Identifier: BSD-3-Clause
#include "formats/testing/folder.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/checked.hpp"
#include "container/fill.hpp"
#include "container/pieces.hpp"
#include "mpi/agreed.hpp"

namespace weft::formats {
namespace {

using container::Alignment;
using container::Prepared;
using container::Transfer;

constexpr std::string_view signature = "# folder";

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void add_attributes(std::string& text, int owner, const model::AttributeList& attributes) {
    for (const model::Attribute& attribute : attributes) {
        text += fmt::format("attribute {} {} {} {}", owner, static_cast<int>(attribute.type),
                            attribute.count, std::string_view(attribute.name));
        for (const std::byte byte : attribute.values) text += fmt::format(" {:d}", byte);
        text += '\n';
    }
}

PooledBytes encode(const model::Schema& schema, std::int64_t records) {
    std::string text = fmt::format("{}\nrecords {}\n", signature, records);
    for (int id = 0; id < schema.dimension_count(); ++id)
        text += fmt::format("dimension {} {}\n", schema.dimension(id).length,
                            std::string_view(schema.dimension(id).name));
    add_attributes(text, -1, schema.global_attributes);
    for (int id = 0; id < schema.variable_count(); ++id) {
        const model::Variable& variable = schema.variable(id);
        text += fmt::format("variable {} {}", static_cast<int>(variable.type),
                            std::string_view(variable.name));
        for (const int dimension : variable.dimension_ids) text += fmt::format(" {}", dimension);
        text += '\n';
        add_attributes(text, id, variable.attributes);
    }
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void decode_attribute(std::istream& line, model::Schema& schema) {
    int owner = 0;
    int type = 0;
    std::string name;
    model::Attribute attribute;
    line >> owner >> type >> attribute.count >> name;
    attribute.name = name;
    attribute.type = *types::external_from_number(type);
    attribute.values =
        model::Values(static_cast<std::size_t>(attribute.count * types::size_of(attribute.type)));
    for (std::byte& byte : attribute.values) {
        int value = 0;
        line >> value;
        byte = static_cast<std::byte>(value);
    }
    (owner < 0 ? schema.global_attributes : schema.variable(owner).attributes)
        .add(std::move(attribute));
}

void decode_variable(std::istream& line, model::Schema& schema) {
    int type = 0;
    std::string name;
    line >> type >> name;
    std::vector<int> dimensions;
    for (int id = 0; line >> id;) dimensions.push_back(id);
    model::Variable variable;
    variable.name = name;
    variable.type = *types::external_from_number(type);
    variable.dimension_ids = dimensions;
    variable.byte_order = std::endian::little;
    schema.add_variable(std::move(variable));
}

Result<model::Schema> decode(std::span<const std::byte> bytes) {
    std::istringstream text{std::string(text_of(bytes))};
    model::Schema schema;
    std::string line;
    std::getline(text, line);
    if (line != signature) return Status(Code::enotnc, "no folder of values");
    while (std::getline(text, line)) {
        std::istringstream words(line);
        std::string what;
        words >> what;
        if (what == "records") words >> schema.record_count;
        if (what == "attribute") decode_attribute(words, schema);
        if (what == "variable") decode_variable(words, schema);
        if (what != "dimension") continue;
        std::string name;
        std::int64_t length = 0;
        words >> length >> name;
        schema.add_dimension({.name = name, .length = length, .is_unlimited = length == 0});
    }
    return schema;
}

std::string folder_of(const std::string& path) {
    return path + ".values";
}

std::string path_of(const std::string& path, std::size_t file) {
    return fmt::format("{}/{}", folder_of(path), file);
}

class Folder final : public container::Container {
public:
    using Container::Container;

    [[nodiscard]] container::Limits limits() const override {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        return {.dimension_length = most,
                .attribute_count = most,
                .record_count = most,
                .start = most,
                .last_type = static_cast<int>(types::External::uint64),
                .byte_order = std::endian::little};
    }

    Status read(storage::AsOpened& file, std::vector<std::byte>& told) override {
        const Result<std::int64_t> bytes = file.size();
        if (!bytes.ok()) return bytes.status();
        std::vector<std::byte> text(static_cast<std::size_t>(bytes.value()));
        const Result<std::int64_t> got = file.read_at(0, text);
        if (!got.ok()) return got.status();
        if (comm().size() == 1) return hear(text);
        told.insert(told.end(), text.begin(), text.end());
        return {};
    }
    Status hear(std::span<const std::byte> told) override {
        Result<model::Schema> schema = decode(told);
        if (!schema.ok()) return schema.status();
        definition().schema = std::move(schema).value();
        definition().no_fill.assign(static_cast<std::size_t>(definition().schema.variable_count()),
                                    false);
        note_pitch();
        return {};
    }
    void attach() override {
        context_.shared.expect_late(
            static_cast<std::size_t>(definition().schema.variable_count()) + 1, 0,
            [path = context_.real_path](std::size_t number) {
                return files::SharedFile::LatePlace{.path = path_of(path, number)};
            });
    }

    Status place(const Alignment& /*alignment*/) override { return {}; }
    [[nodiscard]] PooledBytes encoded() const override {
        return encode(definition().schema, definition().schema.record_count);
    }
    [[nodiscard]] PooledBytes encoded_without_records() const override {
        return encode(definition().schema, 0);
    }
    [[nodiscard]] Result<model::Schema> decoded(std::span<const std::byte> bytes) const override {
        return decode(bytes);
    }
    [[nodiscard]] Status compare_places(std::span<const std::byte> /*roots*/,
                                        const Alignment& /*alignment*/) const override {
        return {};
    }
    Status write_ahead(std::span<const std::byte> /*encoded*/) override { return {}; }
    Status commit(const Alignment& /*alignment*/, PooledBytes /*encoded*/) override {
        const Status agreed =
            mpi::agree_at(comm(), is_root() ? make_files() : Status(), 0).status();
        if (!agreed.ok()) return agreed;
        note_pitch();
        attach();
        return {};
    }
    Status rewrite() override { return is_root() ? write_text() : Status(); }

    [[nodiscard]] std::optional<layout::Place> place_of(int /*variable*/) const override {
        return std::nullopt;
    }
    void spread(const Prepared& prepared, const engine::Piece& model,
                Transfer& transfer) const override {
        container::add_pieces(in_own_file(prepared.variable_id), prepared, model,
                              transfer.to(file_of(prepared.variable_id)).pieces);
    }
    Status fill(int variable, const container::ElementRange& range) override {
        return container::fill(context_, variable, file_of(variable), in_own_file(variable), range);
    }
    [[nodiscard]] bool is_one_file() const override { return false; }

    Status announce_records() override { return is_root() ? write_text() : Status(); }
    Status settle_sizes(bool /*is_changed*/) override { return {}; }

    [[nodiscard]] Result<container::Stored> stored() const override {
        container::Stored stored;
        for (int id = 0; id < definition().schema.variable_count(); ++id) {
            auto file =
                context_.shared.store().open_file(path_of(context_.real_path, file_of(id)), {});
            if (!file.ok()) return file.status();
            const Result<std::int64_t> bytes = file.value()->size();
            if (!bytes.ok()) return bytes.status();
            stored.file_bytes += bytes.value();
            stored.elements.push_back(bytes.value() /
                                      types::size_of(definition().schema.variable(id).type));
        }
        return stored;
    }
    [[nodiscard]] std::int64_t header_bytes() const override { return std::ssize(encoded()); }
    [[nodiscard]] std::int64_t header_extent() const override { return header_bytes(); }
    [[nodiscard]] std::int64_t offset_of(int /*variable*/) const override { return 0; }

private:
    static std::size_t file_of(int variable) { return static_cast<std::size_t>(variable) + 1; }

    [[nodiscard]] layout::Place in_own_file(int id) const {
        const model::Schema& schema = definition().schema;
        return {schema, schema.variable(id), 0,
                model::slab_value_bytes(schema, schema.variable(id)).value()};
    }
    void note_pitch() { definition().record_pitch = record_bytes(); }
    Status make_files() {
        std::filesystem::create_directory(folder_of(context_.real_path));
        const int first = definition().before ? definition().before->variable_count() : 0;
        for (int id = first; id < definition().schema.variable_count(); ++id) {
            auto file = context_.shared.store().open_file(path_of(context_.real_path, file_of(id)),
                                                          {.writable = true, .create = true});
            if (!file.ok()) return file.status();
            const Status closed = file.value()->close();
            if (!closed.ok()) return closed;
        }
        return write_text();
    }
    Status write_text() {
        const PooledBytes text = encoded();
        put_bytes_ += std::ssize(text);
        const Status written = first_file().write_at(0, text);
        return written.ok() ? first_file().resize(std::ssize(text)) : written;
    }
};

constexpr std::string_view words[] = {"folder"};

constexpr container::Kind kinds[] = {
    {.number = folder_number, .name = "folder", .signature = signature, .words = words}};

std::unique_ptr<container::Container> new_folder(const container::Context& context,
                                                 const parts::SetId& /*id*/) {
    return std::make_unique<Folder>(context);
}

std::unique_ptr<container::Container> open_folder(const container::Context& context) {
    context.definition.format = folder_number;
    return std::make_unique<Folder>(context);
}

Result<std::vector<std::string>> files_of_values(storage::Store& store, const std::string& path) {
    std::vector<std::string> found;
    const auto file = store.open_file(path, {});
    if (!file.ok()) return found;
    std::vector<std::byte> begin(signature.size());
    const Result<std::int64_t> got = file.value()->read_at(0, begin);
    if (!got.ok()) return got.status();
    if (text_of(begin) != signature) return found;
    for (std::size_t number = 1;; ++number) {
        const auto facts = store.inspect(path_of(path, number));
        if (!facts.ok()) return facts.status();
        if (!facts.value().exists) return found;
        found.push_back(path_of(path, number));
    }
}

}  // namespace

constinit const container::Format folder_format = {.name = "folder",
                                                   .kinds = kinds,
                                                   .create = new_folder,
                                                   .open = open_folder,
                                                   .other_files = files_of_values};

}  // namespace weft::formats
