// SPDX-License-Identifier: BSD-3-Clause
//
// The expected state of the file: definitions, attributes and values in plain memory, the same on
// every rank.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "steps.hpp"
#include "types.hpp"

namespace random_programs {

struct Attribute {
    std::string name;
    nc_type type;
    Bytes values;  // in the native memory type of `type`

    Index length() const;
};

struct Dimension {
    std::string name;
    Index length;
    bool unlimited;
};

// Facts about one element; bits.
enum ElementState : unsigned char {
    element_known = 1,         // written or filled: it has a defined value
    element_unusual = 2,       // NaN, infinity: defined only where no conversion takes place
    element_put_together = 4,  // put by a collective call since the last barrier or sync
    element_put_alone = 8,     // put by an independent call since the last sync
    element_read = 16          // read since the last barrier or sync
};

struct Variable {
    std::string name;
    nc_type type;
    std::vector<int> dimensions;
    std::vector<Attribute> attributes;
    bool fill;
    bool fill_is_set;  // unknown for variables of an opened file
    bool is_new;       // defined since the last enddef
    Bytes values;      // native memory type, record after record
    std::vector<unsigned char> states;
};

// A request that was posted and not yet waited for.
struct Pending {
    Request request;
    Bytes stored;  // of puts: the values as stored in the file, at the time of the post
    Index buffered_bytes;
};

enum class Phase { closed, define, collective, independent };

class Model {
public:
    Phase phase = Phase::closed;
    int format = NC_FORMAT_CLASSIC;
    bool writable = false;
    bool fill_mode = false;
    bool exists = false;        // there is a file
    bool first_define = false;  // the file is new and was never in data mode
    std::vector<Dimension> dimensions;
    std::vector<Variable> variables;
    std::vector<Attribute> attributes;
    Index record_count = 0;
    Index agreed_record_count = 0;  // what every rank knows: less in independent mode
    std::vector<Pending> pending;
    std::optional<Index> attached_bytes;  // of the buffer of bput

    bool is_record(int variable) const;
    int record_dimension() const;  // -1: none
    // Shape with the current number of records.
    Shape shape(int variable) const;
    // Shape that a reader may rely on.
    Shape agreed_shape(int variable) const;
    Index elements_per_record(int variable) const;  // of a fixed variable: all of them
    MemoryType native(int variable) const { return native_type_of(variables[variable].type); }
    // The fill value: the _FillValue attribute or the default of the type.
    const std::byte* fill_value(int variable) const;

    std::vector<Attribute>& attributes_of(int variable);
    const std::vector<Attribute>& attributes_of(int variable) const;
    // The attribute with that name, or nullptr.
    const Attribute* find(int variable, const std::string& name) const;

    const Pending* find_pending(int number) const;
    Index buffered_bytes() const;

    // Makes room for `records` records in every record variable.
    void grow(Index records);
    void fill_elements(int variable, Index first, Index count);

    // Takes over the effect of a step that succeeds.
    void apply(const Step& step);

private:
    void end_define();
    void settle();
    void put_piece(const Piece& piece, bool collective);
    void put_values(const Piece& piece, const Bytes& stored, bool collective);
    void put_pending(const Pending& pending, bool collective);
    void mark_read(const Piece& piece);
    void drop(const Chosen& chosen);

    void apply_one(const Create& step);
    void apply_one(const Open& step);
    void apply_one(const Close& step);
    void apply_one(const Abort& step);
    void apply_one(const DefineDimension& step);
    void apply_one(const DefineVariable& step);
    void apply_one(const PutAttribute& step);
    void apply_one(const CopyAttribute& step);
    void apply_one(const DeleteAttribute& step);
    void apply_one(const Rename& step);
    void apply_one(const SetFill& step);
    void apply_one(const DefineFill& step);
    void apply_one(const EndDefine& step);
    void apply_one(const Redefine& step);
    void apply_one(const BeginIndependent& step);
    void apply_one(const EndIndependent& step);
    void apply_one(const SyncRecordCount& step);
    void apply_one(const Sync& step);
    void apply_one(const Barrier& step);
    void apply_one(const FillRecord& step);
    void apply_one(const InquireAll& step);
    void apply_one(const Forbidden& step);
    void apply_one(const Access& step);
    void apply_one(const AccessMany& step);
    void apply_one(const Post& step);
    void apply_one(const Wait& step);
    void apply_one(const Cancel& step);
    void apply_one(const AttachBuffer& step);
    void apply_one(const DetachBuffer& step);

    std::shared_ptr<const Model> before_;  // of a redefinition, for the case that it is aborted
};

// The values that a put passes, contiguous and in the order of the request, in the piece's memory
// type.
Bytes values_to_put(const Model& model, const Piece& piece);

// The values that a put stores, and whether one was out of range.
struct Stored {
    Bytes values;
    bool out_of_range;
};
Stored stored_values(const Model& model, const Piece& piece, const Bytes& passed);

// The values an attribute is put with, in its memory type, and what is stored.
Bytes attribute_values(const PutAttribute& step);
struct StoredAttribute {
    Attribute attribute;
    bool out_of_range;
};
StoredAttribute stored_attribute(const Model& model, const PutAttribute& step);
Bytes fill_value_to_define(const Model& model, const DefineFill& step);

// The number of bytes of the attached buffer that a bput uses.
Index bytes_in_file(const Model& model, const Piece& piece);

}  // namespace random_programs
