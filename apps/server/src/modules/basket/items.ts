import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type BasketItemTable, type Database, newId, type QuotedItem } from '#db'
import { type BasketItem, isSoldItem, type ItemToAdd, type SoldItem } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { isGiftAmount, recognitionNameOf } from '@playhouse/domain/giving'
import { type AccountKind, hasFixedName, isPricedPerTicket, itemKinds, itemQuantity, type PerTicketKind } from '@playhouse/domain/item-kind'
import { type Money, money, zero } from '@playhouse/domain/money'
import { type Line, refundProtectionPrice } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { membershipsOf } from '#modules/membership'
import { type Actor, type BasketRow, ticketsOf } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'

export type ItemRow = Pick<Selectable<BasketItemTable>, 'id' | 'kind' | 'amount' | 'detail'>
type ItemResult = Promise<Result<unknown, Problem>>

/** The stored items of a basket, except tickets. */
export async function itemsOf(db: Kysely<Database>, basket: string): Promise<ItemRow[]> {
  return db
    .selectFrom('basket_item')
    .select(['id', 'kind', 'amount', 'detail'])
    .where('basket_id', '=', basket)
    .orderBy('added_at')
    .execute()
}

/** Adds a donation, a membership or refund protection to a basket with tickets. It replaces an item of the same kind. */
export async function addItem(deps: BasketDeps, id: string, actor: Actor, item: ItemToAdd): ItemResult {
  if (!isSoldItem(item)) return fail(problem('not-available-yet'))
  const row = toItemRow(deps.brand, item)
  if (!row.ok) return row
  return editBasket(deps, id, actor, 'add-item', async (trx, { customer_id }): ItemResult => {
    if ((await ticketsOf(trx, id)).length === 0) return fail(problem('basket-empty'))
    const accountProblem = needsAccount(item) ? await accountChecks[item.kind](trx, deps.brand, customer_id, item) : undefined
    if (accountProblem) return fail(accountProblem)
    const { kind, amount, detail } = row.value
    const columns = { amount, detail: detail && JSON.stringify(detail) }
    await trx
      .insertInto('basket_item')
      .values({ id: newId(), basket_id: id, kind, ...columns })
      .onConflict((conflict) => conflict.columns(['basket_id', 'kind']).doUpdateSet(columns))
      .execute()
    return ok({ kind, amount })
  })
}

/** Changes the amount of a donation. Its texts stay, except a recognition name that needs a higher amount. */
export async function changeItem(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  itemId: string,
  change: { readonly amount: Money } | { readonly quantity: number },
): ItemResult {
  return editBasket(deps, id, actor, 'change-item', async (trx): ItemResult => {
    const item = (await itemsOf(trx, id)).find((each) => each.id === itemId)
    if (!item || !('amount' in change) || item.kind !== 'donation') return fail(problem('basket-line-unknown'))
    if (!deps.brand.giving || !isGiftAmount(deps.brand.giving, change.amount)) return fail(problem('invalid-input', { fields: ['amount'] }))
    const { detail } = item
    const newDetail =
      detail && 'fund' in detail ? { ...detail, recognitionName: recognitionNameOf(deps.brand.giving, { ...detail, ...change }) } : detail
    await trx
      .updateTable('basket_item')
      .set({ amount: change.amount, detail: newDetail && JSON.stringify(newDetail) })
      .where('id', '=', itemId)
      .execute()
    return ok({ item: itemId, amount: change.amount })
  })
}

export async function removeItem(deps: BasketDeps, id: string, actor: Actor, itemId: string): ItemResult {
  return editBasket(deps, id, actor, 'remove-item', async (trx): ItemResult => {
    const removedItem = await trx
      .deleteFrom('basket_item')
      .where('basket_id', '=', id)
      .where('id', '=', itemId)
      .returning('kind')
      .executeTakeFirst()
    if (!removedItem) return fail(problem('basket-line-unknown'))
    // The Gift Aid answer applies only to this donation.
    if (removedItem.kind === 'donation') await trx.updateTable('basket').set({ gift_aid_answer: null }).where('id', '=', id).execute()
    return ok({ kind: removedItem.kind })
  })
}

/**
 * Removes the items of a basket without tickets: they can't be ordered alone, and must not reappear when a ticket is added.
 * @returns the removed items, for the audit
 */
export async function removeItemsWithoutTickets(trx: Transaction<Database>, basket: string): Promise<Pick<ItemRow, 'kind' | 'amount'>[]> {
  const hasTickets = (await ticketsOf(trx, basket)).length > 0
  if (hasTickets) return []
  await trx.updateTable('basket').set({ gift_aid_answer: null }).where('id', '=', basket).execute()
  return trx.deleteFrom('basket_item').where('basket_id', '=', basket).returning(['kind', 'amount']).execute()
}

/** Finds the problem of a customer who can't buy a membership: a guest must sign in, and a member holds it already. */
async function membershipProblem(
  trx: Transaction<Database>,
  { memberships, timeZone }: Brand,
  customer: string | null,
  membership: string,
): Promise<Problem<'login-required' | 'membership-already-held'> | undefined> {
  const { rows } = await sql<{ is_guest: boolean; held: string[] }>`
    select is_guest, ${membershipsOf(customer, timeZone)} as held from customer where id = ${customer}::uuid`.execute(trx)
  const [buyer] = rows
  if (!buyer || buyer.is_guest) return problem('login-required')
  const name = memberships.find(({ id }) => id === membership)?.name ?? membership
  return buyer.held.includes(membership) ? problem('membership-already-held', { name }) : undefined
}

type AccountItem = Extract<SoldItem, { readonly kind: AccountKind }>
const needsAccount = (item: SoldItem): item is AccountItem => itemKinds[item.kind].needsAccount
/** Per item kind, the check whether the customer can buy it. */
const accountChecks: {
  readonly [Kind in AccountKind]: (
    trx: Transaction<Database>,
    brand: Brand,
    customer: string | null,
    item: Extract<AccountItem, { readonly kind: Kind }>,
  ) => ReturnType<typeof membershipProblem>
} = {
  membership: (trx, brand, customer, { membership }) => membershipProblem(trx, brand, customer, membership),
}

/** Removes a membership that the customer already holds or may not buy, and returns the problem. */
export async function removeHeldMembership(
  trx: Transaction<Database>,
  brand: Brand,
  { id, customer_id }: Pick<BasketRow, 'id' | 'customer_id'>,
): Promise<Problem<'login-required' | 'membership-already-held'> | undefined> {
  const item = (await itemsOf(trx, id)).find(({ kind }) => kind === 'membership')
  const membership = item?.detail && 'membership' in item.detail ? item.detail.membership : undefined
  const accountProblem = membership === undefined ? undefined : await membershipProblem(trx, brand, customer_id, membership)
  if (!item || !accountProblem) return undefined
  await trx.deleteFrom('basket_item').where('id', '=', item.id).execute()
  await trx
    .updateTable('basket')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return accountProblem
}

function toItemRow(
  { features, giving, memberships, refundProtection, timeZone }: Brand,
  item: SoldItem,
): Result<Omit<ItemRow, 'id'>, Problem> {
  switch (item.kind) {
    case 'donation': {
      if (!features.donations || giving?.fund !== item.fund) return fail(problem('page-not-found'))
      if (!isGiftAmount(giving, item.amount)) return fail(problem('invalid-input', { fields: ['amount'] }))
      const { kind, amount, fund, appeal, isAnonymous, tributeName } = item
      return ok({
        kind,
        amount,
        detail: { fund, name: giving.name, appeal, recognitionName: recognitionNameOf(giving, item), isAnonymous, tributeName },
      })
    }
    case 'membership': {
      const membership = memberships.find(({ id }) => id === item.membership)
      if (!membership?.sold) return fail(problem('page-not-found'))
      const { price, months } = membership.sold
      return ok({ kind: item.kind, amount: price, detail: { membership: membership.id, name: membership.name, months, timeZone } })
    }
    case 'refund-protection':
      return refundProtection ? ok({ kind: item.kind, amount: null, detail: null }) : fail(problem('page-not-found'))
  }
}

const pricesPerTicket: Readonly<Record<PerTicketKind, (brand: Brand, tickets: number) => Money | undefined>> = {
  'refund-protection': refundProtectionPrice,
}

/** The items with their amounts due, in a basket with `tickets` tickets. Without tickets there are none. */
export function quoteItems(brand: Brand, items: readonly ItemRow[], tickets: number): QuotedItem[] {
  if (tickets === 0) return []
  return items.flatMap(({ kind, amount, detail }): QuotedItem[] => {
    const due = isPricedPerTicket(kind) ? pricesPerTicket[kind](brand, tickets) : amount
    return due ? [{ kind, amount: due, detail }] : []
  })
}

export const itemLines = (items: readonly QuotedItem[]): Line[] =>
  items.map(({ kind, amount, detail }) => ({ kind, ref: detail?.name ?? kind, amount: money(amount), fee: zero }))

/** The items as the API returns them. Refund protection has no name, because the shop translates it. */
export function readItems(brand: Brand, rows: readonly ItemRow[], tickets: number): BasketItem[] {
  return rows.flatMap((row) =>
    quoteItems(brand, [row], tickets).map(({ kind, amount, detail }) => ({
      id: row.id,
      kind,
      name: hasFixedName(kind) ? '' : (detail?.name ?? ''),
      detail: detail && 'fund' in detail ? (detail.recognitionName ?? detail.tributeName) : null,
      quantity: itemQuantity(kind),
      amount: money(amount),
      fee: zero,
      tickets: [],
    })),
  )
}
