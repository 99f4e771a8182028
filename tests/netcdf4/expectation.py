# SPDX-License-Identifier: BSD-3-Clause
"""What a netCDF-4 file has, as h5py and netCDF-C read it: a file NAME.json, and the values in NAME.values. Where both
can tell, they have to agree."""

import json

import h5py
import netCDF4
import numpy as np
from h5py import h5a, h5d, h5s, h5t

NC_TYPES = {"i1": 1, "S1": 2, "i2": 3, "i4": 4, "f4": 5, "f8": 6, "u1": 7, "u2": 8, "u4": 9, "i8": 10, "u8": 11}
STRING, VLEN, OPAQUE, ENUM, COMPOUND, OTHER = 12, 13, 14, 15, 16, 17
CLASSES = {h5t.STRING: STRING, h5t.VLEN: VLEN, h5t.OPAQUE: OPAQUE, h5t.ENUM: ENUM, h5t.COMPOUND: COMPOUND}
LAYOUTS = {h5d.COMPACT: "compact", h5d.CONTIGUOUS: "contiguous", h5d.CHUNKED: "chunked"}
HIDDEN = {"CLASS", "NAME", "DIMENSION_LIST", "REFERENCE_LIST", "_Netcdf4Dimid", "_nc3_strict", "_Netcdf4Coordinates", "_NCProperties",
          "_ARRAY_DIMENSIONS", "_Codecs", "_Format", "_IsNetcdf4", "_SuperblockVersion", "_NCZARR_ATTR"}
NO_VARIABLE = b"This is a netCDF dimension but not a netCDF variable"
DECODED = {1, 2, 3, 4, 5, 6, 307, 32000, 32001, 32004, 32015}


class Values:
    """The values of all variables and attributes, one behind the other."""

    def __init__(self):
        self.bytes = bytearray()

    def add(self, values):
        start = len(self.bytes)
        self.bytes += values
        return {"offset": start, "bytes": len(values)}


def native(dtype):
    return np.dtype(dtype).newbyteorder("=")


def number_of(type_id):
    """The nc_type, 0 if netCDF's classic model has none; and the dtype of the values in memory."""
    kind = type_id.get_class()
    if kind == h5t.STRING:
        is_char = not type_id.is_variable_str() and type_id.get_size() == 1
        return (2, np.dtype("S1")) if is_char else (0, None)
    if kind == h5t.ENUM:
        return number_of(type_id.get_super())
    if kind not in (h5t.INTEGER, h5t.FLOAT):
        return 0, None
    if kind == h5t.INTEGER and type_id.get_precision() != 8 * type_id.get_size():
        return 0, None
    dtype = native(type_id.dtype)
    return NC_TYPES.get(dtype.str[1:], 0), dtype


def class_of(type_id):
    """0: a type of the classic model."""
    kind = type_id.get_class()
    if kind in (h5t.INTEGER, h5t.FLOAT, h5t.STRING) and number_of(type_id)[0]:
        return 0
    if kind == h5t.ENUM and not number_of(type_id)[0]:
        return OTHER
    return CLASSES.get(kind, OTHER)


def texts_of(attribute, count):
    """The strings of an attribute."""
    type_id = attribute.get_type()
    if type_id.is_variable_str():
        found = np.empty(count, dtype=attribute.dtype)
        attribute.read(found, mtype=h5t.py_create(attribute.dtype))
        return [text if isinstance(text, bytes) else (text or "").encode() for text in found]
    size = type_id.get_size()
    found = np.empty(count, dtype=f"S{size}")
    attribute.read(found, mtype=type_id)
    pad = b" " if type_id.get_strpad() == h5t.STR_SPACEPAD else b"\0"
    return [raw_text.rstrip(b" ") if pad == b" " else raw_text.split(b"\0")[0] for raw_text in found.tolist()]


def attribute_of(location, name, values):
    attribute = h5a.open(location, name.encode())
    type_id, space = attribute.get_type(), attribute.get_space()
    count = 0 if space.get_simple_extent_type() == h5s.NULL else space.get_simple_extent_npoints()
    told = {"name": name, "class": class_of(type_id), "count": count}
    number, dtype = number_of(type_id)
    if type_id.get_class() == h5t.STRING:
        if number != 2 and (count == 0 or (type_id.is_variable_str() and count == 1)):
            text = texts_of(attribute, 1)[0] if count else b""
            return told | {"class": 0, "type": 2, "count": len(text), "values": values.add(text)}
        if count == 1:
            text = np.empty((), dtype=f"V{type_id.get_size()}")
            attribute.read(text.view(f"S{type_id.get_size()}"), mtype=type_id)
            return told | {"class": 0, "type": 2, "count": text.nbytes, "values": values.add(text.tobytes())}
        if number != 2:
            return told | {"type": STRING, "strings": [text.decode() for text in texts_of(attribute, count)]}
    if dtype is None or number == 0:
        return told | {"type": told["class"]}
    found = np.zeros(count, dtype=dtype)
    if count:
        attribute.read(found, mtype=memory_type(type_id, dtype))
    return told | {"type": told["class"] or number, "values": values.add(found.tobytes())}


def memory_type(type_id, dtype):
    """libhdf5 converts no enumeration to its integers."""
    if type_id.get_class() != h5t.ENUM:
        return type_id if dtype.kind == "S" else h5t.py_create(dtype)
    memory = h5t.enum_create(h5t.py_create(dtype))
    for i in range(type_id.get_nmembers()):
        memory.enum_insert(type_id.get_member_name(i), type_id.get_member_value(i))
    return memory


def attributes_of(location, theirs, values):
    """netCDF-C tells the same names, without those of types that it does not know."""
    names = []
    try:
        h5a.iterate(location, lambda name, *_: names.append(name.decode()), index_type=h5py.h5.INDEX_CRT_ORDER)
    except (RuntimeError, KeyError):
        names.clear()
        h5a.iterate(location, lambda name, *_: names.append(name.decode()), index_type=h5py.h5.INDEX_NAME)
    told = [attribute_of(location, name, values) for name in names if name not in HIDDEN]
    if theirs is not None:
        known = {one["name"] for one in told if one["class"] in (0, STRING)}
        if not known <= set(theirs.ncattrs()) <= {one["name"] for one in told}:
            raise ValueError(f"attributes {names}: h5py and netCDF-C differ: {theirs.ncattrs()}")
    return told


def filters_of(plist):
    """h5py has room for 16 parameters, also where it says that there are more."""
    return [{"id": code, "parameters": [int(one) & 0xffffffff for one in parameters[:16]],
             "count": len(parameters)}
            for code, _, parameters, _ in (plist.get_filter(i) for i in range(plist.get_nfilters()))]


def is_only_dimension(dataset):
    name = dataset.attrs.get("NAME", b"") if "CLASS" in dataset.attrs else b""
    return (name if isinstance(name, bytes) else str(name).encode()).startswith(NO_VARIABLE)


def values_of(dataset, shape, values):
    """With the fill value where the variable is shorter than its dimensions; with netCDF's default for its type if it has none."""
    dtype = number_of(dataset.id.get_type())[1]
    found = np.zeros(dataset.shape, dtype=dtype)
    if found.size:
        dataset.id.read(h5s.ALL, h5s.ALL, found, mtype=memory_type(dataset.id.get_type(), dtype))
    fill = np.array(b"" if dtype.kind == "S" else netCDF4.default_fillvals[dtype.str[1:]]).astype(dtype)
    plist = dataset.id.get_create_plist()
    if plist.fill_value_defined() == h5d.FILL_VALUE_USER_DEFINED:
        fill = np.asarray(dataset.fillvalue).astype(dtype)
    whole = np.full(shape, fill, dtype=dtype)
    whole[tuple(slice(length) for length in dataset.shape)] = found
    return values.add(whole.tobytes()), whole


def refusal_of(dataset, plist):
    """The code of a call that reads it."""
    type_id = dataset.id.get_type()
    if class_of(type_id) not in (0, ENUM):
        return "NC_EBADTYPE"
    if plist.get_external_count() > 0 or dataset.shape is None or plist.get_layout() not in LAYOUTS:
        return "NC_ENOTSUPPORT"
    unknown = [one["id"] for one in filters_of(plist) if one["id"] not in DECODED]
    return "NC_ENOFILTER" if unknown else ""


def variable_of(dataset, name, theirs, values):
    plist, type_id = dataset.id.get_create_plist(), dataset.id.get_type()
    number, dtype = number_of(type_id)
    kind = class_of(type_id)
    shape = dataset.shape or ()
    told = {"name": name, "type": kind or number, "class": kind, "rank": len(shape), "refused": refusal_of(dataset, plist),
            "layout": LAYOUTS.get(plist.get_layout(), ""), "chunk": list(dataset.chunks or ()),
            "filters": filters_of(plist) if plist.get_layout() == h5d.CHUNKED else [],
            "attributes": attributes_of(dataset.id, theirs, values)}
    if number:
        is_big = type_id.get_class() != h5t.STRING and base_of(type_id).get_order() == h5t.ORDER_BE
        told["endian"] = 2 if is_big else 1
    if kind == ENUM:
        told["base"] = number
        told["members"] = [{"name": type_id.get_member_name(i).decode(), "value": int(type_id.get_member_value(i))}
                           for i in range(type_id.get_nmembers())]
    if theirs is not None:
        told["dimensions"] = [path_of(dimension) for dimension in theirs.get_dims()]
        shape = tuple(len(dimension) for dimension in theirs.get_dims())
    else:
        shape = tuple(own if len(scales) == 0 else max(own, *scales[0].shape) for own, scales in zip(shape, dataset.dims))
    if told["layout"] != "chunked" and shape != (dataset.shape or ()):
        told["refused"] = "NC_ENOTSUPPORT"
    if not told["refused"]:
        told["shape"] = list(shape)
        told["values"], whole = values_of(dataset, shape, values)
        for part in parts_to_compare(dataset.shape, shape, plist):
            compare(name, theirs, whole, part, told["filters"])
    return told


def base_of(type_id):
    return type_id.get_super() if type_id.get_class() == h5t.ENUM else type_id


def path_of(dimension):
    return f"{dimension.group().path}/{dimension.name}".lstrip("/")


def parts_to_compare(own, shape, plist):
    """Where netCDF-C 4.9.0 is right: behind the end of the first dimension alone, and in front of all ends. But there libhdf5 reads
    anything if nothing was written and the file says nothing of it."""
    if plist.get_fill_time() != h5d.FILL_TIME_NEVER:
        yield tuple(slice(length) for length in own)
    if own and own[0] < shape[0] and own[1:] == tuple(shape[1:]):
        yield (slice(own[0], None),)


def compare(name, theirs, whole, part, filters):
    """What netCDF-C reads has to be the same, where it has the filters."""
    if theirs is None or any(one["id"] >= 256 or one["id"] in (5, 6) for one in filters):
        return
    theirs.set_auto_maskandscale(False)
    theirs.set_auto_chartostring(False)
    found, wanted = np.asarray(theirs[part]), whole[part]
    if found.tobytes() != wanted.tobytes() and found.astype(wanted.dtype).tobytes() != wanted.tobytes():
        raise ValueError(f"{name}: h5py and netCDF-C differ")


def links_of(group):
    """As netCDF-C orders them."""
    names = []
    order = h5py.h5.INDEX_NAME
    if group.id.get_create_plist().get_link_creation_order() & h5py.h5p.CRT_ORDER_TRACKED:
        order = h5py.h5.INDEX_CRT_ORDER
    group.id.links.iterate(lambda name: names.append(name.decode()), idx_type=order)
    return names


def look_into(group, prefix, theirs, told, values):
    told["attributes"] += [one | {"name": prefix + one["name"]} for one in attributes_of(group.id, theirs, values)]
    inner = []
    for name in links_of(group):
        if group.get(name, getlink=True).__class__ not in (h5py.HardLink, h5py.SoftLink):
            continue
        try:
            item = group[name]
        except (KeyError, OSError):  # a soft link that leads nowhere, at which netCDF-C fails
            continue
        if isinstance(item, h5py.Group):
            inner.append(name)
        elif isinstance(item, h5py.Dataset) and not is_only_dimension(item):
            own = name.removeprefix("_nc4_non_coord_")
            known = theirs.variables.get(own) if theirs is not None else None
            told["variables"].append(variable_of(item, prefix + own, known, values))
            if theirs is not None and known is None:  # passed over, and so its dimensions are not told
                told["knows_all_dimensions"] = False
    if theirs is not None:
        told["dimensions"] += [{"name": prefix + dimension.name, "length": len(dimension),
                                "unlimited": dimension.isunlimited()} for dimension in theirs.dimensions.values()]
    for name in inner:
        look_into(group[name], f"{prefix}{name}/", theirs.groups[name] if theirs is not None else None, told, values)


def write(path, by_netcdf=True):
    """`by_netcdf`: netCDF-C reads the file, too, and tells its dimensions."""
    values = Values()
    told = {"dimensions": [], "attributes": [], "variables": [], "knows_dimensions": by_netcdf, "knows_all_dimensions": by_netcdf}
    theirs = netCDF4.Dataset(path) if by_netcdf else None
    with h5py.File(path, "r") as file:
        told["format"] = 4 if "_nc3_strict" in file.attrs else 3
        look_into(file["/"], "", theirs, told, values)
    if theirs is not None:
        theirs.close()
    with open(f"{path}.json", "w", encoding="utf-8") as out:
        json.dump(told, out, indent=1)
    with open(f"{path}.values", "wb") as out:
        out.write(values.bytes)
