/* SPDX-License-Identifier: BSD-3-Clause */
/* How a frame learns whether a call of its snippet has failed. */
#ifndef WEFT_TESTS_DOCS_CHECK_H
#define WEFT_TESTS_DOCS_CHECK_H

#if defined(__cplusplus)
extern "C" {
#endif

/* How many have been noted. */
int failure_count(void);

/* Notes, and prints, the last failure of a call on the file, if there was one. */
void check_calls(int ncid, const char* where);

/* Notes a code of a call of the frame itself, if it is a failure. */
void check_code(int code, const char* where);

#if defined(__cplusplus)
}
#endif
#endif
