// SPDX-License-Identifier: BSD-3-Clause
//
// The typed mget functions: for each memory type the five kinds, independent and collective.
#include "uniform_call.hpp"

namespace random_programs {

const ManyCalls mget_calls{{
    {{
        {{many<Kind::var, ncmpi_mget_var_text>, many<Kind::var, ncmpi_mget_var_text_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_text>, many<Kind::var1, ncmpi_mget_var1_text_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_text>, many<Kind::vara, ncmpi_mget_vara_text_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_text>, many<Kind::vars, ncmpi_mget_vars_text_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_text>, many<Kind::varm, ncmpi_mget_varm_text_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_schar>, many<Kind::var, ncmpi_mget_var_schar_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_schar>, many<Kind::var1, ncmpi_mget_var1_schar_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_schar>, many<Kind::vara, ncmpi_mget_vara_schar_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_schar>, many<Kind::vars, ncmpi_mget_vars_schar_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_schar>, many<Kind::varm, ncmpi_mget_varm_schar_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_uchar>, many<Kind::var, ncmpi_mget_var_uchar_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_uchar>, many<Kind::var1, ncmpi_mget_var1_uchar_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_uchar>, many<Kind::vara, ncmpi_mget_vara_uchar_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_uchar>, many<Kind::vars, ncmpi_mget_vars_uchar_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_uchar>, many<Kind::varm, ncmpi_mget_varm_uchar_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_short>, many<Kind::var, ncmpi_mget_var_short_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_short>, many<Kind::var1, ncmpi_mget_var1_short_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_short>, many<Kind::vara, ncmpi_mget_vara_short_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_short>, many<Kind::vars, ncmpi_mget_vars_short_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_short>, many<Kind::varm, ncmpi_mget_varm_short_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_ushort>, many<Kind::var, ncmpi_mget_var_ushort_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_ushort>, many<Kind::var1, ncmpi_mget_var1_ushort_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_ushort>, many<Kind::vara, ncmpi_mget_vara_ushort_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_ushort>, many<Kind::vars, ncmpi_mget_vars_ushort_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_ushort>, many<Kind::varm, ncmpi_mget_varm_ushort_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_int>, many<Kind::var, ncmpi_mget_var_int_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_int>, many<Kind::var1, ncmpi_mget_var1_int_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_int>, many<Kind::vara, ncmpi_mget_vara_int_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_int>, many<Kind::vars, ncmpi_mget_vars_int_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_int>, many<Kind::varm, ncmpi_mget_varm_int_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_uint>, many<Kind::var, ncmpi_mget_var_uint_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_uint>, many<Kind::var1, ncmpi_mget_var1_uint_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_uint>, many<Kind::vara, ncmpi_mget_vara_uint_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_uint>, many<Kind::vars, ncmpi_mget_vars_uint_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_uint>, many<Kind::varm, ncmpi_mget_varm_uint_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_long>, many<Kind::var, ncmpi_mget_var_long_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_long>, many<Kind::var1, ncmpi_mget_var1_long_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_long>, many<Kind::vara, ncmpi_mget_vara_long_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_long>, many<Kind::vars, ncmpi_mget_vars_long_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_long>, many<Kind::varm, ncmpi_mget_varm_long_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_float>, many<Kind::var, ncmpi_mget_var_float_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_float>, many<Kind::var1, ncmpi_mget_var1_float_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_float>, many<Kind::vara, ncmpi_mget_vara_float_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_float>, many<Kind::vars, ncmpi_mget_vars_float_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_float>, many<Kind::varm, ncmpi_mget_varm_float_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_double>, many<Kind::var, ncmpi_mget_var_double_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_double>, many<Kind::var1, ncmpi_mget_var1_double_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_double>, many<Kind::vara, ncmpi_mget_vara_double_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_double>, many<Kind::vars, ncmpi_mget_vars_double_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_double>, many<Kind::varm, ncmpi_mget_varm_double_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_longlong>, many<Kind::var, ncmpi_mget_var_longlong_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_longlong>,
          many<Kind::var1, ncmpi_mget_var1_longlong_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_longlong>,
          many<Kind::vara, ncmpi_mget_vara_longlong_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_longlong>,
          many<Kind::vars, ncmpi_mget_vars_longlong_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_longlong>,
          many<Kind::varm, ncmpi_mget_varm_longlong_all>}},
    }},
    {{
        {{many<Kind::var, ncmpi_mget_var_ulonglong>,
          many<Kind::var, ncmpi_mget_var_ulonglong_all>}},
        {{many<Kind::var1, ncmpi_mget_var1_ulonglong>,
          many<Kind::var1, ncmpi_mget_var1_ulonglong_all>}},
        {{many<Kind::vara, ncmpi_mget_vara_ulonglong>,
          many<Kind::vara, ncmpi_mget_vara_ulonglong_all>}},
        {{many<Kind::vars, ncmpi_mget_vars_ulonglong>,
          many<Kind::vars, ncmpi_mget_vars_ulonglong_all>}},
        {{many<Kind::varm, ncmpi_mget_varm_ulonglong>,
          many<Kind::varm, ncmpi_mget_varm_ulonglong_all>}},
    }},
}};

}  // namespace random_programs
