/* SPDX-License-Identifier: BSD-3-Clause */
/* The library must find these functions, although the program's own are hidden. */
#pragma GCC visibility push(default)

#include "failing_mpi.h"

#include <mpi.h>

/* Every function of MPI that the library calls: name, parameters, arguments.
 * tests/decisions/mpi_failures.cpp holds this list against the symbols that the library needs. */
#define FUNCTIONS(F)                                                                              \
    F(Allreduce, (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f),           \
      (a, b, c, d, e, f))                                                                         \
    F(Comm_create_keyval,                                                                         \
      (MPI_Comm_copy_attr_function * a, MPI_Comm_delete_attr_function * b, int* c, void* d),      \
      (a, b, c, d))                                                                               \
    F(Comm_dup, (MPI_Comm a, MPI_Comm * b), (a, b))                                               \
    F(Comm_free, (MPI_Comm * a), (a))                                                             \
    F(Comm_rank, (MPI_Comm a, int* b), (a, b))                                                    \
    F(Comm_set_attr, (MPI_Comm a, int b, void* c), (a, b, c))                                     \
    F(Comm_set_errhandler, (MPI_Comm a, MPI_Errhandler b), (a, b))                                \
    F(Comm_size, (MPI_Comm a, int* b), (a, b))                                                    \
    F(Comm_split, (MPI_Comm a, int b, int c, MPI_Comm* d), (a, b, c, d))                          \
    F(Comm_split_type, (MPI_Comm a, int b, int c, MPI_Info d, MPI_Comm* e), (a, b, c, d, e))      \
    F(Comm_test_inter, (MPI_Comm a, int* b), (a, b))                                              \
    F(Error_string, (int a, char* b, int* c), (a, b, c))                                          \
    F(Finalized, (int* a), (a))                                                                   \
    F(Get_elements_x, (const MPI_Status* a, MPI_Datatype b, MPI_Count* c), (a, b, c))             \
    F(Iallgather,                                                                                 \
      (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g,          \
       MPI_Request* h),                                                                           \
      (a, b, c, d, e, f, g, h))                                                                   \
    F(Iallreduce,                                                                                 \
      (const void* a, void* b, int c, MPI_Datatype d, MPI_Op e, MPI_Comm f, MPI_Request* g),      \
      (a, b, c, d, e, f, g))                                                                      \
    F(Ibcast, (void* a, int b, MPI_Datatype c, int d, MPI_Comm e, MPI_Request* f),                \
      (a, b, c, d, e, f))                                                                         \
    F(Igatherv,                                                                                   \
      (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g, \
       int h, MPI_Comm i, MPI_Request* j),                                                        \
      (a, b, c, d, e, f, g, h, i, j))                                                             \
    F(Ibarrier, (MPI_Comm a, MPI_Request * b), (a, b))                                            \
    F(Improbe, (int a, int b, MPI_Comm c, int* d, MPI_Message* e, MPI_Status* f),                 \
      (a, b, c, d, e, f))                                                                         \
    F(Imrecv, (void* a, int b, MPI_Datatype c, MPI_Message* d, MPI_Request* e), (a, b, c, d, e))  \
    F(Info_create, (MPI_Info * a), (a))                                                           \
    F(Info_get, (MPI_Info a, const char* b, int c, char* d, int* e), (a, b, c, d, e))             \
    F(Info_get_nkeys, (MPI_Info a, int* b), (a, b))                                               \
    F(Info_get_nthkey, (MPI_Info a, int b, char* c), (a, b, c))                                   \
    F(Info_get_valuelen, (MPI_Info a, const char* b, int* c, int* d), (a, b, c, d))               \
    F(Info_set, (MPI_Info a, const char* b, const char* c), (a, b, c))                            \
    F(Initialized, (int* a), (a))                                                                 \
    F(Iprobe, (int a, int b, MPI_Comm c, int* d, MPI_Status* e), (a, b, c, d, e))                 \
    F(Irecv, (void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),          \
      (a, b, c, d, e, f, g))                                                                      \
    F(Isend, (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),    \
      (a, b, c, d, e, f, g))                                                                      \
    F(Issend, (const void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Request* g),   \
      (a, b, c, d, e, f, g))                                                                      \
    F(Op_create, (MPI_User_function * a, int b, MPI_Op* c), (a, b, c))                            \
    F(Op_free, (MPI_Op * a), (a))                                                                 \
    F(Recv, (void* a, int b, MPI_Datatype c, int d, int e, MPI_Comm f, MPI_Status* g),            \
      (a, b, c, d, e, f, g))                                                                      \
    F(Request_free, (MPI_Request * a), (a))                                                       \
    F(Test, (MPI_Request * a, int* b, MPI_Status* c), (a, b, c))                                  \
    F(Testall, (int a, MPI_Request b[], int* c, MPI_Status d[]), (a, b, c, d))                    \
    F(Testsome, (int a, MPI_Request b[], int* c, int d[], MPI_Status e[]), (a, b, c, d, e))       \
    F(Type_commit, (MPI_Datatype * a), (a))                                                       \
    F(Type_contiguous, (int a, MPI_Datatype b, MPI_Datatype* c), (a, b, c))                       \
    F(Type_create_struct,                                                                         \
      (int a, const int b[], const MPI_Aint c[], const MPI_Datatype d[], MPI_Datatype* e),        \
      (a, b, c, d, e))                                                                            \
    F(Type_free, (MPI_Datatype * a), (a))                                                         \
    F(Type_get_contents,                                                                          \
      (MPI_Datatype a, int b, int c, int d, int e[], MPI_Aint f[], MPI_Datatype g[]),             \
      (a, b, c, d, e, f, g))                                                                      \
    F(Type_get_envelope, (MPI_Datatype a, int* b, int* c, int* d, int* e), (a, b, c, d, e))       \
    F(Type_get_extent_x, (MPI_Datatype a, MPI_Count * b, MPI_Count * c), (a, b, c))               \
    F(Type_get_name, (MPI_Datatype a, char* b, int* c), (a, b, c))                                \
    F(Type_size_x, (MPI_Datatype a, MPI_Count * b), (a, b))

#define NUMBER(name, parameters, arguments) function_##name,
#define TEXT(name, parameters, arguments) "MPI_" #name,

enum { FUNCTIONS(NUMBER) function_count };
static const char* const names[] = {FUNCTIONS(TEXT)};

static int is_counting = 0;
static int calls[function_count];
static int failing = -1;
static int failing_n = 0;
static int is_after_all = 0;
static int has_failed = 0;

int failing_functions(void) {
    return function_count;
}

const char* failing_function(int function) {
    return names[function];
}

void failing_begin(int function, int n, int after_all) {
    for (int i = 0; i < function_count; ++i) calls[i] = 0;
    failing = function;
    failing_n = n;
    is_after_all = after_all;
    has_failed = 0;
    is_counting = 1;
}

void failing_end(void) {
    is_counting = 0;
}

int failing_calls(int function) {
    return calls[function];
}

int failing_has_failed(void) {
    return has_failed;
}

static int fails(int function) {
    if (!is_counting || ++calls[function] != failing_n || function != failing) return 0;
    has_failed = 1;
    return 1;
}

/* As MPI does: whoever handles errors of the program is told first. */
static int failure(void) {
    is_counting = 0;
    PMPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    is_counting = 1;
    return MPI_ERR_OTHER;
}

#define DEFINITION(name, parameters, arguments)                    \
    int MPI_##name parameters {                                    \
        if (!fails(function_##name)) return PMPI_##name arguments; \
        if (is_after_all) (void)PMPI_##name arguments;             \
        return failure();                                          \
    }
FUNCTIONS(DEFINITION)
