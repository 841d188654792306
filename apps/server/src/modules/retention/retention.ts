import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#db'
import { erasedCustomer } from '@playhouse/domain/customer'

/** Rows of one table at a time: no statement holds a lock for long. */
const batchSize = 1_000
/** Statements of a rule in a round at most: what a big on-sale left behind is gone within days. */
const maxBatches = 10

type RetentionRule = {
  /** What is forgotten, for the log. */
  readonly name: string
  readonly statement: RawBuilder<unknown>
}

/** The least id (UUIDv7) that could have been made so long ago. */
const idCreatedBefore = (ago: string): RawBuilder<string> =>
  sql`rpad(lpad(to_hex(floor(extract(epoch from now() - ${ago}::interval) * 1000)::bigint), 12, '0'), 32, '0')::uuid`

/**
 * Nobody comes back to one: a visit lasts half a day at most. What began to be paid stays with its payment, what staff did in
 * their trail, and a code's use until it was given back. Looked up one by one, by index, however many there are of each.
 */
function deleteBaskets(which: RawBuilder<boolean>): RawBuilder<unknown> {
  const theirs = sql`basket_id = any(array(select id from gone))`
  return sql`
    with gone as (
      select id from basket b where ${which} and b.created_at < now() - interval '30 days'
        and not exists (select from payment_attempt where basket_id = b.id offset 0)
        and not exists (select from reservation where basket_id = b.id offset 0)
        and not exists (select from staff_session where basket_id = b.id offset 0)
        and not exists (select from promo_use where basket_id = b.id and state <> 'released' offset 0)
      limit ${batchSize} for update skip locked),
    tickets as (delete from basket_ticket where ${theirs}),
    items as (delete from basket_item where ${theirs}),
    vouchers as (delete from basket_voucher where ${theirs}),
    uses as (delete from promo_use where ${theirs}),
    trail as (select delete_abandoned_basket_audit(array(select id from gone)) as deleted)
    delete from basket where id = any(array(select id from gone)) and (select deleted from trail) >= 0`
}

/** What each personal column of an erased customer is set to. */
const erasedColumns = sql.join(Object.entries(erasedCustomer).map(([column, blank]) => sql`${sql.ref(column)} = ${blank}`))

/**
 * Blanks guests who bought nothing. A guest to whom money is or was lately owed stays: a payment may still succeed, a refund is
 * not made, or was made less than 60 days ago and may come back.
 */
function eraseGuests(candidates: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with guest as (
      select c.id from (${candidates}) candidate join customer c on c.id = candidate.id
      where c.is_guest and c.email <> ''
        and not exists (select from customer_order o where o.customer_id = c.id)
        and not exists (select from customer_order o where o.bought_as = c.id)
        and not exists (
          select from payment_attempt a left join refund f on f.attempt_id = a.id
          where a.customer_id = c.id and (
            a.state in ('created', 'redirected', 'confirming', 'refund-due') or a.ask_at is not null
            or f.state <> 'made' or f.made_at > now() - interval '60 days'))
      limit ${batchSize}),
    home as (delete from address where customer_id in (select id from guest))
    update customer set ${erasedColumns} where id in (select id from guest)`
}

/**
 * How long what is kept (docs/guides/retention.md says why). Orders, tickets, payments, the ledger and the audit of all that
 * ever had to do with money are no business of this round: they stay as long as the law asks.
 */
const rules: readonly RetentionRule[] = [
  { name: 'baskets that came to nothing', statement: deleteBaskets(sql`b.state in ('expired', 'reset')`) },
  { name: 'baskets of gifts that nobody bought', statement: deleteBaskets(sql`b.state = 'open' and b.deadline is null`) },
  {
    name: 'tickets of baskets whose payment came to nothing',
    statement: sql`
      delete from basket_ticket where id in (
        select t.id from basket b cross join lateral (select id from basket_ticket where basket_id = b.id offset 0) t
        where b.state in ('expired', 'reset') and b.created_at < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'notes and addresses of baskets whose payment came to nothing',
    statement: sql`
      update basket set notes = '{"order":"","access":""}', billing = null, network = null, delivery = jsonb_set(delivery, '{address}', 'null')
      where id in (
        select id from basket where state in ('expired', 'reset') and created_at < now() - interval '30 days'
          and (billing is not null or network is not null or notes <> '{"order":"","access":""}'::jsonb or delivery -> 'address' <> 'null'::jsonb)
        limit ${batchSize})`,
  },
  {
    // Ids tell when they were made, so that a round looks at two months of them and not at everybody.
    name: 'who came as a guest and bought nothing',
    statement: eraseGuests(
      sql`select c.id from customer c where c.id >= ${idCreatedBefore('90 days')} and c.id < ${idCreatedBefore('30 days')}`,
    ),
  },
  {
    name: 'guests whose money went back',
    statement: eraseGuests(sql`
      select distinct a.customer_id as id from refund f join payment_attempt a on a.id = f.attempt_id
      where f.order_id is null and f.made_at between now() - interval '120 days' and now() - interval '60 days'
        and a.customer_id < ${idCreatedBefore('30 days')}`),
  },
  {
    name: 'where orders were made from',
    statement: sql`
      update basket set network = null where id in (
        select id from basket where state = 'completed' and network is not null and created_at < now() - interval '90 days' limit ${batchSize})`,
  },
  {
    name: 'where payments were made from',
    statement: sql`
      update payment_attempt set network = null where id in (
        select id from payment_attempt where network is not null and created_at < now() - interval '90 days' limit ${batchSize})`,
  },
  {
    name: 'how far lines had moved long ago',
    statement: sql`
      delete from queue_call c where c.at < now() - interval '1 day' and exists (
        select from queue_call l where l.performance_id = c.performance_id and l.round = c.round
          and l.called > c.called and l.at < now() - interval '2 hours')`,
  },
  {
    name: 'who came in from waiting rooms that are over',
    statement: sql`
      delete from queue_entry where (performance_id, round, number) in (
        select e.performance_id, e.round, e.number from queue_entry e join queue q on q.performance_id = e.performance_id
        where (q.is_over or q.round > e.round) and e.until < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'places that moved in waiting rooms that are over',
    statement: sql`
      delete from queue_move where (performance_id, round, number) in (
        select m.performance_id, m.round, m.number from queue_move m join queue q on q.performance_id = m.performance_id
        where (q.is_over or q.round > m.round) and m.moved_at < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'networks nobody came from lately',
    statement: sql`delete from network where id in (select id from network where seen_at < now() - interval '7 days' limit ${batchSize})`,
  },
  {
    name: 'messages that were sent',
    statement: sql`delete from outbox where id in (select id from outbox where done_at < now() - interval '30 days' limit ${batchSize})`,
  },
  {
    name: 'notices of payment providers',
    statement: sql`
      delete from payment_event where (provider, event_id) in (
        select provider, event_id from payment_event where received_at < now() - interval '180 days' limit ${batchSize})`,
  },
  {
    name: 'ballot entries that won nothing',
    statement: sql`
      delete from ballot_entry where id in (
        select e.id from ballot_entry e join ballot b on b.id = e.ballot_id
        where e.outcome = 'lost' and b.drawn_at < now() - interval '1 year' limit ${batchSize})`,
  },
  {
    name: 'tries that were counted',
    statement: sql`
      delete from rate_limit where key in (
        select key from rate_limit where expire < extract(epoch from now() - interval '1 day') * 1000 limit ${batchSize})`,
  },
]

/**
 * Forgets what has been kept long enough, a part of it a round. A rule that can't be followed holds up none of the others.
 * @returns how many rows of what.
 */
export async function applyRetention(db: Kysely<Database>): Promise<ReadonlyMap<string, number>> {
  const deleted = new Map<string, number>()
  const failures: unknown[] = []
  for (const { name, statement } of rules)
    try {
      const rows = await applyRule(db, statement)
      if (rows > 0) deleted.set(name, rows)
    } catch (error) {
      failures.push(new Error(`${name} could not be forgotten`, { cause: error }))
    }
  if (failures.length > 0) throw new AggregateError(failures, failures.map((failure) => (failure as Error).message).join(', '))
  return deleted
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
