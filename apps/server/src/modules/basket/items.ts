import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type BasketItemTable, type Database, type QuotedItem } from '#db'
import type { BasketItem } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { parseItemDetail } from '@playhouse/domain/item-detail'
import { hasFixedName, kindsWithoutTickets } from '@playhouse/domain/item-kind'
import { withGiftAmount } from '@playhouse/domain/item-offer'
import { itemPrice } from '@playhouse/domain/item-price'
import {
  hasRenewalConsent,
  isKeptItem,
  itemFee,
  type StoredDetail,
  storedName,
  termsUsedBy,
  topUpOf,
} from '@playhouse/domain/stored-detail'
import { type Money, money } from '@playhouse/domain/money'
import type { Line } from '@playhouse/domain/pricing'
import { type Problem, problem } from '@playhouse/domain/problem'
import { fail, ok, type Result } from '@playhouse/domain/result'
import { topUpProducts } from '@playhouse/domain/top-up'
import { withCurrentPrices } from '#modules/catalogue'
import { type BuyerProblem, itemModules, type PricedItem } from '#modules/item'
import { areTermsBeingPaid } from '#modules/membership'
import { type Actor, type BasketRow, ticketsOf } from './basket-row.ts'
import { type BasketDeps, editBasket } from './edit-basket.ts'
import { revertMemberPrices } from './member-prices.ts'
import { stopClock } from './stop-clock.ts'

export type ItemRow = Pick<Selectable<BasketItemTable>, 'id' | 'kind' | 'product' | 'quantity' | 'performance_id' | 'amount' | 'detail'>
type TermProblem = Problem<'membership-upgrade-unavailable' | 'basket-paying'>
/** The price of an item for its buyer, undefined where it stays, or why they may not buy it. */
type BuyerOffer = Result<PricedItem | undefined, BuyerProblem>
export type BarredItemProblem = BuyerProblem | TermProblem | Problem<'price-changed'>
export type ItemResult = Promise<Result<unknown, Problem>>

/** The stored items of a basket, except tickets. */
export async function itemsOf(db: Kysely<Database>, basket: string): Promise<ItemRow[]> {
  return selectItems(db, sql.val(basket)).execute()
}

/** The statement of {@link itemsOf}, also as a part of another one. */
export const selectItems = (db: Kysely<Database>, basket: RawBuilder<string>) =>
  db
    .selectFrom('basket_item')
    .select(['id', 'kind', 'product', 'quantity', 'performance_id', 'amount', 'detail'])
    .where('basket_id', '=', basket)
    .orderBy('added_at')
    .orderBy('id')

/** Whether nothing of a basket can be paid for. */
export async function isBasketEmpty(db: Kysely<Database>, basket: string): Promise<boolean> {
  return (await ticketsOf(db, basket)).length === 0 && !(await hasKeptItems(db, basket))
}

/** Whether a basket has items that stay in it without tickets. */
export async function hasKeptItems(db: Kysely<Database>, basket: string): Promise<boolean> {
  return (await itemsOf(db, basket)).some(isKeptItem)
}

/**
 * The problem of an item that renews or upgrades a term which an earlier item counts already, in the same basket or in another one that
 * is being paid for. The customer is locked where the answer decides a payment.
 */
export async function findTermConflict(
  trx: Transaction<Database>,
  owner: { readonly customer: string; readonly basket: string },
  detail: StoredDetail,
  earlierItems: readonly Pick<ItemRow, 'detail'>[],
): Promise<TermProblem | undefined> {
  const terms = termsUsedBy(detail)
  if (earlierItems.some((item) => termsUsedBy(item.detail).some((term) => terms.includes(term))))
    return problem('membership-upgrade-unavailable', { name: storedName(detail) ?? '' })
  return (await areTermsBeingPaid(trx, owner, terms)) ? problem('basket-paying') : undefined
}

/** Keeps a basket without seats for the brand's days from now. */
export async function renewBasket(trx: Transaction<Database>, { brand }: BasketDeps, id: string): Promise<void> {
  await trx
    .updateTable('basket')
    .set({ kept_until: sql<Date>`now() + make_interval(days => ${brand.limits.basketDays})` })
    .where('id', '=', id)
    .execute()
}

/** Changes the amount of a donation. */
export async function changeItem(
  deps: BasketDeps,
  id: string,
  actor: Actor,
  itemId: string,
  { amount }: { readonly amount: Money },
): ItemResult {
  return editBasket(deps, id, actor, 'change-item', async (trx): ItemResult => {
    const item = (await itemsOf(trx, id)).find((each) => each.id === itemId)
    if (!item?.detail || !('fund' in item.detail) || topUpOf(item.detail)) return fail(problem('basket-line-unknown'))
    const changed = withGiftAmount(deps.brand, item.detail, amount)
    if (!changed.ok) return changed
    await setItem(trx, itemId, { amount, detail: changed.value })
    await renewBasket(trx, deps, id)
    return ok({ item: itemId, amount })
  })
}

export async function removeItem(deps: BasketDeps, id: string, actor: Actor, itemId: string): ItemResult {
  const remove = async (trx: Transaction<Database>, basket: BasketRow): ItemResult => {
    const removedItem = await trx
      .deleteFrom('basket_item')
      .where('basket_id', '=', id)
      .where('id', '=', itemId)
      .returning('kind')
      .executeTakeFirst()
    if (!removedItem) return fail(problem('basket-line-unknown'))
    // The Gift Aid answer applies only to this donation.
    if (removedItem.kind === 'donation') await trx.updateTable('basket').set({ gift_aid_answer: null }).where('id', '=', id).execute()
    if (removedItem.kind === 'membership') {
      const reverted = await revertMemberPrices(trx, deps, basket)
      if (!reverted.ok) return reverted
      await removeDependentItems(trx, id)
    }
    await stopClock(trx, id)
    // Otherwise they would reappear with the next item.
    if (await isBasketEmpty(trx, id)) {
      await removeTenders(trx, id)
      await removeTopUps(trx, id)
    }
    return ok({ kind: removedItem.kind })
  }
  return withCurrentPrices(deps.catalogue, () => editBasket(deps, id, actor, 'remove-item', remove))
}

/** Removes the vouchers and the credit of a basket in which nothing can be paid for. */
export async function removeTenders(trx: Transaction<Database>, basket: string): Promise<void> {
  await trx.deleteFrom('basket_voucher').where('basket_id', '=', basket).execute()
  await trx.updateTable('basket').set({ credit_seen: null }).where('id', '=', basket).execute()
}

/** Removes the top-ups of a basket in which nothing else can be paid for: they must not reappear with the next item. */
export async function removeTopUps(trx: Transaction<Database>, basket: string): Promise<Pick<ItemRow, 'kind' | 'amount'>[]> {
  return trx
    .deleteFrom('basket_item')
    .where('basket_id', '=', basket)
    .where('product', 'in', [...topUpProducts])
    .returning(['kind', 'amount'])
    .execute()
}

/**
 * Removes the items that need tickets from a basket without any: they must not reappear when a ticket is added. Other items stay.
 * @returns the removed items, for the audit
 */
export async function removeDependentItems(trx: Transaction<Database>, basket: string): Promise<Pick<ItemRow, 'kind' | 'amount'>[]> {
  if ((await ticketsOf(trx, basket)).length > 0) return []
  const removed = await trx
    .deleteFrom('basket_item')
    .where('basket_id', '=', basket)
    .where('kind', 'not in', [...kindsWithoutTickets])
    .returning(['kind', 'amount'])
    .execute()
  return (await hasKeptItems(trx, basket)) ? removed : [...removed, ...(await removeTopUps(trx, basket))]
}

/**
 * Removes the first item that the customer may not buy, such as a membership that they hold, and returns the problem. The tickets
 * lose the prices that it opened. An item whose price for this customer has changed gets the new price, and the problem is
 * `price-changed`.
 * @param items all of the basket
 * @param offers of `items` to this customer, from {@link readBuyerOffers}
 * @returns the items with their current prices for this customer
 */
export async function removeBarredItem(
  trx: Transaction<Database>,
  deps: BasketDeps,
  basket: BasketRow,
  items: readonly ItemRow[],
  offers: readonly BuyerOffer[],
): Promise<Result<readonly ItemRow[], BarredItemProblem>> {
  const { id, customer_id } = basket
  const currentItems: ItemRow[] = []
  for (const [nth, item] of items.entries()) {
    const termProblem =
      customer_id === null
        ? undefined
        : await findTermConflict(trx, { customer: customer_id, basket: id }, item.detail, items.slice(0, nth))
    // The other payment may fail, so the item stays.
    if (termProblem?.code === 'basket-paying') return fail(termProblem)
    const offer = termProblem ? fail(termProblem) : offers[nth]!
    const buyerProblem = offer.ok ? undefined : offer.error
    if (buyerProblem) await trx.deleteFrom('basket_item').where('id', '=', item.id).execute()
    else if (!offer.ok || !(await repriceItem(trx, item, offer.value))) {
      currentItems.push({ ...item, ...(offer.ok && offer.value) })
      continue
    }
    // Seats that a gift voucher keeps in the basket stay, and can't be paid for.
    if (buyerProblem && item.kind === 'membership' && (await revertMemberPrices(trx, deps, basket)).ok) await removeDependentItems(trx, id)
    await trx
      .updateTable('basket')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    return fail(buyerProblem ?? problem('price-changed'))
  }
  return ok(currentItems)
}

/** The offer of each item to a customer, read at once. Changes nothing. */
export const readBuyerOffers = (
  trx: Transaction<Database>,
  brand: Brand,
  customer: string | null,
  items: readonly ItemRow[],
): Promise<BuyerOffer[]> => Promise.all(items.map((item) => offerToBuyer(trx, brand, customer, item)))

/** Prices an item for its buyer. @returns undefined where its price stays, or why they may not buy it */
export const offerToBuyer = async (
  trx: Transaction<Database>,
  brand: Brand,
  customer: string | null,
  { kind, product, quantity, amount, detail }: Pick<ItemRow, 'kind' | 'product' | 'quantity' | 'amount' | 'detail'>,
): Promise<BuyerOffer> =>
  (await itemModules[kind].offerToBuyer?.(trx, brand, customer, { product, name: storedName(detail) ?? '', quantity, amount, detail })) ??
  ok(undefined)

/** Stores the new price of an item for its buyer. @returns whether they must see it again: its price or the consent to renewals has changed */
async function repriceItem(trx: Transaction<Database>, item: ItemRow, priced: PricedItem | undefined): Promise<boolean> {
  if (!priced) return false
  const { amount, detail } = priced
  if (amount === item.amount && isDeepStrictEqual(detail, item.detail)) return false
  await setItem(trx, item.id, priced)
  return amount !== item.amount || hasRenewalConsent(detail) !== hasRenewalConsent(item.detail)
}

const setItem = async (trx: Transaction<Database>, id: string, { amount, detail }: PricedItem): Promise<void> => {
  await trx
    .updateTable('basket_item')
    .set({ amount, detail: detail && JSON.stringify(detail) })
    .where('id', '=', id)
    .execute()
}

/** The items with their amounts due, in a basket with `tickets` tickets. Items that need tickets are left out without any. */
export function quoteItems(brand: Brand, items: readonly ItemRow[], tickets: number): QuotedItem[] {
  return items.flatMap((item): QuotedItem[] => {
    const due = priceOfRow(brand, item, tickets)
    const { kind, detail, product, quantity, performance_id: performance } = item
    return due === undefined ? [] : [{ kind, amount: due, detail, product, quantity, performance }]
  })
}

const priceOfRow = (brand: Brand, { kind, amount }: ItemRow, tickets: number): Money | undefined =>
  itemPrice(brand, { kind, amount: amount === null ? null : money(amount) }, tickets)

export const itemLines = (items: readonly QuotedItem[]): Line[] =>
  items.map(({ kind, amount, detail, quantity = 1 }) => ({
    ...{ kind, ref: storedName(detail) ?? kind, amount: money(amount), fee: itemFee(detail, quantity) },
    ...(detail && 'vatBasisPoints' in detail && detail.vatBasisPoints !== null && { vatBasisPoints: detail.vatBasisPoints }),
  }))

/** The items as the API returns them. Kinds with a fixed name have none: the screens translate it. */
export function readItems(brand: Brand, rows: readonly ItemRow[], tickets: number): BasketItem[] {
  return rows.flatMap((row) => {
    const amount = priceOfRow(brand, row, tickets)
    if (amount === undefined) return []
    const { id, kind, detail, quantity, performance_id: performance } = row
    return [
      {
        id,
        ...parseItemDetail(kind, detail),
        name: hasFixedName(kind) ? '' : (storedName(detail) ?? ''),
        quantity,
        performance,
        amount,
        fee: itemFee(detail, quantity),
      },
    ]
  })
}
