// SPDX-License-Identifier: BSD-3-Clause
// A dataset that a team makes together, whatever its format. It appears under its name when it is
// complete (new_file.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "container/settings.hpp"
#include "model/schema.hpp"
#include "tools/shared/form.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/joint_dataset.hpp"
#include "tools/shared/new_file.hpp"
#include "tools/shared/new_quantization.hpp"
#include "tools/shared/team.hpp"

namespace weft::dataset {
class Dataset;
}

namespace weft::tools {

/// Wishes for the places of data in a new file, if its format has any; see Alignment of enddef.
struct NewLayout {
    std::optional<std::int64_t> header_free;
    std::optional<std::int64_t> variable_align;
    std::optional<std::int64_t> record_align;
};

struct NewDefinition {
    int kind = 0;          // NC_FORMAT_*
    model::Schema schema;  // with the number of records
    NewLayout layout{};
    container::Settings::Parts parts{};  // asks for a set
    /// The places of a dataset of the same kind and definition, which the set is to stand for.
    std::optional<container::Regions> places{};
    NewQuantization quantization{};
};

class NewDataset {
public:
    NewDataset() = default;
    NewDataset(const NewDataset&) = delete;
    NewDataset& operator=(const NewDataset&) = delete;
    ~NewDataset();  // removes what has not been put in place

    /// Collective. Uniform: all arguments. All values are zero, or where is_written_together() the
    /// fill values. Nothing at `path` but a regular file other than `source` is replaced. Fails if
    /// the format cannot hold the definition, and names what it cannot.
    Status create(const Team& team, const std::string& path, const std::string& source,
                  const NewDefinition& definition);

    [[nodiscard]] const model::Schema& schema() const;
    /// The number of files beside the first; 0 if nothing was divided.
    [[nodiscard]] int parts() const;

    /// Whether values are written by write_together() instead of the other functions. That is so
    /// for a format that stores chunks, each of which one rank compresses as a whole.
    [[nodiscard]] bool is_written_together() const { return is_together_; }
    /// Collective; a rank may have no boxes. Chunks that a call covers are compressed once.
    Status write_together(std::span<const BoxValues> boxes);

    /// Writes elements. Several threads may call it.
    Status write(std::span<const Elements> elements, Form form);
    /// These are like the functions of Input.
    [[nodiscard]] std::optional<container::RecordForm> record_form() const;
    Status write_records(std::int64_t offset, std::span<const std::byte> bytes);

    /// Collective. Closes the dataset on all ranks, and gives it its name if all have succeeded.
    /// `mine` is this rank's outcome so far.
    Status put_in_place(const Team& team, Status mine);

private:
    void hide_quantization(NewDefinition& definition);
    Status make(const NewDefinition& definition);
    Status define(const NewDefinition& definition);
    Status note_others();
    Status open(const std::string& present, const std::string& later);
    Status open_together(const Team& team, const std::string& present);
    Status close();

    NewFile file_;                               // on rank 0
    std::vector<std::string> others_;            // of a set; until it is put in place (rank 0)
    std::shared_ptr<dataset::Dataset> dataset_;  // null where a team writes `joint_`
    JointDataset joint_;
    model::Schema joint_schema_;
    std::vector<RenamedAttribute> hidden_;  // to be renamed when all values are there
    bool is_together_ = false;
    std::mutex writing_;
};

}  // namespace weft::tools
