import type { TicketCount } from '../basket/limit.ts'
import type { Money } from '../money/money.ts'
import type { SeatType } from '../plan/model/seat-type.ts'
import { type Band, priceOf, type PriceList, type PriceType, priceTypeRules } from './pricing.ts'

/** Prices for people who need the seat and their companions: the first choice for such seats, and no choice for others. */
const kindFor: Partial<Record<SeatType, PriceType['kind']>> = { wheelchair: 'access', companion: 'companion' }

/** Price types in the order they are offered for a seat: its own kind first, and last what is meant for other seats. */
export function byFit(seat: SeatType, types: readonly PriceType[]): PriceType[] {
  const own = kindFor[seat]
  const rank = ({ kind }: PriceType): number => (kind === own ? 0 : isForSomeSeats(kind) ? 2 : 1)
  return types.toSorted((one, other) => rank(one) - rank(other))
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
    const found = isForSomeSeats(kind) ? undefined : priceOf(list, band, id)
    if (found) return found.price
  }
  return undefined
}

/**
 * The default price type of each of some seats: the first that is sold for it and has room. Access
 * prices are for access seats; a visitor with a right to them elsewhere chooses them.
 * @param types those that the visitor may buy, the theatre's usual one first
 * @param before tickets that count towards the limits already
 * @returns undefined where one of the seats would go without
 */
export function choosePriceTypes(
  list: Pick<PriceList, 'prices'>,
  types: readonly PriceType[],
  seats: readonly { readonly band: Band; readonly type: SeatType }[],
  before: TicketCount,
): string[] | undefined {
  const count = new Map(before)
  const chosen: string[] = []
  for (const { band, type } of seats) {
    const own = kindFor[type]
    const possible = byFit(type, types).filter(({ id, kind }) => priceOf(list, band, id) && (kind === own || !isForSomeSeats(kind)))
    const found = possible.find(({ id, limit }) => limit === undefined || (count.get(id) ?? 0) < limit)
    if (!found) return undefined
    chosen.push(found.id)
    count.set(found.id, (count.get(found.id) ?? 0) + 1)
  }
  return chosen
}
