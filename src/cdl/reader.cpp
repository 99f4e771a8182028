// SPDX-License-Identifier: BSD-3-Clause
#include "cdl/reader.hpp"

#include <fmt/format.h>

#include "cdl/data_text.hpp"
#include "cdl/header_text.hpp"
#include "format/sizes.hpp"

namespace weft::cdl {

Status read(format::ByteSource& source, Sink& sink, bool is_netcdf4) {
    Lexer lexer(source);
    HeaderText header(lexer, is_netcdf4);
    header.read();
    if (!lexer.status().ok()) return lexer.status();
    Status status = sink.begin(header.header());
    if (status.ok() && header.has_data()) status = DataText(lexer, header.header(), sink).read();
    if (!status.ok()) return status;
    if (expect(lexer, '}', "the dataset") && lexer.token().kind != TokenKind::end)
        fail_expected(lexer, "the end of the text");
    return lexer.status();
}

Result<Header> read_header(format::ByteSource& source) {
    Lexer lexer(source);
    HeaderText header(lexer, false);
    header.read();
    if (!lexer.status().ok()) return lexer.status();
    return std::move(header.header());
}

namespace {

Status beyond(Code code, std::string_view what, std::string_view name, format::Version version) {
    return {code, fmt::format("{} '{}' does not fit the format CDF-{}", what, name,
                              static_cast<int>(version))};
}

Status check_attributes(const model::AttributeList& attributes, format::Version version) {
    const format::Limits limits = format::limits_of(version);
    for (const model::Attribute& attribute : attributes) {
        if (static_cast<int>(attribute.type) > limits.last_type)
            return beyond(Code::estrictcdf2, "the type of attribute", attribute.name, version);
        if (attribute.count > limits.attribute_count)
            return beyond(Code::einval, "the length of attribute", attribute.name, version);
    }
    return {};
}

}  // namespace

Status check_version(format::Version version, const model::Schema& schema) {
    const format::Limits limits = format::limits_of(version);
    for (int id = 0; id < schema.dimension_count(); ++id) {
        const model::Dimension& dimension = schema.dimension(id);
        if (dimension.length > limits.dimension_length)
            return beyond(Code::edimsize, "the length of dimension", dimension.name, version);
    }
    Status status = check_attributes(schema.global_attributes, version);
    for (int id = 0; id < schema.variable_count() && status.ok(); ++id) {
        const model::Variable& variable = schema.variable(id);
        if (static_cast<int>(variable.type) > limits.last_type)
            return beyond(Code::estrictcdf2, "the type of variable", variable.name, version);
        status = check_attributes(variable.attributes, version);
    }
    if (status.ok()) status = format::check_large_variables(version, schema);
    return status;
}

}  // namespace weft::cdl
