import { type Problem, problem } from '../problem.ts'
import { checkChoice, isComplete } from './package-choice.ts'
import type { ChosenPerformance, PackageView } from './package.ts'

/** The people of a package: how many at each price type. */
export type Party = readonly { readonly priceType: string; readonly quantity: number }[]
type RequestedSeats = readonly { readonly seat: string; readonly priceType: string }[]
/** What is asked for of a package. */
export type RequestedPackage = {
  readonly party: Party
  readonly performances: readonly (ChosenPerformance & { readonly seats?: RequestedSeats | undefined })[]
}

/** The price type of each ticket of a performance, in the order of the party. */
export const priceTypesOf = (party: Party): string[] => party.flatMap(({ priceType, quantity }) => Array<string>(quantity).fill(priceType))

/**
 * The problem of a request for a package that is not on sale, whose choice is not complete, or whose chosen seats are not one for each
 * person at the price types of the party, in a series the same ones on all dates; undefined without one.
 */
export function findPackageProblem(
  view: Pick<PackageView, 'groups' | 'isOnSale' | 'kind' | 'name'>,
  { party, performances }: RequestedPackage,
): Problem<'package-off-sale' | 'package-incomplete' | 'invalid-input'> | undefined {
  if (!view.isOnSale) return problem('package-off-sale', { name: view.name.text })
  const check = checkChoice(view, performances)
  if (!isComplete(check)) {
    const { missing, excess, unknown, clashes } = check
    return problem('package-incomplete', {
      ...{ missing: [...missing], excess: [...excess] },
      unknown: unknown.map(({ instance }) => instance),
      clashes: clashes.map(([a, b]): [string, string] => [a, b]),
    })
  }
  const wanted = priceTypesOf(party).toSorted().join()
  const isForParty = (seats: RequestedSeats): boolean =>
    seats
      .map(({ priceType }) => priceType)
      .toSorted()
      .join() === wanted
  const isSeated = performances.every(({ seats }) => seats === undefined || isForParty(seats))
  return isSeated && (view.kind !== 'series' || haveSameSeats(performances))
    ? undefined
    : problem('invalid-input', { fields: ['performances'] })
}

/** Whether the same seats are chosen for all performances. */
function haveSameSeats(performances: RequestedPackage['performances']): boolean {
  const chosen = performances.map(({ seats }) =>
    seats
      ?.map(({ seat }) => seat)
      .toSorted()
      .join(),
  )
  return chosen.every((seats) => seats !== undefined && seats === chosen[0])
}
