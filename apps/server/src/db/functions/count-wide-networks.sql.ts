import { withGenericPlan } from './generic-plan.ts'

/**
 * Counts the seats of wide networks, by prefix and performance. A wide network that would have more than `without_lock` with the
 * requested seats is locked first, so that of two concurrent transactions the second counts the first. `bought` is 0 where no
 * limit depends on it.
 */
export const countWideNetworks = `create or replace function count_wide_networks(prefixes text[], performances text[], counts int[], without_lock int[], with_bought boolean)
  returns table (prefix text, performance text, held int, bought int) ${withGenericPlan} as $$
    #variable_conflict use_column
    declare
      names text[];
      places text[];
      all_held int[];
      all_bought int[];
      crowded text[];
    begin
      for look in 1..2 loop
        select
            array_agg(each.prefix), array_agg(each.performance), array_agg(each.held), array_agg(each.bought),
            array_agg(distinct each.prefix) filter (where each.held + each.bought + each.requested > each.free)
          into names, places, all_held, all_bought, crowded
          from (
            select wide.prefix, wide.performance, wide.requested, wide.free, live.held, completed.bought
            from (
              select asked.prefix, asked.performance, sum(asked.count) as requested, min(asked.free) as free,
                left(asked.prefix, -1) || chr(ascii(right(asked.prefix, 1)) + 1) as behind
              from unnest(prefixes, performances, counts, without_lock) as asked (prefix, performance, count, free)
              where asked.prefix is not null group by asked.prefix, asked.performance) wide
            cross join lateral (
              select count(*)::int as held
              from (
                select id, state, deadline from basket
                where network ~>=~ wide.prefix and network ~<~ wide.behind and state in ('open', 'paying') offset 0) b
              cross join lateral (
                select from basket_ticket t where t.basket_id = b.id and t.performance_id = wide.performance offset 0) ticket
              where b.state = 'paying' or b.deadline > now()) live
            cross join lateral (
              select count(*)::int as bought
              from (
                select id from basket
                where with_bought and network ~>=~ wide.prefix and network ~<~ wide.behind and state = 'completed' offset 0) b
              cross join lateral (
                select from basket_ticket t where t.basket_id = b.id and t.performance_id = wide.performance offset 0) ticket) completed
          ) each;
        exit when look = 2 or crowded is null;
        insert into network (id) select id from unnest(crowded) as id order by id on conflict (id) do update set seen_at = now();
      end loop;
      return query select * from unnest(names, places, all_held, all_bought);
    end $$`
