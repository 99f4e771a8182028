// SPDX-License-Identifier: BSD-3-Clause
#include "sets/format.hpp"

#include <memory>

#include "classic/classic.hpp"
#include "classic/exact_file.hpp"
#include "container/constants.hpp"
#include "format/signature.hpp"
#include "sets/anatomy.hpp"
#include "sets/set.hpp"
#include "sets/set_removal.hpp"

namespace weft::sets {
namespace {

namespace numbers = container::format_numbers;
namespace flags = container::mode_flags;

// The names in ncmpigen and nccopy.
constexpr std::string_view cdf1_words[] = {"classic", "nc3", "1"};
constexpr std::string_view cdf2_words[] = {"64-bit offset", "64-bit-offset", "nc6", "2"};
constexpr std::string_view cdf5_words[] = {"cdf5", "64-bit-data", "64-bit data", "nc5", "5"};

constexpr container::Kind kinds[] = {
    {.number = numbers::classic,
     .name = "CDF-1",
     .signature = format::cdf1_signature.bytes,
     .words = cdf1_words},
    {.number = numbers::cdf2,
     .flag = flags::cdf2,
     .name = "CDF-2",
     .signature = format::cdf2_signature.bytes,
     .words = cdf2_words},
    {.number = numbers::cdf5,
     .flag = flags::cdf5,
     .name = "CDF-5",
     .signature = format::cdf5_signature.bytes,
     .words = cdf5_words},
};

std::unique_ptr<container::Container> one_file(const container::Context& context) {
    return std::make_unique<classic::Classic>(context);
}

std::unique_ptr<container::Container> new_dataset(const container::Context& context,
                                                  const parts::SetId& id) {
    if (context.settings.parts.wants_set()) return std::make_unique<Set>(context, id);
    return one_file(context);
}

std::unique_ptr<container::Anatomy> anatomy(const std::string& path) {
    return std::make_unique<SetAnatomy>(path);
}

}  // namespace

constinit const container::Format classic_format = {.name = "classic",
                                                    .kinds = kinds,
                                                    .create = new_dataset,
                                                    .open = one_file,
                                                    .recognise = recognise,
                                                    .anatomy = anatomy,
                                                    .exact_writer = classic::ExactFile::of,
                                                    .other_files = parts_of};

}  // namespace weft::sets
