/**
 * Statements of a function are planned once a connection, perhaps while tables are empty, and must be good for full ones a
 * minute later: rows are found by their keys, in the order that `lateral … offset 0` gives, whatever the planner estimates.
 */
export const plannedOnce = `language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off`
