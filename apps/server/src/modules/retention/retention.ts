import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#db'
import { erasedCustomer } from '@playhouse/domain/customer'

/** Rows per statement, so that no statement holds locks for long. */
const batchSize = 1_000
/** Statements per rule and run: the rows of a large on-sale are deleted within days. */
const maxBatches = 10

type RetentionRule = {
  /** The name of the deleted data, for the log. */
  readonly name: string
  readonly statement: RawBuilder<unknown>
}

/** The lowest id (UUIDv7) that could have been created at that age. */
const idCreatedBefore = (ago: string): RawBuilder<string> =>
  sql`rpad(lpad(to_hex(floor(extract(epoch from now() - ${ago}::interval) * 1000)::bigint), 12, '0'), 32, '0')::uuid`

/**
 * Deletes abandoned baskets. A visit lasts half a day at most, and a basket with items the brand's days. Baskets with a payment, with staff
 * activity or with an active promo code use are kept. The subqueries use indexes (`offset 0` prevents a join).
 */
function deleteBaskets(which: RawBuilder<boolean>): RawBuilder<unknown> {
  const isOfForgotten = sql`basket_id = any(array(select id from gone))`
  return sql`
    with gone as (
      select id from basket b where ${which} and b.created_at < now() - interval '30 days'
        and not exists (select from payment_attempt where basket_id = b.id offset 0)
        and not exists (select from reservation where basket_id = b.id offset 0)
        and not exists (select from staff_session where basket_id = b.id offset 0)
        and not exists (select from promo_use where basket_id = b.id and state <> 'released' offset 0)
      limit ${batchSize} for update skip locked),
    tickets as (delete from basket_ticket where ${isOfForgotten}),
    items as (delete from basket_item where ${isOfForgotten}),
    vouchers as (delete from basket_voucher where ${isOfForgotten}),
    uses as (delete from promo_use where ${isOfForgotten}),
    trail as (select delete_abandoned_basket_audit(array(select id from gone)) as deleted)
    delete from basket where id = any(array(select id from gone)) and (select deleted from trail) >= 0`
}

/** The values of an erased customer's personal columns. */
const erasedColumns = sql.join(Object.entries(erasedCustomer).map(([column, blank]) => sql`${sql.ref(column)} = ${blank}`))

/**
 * Erases guests without an order. Guests to whom money is or was recently owed are kept: a payment may still succeed, a refund is
 * not made yet, or was made less than 60 days ago and may fail.
 */
function eraseGuests(candidates: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with guest as (
      select c.id from (${candidates}) candidate join customer c on c.id = candidate.id
      where c.is_guest and c.email <> ''
        and not exists (select from customer_order o where o.customer_id = c.id)
        and not exists (select from customer_order o where o.bought_as = c.id)
        and not exists (select from agent_customer a where a.customer_id = c.id)
        and not exists (
          select from payment_attempt a left join refund f on f.attempt_id = a.id
          where a.customer_id = c.id and (
            a.state in ('created', 'redirected', 'confirming', 'refund-due') or a.ask_at is not null
            or f.state <> 'made' or f.made_at > now() - interval '60 days'))
      limit ${batchSize}),
    home as (delete from address where customer_id in (select id from guest)),
    named as (
      update reservation_ticket set holder = null where holder is not null
        and reservation_id in (select r.id from reservation r where r.customer_id in (select id from guest))),
    cards as (delete from payment_card where customer_id in (select id from guest)),
    payer as (delete from provider_customer where customer_id in (select id from guest) returning provider, token),
    forgotten as (
      insert into outbox (id, topic, key, payload)
      select gen_random_uuid(), 'payment.forget-customer', token, jsonb_build_object('provider', provider, 'token', token) from payer)
    update customer set ${erasedColumns} where id in (select id from guest)`
}

/**
 * The detail of a gift without its recipient, addresses and texts. Late money buys a gift voucher for its buyer to print, and no gift
 * membership, which needs the address of its recipient.
 */
const withoutRecipient = (kind: RawBuilder<unknown>, detail: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case ${kind}
    when 'gift-voucher' then ${detail} - 'address' || '{"delivery":"print","to":"","from":"","message":"","email":null,"sendOn":null}'
    when 'gift-membership' then ${detail} || '{"to":"","from":"","message":"","email":""}'
    else ${detail} end`

/** Whether the detail of a gift names its recipient. */
const namesRecipient = (kind: RawBuilder<unknown>, detail: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  ${kind} in ('gift-voucher', 'gift-membership') and (${detail} ? 'address' or ${detail} ->> 'to' <> '' or ${detail} ->> 'from' <> ''
    or ${detail} ->> 'message' <> '' or ${detail} ->> 'email' <> '')`

/** The items of a payment's quote without the notes of food, on diets and allergies, and of tables. */
const withoutFoodNotes = sql`(
  select jsonb_agg(case when item ->> 'kind' in ('food', 'table') then jsonb_set(item, '{detail,note}', '""') else item end order by nth)
  from jsonb_array_elements(quote -> 'items') with ordinality as one(item, nth))`

/** Tickets without the names of the people of a group, 30 days after the performance. */
const namelessTickets = (table: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update ${table} set holder = null where id in (
    select t.id from ${table} t left join performance p on p.id = t.performance_id
    where t.holder is not null and (p.id is null or p.starts_at < now() - interval '30 days') limit ${batchSize})`

/**
 * The retention periods (explained in docs/guides/retention.md). Orders, tickets, payments, the ledger and their audit are not
 * deleted here: the law requires that they are kept.
 */
const rules: readonly RetentionRule[] = [
  { name: 'abandoned baskets', statement: deleteBaskets(sql`b.state in ('expired', 'reset')`) },
  {
    name: 'baskets without tickets',
    statement: deleteBaskets(sql`b.state = 'open' and b.deadline is null and (b.kept_until is null or b.kept_until < now())`),
  },
  {
    name: 'tickets of baskets with a failed payment',
    statement: sql`
      delete from basket_ticket where id in (
        select t.id from basket b cross join lateral (select id from basket_ticket where basket_id = b.id offset 0) t
        where b.state in ('expired', 'reset') and b.created_at < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'notes and addresses of baskets with a failed payment',
    statement: sql`
      update basket set notes = '{"order":"","access":""}', billing = null, network = null, delivery = jsonb_set(delivery, '{address}', 'null')
      where id in (
        select id from basket where state in ('expired', 'reset') and created_at < now() - interval '30 days'
          and (billing is not null or network is not null or notes <> '{"order":"","access":""}'::jsonb or delivery -> 'address' <> 'null'::jsonb)
        limit ${batchSize})`,
  },
  {
    // A basket without seats stays open after a failed payment. It is not found again after its days.
    name: 'gifts of baskets with a failed payment',
    statement: sql`
      update basket_item set detail = ${withoutRecipient(sql`kind`, sql`detail`)} where id in (
        select i.id from basket_item i join basket b on b.id = i.basket_id
        where ${namesRecipient(sql`i.kind`, sql`i.detail`)} and b.created_at < now() - interval '30 days'
          and (b.state in ('expired', 'reset') or (b.state = 'open' and b.deadline is null and (b.kept_until is null or b.kept_until < now())))
          and not exists (select from staff_session where basket_id = b.id)
        limit ${batchSize})`,
  },
  {
    name: 'gifts of payments that bought nothing',
    statement: sql`
      update payment_attempt set quote = jsonb_set(quote, '{items}', (
        select jsonb_agg(case when ${namesRecipient(sql`item ->> 'kind'`, sql`(item -> 'detail')`)}
          then jsonb_set(item, '{detail}', ${withoutRecipient(sql`item ->> 'kind'`, sql`(item -> 'detail')`)}) else item end order by nth)
        from jsonb_array_elements(quote -> 'items') with ordinality as one(item, nth)))
      where id in (
        select id from payment_attempt where created_at < now() - interval '30 days'
          and state in ('declined', 'cancelled', 'timed-out', 'refund-due', 'refunded')
          and exists (select from jsonb_array_elements(coalesce(quote -> 'items', '[]')) item
            where ${namesRecipient(sql`item ->> 'kind'`, sql`(item -> 'detail')`)})
        limit ${batchSize})`,
  },
  {
    name: 'notes and addresses of payments that bought nothing',
    statement: sql`
      update payment_attempt set quote = jsonb_set(quote, '{delivery,address}', 'null')
        || '{"billing":null,"notes":{"order":"","access":""}}' where id in (
        select id from payment_attempt where created_at < now() - interval '30 days'
          and state in ('declined', 'cancelled', 'timed-out', 'refund-due', 'refunded')
          and (quote -> 'billing' <> 'null' or quote #> '{delivery,address}' <> 'null'
            or quote #>> '{notes,order}' <> '' or quote #>> '{notes,access}' <> '') limit ${batchSize})`,
  },
  {
    name: 'gifts of orders whose debit failed',
    statement: sql`
      with failed as (
        select o.id, o.basket_id from customer_order o
        where o.state = 'failed' and o.placed_at < now() - interval '30 days' and exists (
          select from order_item i where i.order_id = o.id and ${namesRecipient(sql`i.kind`, sql`i.detail`)})
        limit ${batchSize}),
      baskets as (
        update basket_item set detail = ${withoutRecipient(sql`kind`, sql`detail`)}
        where ${namesRecipient(sql`kind`, sql`detail`)} and basket_id in (select basket_id from failed))
      update order_item set detail = ${withoutRecipient(sql`kind`, sql`detail`)}
      where ${namesRecipient(sql`kind`, sql`detail`)} and order_id in (select id from failed)`,
  },
  {
    // Diets and allergies are health data, which nothing needs after the visit. Both payments and orders have a copy.
    name: 'dietary notes of past visits',
    statement: sql`
      with visited as (
        select o.id, o.basket_id from customer_order o
        where o.notes ? 'dietary' and o.placed_at < now() - interval '30 days' and not exists (
          select from ticket t join performance p on p.id = t.performance_id
          where t.order_id = o.id and t.returned_at is null and p.starts_at > now() - interval '30 days')
        limit ${batchSize}),
      attempts as (
        update payment_attempt set quote = quote #- '{notes,dietary}' where basket_id in (select basket_id from visited)),
      baskets as (update basket set notes = notes - 'dietary' where id in (select basket_id from visited))
      update customer_order set notes = notes - 'dietary' where id in (select id from visited)`,
  },
  {
    name: 'names of groups after the performance',
    statement: namelessTickets(sql`ticket`),
  },
  {
    name: 'names of groups that were not paid',
    statement: namelessTickets(sql`reservation_ticket`),
  },
  {
    name: 'notes of food and tables after the performance',
    statement: sql`
      with visited as (
        select i.id, i.order_id, o.basket_id from order_item i join customer_order o on o.id = i.order_id
        left join performance p on p.id = i.performance_id
        where i.kind in ('food', 'table') and i.detail ->> 'note' <> '' and coalesce(p.starts_at, o.placed_at) < now() - interval '30 days'
          and o.placed_at < now() - interval '30 days'
        limit ${batchSize}),
      attempts as (
        update payment_attempt set quote = jsonb_set(quote, '{items}', ${withoutFoodNotes})
        where basket_id in (select basket_id from visited)),
      baskets as (
        update basket_item set detail = detail || '{"note": ""}' where kind in ('food', 'table') and basket_id in (select basket_id from visited))
      update order_item set detail = detail || '{"note": ""}' where id in (select id from visited)`,
  },
  {
    name: 'notes of food and tables that were not bought',
    statement: sql`
      update payment_attempt set quote = jsonb_set(quote, '{items}', ${withoutFoodNotes}) where id in (
        select id from payment_attempt where created_at < now() - interval '30 days'
          and state in ('declined', 'cancelled', 'timed-out', 'refund-due', 'refunded')
          and jsonb_path_exists(quote, '$.items[*] ? ((@.kind == "food" || @.kind == "table") && @.detail.note != "")') limit ${batchSize})`,
  },
  {
    name: 'notes of food and tables in ended baskets',
    statement: sql`
      update basket_item set detail = detail || '{"note": ""}' where id in (
        select i.id from basket_item i join basket b on b.id = i.basket_id
        where i.kind in ('food', 'table') and i.detail ->> 'note' <> '' and b.created_at < now() - interval '30 days' and b.state in ('expired', 'reset')
        limit ${batchSize})`,
  },
  {
    name: 'lapsed orders of food and tables',
    statement: sql`
      update basket set lapsed_items = '[]' where id in (
        select id from basket where lapsed_items <> '[]' and created_at < now() - interval '30 days'
          and (jsonb_path_exists(lapsed_items, '$[*].food') or jsonb_path_exists(lapsed_items, '$[*].table')) limit ${batchSize})`,
  },
  {
    name: 'dietary notes of payments that bought nothing',
    statement: sql`
      update payment_attempt set quote = quote #- '{notes,dietary}' where id in (
        select id from payment_attempt where quote -> 'notes' ? 'dietary' and created_at < now() - interval '30 days'
          and state in ('declined', 'cancelled', 'timed-out', 'refund-due', 'refunded') limit ${batchSize})`,
  },
  {
    // Ids contain their creation time, so that only two months of customers are read.
    name: 'guests without an order',
    statement: eraseGuests(
      sql`select c.id from customer c where c.id >= ${idCreatedBefore('90 days')} and c.id < ${idCreatedBefore('30 days')}`,
    ),
  },
  {
    name: 'guests with a refunded payment',
    statement: eraseGuests(sql`
      select distinct a.customer_id as id from refund f join payment_attempt a on a.id = f.attempt_id
      where f.order_id is null and f.made_at between now() - interval '120 days' and now() - interval '60 days'
        and a.customer_id < ${idCreatedBefore('30 days')}`),
  },
  {
    name: 'networks of orders',
    statement: sql`
      update basket set network = null where id in (
        select id from basket where state = 'completed' and network is not null and created_at < now() - interval '90 days' limit ${batchSize})`,
  },
  {
    name: 'networks of payments',
    statement: sql`
      update payment_attempt set network = null where id in (
        select id from payment_attempt where network is not null and created_at < now() - interval '90 days' limit ${batchSize})`,
  },
  {
    name: 'old positions of waiting rooms',
    statement: sql`
      delete from queue_call c where c.at < now() - interval '1 day' and exists (
        select from queue_call l where l.performance_id = c.performance_id and l.round = c.round
          and l.called > c.called and l.at < now() - interval '2 hours')`,
  },
  {
    name: 'admissions of ended waiting rooms',
    statement: sql`
      delete from queue_entry where (performance_id, round, number) in (
        select e.performance_id, e.round, e.number from queue_entry e join queue q on q.performance_id = e.performance_id
        where (q.is_over or q.round > e.round) and e.until < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'moved places of ended waiting rooms',
    statement: sql`
      delete from queue_move where (performance_id, round, number) in (
        select m.performance_id, m.round, m.number from queue_move m join queue q on q.performance_id = m.performance_id
        where (q.is_over or q.round > m.round) and m.moved_at < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'inactive networks',
    statement: sql`delete from network where id in (select id from network where seen_at < now() - interval '7 days' limit ${batchSize})`,
  },
  {
    name: 'sent messages',
    statement: sql`delete from outbox where id in (select id from outbox where done_at < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'payment provider events',
    statement: sql`
      delete from payment_event where (provider, event_id) in (
        select provider, event_id from payment_event where received_at < now() - interval '180 days' limit ${batchSize})`,
  },
  {
    // Names and needs of people. A change of a card can be undone until then.
    name: 'former contents of access cards',
    statement: sql`
      delete from access_card_revision where (access_id, revision) in (
        select r.access_id, r.revision from access_card_revision r where r.used_until < now() - interval '30 days' and not exists (
          select from access_card c where c.access_id = r.access_id and c.revision = r.revision) limit ${batchSize})`,
  },
  {
    name: 'lost ballot entries',
    statement: sql`
      delete from ballot_entry where id in (
        select e.id from ballot_entry e join ballot b on b.id = e.ballot_id
        where e.outcome = 'lost' and b.drawn_at < now() - interval '1 year' limit ${batchSize})`,
  },
  {
    name: 'lost entries for day seats',
    statement: sql`
      delete from day_seat_entry where id in (
        select e.id from day_seat_entry e join day_seat_draw d on d.performance_id = e.performance_id
        where e.outcome = 'lost' and d.drawn_at < now() - interval '1 year' limit ${batchSize})`,
  },
  {
    name: 'entries of forms',
    statement: sql`delete from form_entry where id in (select id from form_entry where delete_at < now() limit ${batchSize})`,
  },
  {
    name: 'rate limit counters',
    statement: sql`
      delete from rate_limit where key in (
        select key from rate_limit where expire < extract(epoch from now() - interval '1 day') * 1000 limit ${batchSize})`,
  },
]

/**
 * Deletes rows past their retention period, a limited number per run. A rule that fails does not stop the others.
 * @returns the number of deleted or erased rows by rule
 * @throws AggregateError of the failures, after the other rules were applied
 */
export async function applyRetention(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const deletedRows = new Map<string, number>()
  const failures: unknown[] = []
  for (const { name, statement } of rules)
    try {
      const rows = await applyRule(db, statement)
      if (rows > 0) deletedRows.set(name, rows)
    } catch (error) {
      failures.push(new Error(`retention rule failed: ${name}`, { cause: error }))
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map((failure) => (failure as Error).message).join(', '))
  return deletedRows
}

async function applyRule(db: Kysely<Database>, statement: RawBuilder<unknown>): Promise<number> {
  let sum = 0
  for (let time = 0; time < maxBatches; time++) {
    const rows = Number((await statement.execute(db)).numAffectedRows ?? 0)
    sum += rows
    if (rows < batchSize) break
  }
  return sum
}
