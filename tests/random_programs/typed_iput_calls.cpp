// SPDX-License-Identifier: BSD-3-Clause
//
// The typed iput functions: for each memory type the six kinds.
#include "uniform_call.hpp"

namespace random_programs {

const PostingCalls iput_calls{{
    {{
        posting<Kind::var, ncmpi_iput_var_text>,
        posting<Kind::var1, ncmpi_iput_var1_text>,
        posting<Kind::vara, ncmpi_iput_vara_text>,
        posting<Kind::vars, ncmpi_iput_vars_text>,
        posting<Kind::varm, ncmpi_iput_varm_text>,
        posting<Kind::varn, ncmpi_iput_varn_text>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_schar>,
        posting<Kind::var1, ncmpi_iput_var1_schar>,
        posting<Kind::vara, ncmpi_iput_vara_schar>,
        posting<Kind::vars, ncmpi_iput_vars_schar>,
        posting<Kind::varm, ncmpi_iput_varm_schar>,
        posting<Kind::varn, ncmpi_iput_varn_schar>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_uchar>,
        posting<Kind::var1, ncmpi_iput_var1_uchar>,
        posting<Kind::vara, ncmpi_iput_vara_uchar>,
        posting<Kind::vars, ncmpi_iput_vars_uchar>,
        posting<Kind::varm, ncmpi_iput_varm_uchar>,
        posting<Kind::varn, ncmpi_iput_varn_uchar>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_short>,
        posting<Kind::var1, ncmpi_iput_var1_short>,
        posting<Kind::vara, ncmpi_iput_vara_short>,
        posting<Kind::vars, ncmpi_iput_vars_short>,
        posting<Kind::varm, ncmpi_iput_varm_short>,
        posting<Kind::varn, ncmpi_iput_varn_short>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_ushort>,
        posting<Kind::var1, ncmpi_iput_var1_ushort>,
        posting<Kind::vara, ncmpi_iput_vara_ushort>,
        posting<Kind::vars, ncmpi_iput_vars_ushort>,
        posting<Kind::varm, ncmpi_iput_varm_ushort>,
        posting<Kind::varn, ncmpi_iput_varn_ushort>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_int>,
        posting<Kind::var1, ncmpi_iput_var1_int>,
        posting<Kind::vara, ncmpi_iput_vara_int>,
        posting<Kind::vars, ncmpi_iput_vars_int>,
        posting<Kind::varm, ncmpi_iput_varm_int>,
        posting<Kind::varn, ncmpi_iput_varn_int>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_uint>,
        posting<Kind::var1, ncmpi_iput_var1_uint>,
        posting<Kind::vara, ncmpi_iput_vara_uint>,
        posting<Kind::vars, ncmpi_iput_vars_uint>,
        posting<Kind::varm, ncmpi_iput_varm_uint>,
        posting<Kind::varn, ncmpi_iput_varn_uint>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_long>,
        posting<Kind::var1, ncmpi_iput_var1_long>,
        posting<Kind::vara, ncmpi_iput_vara_long>,
        posting<Kind::vars, ncmpi_iput_vars_long>,
        posting<Kind::varm, ncmpi_iput_varm_long>,
        posting<Kind::varn, ncmpi_iput_varn_long>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_float>,
        posting<Kind::var1, ncmpi_iput_var1_float>,
        posting<Kind::vara, ncmpi_iput_vara_float>,
        posting<Kind::vars, ncmpi_iput_vars_float>,
        posting<Kind::varm, ncmpi_iput_varm_float>,
        posting<Kind::varn, ncmpi_iput_varn_float>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_double>,
        posting<Kind::var1, ncmpi_iput_var1_double>,
        posting<Kind::vara, ncmpi_iput_vara_double>,
        posting<Kind::vars, ncmpi_iput_vars_double>,
        posting<Kind::varm, ncmpi_iput_varm_double>,
        posting<Kind::varn, ncmpi_iput_varn_double>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_longlong>,
        posting<Kind::var1, ncmpi_iput_var1_longlong>,
        posting<Kind::vara, ncmpi_iput_vara_longlong>,
        posting<Kind::vars, ncmpi_iput_vars_longlong>,
        posting<Kind::varm, ncmpi_iput_varm_longlong>,
        posting<Kind::varn, ncmpi_iput_varn_longlong>,
    }},
    {{
        posting<Kind::var, ncmpi_iput_var_ulonglong>,
        posting<Kind::var1, ncmpi_iput_var1_ulonglong>,
        posting<Kind::vara, ncmpi_iput_vara_ulonglong>,
        posting<Kind::vars, ncmpi_iput_vars_ulonglong>,
        posting<Kind::varm, ncmpi_iput_varm_ulonglong>,
        posting<Kind::varn, ncmpi_iput_varn_ulonglong>,
    }},
}};

}  // namespace random_programs
