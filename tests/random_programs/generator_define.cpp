// SPDX-License-Identifier: BSD-3-Clause
//
// Files, definitions and attributes.
#include <algorithm>
#include <array>

#include "generator.hpp"

namespace random_programs {

Generator::Generator(std::uint64_t program_seed, const Options& options)
    : options_(options), random_(program_seed) {
    reopens_left_ = options.has(Feature::reopen) ? static_cast<int>(random_.between(0, 2)) : 0;
    most_elements_ = random_.chance(2) ? 60000 : 1500;
}

std::optional<Step> Generator::next(const Model& model) {
    const bool out_of_steps = ++steps_ > options_.max_steps;
    if (model.phase == Phase::closed) {
        if (!model.exists) {
            if (out_of_steps) return std::nullopt;
            return create();
        }
        if (out_of_steps || reopens_left_-- <= 0) return std::nullopt;
        queued_.emplace_back(InquireAll{});
        return Open{random_.chance(70), random_.next()};
    }
    if (!queued_.empty()) {
        Step step = std::move(queued_.front());
        queued_.pop_front();
        return step;
    }
    // The first definitions are always made: a program without variables tests little.
    if (model.phase == Phase::define && (definitions_left_ > 0 || !out_of_steps)) {
        return define_step(model);
    }
    if (out_of_steps) return Close{};
    for (;;) {
        if (std::optional<Step> step = data_step(model)) return step;
    }
}

Step Generator::create() {
    static const std::vector<int> formats{NC_FORMAT_CLASSIC, NC_FORMAT_CDF2, NC_FORMAT_CDF5,
                                          NC_FORMAT_CDF5};
    int format = options_.has(Feature::netcdf4) ? NC_FORMAT_NETCDF4 : random_.pick(formats);
    // The master of a set whose parts are netCDF-4 files is a CDF-5 file.
    if (options_.has(Feature::netcdf4) && options_.has(Feature::parts)) format = NC_FORMAT_CDF5;
    Create step{format, {}};
    for (const char* hint : {"nc_var_align_size", "nc_record_align_size"}) {
        if (random_.chance(20)) {
            step.layout_hints.emplace_back(hint, std::to_string(random_.between(1, 600)));
        }
    }
    definitions_left_ = static_cast<int>(random_.between(3, 14));
    return step;
}

Step Generator::define_step(const Model& model) {
    if (options_.has(Feature::nonblocking) && !model.variables.empty() && random_.chance(12)) {
        if (std::optional<Step> step = request_step(model)) return *step;
    }
    if (options_.has(Feature::abort) && random_.chance(1)) return Abort{};
    if (definitions_left_-- > 0) {
        // The first variable has a dimension, so that there is always a way to select nothing.
        if (model.variables.empty()) {
            if (model.dimensions.empty()) return define_dimension(model);
            if (std::optional<Step> step = define_variable(model)) return *step;
        }
        if (std::optional<Step> step = draw_definition(model)) return *step;
    }
    if (model.variables.empty()) {
        definitions_left_ = 1;
        return define_dimension(model);
    }
    definitions_left_ = 0;
    if (options_.has(Feature::forbidden) && random_.chance(5)) {
        return Forbidden{Forbidden::What::put_in_define_mode, 0};
    }
    // Closing in define mode ends it.
    if (random_.chance(3)) return Close{};
    return end_define();
}

std::optional<Step> Generator::draw_definition(const Model& model) {
    const auto draw = random_.between(1, 100);
    if (draw <= 25) return define_dimension(model);
    if (draw <= 65) return define_variable(model);
    if (draw <= 75) return put_attribute(model);
    if (draw <= 80) return copy_attribute(model);
    if (draw <= 83) return delete_attribute(model);
    if (draw <= 88) return rename(model);
    if (draw <= 98) return fill_definition(model);
    return InquireAll{};
}

Step Generator::define_dimension(const Model& model) {
    const bool unlimited = model.record_dimension() < 0 && random_.chance(40);
    Index length = NC_UNLIMITED;
    if (!unlimited) {
        const auto draw = random_.between(1, 100);
        length = draw <= 10   ? 1
                 : draw <= 80 ? random_.between(2, 9)
                 : draw <= 95 ? random_.between(10, 70)
                              : random_.between(100, most_elements_ - 1);
    }
    return DefineDimension{unused_name(model, NC_MAX_NAME), length};
}

std::optional<Step> Generator::define_variable(const Model& model) {
    if (model.variables.size() >= 12) return std::nullopt;
    DefineVariable step{
        unused_name(model, NC_MAX_NAME), random_.pick(external_types_of(model.format)), {}};
    Index elements = 1;
    auto rank = random_.between(model.variables.empty() ? 1 : 0, 5);
    if (model.record_dimension() >= 0 && rank > 0 && random_.chance(50)) {
        step.dimensions.push_back(model.record_dimension());
    }
    for (; rank > static_cast<Index>(step.dimensions.size()); --rank) {
        const auto id = random_.between(0, static_cast<Index>(model.dimensions.size()) - 1);
        const Dimension& dimension = model.dimensions[static_cast<std::size_t>(id)];
        if (dimension.unlimited || elements * dimension.length > most_elements_) continue;
        elements *= dimension.length;
        step.dimensions.push_back(static_cast<int>(id));
    }
    if (model.variables.empty() && step.dimensions.empty()) {
        return define_dimension(model);
    }
    return step;
}

std::optional<Step> Generator::fill_definition(const Model& model) {
    if (!options_.has(Feature::fill)) return std::nullopt;
    if (random_.chance(40)) return SetFill{random_.chance(60)};
    std::vector<int> candidates;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        if (model.variables[v].is_new) candidates.push_back(static_cast<int>(v));
    }
    if (candidates.empty()) return std::nullopt;
    const bool fill = random_.chance(75);
    return DefineFill{random_.pick(candidates), fill, fill && random_.chance(60), random_.next()};
}

Step Generator::end_define() {
    EndDefine step{random_.chance(35)};
    if (!options_.has(Feature::prompt)) queued_.emplace_back(Sync{});
    if (!step.with_arguments) return step;
    static const std::vector<Index> alignments{1, 4, 6, 16, 64, 100, 512, 1024};
    step.header_free = random_.chance(50) ? random_.between(0, 700) : 0;
    step.variable_align = random_.pick(alignments);
    step.variable_free = random_.chance(50) ? random_.between(0, 700) : 0;
    step.record_align = random_.pick(alignments);
    return step;
}

int Generator::draw_owner(const Model& model) {
    return static_cast<int>(random_.between(-1, static_cast<Index>(model.variables.size()) - 1));
}

std::optional<Step> Generator::put_attribute(const Model& model) {
    if (!options_.has(Feature::attributes)) return std::nullopt;
    const int owner = draw_owner(model);
    const std::vector<Attribute>& existing = model.attributes_of(owner);
    PutAttribute step{};
    step.variable = owner;
    step.type = random_.pick(external_types_of(model.format));
    step.length = random_.chance(10) ? 0 : random_.between(1, 20);
    const bool must_fit = model.phase != Phase::define;
    if (!existing.empty() && (must_fit || random_.chance(30))) {
        const Attribute& old = random_.pick(existing);
        if (old.name == fill_value_name) return std::nullopt;
        step.name = old.name;
        if (must_fit) {
            const std::size_t room = (old.values.size() + 3) / 4 * 4;
            step.length =
                random_.between(0, static_cast<Index>(room / size_of_external(step.type)));
        }
    } else if (must_fit) {
        return std::nullopt;
    } else if (options_.has(Feature::fill) && owner >= 0 && model.variables[owner].is_new &&
               random_.chance(15)) {
        step.name = fill_value_name;
        step.type = model.variables[owner].type;
        step.length = 1;
    } else {
        step.name = draw_name();
    }
    step.memory = random_.pick(memory_types_for(step.type));
    step.flexible = random_.chance(25);
    if (step.flexible) step.memory = native_type_of(step.type);
    step.any_value =
        options_.has(Feature::out_of_range) && random_.chance(10) && step.name != fill_value_name;
    step.range_ends = options_.has(Feature::range_ends);
    step.seed = random_.next();
    return step;
}

std::optional<Step> Generator::copy_attribute(const Model& model) {
    if (!options_.has(Feature::attributes)) return std::nullopt;
    CopyAttribute step{draw_owner(model), "", draw_owner(model)};
    for (int attempt = 0; attempt < 8 && model.attributes_of(step.from).empty(); ++attempt) {
        step.from = draw_owner(model);
    }
    const std::vector<Attribute>& existing = model.attributes_of(step.from);
    if (existing.empty()) return std::nullopt;
    const Attribute& copied = random_.pick(existing);
    if (copied.name == fill_value_name) return std::nullopt;
    const auto padded = [](const Attribute& one) { return (one.values.size() + 3) / 4 * 4; };
    const Attribute* old = model.find(step.to, copied.name);
    const bool may_grow = model.phase == Phase::define;
    if (!may_grow && (old == nullptr || padded(copied) > padded(*old))) return std::nullopt;
    step.name = copied.name;
    return step;
}

std::optional<Step> Generator::delete_attribute(const Model& model) {
    const int owner = draw_owner(model);
    const std::vector<Attribute>& existing = model.attributes_of(owner);
    if (existing.empty()) return std::nullopt;
    return DeleteAttribute{owner, random_.pick(existing).name};
}

std::optional<Step> Generator::rename(const Model& model) {
    if (!options_.has(Feature::rename)) return std::nullopt;
    const bool may_grow = model.phase == Phase::define;
    const auto new_name = [&](const std::string& old) {
        return unused_name(model, may_grow ? NC_MAX_NAME : old.size());
    };
    Rename step{Rename::What::dimension, 0, "", ""};
    const auto draw = random_.between(0, 2);
    if (draw == 0) {
        step.id =
            static_cast<int>(random_.between(0, static_cast<Index>(model.dimensions.size()) - 1));
        if (model.dimensions.empty()) return std::nullopt;
        step.old_name = model.dimensions[step.id].name;
    } else if (draw == 1) {
        if (model.variables.empty()) return std::nullopt;
        step.what = Rename::What::variable;
        step.id =
            static_cast<int>(random_.between(0, static_cast<Index>(model.variables.size()) - 1));
        step.old_name = model.variables[step.id].name;
    } else {
        step.what = Rename::What::attribute;
        step.id = draw_owner(model);
        const std::vector<Attribute>& existing = model.attributes_of(step.id);
        if (existing.empty()) return std::nullopt;
        step.old_name = random_.pick(existing).name;
        if (step.old_name == fill_value_name) return std::nullopt;
    }
    step.new_name = new_name(step.old_name);
    if (step.new_name.empty()) return std::nullopt;
    return step;
}

// Names are of ASCII letters mostly, of all other allowed characters now and then.
std::string Generator::draw_name() {
    static const std::array<const char*, 8> unusual{"é", "水", "+", "-", ".", "@", " ", "ß"};
    const auto letters = random_.between(1, random_.chance(3) ? 60 : 10);
    std::string name(1, static_cast<char>('a' + random_.between(0, 25)));
    for (Index i = 1; i < letters; ++i) {
        if (random_.chance(5)) name += unusual.at(static_cast<std::size_t>(random_.between(0, 7)));
        name += static_cast<char>((random_.chance(80) ? 'a' : 'A') + random_.between(0, 25));
    }
    return name;
}

// A name that no dimension, variable or attribute has; empty if a short one was not found.
std::string Generator::unused_name(const Model& model, std::size_t longest) {
    const auto is_used = [&](const std::string& name) {
        const auto same = [&](const auto& named) { return named.name == name; };
        const auto has_same = [&](const Variable& variable) {
            return same(variable) || std::ranges::any_of(variable.attributes, same);
        };
        return std::ranges::any_of(model.dimensions, same) ||
               std::ranges::any_of(model.attributes, same) ||
               std::ranges::any_of(model.variables, has_same);
    };
    for (int attempt = 0; attempt < 50; ++attempt) {
        std::string name = draw_name();
        if (name.size() <= longest && !is_used(name)) return name;
    }
    return longest >= 20 ? "name_" + std::to_string(random_.next() % 1000000000000U) : "";
}

}  // namespace random_programs
