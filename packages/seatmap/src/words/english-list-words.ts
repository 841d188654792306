import { distinctPhrases, factsOf, hasFlag, joinPhrases, type Plan, typeOf } from '@playhouse/domain/plan'
import { bands } from '@playhouse/domain/pricing'
import type { BandOffer, SeatListWords, SeatOffers } from '#props'
import { englishWords, flagsOf, range, typeNames } from './english-words.ts'

const views = { front: 'Front view', aside: 'Slightly from the side', side: 'Side view', restricted: 'Restricted view' } as const

/**
 * All texts of the list in plain English; see {@link englishWords} for those of the map.
 * @param money formats an amount in minor units
 */
export function englishListWords(plan: Plan, offers: SeatOffers, money: (amount: number) => string): SeatListWords {
  const { areaName, rowName, seatName, standingName, standingCount } = englishWords(plan, offers, money)
  const offerOf = (seat: number): BandOffer | undefined => offers.bands.get(bands[offers.bandOf[seat]!]!)
  const factsOfSeat = (seat: number): string[] =>
    distinctPhrases([hasFlag(plan, seat, 'stepFree') && 'Step-free', ...flagsOf(plan, seat)], plan.noteOf(seat))
  const numbers = (seats: readonly number[], joint: string): string => [seats[0]!, seats.at(-1)!].map(plan.numberOf).join(joint)
  const priceEach = (seats: readonly number[]): string => {
    const amounts = seats.flatMap((seat) => offerOf(seat)?.priceFrom ?? []).toSorted((a, b) => a - b)
    return `${range({ from: amounts[0], to: amounts.at(-1) }, money)} each`
  }
  return {
    areaName,
    rowName,
    seatName,
    standingName,
    standingCount,
    howMany: 'How many?',
    left: (places) => `${places} left`,
    fewer: 'One fewer',
    more: 'One more',
    areaSummary: (summary) => (summary.free > 0 ? `${summary.free} of ${summary.seats} available · ${range(summary, money)}` : 'Sold out'),
    areaAccess: (access) => ({ 'step-free': 'Step-free', stairs: 'By stairs only', unknown: 'Access not known' })[access],
    takenSummary: (seats) => `${seats} taken`,
    seatLabel: (seat) => {
      const type = typeOf(plan, seat)
      // The view has its own column.
      return type === 'standard' || type === 'restricted-view' ? plan.numberOf(seat) : `${plan.numberOf(seat)} · ${typeNames[type]}`
    },
    price: (seat) => offerOf(seat)?.price ?? '',
    band: (seat) => `Band ${offerOf(seat)?.letter ?? ''}`.trimEnd(),
    viewOfStage: (seat) => views[factsOf(plan, seat).viewOfStage],
    facts: (seat) => joinPhrases(factsOfSeat(seat)),
    columns: { choose: 'Choose', seat: 'Seat', price: 'Price', band: 'Band', view: 'View', facts: 'Good to know', details: 'Details' },
    groupName: (seats) => `${rowName(plan.rowOf[seats[0]!]!)} seats ${numbers(seats, ' to ')}, together, ${priceEach(seats)}`,
    groupLabel: (seats) => numbers(seats, '–'),
    groupPrice: priceEach,
    groupFacts: (seats) => joinPhrases([...new Set(seats.flatMap(factsOfSeat))]),
    noGroup: (size) => `No ${size} free seats lie together here.`,
    details: 'Details',
    detailsOf: (seat) => `Details of ${rowName(plan.rowOf[seat]!)} seat ${plan.numberOf(seat)}`,
    done: 'To your seats',
    sortBy: 'Sort by',
    sorts: { row: 'Row', price: 'Price', stepFree: 'Step-free first' },
    showTaken: 'Show taken seats too',
    showMore: 'Show more',
    empty: 'No seat matches.',
  }
}
