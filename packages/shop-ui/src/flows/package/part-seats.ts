import type { PackageRequest } from '@playhouse/api-client/contract'
import { type Party, priceTypesOf } from '@playhouse/domain/package-request'
import type { PackageDraft } from './usePackageDraft.ts'

/** The people of a draft as a party. */
export const partyOf = (people: PackageDraft['people']): Party =>
  Object.entries(people).flatMap(([priceType, quantity]) => (quantity > 0 ? [{ priceType, quantity }] : []))

/** The number of people of a party. */
export const sizeOf = (party: Party): number => party.reduce((sum, { quantity }) => sum + quantity, 0)

/** How the seats of a performance are found. `unfit`: the chosen seats are not one for each person at the price types of the party. */
export type PartSeats =
  | { readonly kind: 'best' }
  | { readonly kind: 'band'; readonly band: PackageDraft['bands'][string] }
  | { readonly kind: 'chosen'; readonly seats: PackageDraft['seats'][string] }
  | { readonly kind: 'unfit' }

/** How the seats of a performance are found, by the draft. */
export function partSeatsOf({ seats, bands, people }: PackageDraft, instance: string): PartSeats {
  const chosen = seats[instance] ?? []
  const band = bands[instance]
  if (chosen.length === 0) return band === undefined ? { kind: 'best' } : { kind: 'band', band }
  const sorted = (priceTypes: readonly string[]): string => priceTypes.toSorted().join()
  const isForParty = sorted(chosen.map(({ priceType }) => priceType)) === sorted(priceTypesOf(partyOf(people)))
  return isForParty ? { kind: 'chosen', seats: chosen } : { kind: 'unfit' }
}

/** The seats, or their band, of a performance in the request for a package. */
export function seatRequestOf(found: PartSeats): Pick<PackageRequest['performances'][number], 'seats' | 'band'> {
  if (found.kind === 'chosen') return { seats: [...found.seats] }
  return found.kind === 'band' ? { band: found.band } : {}
}

/**
 * Gives each seat a price type of the party that it is sold at.
 * @param choicesAt ids of the price types at which a seat is sold
 * @returns the price type of each seat; undefined if the seats are not sold at these price types
 */
export function assignPriceTypes<Seat>(
  seats: readonly Seat[],
  party: Party,
  choicesAt: (seat: Seat) => readonly string[],
): Map<Seat, string> | undefined {
  const capacity = new Map(party.map(({ priceType, quantity }) => [priceType, quantity]))
  const assigned = new Map<Seat, string>()
  const seatsAt = (priceType: string): Seat[] => seats.filter((seat) => assigned.get(seat) === priceType)
  /** Assigns a seat; another seat changes its price type where it must. */
  const assign = (seat: Seat, tried: Set<string>): boolean =>
    choicesAt(seat).some((priceType) => {
      if (tried.has(priceType)) return false
      tried.add(priceType)
      const others = seatsAt(priceType)
      const isFree = others.length < (capacity.get(priceType) ?? 0) || others.some((other) => assign(other, tried))
      if (isFree) assigned.set(seat, priceType)
      return isFree
    })
  return seats.every((seat) => assign(seat, new Set())) ? assigned : undefined
}
