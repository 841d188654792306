/**
 * Statements of a function are planned once per connection, perhaps while tables are empty, and must be efficient a minute
 * later when they are full. So rows are found by their keys, in the order that `lateral … offset 0` gives, whatever the
 * planner estimates.
 */
export const withGenericPlan = `language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off`
