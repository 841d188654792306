import type { Basket, PackageRequest } from '@playhouse/api-client/contract'
import type { ChosenPerformance } from '@playhouse/domain/package'

type PricedSeat = { readonly seat: string; readonly priceType: string }
/** A package as a basket held it: its performances with their seats. */
export type HeldPackage = {
  readonly package: string
  readonly performances: readonly (ChosenPerformance & { readonly seats: readonly PricedSeat[] })[]
}
type LapsedSeats = Basket['lapsed'][number]

/** The packages of a basket by their ids. */
export const heldPackagesOf = ({ packages = [], tickets }: Pick<Basket, 'packages' | 'tickets'>): Record<string, HeldPackage> =>
  Object.fromEntries(
    packages.map((sold) => {
      const own = tickets.filter(({ id }) => sold.tickets.includes(id))
      const seatsOf = (instance: string): PricedSeat[] =>
        own.filter((ticket) => ticket.instance === instance).map(({ seat, priceType }) => ({ seat, priceType }))
      return [
        sold.id,
        { package: sold.package, performances: sold.choice.map((chosen) => ({ ...chosen, seats: seatsOf(chosen.instance) })) },
      ]
    }),
  )

/** The request that holds a package again, with the same seats. */
export const requestOfPackage = ({ package: id, performances }: HeldPackage): PackageRequest => ({
  package: id,
  party: [...Map.groupBy(performances[0]?.seats ?? [], ({ priceType }) => priceType)].map(([priceType, seats]) => ({
    ...{ priceType, quantity: seats.length },
  })),
  performances: performances.map((performance) => ({ ...performance, seats: [...performance.seats] })),
})

/**
 * Divides lapsed seats into whole packages and the others. A package of which a seat did not lapse is not held again as a package.
 * @returns `packages`: each with its lapsed seats by performance
 */
export function splitLapsed(
  lapsed: readonly LapsedSeats[],
  held: readonly HeldPackage[],
): {
  readonly packages: readonly { readonly held: HeldPackage; readonly lapsed: readonly LapsedSeats[] }[]
  readonly single: readonly LapsedSeats[]
} {
  let single = lapsed
  const packages = held.flatMap((each) => {
    const own = each.performances.flatMap(({ instance, seats }) => {
      const entry = single.find((other) => other.instance === instance)
      const names = seats.map(({ seat }) => seat)
      return entry && names.length > 0 && names.every((seat) => entry.seats.includes(seat)) ? [{ ...entry, seats: names }] : []
    })
    if (own.length === 0 || own.length < each.performances.length) return []
    single = single
      .map((entry) => {
        const taken = own.flatMap(({ instance, seats }) => (instance === entry.instance ? seats : []))
        return { ...entry, seats: entry.seats.filter((seat) => !taken.includes(seat)) }
      })
      .filter(({ seats }) => seats.length > 0)
    return [{ held: each, lapsed: own }]
  })
  return { packages, single }
}
