// SPDX-License-Identifier: BSD-3-Clause
#include "model/storage.hpp"

#include <algorithm>

namespace weft::model {
namespace {

struct Registered {
    int id;
    const char* name;
};

/// The first six are HDF5's own; the others are plugins, by the numbers that The HDF Group gave.
constexpr Registered registered_filters[] = {
    {1, "deflate"},        {2, "shuffle"},
    {3, "fletcher32"},     {4, "szip"},
    {5, "nbit"},           {6, "scaleoffset"},
    {305, "lzo"},          {307, "bzip2"},
    {32000, "lzf"},        {32001, "blosc"},
    {32002, "mafisc"},     {32003, "snappy"},
    {32004, "lz4"},        {32005, "apax"},
    {32006, "cbf"},        {32007, "jpeg-xr"},
    {32008, "bitshuffle"}, {32009, "spdp"},
    {32010, "lpc-rice"},   {32011, "ccsds-123"},
    {32012, "jpeg-ls"},    {32013, "zfp"},
    {32014, "fpzip"},      {32015, "zstd"},
    {32016, "b3d"},        {32017, "sz"},
    {32018, "fcidecomp"},  {32019, "jpeg"},
    {32020, "vbz"},        {32021, "fapec"},
    {32022, "bitgroom"},   {32023, "granular bitround"},
    {32024, "sz3"},        {32025, "delta-rice"},
    {32026, "blosc2"},     {32027, "flac"},
    {32028, "sperr"},
};

}  // namespace

std::string filter_name(int id) {
    const auto* const found = std::ranges::find(registered_filters, id, &Registered::id);
    return found == std::end(registered_filters) ? "" : found->name;
}

}  // namespace weft::model
