import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#db'
import { available, lockAccounts, reservedForBasket } from '#modules/ledger'
import { findVoucher } from '#modules/voucher'
import { type Money, money } from '@playhouse/domain/money'
import { type Problem, problem } from '@playhouse/domain/problem'
import { type StoredValue, type TenderAllocation, allocateTender } from '@playhouse/domain/purse'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { type Actor, type BasketRow, ticketsOf } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'

type OwnPurse = StoredValue & { readonly kind: 'gift-voucher' | 'credit'; readonly hint: string | null; readonly seen: number | null }
/** What a basket may be paid with besides a card, in the order in which it is spent. */
export type StoredTenders = {
  readonly vouchers: readonly OwnPurse[]
  /** The customer's credit, what ends first first; there whether or not it is to be used. */
  readonly credit: readonly OwnPurse[]
  readonly isCreditUsed: boolean
}

export const noStoredTenders: StoredTenders = { vouchers: [], credit: [], isCreditUsed: false }

/** Vouchers as they were applied, then the pieces of credit. One statement: a basket is read often. */
export async function loadStoredTenders(
  db: Kysely<Database>,
  { id, customer_id, credit_seen }: Pick<BasketRow, 'id' | 'customer_id' | 'credit_seen'>,
): Promise<StoredTenders> {
  const { rows } = await sql<OwnPurse>`
    select a.id, a.kind, a.hint, v.seen, ${available} + ${reservedForBasket(id)} as available, v.added_at as at, null::date as ends
    from basket_voucher v join ledger_account a on a.id = v.account_id where v.basket_id = ${id}
    union all
    select a.id, a.kind, null, null, ${available} + ${reservedForBasket(id)}, null, a.expires_on
    from ledger_account a where a.customer_id = ${customer_id} and a.balance > 0
    order by at nulls last, ends, id`.execute(db)
  const purses = rows.map(({ id: purse, kind, hint, seen, available: has }) => ({ id: purse, kind, hint, seen, available: money(has) }))
  return {
    vouchers: purses.filter(({ kind }) => kind === 'gift-voucher'),
    credit: purses.filter(({ kind }) => kind === 'credit'),
    isCreditUsed: credit_seen !== null,
  }
}

/** What is taken from which purse for an amount due. */
export function allocateStoredTenders(due: Money, { vouchers, credit, isCreditUsed }: StoredTenders): TenderAllocation[] {
  return allocateTender(due, isCreditUsed ? [...vouchers, ...credit] : vouchers)
}

export const availableBalance = (purses: readonly StoredValue[]): Money => money(purses.reduce((sum, { available: has }) => sum + has, 0))

/**
 * The basket's purses with their rows locked, at the moment of paying. Undefined when a balance is another than the visitor
 * was told, so that they would pay otherwise than they saw: the basket now remembers the balances as they are.
 */
export async function lockStoredTenders(trx: Transaction<Database>, basket: BasketRow, due: Money): Promise<StoredTenders | undefined> {
  const before = await loadStoredTenders(trx, basket)
  if (before.vouchers.length === 0 && !before.isCreditUsed) return before
  await lockAccounts(
    trx,
    [...before.vouchers, ...before.credit].map((purse) => purse.id),
  )
  const purses = await loadStoredTenders(trx, basket)
  const seen: StoredTenders = {
    ...purses,
    vouchers: purses.vouchers.map((purse) => ({ ...purse, available: money(purse.seen ?? 0) })),
    credit: [{ ...emptyPurse, available: money(basket.credit_seen ?? 0) }],
  }
  if (inParts(due, purses) === inParts(due, seen)) return purses
  for (const voucher of purses.vouchers)
    await trx
      .updateTable('basket_voucher')
      .set({ seen: voucher.available })
      .where('basket_id', '=', basket.id)
      .where('account_id', '=', voucher.id)
      .execute()
  await trx
    .updateTable('basket')
    .set((eb) => ({ version: eb('version', '+', 1), ...(purses.isCreditUsed && { credit_seen: availableBalance(purses.credit) }) }))
    .where('id', '=', basket.id)
    .execute()
  return undefined
}

const emptyPurse = { id: 'credit', kind: 'credit', hint: null, seen: null } as const

/** Each voucher's part and that of credit as a whole, to be compared. */
function inParts(due: Money, purses: StoredTenders): string {
  const spends = allocateStoredTenders(due, purses)
  const ofVouchers = purses.vouchers.map(({ id }) => spends.find((spend) => spend.account === id)?.amount ?? 0)
  return JSON.stringify([...ofVouchers, spends.reduce((sum, { amount }) => sum + amount, 0)])
}

/** Pays with a gift voucher as far as it goes. The same one twice is the same. */
export async function applyVoucher(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  code: string,
): Promise<Result<unknown, Problem<'voucher-not-recognised' | 'basket-empty' | 'basket-expired' | 'basket-paying'>>> {
  const voucher = await findVoucher(deps.db, code)
  if (!voucher) return fail(problem('voucher-not-recognised'))
  return editBasket(deps, id, actor, 'apply-voucher', async (trx): Promise<Result<unknown, Problem<'basket-empty'>>> => {
    if ((await ticketsOf(trx, id)).length === 0) return fail(problem('basket-empty'))
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
    await trx.deleteFrom('basket_voucher').where('basket_id', '=', id).execute()
    return ok(undefined)
  })
}

/** Pays with the customer's credit as far as it goes. */
export async function applyCredit(deps: BasketDeps, id: string, actor: Actor): Promise<Result<unknown, Problem>> {
  return editBasket(deps, id, actor, 'apply-credit', async (trx, basket): Promise<Result<unknown, Problem>> => {
    if ((await ticketsOf(trx, id)).length === 0) return fail(problem('basket-empty'))
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

/** While a gift voucher is in the basket no ticket leaves it (the spec, Basket). */
export async function holdsVoucher(db: Kysely<Database>, id: string): Promise<boolean> {
  return (await db.selectFrom('basket_voucher').select('account_id').where('basket_id', '=', id).executeTakeFirst()) !== undefined
}
