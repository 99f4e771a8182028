// SPDX-License-Identifier: BSD-3-Clause
//
// The typed bput functions: for each memory type the six kinds.
#include "uniform_call.hpp"

namespace random_programs {

const PostingCalls bput_calls{{
    {{
        posting<Kind::var, ncmpi_bput_var_text>,
        posting<Kind::var1, ncmpi_bput_var1_text>,
        posting<Kind::vara, ncmpi_bput_vara_text>,
        posting<Kind::vars, ncmpi_bput_vars_text>,
        posting<Kind::varm, ncmpi_bput_varm_text>,
        posting<Kind::varn, ncmpi_bput_varn_text>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_schar>,
        posting<Kind::var1, ncmpi_bput_var1_schar>,
        posting<Kind::vara, ncmpi_bput_vara_schar>,
        posting<Kind::vars, ncmpi_bput_vars_schar>,
        posting<Kind::varm, ncmpi_bput_varm_schar>,
        posting<Kind::varn, ncmpi_bput_varn_schar>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_uchar>,
        posting<Kind::var1, ncmpi_bput_var1_uchar>,
        posting<Kind::vara, ncmpi_bput_vara_uchar>,
        posting<Kind::vars, ncmpi_bput_vars_uchar>,
        posting<Kind::varm, ncmpi_bput_varm_uchar>,
        posting<Kind::varn, ncmpi_bput_varn_uchar>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_short>,
        posting<Kind::var1, ncmpi_bput_var1_short>,
        posting<Kind::vara, ncmpi_bput_vara_short>,
        posting<Kind::vars, ncmpi_bput_vars_short>,
        posting<Kind::varm, ncmpi_bput_varm_short>,
        posting<Kind::varn, ncmpi_bput_varn_short>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_ushort>,
        posting<Kind::var1, ncmpi_bput_var1_ushort>,
        posting<Kind::vara, ncmpi_bput_vara_ushort>,
        posting<Kind::vars, ncmpi_bput_vars_ushort>,
        posting<Kind::varm, ncmpi_bput_varm_ushort>,
        posting<Kind::varn, ncmpi_bput_varn_ushort>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_int>,
        posting<Kind::var1, ncmpi_bput_var1_int>,
        posting<Kind::vara, ncmpi_bput_vara_int>,
        posting<Kind::vars, ncmpi_bput_vars_int>,
        posting<Kind::varm, ncmpi_bput_varm_int>,
        posting<Kind::varn, ncmpi_bput_varn_int>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_uint>,
        posting<Kind::var1, ncmpi_bput_var1_uint>,
        posting<Kind::vara, ncmpi_bput_vara_uint>,
        posting<Kind::vars, ncmpi_bput_vars_uint>,
        posting<Kind::varm, ncmpi_bput_varm_uint>,
        posting<Kind::varn, ncmpi_bput_varn_uint>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_long>,
        posting<Kind::var1, ncmpi_bput_var1_long>,
        posting<Kind::vara, ncmpi_bput_vara_long>,
        posting<Kind::vars, ncmpi_bput_vars_long>,
        posting<Kind::varm, ncmpi_bput_varm_long>,
        posting<Kind::varn, ncmpi_bput_varn_long>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_float>,
        posting<Kind::var1, ncmpi_bput_var1_float>,
        posting<Kind::vara, ncmpi_bput_vara_float>,
        posting<Kind::vars, ncmpi_bput_vars_float>,
        posting<Kind::varm, ncmpi_bput_varm_float>,
        posting<Kind::varn, ncmpi_bput_varn_float>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_double>,
        posting<Kind::var1, ncmpi_bput_var1_double>,
        posting<Kind::vara, ncmpi_bput_vara_double>,
        posting<Kind::vars, ncmpi_bput_vars_double>,
        posting<Kind::varm, ncmpi_bput_varm_double>,
        posting<Kind::varn, ncmpi_bput_varn_double>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_longlong>,
        posting<Kind::var1, ncmpi_bput_var1_longlong>,
        posting<Kind::vara, ncmpi_bput_vara_longlong>,
        posting<Kind::vars, ncmpi_bput_vars_longlong>,
        posting<Kind::varm, ncmpi_bput_varm_longlong>,
        posting<Kind::varn, ncmpi_bput_varn_longlong>,
    }},
    {{
        posting<Kind::var, ncmpi_bput_var_ulonglong>,
        posting<Kind::var1, ncmpi_bput_var1_ulonglong>,
        posting<Kind::vara, ncmpi_bput_vara_ulonglong>,
        posting<Kind::vars, ncmpi_bput_vars_ulonglong>,
        posting<Kind::varm, ncmpi_bput_varm_ulonglong>,
        posting<Kind::varn, ncmpi_bput_varn_ulonglong>,
    }},
}};

}  // namespace random_programs
