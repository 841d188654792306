import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type Actor, type Database, type LedgerAccountTable, newId } from '#db'
import { lockAccounts, post, recordTransfers } from './post.ts'

/**
 * Today in the theatre's time zone, by the database clock. Credit and vouchers are valid until midnight there on their last day.
 */
export const today = sql<string>`(now() at time zone coalesce((select time_zone from performance order by id limit 1), 'UTC'))::date`

/** The spendable balance of account `a`: 0 past its last day and while it is blocked, and without amounts reserved by open payments. */
export const available: RawBuilder<number> = sql<number>`case when a.expires_on < ${today} or a.blocked_at is not null then 0 else a.balance - a.reserved end`

/** The amount of account `a` that is reserved by payments of this basket, which the basket's own screens show as available. */
export const reservedForBasket = (basket: RawBuilder<unknown>): RawBuilder<number> => sql<number>`coalesce((
  select sum(r.amount)::int from ledger_reservation r join payment_attempt p on p.id = r.attempt_id
  where r.account_id = a.id and p.basket_id = ${basket}), 0)`

type NewAccount = Pick<Selectable<LedgerAccountTable>, 'kind' | 'customer_id' | 'code_digest' | 'hint'> & {
  /** A day, or how many months from the database's today, or from a later day. */
  readonly ends: { readonly on: string } | { readonly months: number; readonly from?: string | null } | undefined
}

/** The first amount of an account, in minor units. */
type FirstAmount = {
  readonly amount: number
  readonly from: 'issued' | 'returns' | 'sales'
  readonly reason?: 'sold'
  readonly order?: string | undefined
}
type OpenedAccount = { readonly id: string; readonly expiresOn: string | null }

/** Opens an account with its first amount. @returns its id and its last day (ISO date) */
export async function openAccount(
  trx: Transaction<Database>,
  account: NewAccount,
  money: FirstAmount,
  actor: Actor,
): Promise<OpenedAccount> {
  return (await openAccounts(trx, [newId()], account, money, actor))[0]!
}

/** Opens equal accounts, each with its first amount, in one round trip. @returns their ids and their last days (ISO dates) */
export async function openAccounts(
  trx: Transaction<Database>,
  ids: readonly string[],
  { ends, ...account }: NewAccount,
  money: FirstAmount,
  actor: Actor,
): Promise<OpenedAccount[]> {
  const day =
    ends &&
    ('on' in ends
      ? sql<string>`${ends.on}::date`
      : sql<string>`(greatest(${today}, ${ends.from ?? null}::date) + make_interval(months => ${ends.months}))::date`)
  const transfer = { house: money.from, amount: money.amount, reason: money.reason ?? reasons[money.from], order: money.order }
  const [rows] = await Promise.all([
    trx
      .insertInto('ledger_account')
      .values(ids.map((id) => ({ id, ...account, balance: money.amount, expires_on: day ?? null })))
      .returning(['id', 'expires_on'])
      .execute(),
    recordTransfers(
      trx,
      ids.map((id) => ({ account: id, ...transfer })),
      actor,
    ),
  ])
  return rows.map(({ id, expires_on }) => ({ id, expiresOn: expires_on }))
}

/** Restarts an expired account for a number of months. Its expired balance is written off. */
export async function restartAccount(trx: Transaction<Database>, id: string, months: number, actor: Actor): Promise<void> {
  await lockAccounts(trx, [id])
  const { balance, reserved: reservedAmount } = await trx
    .selectFrom('ledger_account')
    .select(['balance', 'reserved'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (balance > reservedAmount)
    await post(trx, { account: id, house: 'expired', amount: reservedAmount - balance, reason: 'expired' }, actor)
  await trx
    .updateTable('ledger_account')
    .set({ expires_on: sql<string>`(${today} + make_interval(months => ${months}))::date` })
    .where('id', '=', id)
    .execute()
}

const reasons = { issued: 'issued', returns: 'returned', sales: 'refunded' } as const
