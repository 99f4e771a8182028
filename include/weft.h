/* SPDX-License-Identifier: BSD-3-Clause */
/* What Weft offers beyond the ncmpi_* interface of pnetcdf.h. */
#ifndef WEFT_H
#define WEFT_H

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/* Not collective. One sentence about the last failure of a call on this file by this rank: which
 * variable, index or file offset, and the system's own words. Empty when nothing has failed, and
 * for an unknown id the last failure of a call that had no file (create, open). Valid until the
 * next call of the library on this thread. */
const char* weft_last_error(int ncid);

/* Not collective. Writes what the I/O engine did to this file on this rank, as lines of plain text,
 * into `text`
 * (`size` bytes, cut if need be, always terminated). Returns the length of the whole text, or an
 * error code. */
long weft_report(int ncid, char* text, size_t size);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif
