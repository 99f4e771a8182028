/* SPDX-License-Identifier: BSD-3-Clause */
static void SNIPPET(int rank, int size) {
    (void)rank;
    (void)size;
    { STATEMENTS; }
    check_calls(-1, WHERE);
}
