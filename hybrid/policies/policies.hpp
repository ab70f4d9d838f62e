// The policies that are built in, a file each.
#pragma once

namespace mg::hybrid {

void register_sample_policy();
void register_threshold_policy();
void register_alpha_beta_policy();
void register_model_policy();
void register_oracle_policy();
void register_random_policy();
void register_replay_policy();

}  // namespace mg::hybrid
