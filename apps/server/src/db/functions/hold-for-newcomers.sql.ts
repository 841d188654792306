import { withGenericPlan } from './generic-plan.ts'

/**
 * First holds of new visitors, each with a new basket, one performance and seats: each request gets all of its seats or none.
 * Networks are locked in one order, so that of two concurrent requests the second counts the first. `over` is the limit of a
 * network that a request would exceed, `over_wide` the limit of its wide network together with the requests before it, `taken`
 * the seats of others; `has_slipped` is true for a claim conflict. A request with none of these holds its seats.
 *
 * `modules/hold` has the same rules in TypeScript for all other holds; `modules/hold/first-hold.equivalence.test.ts` compares them.
 */
export const holdForNewcomers = `create or replace function hold_for_newcomers(
    baskets uuid[], performances text[], networks text[], counts int[], most_held int[], most_had int[], seconds int[],
    deliveries text[], visits text[], are_new boolean[], requests text[], entries uuid[],
    owners int[], seats int[], tickets uuid[], bands text[], types text[], prices int[], fees int[],
    lists text[], versions int[],
    prefixes text[], without_lock int[], most_wide_held int[], most_wide_had int[], with_bought boolean)
  returns table (over int, over_wide int, taken int[], has_slipped boolean, at timestamptz, until timestamptz) ${withGenericPlan} as $$
    #variable_conflict use_variable
    declare
      size int[] := array[cardinality(baskets)];
      everybody int[];
      deadlines timestamptz[];
      limits int[];
      wide_limits int[];
      refused int[] := '{}';
      taken_from int[];
      taken_seats int[];
      got int[];
      slipped int[] := '{}';
      winners int[];
      given int;
    begin
      insert into network (id) select distinct id from unnest(networks) as id where id is not null order by id
        on conflict (id) do update set seen_at = now();
      select
          array_agg(each.nth order by each.nth), array_agg(each.deadline order by each.nth), array_agg(each.exceeded order by each.nth)
        into everybody, deadlines, limits
        from (
          select nth, now() + make_interval(secs => seconds[nth]) as deadline, case
            when networks[nth] is null then null
            when crowd.held + counts[nth] > most_held[nth] then most_held[nth]
            when crowd.held + crowd.bought + counts[nth] > most_had[nth] then most_had[nth] end as exceeded
          from generate_subscripts(baskets, 1) as nth
          cross join lateral (
            select count(*) filter (where b.state <> 'completed') as held, count(*) filter (where b.state = 'completed') as bought
            from (
              select id, state, deadline from basket
              where network = networks[nth] and state in ('open', 'paying', 'completed') offset 0) b
            cross join lateral (
              select from basket_ticket t where t.basket_id = b.id and t.performance_id = performances[nth] offset 0) ticket
            where b.state <> 'open' or b.deadline > now()) crowd) each;
      wide_limits := array(
        select case
          when wide.held + batch.seats > most_wide_held[batch.nth] then most_wide_held[batch.nth]
          when wide.held + wide.bought + batch.seats > most_wide_had[batch.nth] then most_wide_had[batch.nth] end
        from (
          select nth, sum(counts[nth]) over (partition by prefixes[nth], performances[nth] order by nth) as seats
          from generate_subscripts(baskets, 1) as nth) batch
        left join count_wide_networks(prefixes, performances, counts, without_lock, with_bought) as wide
          on wide.prefix = prefixes[batch.nth] and wide.performance = performances[batch.nth]
        order by batch.nth);
      if cardinality(array_remove(limits || wide_limits, null)) > 0 then
        refused := array(select nth from unnest(everybody) as nth where limits[nth] is not null or wide_limits[nth] is not null);
      end if;
      select
          coalesce(array_agg(array_position(baskets, claimed.basket_id)) filter (where claimed.is_taken), '{}'),
          coalesce(array_agg(claimed.seat) filter (where claimed.is_taken), '{}'),
          coalesce(array_agg(array_position(baskets, claimed.basket_id)) filter (where not claimed.is_taken), '{}')
        into taken_from, taken_seats, got
        from claim_seats(
          performances, array_fill('held'::text, size), baskets, array_fill(null::uuid, size), deadlines, array_fill(true, size),
          owners, seats, refused) as claimed;
      if not lock_prices(lists, versions) then
        raise exception 'a price list has changed' using constraint = 'price_list_changed';
      end if;
      if cardinality(got) = cardinality(seats) then
        winners := everybody;
      else
        refused := refused || taken_from;
        slipped := array(
          select nth from unnest(everybody) as nth
          where nth <> all (refused) and counts[nth] > (select count(*) from unnest(got) as one where one = nth));
        delete from seat_claim where ctid = any(array(
          select mine.place from unnest(owners, seats) as wanted (owner, seat) cross join lateral (
            select c.ctid as place from seat_claim c
            where c.performance_id = performances[wanted.owner] and c.seat = wanted.seat and c.basket_id = baskets[wanted.owner] offset 0) mine
          where wanted.owner = any(slipped)));
        winners := array(select nth from unnest(everybody) as nth where nth <> all (refused) and nth <> all (slipped));
      end if;

      insert into basket (id, state, deadline, network, delivery, notes)
        select baskets[nth], 'open', deadlines[nth], networks[nth], deliveries[nth]::jsonb, '{"order": "", "access": ""}' from unnest(winners) as nth;
      insert into basket_ticket (id, basket_id, performance_id, seat, band, price_type, price, fee, price_version)
        select ticket.id, baskets[ticket.owner], performances[ticket.owner], ticket.seat, ticket.band, ticket.price_type, ticket.price, ticket.fee, versions[ticket.owner]
        from unnest(owners, tickets, seats, bands, types, prices, fees) as ticket (owner, id, seat, band, price_type, price, fee)
        where ticket.owner = any(winners);
      insert into session (id_hash, basket_id) select visits[nth], baskets[nth] from unnest(winners) as nth where are_new[nth];
      if not true = all (are_new) then
        update session set basket_id = baskets[array_position(visits, id_hash)]
          where basket_id is null and id_hash = any(array(select visits[nth] from unnest(winners) as nth where not are_new[nth]));
        get diagnostics given = row_count;
        if given < (select count(*) from unnest(winners) as nth where not are_new[nth]) then
          raise exception 'a visit has got a basket meanwhile' using constraint = 'visit_moved_on';
        end if;
      end if;
      insert into audit (id, actor, request_id, subject, subject_id, verb, from_state, to_state, detail)
        select entries[nth], 'guest', requests[nth], 'basket', baskets[nth], 'add-tickets', 'open', 'open', jsonb_build_object(
          'performance', performances[nth], 'lost', '[]'::jsonb,
          'seats', array(select wanted.seat from unnest(owners, seats) as wanted (owner, seat) where wanted.owner = nth))
        from unnest(winners) as nth;

      return query select limits[nth], wide_limits[nth], array(select gone.seat from unnest(taken_from, taken_seats) as gone (owner, seat) where gone.owner = nth),
        nth = any(slipped), now(), deadlines[nth] from unnest(everybody) as nth order by nth;
    end $$`
