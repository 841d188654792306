import type { ChangeDependent, ChangeRow } from '@playhouse/domain/change'
import {
  changedNamedCodes,
  type CodeSales,
  type CountedSales,
  type NamedCode,
  namedCodeStateOf,
  salesByCode,
} from '@playhouse/domain/named-code'
import { add } from '@playhouse/domain/money'
import type { OfferPlan } from '@playhouse/domain/offer-plan'
import type { SoldOrder } from '#contract'
import type { MockPromo } from './mock-promos.ts'
import type { MockShop } from './mock-shop.ts'

/** The number of orders that have used a named code. */
const usesOfCode = (shop: MockShop, code: string): number => shop.promoUses.filter(({ namedCode }) => namedCode === code).length

/** The uses of the named codes of an offer. */
export const usesOfCodes = (shop: MockShop, offer: Pick<OfferPlan, 'codes'>): ReadonlyMap<string, number> =>
  new Map((offer.codes ?? []).map(({ code }) => [code, usesOfCode(shop, code)]))

/** The offer of a named code that visitors can use, while the offer is active. */
export const promoOfNamedCode = (shop: MockShop, typed: string | undefined): MockPromo | undefined =>
  shop.promos.find(({ codes = [] }) =>
    codes.some(
      (named) =>
        named.code === typed && namedCodeStateOf(named, usesOfCode(shop, named.code), shop.brand.timeZone, shop.now()) === 'active',
    ),
  )

/** Those of some codes that another offer has or had, as its own, as a named or as a single-use code. */
export const takenCodes = (shop: MockShop, offer: string, codes: readonly string[]): ReadonlySet<string> =>
  new Set(
    codes.filter(
      (code) =>
        shop.promos.some((promo) => promo.code !== offer && (promo.code === code || promo.codes?.some((named) => named.code === code))) ||
        shop.withdrawnCodes.some((named) => named.code === code && named.offer !== offer) ||
        shop.singleUseCodes.some((single) => single.code === code),
    ),
  )

/** Withdraws the used codes that a change of an offer removed; a code that it has again is not withdrawn. */
export function withdrawNamedCodes(shop: MockShop, rows: readonly ChangeRow[]): void {
  for (const { id, before, after } of rows) {
    const [from, to] = [(before as Partial<OfferPlan> | null)?.codes ?? [], (after as Partial<OfferPlan> | null)?.codes ?? []]
    const kept = shop.withdrawnCodes.filter(({ code, offer }) => offer !== id || !to.some((named) => named.code === code))
    const removed = changedNamedCodes(from, to).removed.filter(({ code }) => usesOfCode(shop, code) > 0)
    shop.withdrawnCodes.splice(0, shop.withdrawnCodes.length, ...kept, ...removed.map((named) => ({ ...named, offer: id })))
  }
}

/** What keeps changes of named codes from being undone: uses of codes that they added or gave a higher limit, and codes that others have by now. */
export function namedCodeDependents(shop: MockShop, rows: readonly ChangeRow[]): ChangeDependent[] {
  const counts = rows.map(({ id, before, after }): number => {
    if (before === null) return 0
    const { added, limited, removed } = changedNamedCodes((before as Partial<OfferPlan>).codes, (after as Partial<OfferPlan> | null)?.codes)
    const above = limited.filter(({ code, maxUses }) => usesOfCode(shop, code) > maxUses!)
    const taken = takenCodes(shop, id, [...removed.map(({ code }) => code), ...(after === null ? [id] : [])])
    return [...added, ...above].reduce((sum, { code }) => sum + usesOfCode(shop, code), 0) + taken.size
  })
  const count = counts.reduce((sum, each) => sum + each, 0)
  return count > 0 ? [{ kind: 'reference', id: 'named_code', count }] : []
}

/** The sales of an offer by the code that customers typed. */
export function salesOfOffer(shop: MockShop, id: string, offer: OfferPlan): CodeSales[] {
  const uses = shop.promoUses.filter(({ code }) => code === id)
  const counted = [...Map.groupBy(uses, ({ kind, namedCode }) => `${kind} ${namedCode}`).values()].map((ofCode): CountedSales => ({
    ...{ kind: ofCode[0]!.kind, code: ofCode[0]!.namedCode, used: ofCode.length, orders: ofCode.length },
    tickets: ofCode.flatMap(({ tickets }) => Object.values(tickets)).reduce((sum, each) => sum + each, 0),
    discount: add(...ofCode.map(({ discount }) => discount)),
    total: add(...ofCode.map(({ total }) => total)),
  }))
  return salesByCode(
    {
      ...{ id, codes: offer.codes, timeZone: shop.brand.timeZone, at: shop.now(), usesOfCodes: usesOfCodes(shop, offer) },
      withdrawn: shop.withdrawnCodes.filter((named) => named.offer === id).map(({ offer: _offer, ...named }): NamedCode => named),
    },
    counted,
  )
}

/** The promo codes with which an order was sold. Automatic offers have none. */
export const codesOfOrder = (shop: MockShop, number: string): SoldOrder['codes'] =>
  shop.promoUses.flatMap(({ order, code, kind, namedCode }) => {
    const offer = shop.promos.find((promo) => promo.code === code)
    if (order !== number || offer?.rule.automatic) return []
    const withdrawn = shop.withdrawnCodes.filter((named) => named.offer === code)
    const label = [...(offer?.codes ?? []), ...withdrawn].find((named) => named.code === namedCode)?.label
    return [{ kind, code: namedCode ?? code, ...(label !== undefined && { label }) }]
  })
