import { type Kysely, sql } from 'kysely'

/**
 * Versions of price lists. A process caches a list by its version, and a hold is written only with the current version: after
 * a change has committed, no process sells a seat at the price before. Tickets keep the version they were priced with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Planned once per connection, and efficient while a hall fills: see migration 16. */
const plannedOnce = `language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off`

const statements = [
  `alter table price_list add column version int not null default 1`,
  // Every change of prices makes a new version of them, a manual one too.
  `create function count_price_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`,
  `create trigger price_list_version before update of data on price_list
    for each row when (old.data is distinct from new.data) execute function count_price_version()`,
  `alter table basket_ticket add column price_version int`,

  // Whether these versions are the current ones, which they stay until the end of the transaction: a change of a price list
  // takes the same locks alone. The check is a separate statement, so that it sees what the lock waited for.
  `create function lock_prices(lists text[], versions int[]) returns boolean ${plannedOnce} as $$
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('price list ' || list, 0))
        from (select distinct list from unnest(lists) as list order by list) each;
      return not exists (
        select from unnest(lists, versions) as priced (list, version) join price_list p on p.id = priced.list
        where p.version <> priced.version);
    end $$`,

  // As in migration 24, with the price list of each new visitor and its version. A list that has changed rolls all of it back.
  // Processes of the previous release continue with the function without versions.
  `create function hold_for_newcomers(
    baskets uuid[], performances text[], networks text[], counts int[], most_held int[], most_had int[], seconds int[],
    deliveries text[], visits text[], are_new boolean[], requests text[], entries uuid[],
    owners int[], seats int[], tickets uuid[], bands text[], types text[], prices int[], fees int[],
    lists text[], versions int[])
  returns table (over int, taken int[], has_slipped boolean, at timestamptz, until timestamptz) ${plannedOnce} as $$
    #variable_conflict use_variable
    declare
      size int[] := array[cardinality(baskets)];
      everybody int[];
      deadlines timestamptz[];
      limits int[];
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
      if cardinality(array_remove(limits, null)) > 0 then
        refused := array(select nth from unnest(everybody) as nth where limits[nth] is not null);
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

      return query select limits[nth], array(select gone.seat from unnest(taken_from, taken_seats) as gone (owner, seat) where gone.owner = nth),
        nth = any(slipped), now(), deadlines[nth] from unnest(everybody) as nth order by nth;
    end $$`,
]
