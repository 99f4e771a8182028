/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI in which the n-th call of a function fails. Linked into a program, its functions stand in
 * front of MPI's own, for the library as well. */
#pragma once

#if defined(__cplusplus)
extern "C" {
#endif

/* How many functions can fail, and their names. */
int failing_functions(void);
const char* failing_function(int function);

/* From now on calls are counted; the n-th (from 1) of `function` fails, none if n is 0. When it
 * fails, MPI has either done what was asked for, or not. */
void failing_begin(int function, int n, int after_all);
/* No more. How often each function was called since: failing_calls(). */
void failing_end(void);
int failing_calls(int function);
/* A call has failed since failing_begin(). */
int failing_has_failed(void);

#if defined(__cplusplus)
}
#endif
