import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { available, lockAccounts, reservedForBasket } from '#modules/ledger'
import { findVoucher } from '#modules/voucher'
import { type Money, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { type StoredValue, type TenderAllocation, allocateTender } from '@playhouse/domain/stored-value'
import { fail, ok, type Result } from '@playhouse/domain/result'
import type { Actor, BasketRow } from './basket-row.ts'
import { type BasketDeps, type CannotEdit, editBasket } from './edit-basket.ts'
import { isBasketEmpty } from './items.ts'

/** A voucher or an amount of credit. `hint`: the last characters of a voucher's code; `seen`: the balance shown, in minor units. */
type BasketTender = StoredValue & { readonly kind: 'gift-voucher' | 'credit'; readonly hint: string | null; readonly seen: number | null }
/** The stored value of a basket, in the order in which it is spent. */
export type StoredTenders = {
  readonly vouchers: readonly BasketTender[]
  /** The customer's credit in the order of its expiry, whether or not it is applied. */
  readonly credit: readonly BasketTender[]
  readonly isCreditApplied: boolean
}

export const noStoredTenders: StoredTenders = { vouchers: [], credit: [], isCreditApplied: false }

/** Loads vouchers in the order they were applied, then credit. In one statement, because baskets are read often. */
export async function loadStoredTenders(
  db: Kysely<Database>,
  { id, customer_id, credit_seen }: Pick<BasketRow, 'id' | 'customer_id' | 'credit_seen'>,
): Promise<StoredTenders> {
  const { rows } = await selectTenders(sql`${id}::uuid`, sql`${customer_id}::uuid`).execute(db)
  return toStoredTenders(rows, credit_seen)
}

/** A voucher or an amount of credit as the database returns it. `available` in minor units. */
export type TenderRow = Pick<BasketTender, 'id' | 'kind' | 'hint' | 'seen'> & { readonly available: number }

/** The statement of {@link loadStoredTenders}, also as a part of another one. @param basket its id @param customer null for none */
export const selectTenders = (basket: RawBuilder<unknown>, customer: RawBuilder<unknown>): RawBuilder<TenderRow> => sql<TenderRow>`
    select a.id, a.kind, a.hint, v.seen, ${available} + ${reservedForBasket(basket)} as available, v.added_at as at, null::date as ends
    from basket_voucher v join ledger_account a on a.id = v.account_id where v.basket_id = ${basket}
    union all
    select a.id, a.kind, null, null, ${available} + ${reservedForBasket(basket)}, null, a.expires_on
    from ledger_account a where a.customer_id = ${customer} and a.balance > 0
    order by at nulls last, ends, id`

/** {@link selectTenders} as a column: a JSON list. */
export const selectTendersAsJson = (...of: Parameters<typeof selectTenders>): RawBuilder<TenderRow[]> =>
  sql<TenderRow[]>`(select coalesce(json_agg(tender), '[]') from (${selectTenders(...of)}) as tender)`

/** @param creditSeen the credit that was shown when it was applied, minor units; null if it is not applied */
export function toStoredTenders(rows: readonly TenderRow[], creditSeen: number | null): StoredTenders {
  const tenders = rows.map(({ id, kind, hint, seen, available: amount }) => ({ id, kind, hint, seen, available: money(amount) }))
  return {
    vouchers: tenders.filter(({ kind }) => kind === 'gift-voucher'),
    credit: tenders.filter(({ kind }) => kind === 'credit'),
    isCreditApplied: creditSeen !== null,
  }
}

/** Allocates an amount due to stored value. */
export function allocateStoredTenders(due: Money, { vouchers, credit, isCreditApplied }: StoredTenders): TenderAllocation[] {
  return allocateTender(due, isCreditApplied ? [...vouchers, ...credit] : vouchers)
}

export const availableBalance = (tenders: readonly StoredValue[]): Money =>
  money(tenders.reduce((sum, { available: amount }) => sum + amount, 0))

/**
 * Locks and loads the basket's stored value for a payment. Returns undefined if a balance differs from the one that the visitor
 * saw, and stores the new balances.
 */
export async function lockStoredTenders(trx: Transaction<Database>, basket: BasketRow, due: Money): Promise<StoredTenders | undefined> {
  const before = await loadStoredTenders(trx, basket)
  if (before.vouchers.length === 0 && !before.isCreditApplied) return before
  await lockAccounts(
    trx,
    [...before.vouchers, ...before.credit].map((tender) => tender.id),
  )
  const tenders = await loadStoredTenders(trx, basket)
  const shownTenders: StoredTenders = {
    ...tenders,
    vouchers: tenders.vouchers.map((tender) => ({ ...tender, available: money(tender.seen ?? 0) })),
    credit: [{ ...emptyTender, available: money(basket.credit_seen ?? 0) }],
  }
  if (allocationKey(due, tenders) === allocationKey(due, shownTenders)) return tenders
  for (const voucher of tenders.vouchers)
    await trx
      .updateTable('basket_voucher')
      .set({ seen: voucher.available })
      .where('basket_id', '=', basket.id)
      .where('account_id', '=', voucher.id)
      .execute()
  await trx
    .updateTable('basket')
    .set((eb) => ({ version: eb('version', '+', 1), ...(tenders.isCreditApplied && { credit_seen: availableBalance(tenders.credit) }) }))
    .where('id', '=', basket.id)
    .execute()
  return undefined
}

const emptyTender = { id: 'credit', kind: 'credit', hint: null, seen: null } as const

/** The part of each voucher and of all credit, as a string to compare. */
function allocationKey(due: Money, tenders: StoredTenders): string {
  const spends = allocateStoredTenders(due, tenders)
  const ofVouchers = tenders.vouchers.map(({ id }) => spends.find((spend) => spend.account === id)?.amount ?? 0)
  return JSON.stringify([...ofVouchers, spends.reduce((sum, { amount }) => sum + amount, 0)])
}

/** Applies a gift voucher, up to its balance. Applying it twice has no further effect. */
export async function applyVoucher(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  code: string,
): Promise<Result<unknown, Problem<'voucher-not-recognised' | 'basket-empty'> | CannotEdit>> {
  const voucher = await findVoucher(deps.db, code)
  if (!voucher) return fail(problem('voucher-not-recognised'))
  return editBasket(deps, id, actor, 'apply-voucher', async (trx): Promise<Result<unknown, Problem<'basket-empty'>>> => {
    if (await isBasketEmpty(trx, id)) return fail(problem('basket-empty'))
    await trx
      .insertInto('basket_voucher')
      .values({ basket_id: id, account_id: voucher.account, seen: voucher.balance })
      .onConflict((conflict) => conflict.columns(['basket_id', 'account_id']).doUpdateSet({ seen: voucher.balance }))
      .execute()
    return ok({ voucher: voucher.account })
  })
}

export async function removeVouchers(deps: BasketDeps, id: string, actor: Actor): Promise<Result<unknown, Problem>> {
  return editBasket(deps, id, actor, 'remove-vouchers', async (trx) => {
    // The deposits of a group stay with its reserved order.
    await trx
      .deleteFrom('basket_voucher')
      .where('basket_id', '=', id)
      .where('account_id', 'not in', trx.selectFrom('group_booking').select('account_id'))
      .execute()
    return ok(undefined)
  })
}

/** Applies the customer's credit, up to its balance. */
export async function applyCredit(deps: BasketDeps, id: string, actor: Actor): Promise<Result<unknown, Problem>> {
  return editBasket(deps, id, actor, 'apply-credit', async (trx, basket): Promise<Result<unknown, Problem>> => {
    if (await isBasketEmpty(trx, id)) return fail(problem('basket-empty'))
    const balance = availableBalance((await loadStoredTenders(trx, basket)).credit)
    if (balance <= 0) return fail(problem('credit-not-applied'))
    await trx.updateTable('basket').set({ credit_seen: balance }).where('id', '=', id).execute()
    return ok({ balance })
  })
}

export async function removeCredit(deps: BasketDeps, id: string, actor: Actor): Promise<Result<unknown, Problem>> {
  return editBasket(deps, id, actor, 'remove-credit', async (trx) => {
    await trx.updateTable('basket').set({ credit_seen: null }).where('id', '=', id).execute()
    return ok(undefined)
  })
}
