// SPDX-License-Identifier: BSD-3-Clause
//
// The typed put functions: for each memory type the five kinds, independent and collective.
#include "uniform_call.hpp"

namespace random_programs {

const TypedCalls put_calls{{
    {{
        {{uniform<ncmpi_put_var_text>, uniform<ncmpi_put_var_text_all>}},
        {{uniform<ncmpi_put_var1_text>, uniform<ncmpi_put_var1_text_all>}},
        {{uniform<ncmpi_put_vara_text>, uniform<ncmpi_put_vara_text_all>}},
        {{uniform<ncmpi_put_vars_text>, uniform<ncmpi_put_vars_text_all>}},
        {{uniform<ncmpi_put_varm_text>, uniform<ncmpi_put_varm_text_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_schar>, uniform<ncmpi_put_var_schar_all>}},
        {{uniform<ncmpi_put_var1_schar>, uniform<ncmpi_put_var1_schar_all>}},
        {{uniform<ncmpi_put_vara_schar>, uniform<ncmpi_put_vara_schar_all>}},
        {{uniform<ncmpi_put_vars_schar>, uniform<ncmpi_put_vars_schar_all>}},
        {{uniform<ncmpi_put_varm_schar>, uniform<ncmpi_put_varm_schar_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_uchar>, uniform<ncmpi_put_var_uchar_all>}},
        {{uniform<ncmpi_put_var1_uchar>, uniform<ncmpi_put_var1_uchar_all>}},
        {{uniform<ncmpi_put_vara_uchar>, uniform<ncmpi_put_vara_uchar_all>}},
        {{uniform<ncmpi_put_vars_uchar>, uniform<ncmpi_put_vars_uchar_all>}},
        {{uniform<ncmpi_put_varm_uchar>, uniform<ncmpi_put_varm_uchar_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_short>, uniform<ncmpi_put_var_short_all>}},
        {{uniform<ncmpi_put_var1_short>, uniform<ncmpi_put_var1_short_all>}},
        {{uniform<ncmpi_put_vara_short>, uniform<ncmpi_put_vara_short_all>}},
        {{uniform<ncmpi_put_vars_short>, uniform<ncmpi_put_vars_short_all>}},
        {{uniform<ncmpi_put_varm_short>, uniform<ncmpi_put_varm_short_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_ushort>, uniform<ncmpi_put_var_ushort_all>}},
        {{uniform<ncmpi_put_var1_ushort>, uniform<ncmpi_put_var1_ushort_all>}},
        {{uniform<ncmpi_put_vara_ushort>, uniform<ncmpi_put_vara_ushort_all>}},
        {{uniform<ncmpi_put_vars_ushort>, uniform<ncmpi_put_vars_ushort_all>}},
        {{uniform<ncmpi_put_varm_ushort>, uniform<ncmpi_put_varm_ushort_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_int>, uniform<ncmpi_put_var_int_all>}},
        {{uniform<ncmpi_put_var1_int>, uniform<ncmpi_put_var1_int_all>}},
        {{uniform<ncmpi_put_vara_int>, uniform<ncmpi_put_vara_int_all>}},
        {{uniform<ncmpi_put_vars_int>, uniform<ncmpi_put_vars_int_all>}},
        {{uniform<ncmpi_put_varm_int>, uniform<ncmpi_put_varm_int_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_uint>, uniform<ncmpi_put_var_uint_all>}},
        {{uniform<ncmpi_put_var1_uint>, uniform<ncmpi_put_var1_uint_all>}},
        {{uniform<ncmpi_put_vara_uint>, uniform<ncmpi_put_vara_uint_all>}},
        {{uniform<ncmpi_put_vars_uint>, uniform<ncmpi_put_vars_uint_all>}},
        {{uniform<ncmpi_put_varm_uint>, uniform<ncmpi_put_varm_uint_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_long>, uniform<ncmpi_put_var_long_all>}},
        {{uniform<ncmpi_put_var1_long>, uniform<ncmpi_put_var1_long_all>}},
        {{uniform<ncmpi_put_vara_long>, uniform<ncmpi_put_vara_long_all>}},
        {{uniform<ncmpi_put_vars_long>, uniform<ncmpi_put_vars_long_all>}},
        {{uniform<ncmpi_put_varm_long>, uniform<ncmpi_put_varm_long_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_float>, uniform<ncmpi_put_var_float_all>}},
        {{uniform<ncmpi_put_var1_float>, uniform<ncmpi_put_var1_float_all>}},
        {{uniform<ncmpi_put_vara_float>, uniform<ncmpi_put_vara_float_all>}},
        {{uniform<ncmpi_put_vars_float>, uniform<ncmpi_put_vars_float_all>}},
        {{uniform<ncmpi_put_varm_float>, uniform<ncmpi_put_varm_float_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_double>, uniform<ncmpi_put_var_double_all>}},
        {{uniform<ncmpi_put_var1_double>, uniform<ncmpi_put_var1_double_all>}},
        {{uniform<ncmpi_put_vara_double>, uniform<ncmpi_put_vara_double_all>}},
        {{uniform<ncmpi_put_vars_double>, uniform<ncmpi_put_vars_double_all>}},
        {{uniform<ncmpi_put_varm_double>, uniform<ncmpi_put_varm_double_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_longlong>, uniform<ncmpi_put_var_longlong_all>}},
        {{uniform<ncmpi_put_var1_longlong>, uniform<ncmpi_put_var1_longlong_all>}},
        {{uniform<ncmpi_put_vara_longlong>, uniform<ncmpi_put_vara_longlong_all>}},
        {{uniform<ncmpi_put_vars_longlong>, uniform<ncmpi_put_vars_longlong_all>}},
        {{uniform<ncmpi_put_varm_longlong>, uniform<ncmpi_put_varm_longlong_all>}},
    }},
    {{
        {{uniform<ncmpi_put_var_ulonglong>, uniform<ncmpi_put_var_ulonglong_all>}},
        {{uniform<ncmpi_put_var1_ulonglong>, uniform<ncmpi_put_var1_ulonglong_all>}},
        {{uniform<ncmpi_put_vara_ulonglong>, uniform<ncmpi_put_vara_ulonglong_all>}},
        {{uniform<ncmpi_put_vars_ulonglong>, uniform<ncmpi_put_vars_ulonglong_all>}},
        {{uniform<ncmpi_put_varm_ulonglong>, uniform<ncmpi_put_varm_ulonglong_all>}},
    }},
}};

}  // namespace random_programs
