// SPDX-License-Identifier: BSD-3-Clause
// Linked into the MPI tests of a sanitizer build: plugins that MPI loaded stay loaded, so that what
// they leak can be told from what Weft leaks by the name of their file.
__attribute__((visibility("default"))) int dlclose(void* handle);

int dlclose(void* handle) {
    (void)handle;
    return 0;
}
