import { withGenericPlan } from './generic-plan.ts'

/**
 * Claims seats; every claim of a seat uses this function. Claims are passed as arrays: the seats, and for each the number of
 * its claim; claims in `refused` get none. A seat is granted if it is free, if its hold has lapsed, or if the claimant's
 * basket holds it. Seats are locked in one order, so that claims do not deadlock. A claim that `refuses` gets no seat if one
 * of its seats is taken.
 */
export const claimSeats = `create or replace function claim_seats(
    performances text[], states text[], baskets uuid[], orders uuid[], untils timestamptz[], refuses boolean[],
    claims int[], seats int[], refused int[])
  returns table (performance_id text, seat int, basket_id uuid, is_taken boolean) ${withGenericPlan} as $$
    #variable_conflict use_column
    begin
      return query
      with wanted as (
        select wanted.claim, performances[wanted.claim] as performance_id, wanted.seat, states[wanted.claim] as state,
          baskets[wanted.claim] as basket_id, orders[wanted.claim] as order_id, untils[wanted.claim] as until
        from unnest(claims, seats) as wanted (claim, seat) where wanted.claim <> all (refused)),
      taken as (
        select w.claim, w.performance_id, w.seat, w.basket_id
        from wanted w cross join lateral (
          select state, until, basket_id from seat_claim where performance_id = w.performance_id and seat = w.seat offset 0) c
        where refuses[w.claim] and not (c.state = 'held' and (c.until <= now() or c.basket_id is not distinct from w.basket_id))),
      got as (
        insert into seat_claim as mine (performance_id, seat, state, basket_id, order_id, until)
        select w.performance_id, w.seat, w.state, w.basket_id, w.order_id, w.until from wanted w
        where w.claim not in (select t.claim from taken t) order by w.performance_id, w.seat
        on conflict (performance_id, seat) do update
          set state = excluded.state, basket_id = excluded.basket_id, until = excluded.until, order_id = excluded.order_id
        where mine.state = 'held' and (mine.until <= now() or mine.basket_id is not distinct from excluded.basket_id)
        returning mine.performance_id, mine.seat, mine.basket_id)
      select g.performance_id, g.seat, g.basket_id, false from got g union all select t.performance_id, t.seat, t.basket_id, true from taken t;
    end $$`
