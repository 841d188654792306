import type { TicketCount } from '../basket/limit.ts'
import type { Money } from '../money/money.ts'
import type { SeatType } from '../plan/model/seat-type.ts'
import { type Band, priceOf, type PriceList, type PriceType, priceTypeRules } from './pricing.ts'

/** Prices for people who need the seat and their companions: the first choice for such seats, and no choice for others. */
const kindFor: Partial<Record<SeatType, PriceType['kind']>> = { wheelchair: 'access', companion: 'companion' }

/** Price types in the order in which they are offered for a seat: those for its type first, those for other types last. */
export function byFit(seat: SeatType, types: readonly PriceType[]): PriceType[] {
  const own = kindFor[seat]
  const rank = ({ kind }: PriceType): number => (kind === own ? 0 : isForSomeSeats(kind) ? 2 : 1)
  return types.toSorted((a, b) => rank(a) - rank(b))
}

/** Whether prices of a kind are for certain seats, and for others only on request. */
export const isForSomeSeats = (kind: PriceType['kind']): boolean => priceTypeRules[kind].seats === 'some'

/**
 * The usual price of a seat of a band: at the first price type that is for every seat. This is the "from" price; lower
 * prices are shown where seats are chosen.
 * @param types those that the visitor may buy, the theatre's usual one first
 */
export function usualPrice(list: Pick<PriceList, 'prices'>, types: readonly PriceType[], band: Band): Money | undefined {
  for (const { id, kind } of types) {
    const price = isForSomeSeats(kind) ? undefined : priceOf(list, band, id)
    if (price) return price.price
  }
  return undefined
}

/**
 * The default price type of each seat: the first that is sold for it and whose limit is not reached. Access prices are for
 * access seats; a visitor entitled to them for another seat chooses them explicitly.
 * @param types those that the visitor may buy, the theatre's usual one first
 * @param before tickets that count towards the limits already
 * @returns undefined if one of the seats has no price type
 */
export function choosePriceTypes(
  list: Pick<PriceList, 'prices'>,
  types: readonly PriceType[],
  seats: readonly { readonly band: Band; readonly type: SeatType }[],
  before: TicketCount,
): string[] | undefined {
  const count = new Map(before)
  const chosenTypes: string[] = []
  for (const { band, type } of seats) {
    const own = kindFor[type]
    const possible = byFit(type, types).filter(({ id, kind }) => priceOf(list, band, id) && (kind === own || !isForSomeSeats(kind)))
    const availableType = possible.find(({ id, limit }) => limit === undefined || (count.get(id) ?? 0) < limit)
    if (!availableType) return undefined
    chosenTypes.push(availableType.id)
    count.set(availableType.id, (count.get(availableType.id) ?? 0) + 1)
  }
  return chosenTypes
}
