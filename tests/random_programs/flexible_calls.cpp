// SPDX-License-Identifier: BSD-3-Clause
//
// The functions that take an MPI datatype, of every kind.
#include "uniform_call.hpp"

namespace random_programs {

const FlexibleBlockingCalls flexible_put_calls{{
    {{flexible<Kind::var, ncmpi_put_var>, flexible<Kind::var, ncmpi_put_var_all>}},
    {{flexible<Kind::var1, ncmpi_put_var1>, flexible<Kind::var1, ncmpi_put_var1_all>}},
    {{flexible<Kind::vara, ncmpi_put_vara>, flexible<Kind::vara, ncmpi_put_vara_all>}},
    {{flexible<Kind::vars, ncmpi_put_vars>, flexible<Kind::vars, ncmpi_put_vars_all>}},
    {{flexible<Kind::varm, ncmpi_put_varm>, flexible<Kind::varm, ncmpi_put_varm_all>}},
    {{flexible<Kind::varn, ncmpi_put_varn>, flexible<Kind::varn, ncmpi_put_varn_all>}},
}};

const FlexibleBlockingCalls flexible_get_calls{{
    {{flexible<Kind::var, ncmpi_get_var>, flexible<Kind::var, ncmpi_get_var_all>}},
    {{flexible<Kind::var1, ncmpi_get_var1>, flexible<Kind::var1, ncmpi_get_var1_all>}},
    {{flexible<Kind::vara, ncmpi_get_vara>, flexible<Kind::vara, ncmpi_get_vara_all>}},
    {{flexible<Kind::vars, ncmpi_get_vars>, flexible<Kind::vars, ncmpi_get_vars_all>}},
    {{flexible<Kind::varm, ncmpi_get_varm>, flexible<Kind::varm, ncmpi_get_varm_all>}},
    {{flexible<Kind::varn, ncmpi_get_varn>, flexible<Kind::varn, ncmpi_get_varn_all>}},
}};

const FlexiblePostingCalls flexible_iput_calls{{
    flexible_posting<Kind::var, ncmpi_iput_var>,
    flexible_posting<Kind::var1, ncmpi_iput_var1>,
    flexible_posting<Kind::vara, ncmpi_iput_vara>,
    flexible_posting<Kind::vars, ncmpi_iput_vars>,
    flexible_posting<Kind::varm, ncmpi_iput_varm>,
    flexible_posting<Kind::varn, ncmpi_iput_varn>,
}};

const FlexiblePostingCalls flexible_iget_calls{{
    flexible_posting<Kind::var, ncmpi_iget_var>,
    flexible_posting<Kind::var1, ncmpi_iget_var1>,
    flexible_posting<Kind::vara, ncmpi_iget_vara>,
    flexible_posting<Kind::vars, ncmpi_iget_vars>,
    flexible_posting<Kind::varm, ncmpi_iget_varm>,
    flexible_posting<Kind::varn, ncmpi_iget_varn>,
}};

const FlexiblePostingCalls flexible_bput_calls{{
    flexible_posting<Kind::var, ncmpi_bput_var>,
    flexible_posting<Kind::var1, ncmpi_bput_var1>,
    flexible_posting<Kind::vara, ncmpi_bput_vara>,
    flexible_posting<Kind::vars, ncmpi_bput_vars>,
    flexible_posting<Kind::varm, ncmpi_bput_varm>,
    flexible_posting<Kind::varn, ncmpi_bput_varn>,
}};

const FlexibleManyCalls flexible_mput_calls{{
    {{flexible_many<Kind::var, ncmpi_mput_var>, flexible_many<Kind::var, ncmpi_mput_var_all>}},
    {{flexible_many<Kind::var1, ncmpi_mput_var1>, flexible_many<Kind::var1, ncmpi_mput_var1_all>}},
    {{flexible_many<Kind::vara, ncmpi_mput_vara>, flexible_many<Kind::vara, ncmpi_mput_vara_all>}},
    {{flexible_many<Kind::vars, ncmpi_mput_vars>, flexible_many<Kind::vars, ncmpi_mput_vars_all>}},
    {{flexible_many<Kind::varm, ncmpi_mput_varm>, flexible_many<Kind::varm, ncmpi_mput_varm_all>}},
}};

const FlexibleManyCalls flexible_mget_calls{{
    {{flexible_many<Kind::var, ncmpi_mget_var>, flexible_many<Kind::var, ncmpi_mget_var_all>}},
    {{flexible_many<Kind::var1, ncmpi_mget_var1>, flexible_many<Kind::var1, ncmpi_mget_var1_all>}},
    {{flexible_many<Kind::vara, ncmpi_mget_vara>, flexible_many<Kind::vara, ncmpi_mget_vara_all>}},
    {{flexible_many<Kind::vars, ncmpi_mget_vars>, flexible_many<Kind::vars, ncmpi_mget_vars_all>}},
    {{flexible_many<Kind::varm, ncmpi_mget_varm>, flexible_many<Kind::varm, ncmpi_mget_varm_all>}},
}};

}  // namespace random_programs
