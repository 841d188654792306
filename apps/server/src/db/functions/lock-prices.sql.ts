import { withGenericPlan } from './generic-plan.ts'

/**
 * Returns whether these versions of price lists are current, and keeps them current until the end of the transaction: a
 * change of a price list takes the same locks exclusively. The check is a separate statement, so that it sees the change
 * that the lock waited for.
 */
export const lockPrices = `create or replace function lock_prices(lists text[], versions int[]) returns boolean ${withGenericPlan} as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('price list ' || list, 0))
        from (select distinct list from unnest(lists) as list order by list) each;
      return not exists (
        select from unnest(lists, versions) as priced (list, version) join price_list p on p.id = priced.list
        where p.version <> priced.version);
    end $$`
