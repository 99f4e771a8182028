/* SPDX-License-Identifier: BSD-3-Clause */
/* Mistakes in C, and what weft_last_error says about each: for sentences.f90, which makes the same
 * mistakes. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <string.h>
#include <weft.h>

enum { mistakes = 5, longest = 512 };

static void keep(char* sentences, int number, int ncid) {
    snprintf(sentences + number * longest, longest, "%s", weft_last_error(ncid));
}

/* Each sentence ends in a zero. Returns how many there are. */
int sentences_in_c(MPI_Fint comm, char* sentences) {
    int file, varid;
    const MPI_Offset start[] = {5, 0}, count[] = {1, 2}, far[] = {1, 9};
    const float values[9] = {0};
    MPI_Comm world = MPI_Comm_f2c(comm);
    memset(sentences, 0, mistakes * longest);
    ncmpi_open(world, "absent.nc", NC_NOWRITE, MPI_INFO_NULL, &file);
    keep(sentences, 0, -1);
    ncmpi_open(world, "sentences.nc", NC_WRITE, MPI_INFO_NULL, &file);
    ncmpi_inq_varid(file, "pressure", &varid);
    keep(sentences, 1, file);
    ncmpi_inq_varid(file, "temperature", &varid);
    ncmpi_put_vara_float_all(file, varid, start, count, values);
    keep(sentences, 2, file);
    ncmpi_put_vara_float_all(file, varid, (MPI_Offset[]){0, 0}, far, values);
    keep(sentences, 3, file);
    ncmpi_put_att_text(file, varid, "a/b", 1, "x");
    keep(sentences, 4, file);
    ncmpi_close(file);
    return mistakes;
}
