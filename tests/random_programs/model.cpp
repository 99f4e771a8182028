// SPDX-License-Identifier: BSD-3-Clause
#include "model.hpp"

#include <algorithm>
#include <cstring>

namespace random_programs {
namespace {

const Attribute* find_in(const std::vector<Attribute>& attributes, const std::string& name) {
    for (const Attribute& attribute : attributes) {
        if (attribute.name == name) return &attribute;
    }
    return nullptr;
}

void put_in(std::vector<Attribute>& attributes, Attribute attribute) {
    for (Attribute& old : attributes) {
        if (old.name == attribute.name) {
            old = std::move(attribute);
            return;
        }
    }
    attributes.push_back(std::move(attribute));
}

}  // namespace

Index Attribute::length() const {
    return static_cast<Index>(values.size() / size_of(native_type_of(type)));
}

int Model::record_dimension() const {
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        if (dimensions[i].unlimited) return static_cast<int>(i);
    }
    return -1;
}

bool Model::is_record(int variable) const {
    const std::vector<int>& used = variables[variable].dimensions;
    return !used.empty() && dimensions[used[0]].unlimited;
}

Shape Model::shape(int variable) const {
    Shape shape;
    for (const int d : variables[variable].dimensions) {
        shape.push_back(dimensions[d].unlimited ? record_count : dimensions[d].length);
    }
    return shape;
}

Shape Model::agreed_shape(int variable) const {
    Shape agreed = shape(variable);
    if (is_record(variable)) agreed[0] = agreed_record_count;
    return agreed;
}

Index Model::elements_per_record(int variable) const {
    Shape of_record = shape(variable);
    if (is_record(variable)) of_record[0] = 1;
    return product(of_record);
}

const std::byte* Model::fill_value(int variable) const {
    const Attribute* attribute = find(variable, fill_value_name);
    if (attribute != nullptr) return attribute->values.data();
    return static_cast<const std::byte*>(default_fill_of(native(variable)));
}

std::vector<Attribute>& Model::attributes_of(int variable) {
    return variable == NC_GLOBAL ? attributes : variables[variable].attributes;
}

const std::vector<Attribute>& Model::attributes_of(int variable) const {
    return variable == NC_GLOBAL ? attributes : variables[variable].attributes;
}

const Attribute* Model::find(int variable, const std::string& name) const {
    return find_in(attributes_of(variable), name);
}

void Model::grow(Index records) {
    record_count = std::max(record_count, records);
    for (std::size_t v = 0; v < variables.size(); ++v) {
        const int id = static_cast<int>(v);
        const Index elements = elements_per_record(id) * (is_record(id) ? record_count : 1);
        variables[v].states.resize(static_cast<std::size_t>(elements));
        variables[v].values.resize(variables[v].states.size() * size_of(native(id)));
    }
}

void Model::fill_elements(int variable, Index first, Index count) {
    const std::size_t size = size_of(native(variable));
    const std::byte* value = fill_value(variable);
    Variable& filled = variables[variable];
    for (Index i = first; i < first + count; ++i) {
        std::memcpy(&filled.values[static_cast<std::size_t>(i) * size], value, size);
        filled.states[static_cast<std::size_t>(i)] = element_known;
    }
}

void Model::settle() {
    for (Variable& variable : variables) {
        for (unsigned char& state : variable.states) state &= element_known | element_unusual;
    }
}

void Model::end_define() {
    grow(record_count);
    for (std::size_t v = 0; v < variables.size(); ++v) {
        Variable& variable = variables[v];
        if (variable.is_new && variable.fill) {
            fill_elements(static_cast<int>(v), 0, static_cast<Index>(variable.states.size()));
        }
        variable.is_new = false;
    }
    settle();
    first_define = false;
    before_.reset();
    phase = Phase::collective;
}

void Model::apply(const Step& step) {
    std::visit([this](const auto& one) { apply_one(one); }, step);
}

void Model::apply_one(const Create& step) {
    *this = Model{};
    format = step.format;
    writable = exists = first_define = true;
    phase = Phase::define;
}

void Model::apply_one(const Open& step) {
    writable = step.writable;
    fill_mode = false;
    for (Variable& variable : variables) variable.fill = variable.fill_is_set = false;
    phase = Phase::collective;
}

void Model::apply_one(const Close&) {
    if (phase == Phase::define) end_define();
    agreed_record_count = record_count;
    settle();
    pending.clear();
    attached_bytes.reset();
    phase = Phase::closed;
}

void Model::apply_one(const Abort&) {
    if (first_define) {
        *this = Model{};
        return;
    }
    if (phase == Phase::define) *this = Model(*before_);
    phase = Phase::collective;
    apply_one(Close{});
}

void Model::apply_one(const DefineDimension& step) {
    dimensions.push_back({step.name, step.length, step.length == NC_UNLIMITED});
}

void Model::apply_one(const DefineVariable& step) {
    variables.push_back({step.name, step.type, step.dimensions, {}, fill_mode, true, true, {}, {}});
}

void Model::apply_one(const PutAttribute& step) {
    put_in(attributes_of(step.variable), stored_attribute(*this, step).attribute);
}

void Model::apply_one(const CopyAttribute& step) {
    put_in(attributes_of(step.to), *find(step.from, step.name));
}

void Model::apply_one(const DeleteAttribute& step) {
    std::erase_if(attributes_of(step.variable),
                  [&](const Attribute& attribute) { return attribute.name == step.name; });
}

void Model::apply_one(const Rename& step) {
    switch (step.what) {
        case Rename::What::dimension:
            dimensions[step.id].name = step.new_name;
            break;
        case Rename::What::variable:
            variables[step.id].name = step.new_name;
            break;
        case Rename::What::attribute:
            for (Attribute& attribute : attributes_of(step.id)) {
                if (attribute.name == step.old_name) attribute.name = step.new_name;
            }
            break;
    }
}

void Model::apply_one(const SetFill& step) {
    fill_mode = step.fill;
    for (Variable& variable : variables) {
        variable.fill = step.fill;
        variable.fill_is_set = true;
    }
}

void Model::apply_one(const DefineFill& step) {
    Variable& variable = variables[step.variable];
    variable.fill = step.fill;
    if (step.fill && step.with_value) {
        put_in(variable.attributes,
               {fill_value_name, variable.type, fill_value_to_define(*this, step)});
    }
}

void Model::apply_one(const EndDefine&) {
    end_define();
}

void Model::apply_one(const Redefine&) {
    agreed_record_count = record_count;
    settle();
    before_ = std::make_shared<const Model>(*this);
    phase = Phase::define;
}

void Model::apply_one(const BeginIndependent&) {
    phase = Phase::independent;
}

void Model::apply_one(const EndIndependent&) {
    agreed_record_count = record_count;
    phase = Phase::collective;
}

void Model::apply_one(const SyncRecordCount&) {
    agreed_record_count = record_count;
}

void Model::apply_one(const Sync&) {
    agreed_record_count = record_count;
    settle();
}

void Model::apply_one(const Barrier&) {
    for (Variable& variable : variables) {
        for (unsigned char& state : variable.states) {
            state &= element_known | element_unusual | element_put_alone;
        }
    }
}

void Model::apply_one(const FillRecord& step) {
    grow(step.record + 1);
    agreed_record_count = record_count;
    const Index elements = elements_per_record(step.variable);
    fill_elements(step.variable, step.record * elements, elements);
}

void Model::apply_one(const InquireAll&) {}
void Model::apply_one(const Forbidden&) {}

}  // namespace random_programs
