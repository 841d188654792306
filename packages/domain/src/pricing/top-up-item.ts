import type { Brand } from '../brand/brand.ts'
import { add, type Money, zero } from '../money/money.ts'
import { isFundOpen } from './giving.ts'
import type { ItemKind } from './item-kind.ts'
import type { OfferedItem } from './item-offer.ts'
import { itemPrice } from './item-price.ts'
import { type StoredDetail, storedName, topUpOf } from './stored-detail.ts'
import { type TopUp, topUpAmounts, topUpKinds, topUpProduct } from './top-up.ts'

type SellingBrand = Pick<Brand, 'features' | 'giving' | 'refundProtection' | 'topUps'>

/**
 * A top-up as an item, without its amount.
 * @param today ISO date in the theatre's time zone
 * @returns undefined where the brand does not offer it, or no fund is open
 */
export function offerTopUp(
  { features, giving, topUps }: SellingBrand,
  topUp: TopUp,
  today: string,
): Omit<OfferedItem, 'amount'> | undefined {
  const fund = features.donations ? giving.find((each) => isFundOpen(each, today)) : undefined
  const isOffered = topUp === 'round-up' ? topUps?.roundUpTo !== undefined : topUps?.feeCover !== undefined
  if (!fund || !isOffered) return undefined
  const texts = { appeal: null, appealName: null, recognitionName: null, isAnonymous: false, tributeName: null }
  return { kind: 'donation', product: topUpProduct(topUp), quantity: 1, detail: { fund: fund.fund, name: fund.name, ...texts, topUp } }
}

type PricedItem = { readonly kind: ItemKind; readonly amount: number | null; readonly detail: StoredDetail }
type BasketContent<Item> = {
  readonly items: readonly Item[]
  readonly tickets: number
  /** Tickets, discounts and delivery. */ readonly rest: Money
}

/** The total of a basket without its top-ups, and the top-ups in it. */
function topUpBase<Item extends PricedItem>(brand: SellingBrand, { items, tickets, rest }: BasketContent<Item>) {
  const others = items.filter(({ detail }) => topUpOf(detail) === undefined)
  const amounts = others.map(({ kind, amount }) => itemPrice(brand, { kind, amount: amount as Money | null }, tickets) ?? zero)
  return { total: add(rest, ...amounts), chosen: new Set(items.flatMap(({ detail }) => topUpOf(detail) ?? [])) }
}

/** The items of a basket with the current amounts of its top-ups; null for a top-up with nothing to add. */
export function priceTopUps<Item extends PricedItem>(brand: SellingBrand, content: BasketContent<Item>): readonly Item[] {
  const { items } = content
  if (items.every(({ detail }) => topUpOf(detail) === undefined)) return items
  const { total, chosen } = topUpBase(brand, content)
  const amounts = topUpAmounts(brand.topUps ?? {}, total, chosen)
  return items.map((item) => {
    const topUp = topUpOf(item.detail)
    return topUp === undefined ? item : { ...item, amount: amounts[topUp] || null }
  })
}

/** The top-ups that a basket may add, with their amounts and the fund. @param today ISO date in the theatre's time zone */
export function offeredTopUps<Item extends PricedItem>(brand: SellingBrand, content: BasketContent<Item>, today: string) {
  const { total, chosen } = topUpBase(brand, content)
  const amounts = topUpAmounts(brand.topUps ?? {}, total, chosen)
  return topUpKinds.flatMap((topUp) => {
    const offer = chosen.has(topUp) || amounts[topUp] === 0 ? undefined : offerTopUp(brand, topUp, today)
    return offer ? [{ topUp, amount: amounts[topUp], fund: storedName(offer.detail) ?? '' }] : []
  })
}
