/* SPDX-License-Identifier: BSD-3-Clause */
/* Stands in for MPI's header where Weft is built without MPI, with what pnetcdf.h and
 * Weft need. There is one communicator, of one rank, whatever its number. */
#ifndef WEFT_SERIAL_MPI_H
#define WEFT_SERIAL_MPI_H

typedef int MPI_Comm;
typedef const char* MPI_Info; /* hints as in PNETCDF_HINTS, "key=value;key=value", or null */
typedef int MPI_Datatype;
typedef long long MPI_Offset;
typedef long MPI_Aint;

#define MPI_COMM_SELF ((MPI_Comm)0)
#define MPI_DATATYPE_NULL ((MPI_Datatype)0)

#endif
