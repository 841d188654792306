import type { Money } from '../money/money.ts'
import { bands, type PriceList, priceOf } from '../pricing/pricing.ts'
import { type Problem, problem } from '../problem.ts'

/** An entry of a ballot: a party of `quantity`, and the performances they would attend, preferred first. */
export type BallotEntry = { readonly id: string; readonly quantity: number; readonly choices: readonly string[] }

export type BallotOutcome = {
  readonly entry: string
  /** Turn in the draw, from 1. */
  readonly place: number
  /** The performance for which they got seats; undefined if none of their choices had enough seats left. */
  readonly performance: string | undefined
}

/**
 * Draws lots. The order depends only on `lotOf`, a keyed digest of the entry's id, so a holder of the seed can repeat the
 * draw; the order of entry does not matter. Each entry in turn gets the first of its choices that has seats for the whole
 * party.
 * @param seats number of seats of each performance
 */
export function drawBallot(
  entries: readonly BallotEntry[],
  seats: ReadonlyMap<string, number>,
  lotOf: (entry: string) => string,
): BallotOutcome[] {
  const remainingSeats = new Map(seats)
  const lots = entries.map((entry) => ({ entry, lot: lotOf(entry.id) }))
  lots.sort((a, b) => (a.lot < b.lot ? -1 : a.lot > b.lot ? 1 : a.entry.id < b.entry.id ? -1 : 1))
  return lots.map(({ entry: { id, quantity, choices } }, index) => {
    const performance = choices.find((choice) => (remainingSeats.get(choice) ?? 0) >= quantity)
    if (performance !== undefined) remainingSeats.set(performance, remainingSeats.get(performance)! - quantity)
    return { entry: id, place: index + 1, performance }
  })
}

export const ballotStates = ['coming', 'open', 'closed', 'drawn'] as const
export type BallotState = (typeof ballotStates)[number]

/** The state of a ballot. Times in epoch milliseconds. */
export function ballotStateOf(
  { opensAt, closesAt, drawnAt }: { readonly opensAt: number; readonly closesAt: number; readonly drawnAt: number | undefined },
  now: number,
): BallotState {
  if (drawnAt !== undefined) return 'drawn'
  if (now < opensAt) return 'coming'
  return now < closesAt ? 'open' : 'closed'
}

/**
 * The problem of a ballot entry: a choice that the ballot does not offer or that is named twice, or too many tickets; undefined
 * for a valid one.
 * @param rules.offeredPerformances ids of the ballot's performances
 */
export function ballotEntryProblem(
  { quantity, choices }: Pick<BallotEntry, 'quantity' | 'choices'>,
  { offeredPerformances, maxQuantity }: { readonly offeredPerformances: ReadonlySet<string>; readonly maxQuantity: number },
): Problem<'invalid-input' | 'too-many-tickets-requested'> | undefined {
  const areOffered = choices.every((choice) => offeredPerformances.has(choice))
  if (!areOffered || new Set(choices).size < choices.length) return problem('invalid-input', { fields: ['choices'] })
  return quantity > maxQuantity ? problem('too-many-tickets-requested', { maximum: maxQuantity }) : undefined
}

/** The lowest price of a price type in the bands that have seats; undefined where none of them has one. */
export function lowestPriceOf(list: Pick<PriceList, 'prices' | 'seatBands'>, priceType: string): Money | undefined {
  const sold = new Set(list.seatBands.map(([band]) => band))
  const prices = bands.flatMap((band, nth) => (sold.has(nth) ? (priceOf(list, band, priceType)?.price ?? []) : []))
  return prices.toSorted((a, b) => a - b)[0]
}
