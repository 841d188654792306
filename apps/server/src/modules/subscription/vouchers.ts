import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { today } from '#modules/ledger'
import type { HeldSubscription } from '@playhouse/domain/subscription-voucher'

/** Tickets that are exchanged in a sale: their vouchers can be used again in it. */
type Exchanged = readonly string[]

/** A subscription whose vouchers can be used. `name`: in the theatre's language. */
export type UsableSubscription = HeldSubscription & { readonly name: string }

type Row = Omit<HeldSubscription['rules'], 'bands'> & {
  readonly id: string
  readonly name: string
  readonly expiresOn: string
  readonly vouchers: number
  readonly bands: HeldSubscription['rules']['bands']
  readonly uses: string[]
  /** Its last day has passed: only the vouchers of exchanged tickets can be used. */
  readonly isOver: boolean
  /** Vouchers of exchanged tickets. */
  readonly exchanged: number
}

/**
 * The performances of the vouchers of subscription `s` that are spent, or reserved by the open payment of another basket: one id for each
 * voucher. Exchanged tickets don't count: the sale returns them.
 */
const usesOf = (basket: RawBuilder<unknown>, exchanged: Exchanged) => sql`array(
  select t.performance_id from ticket t
  where t.subscription_id = s.id and t.returned_at is null and t.id <> all(${[...exchanged]}::uuid[])
  union all
  select q ->> 'performance' from payment_attempt a cross join lateral jsonb_array_elements(a.quote -> 'tickets') q
  where a.customer_id = s.customer_id and a.state in ('created', 'redirected') and a.basket_id <> ${basket}
    and q ->> 'subscription' = s.id::text)`

/** For a `select` of subscriptions `s`: their vouchers that paid for exchanged tickets. */
const exchangedOf = (exchanged: Exchanged) => sql`(
  select count(*)::int from ticket t where t.subscription_id = s.id and t.returned_at is null and t.id = any(${[...exchanged]}::uuid[]))`

const selectUsable = (basket: RawBuilder<unknown>, customer: RawBuilder<unknown>, exchanged: Exchanged) => sql<Row>`
  select s.id, s.name, s.expires_on::text as "expiresOn", s.vouchers - s.used as vouchers, f.productions, f.performances, f.bands,
    f.price_types as "priceTypes", f.per_performance as "perPerformance", ${usesOf(basket, exchanged)} as uses,
    s.expires_on < ${today} as "isOver", ${exchangedOf(exchanged)} as exchanged
  from ticket_subscription s join flex_subscription f on f.id = s.flex_id
  where s.customer_id = ${customer} and s.ended_at is null and (s.expires_on >= ${today} or ${exchangedOf(exchanged)} > 0)`

const toUsable = ({ id, name, expiresOn, vouchers, uses, isOver, exchanged, ...rules }: Row): UsableSubscription => ({
  ...{ id, name, expiresOn, uses, rules },
  left: Math.max(0, Math.min(vouchers - uses.length, isOver ? exchanged : Infinity)),
})

/**
 * A column for a `select` of baskets: the customer's subscriptions whose last day has not passed, or that paid for exchanged tickets. Read
 * it with {@link parseUsable}.
 */
export const selectUsableAsJson = (
  basket: RawBuilder<unknown>,
  customer: RawBuilder<unknown>,
  exchanged: Exchanged = [],
): RawBuilder<Row[]> => sql<Row[]>`(select coalesce(json_agg(usable), '[]') from (${selectUsable(basket, customer, exchanged)}) as usable)`
export const parseUsable = (rows: readonly Row[]): UsableSubscription[] => rows.map(toUsable)

/** The subscriptions of a customer whose last day has not passed, or that paid for exchanged tickets, with what is left for a basket. */
export async function loadUsableSubscriptions(
  db: Kysely<Database>,
  { id, customer_id }: { readonly id: string; readonly customer_id: string | null },
  exchanged: Exchanged = [],
): Promise<UsableSubscription[]> {
  if (customer_id === null) return []
  const { rows } = await selectUsable(sql.val(id), sql.val(customer_id), exchanged).execute(db)
  return parseUsable(rows)
}

/** Locks the subscriptions of a customer: payments use their vouchers one after the other. */
export async function lockSubscriptions(trx: Transaction<Database>, customer: string): Promise<void> {
  await sql`select 1 from ticket_subscription where customer_id = ${customer} order by id for update`.execute(trx)
}

/**
 * Whether the vouchers of a paid quote are still there, in the transaction that places its order. It locks their subscriptions. Their last
 * day does not count: the payment was begun in time.
 * @param exchanged tickets that the same transaction returns
 */
export async function areVouchersLeft(
  trx: Transaction<Database>,
  basket: string,
  tickets: readonly { readonly subscription?: string }[],
  exchanged: Exchanged = [],
): Promise<boolean> {
  const needed = tickets.flatMap(({ subscription }) => subscription ?? [])
  if (needed.length === 0) return true
  const ids = [...new Set(needed)]
  await sql`select 1 from ticket_subscription where id = any(${ids}::uuid[]) order by id for update`.execute(trx)
  const { rows } = await sql<{ id: string; left: number }>`
    select s.id, s.vouchers - s.used - cardinality(${usesOf(sql.val(basket), exchanged)}) as left
    from ticket_subscription s where s.id = any(${ids}::uuid[]) and s.ended_at is null`.execute(trx)
  return ids.every((id) => (rows.find((row) => row.id === id)?.left ?? 0) >= needed.filter((each) => each === id).length)
}
