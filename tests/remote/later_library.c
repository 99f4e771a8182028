// SPDX-License-Identifier: BSD-3-Clause
// The entry of a libweft_remote with a number that no other has.
int weft_remote_files(int interface, const void* ways, void* store);
int weft_remote_files(int interface, const void* ways, void* store) {
    (void)interface;
    (void)ways;
    (void)store;
    return 1001;
}
