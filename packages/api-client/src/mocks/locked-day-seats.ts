import { bands, priceOf } from '@playhouse/domain/pricing'
import type { MockBallot } from './ballot.ts'
import type { MockCounter, MockHold } from './mock-counter.ts'
import type { MockShop } from './mock-shop.ts'

type Holds = Pick<MockCounter, 'holds'>

/** The draws of a lottery of day seats that are ahead, and those of performances that are not over. */
export const drawsOf = (shop: Pick<MockShop, 'ballots' | 'performance' | 'now'>, lottery: string): MockBallot[] =>
  shop.ballots
    .filter(({ daySeats }) => daySeats?.lottery === lottery)
    .map((draw) => ({ draw, start: shop.performance([...draw.seats.keys()][0]!)!.startsAtInstant }))
    .filter(({ start }) => start > shop.now())
    .toSorted((a, b) => a.start - b.start)
    .map(({ draw }) => draw)

const isOfDraw = (performance: string) => (hold: MockHold) => hold.performance === performance && hold.kind === 'day-seats'

/** The number of seats that locks keep for a draw. */
export const countLocked = ({ holds }: Holds, performance: string): number =>
  holds.filter(isOfDraw(performance)).reduce((sum, { seats }) => sum + seats.length, 0)

/** By performance: the number of locked seats that a draw can give, which have a price of its price type. */
export const offeredSeatsOf = (
  shop: Pick<MockShop, 'pricedPerformanceOf'>,
  { holds }: Holds,
  { seats, priceType }: Pick<MockBallot, 'seats' | 'priceType'>,
): Map<string, number> =>
  new Map(
    [...seats.keys()].map((performance) => {
      const locked = holds.filter(isOfDraw(performance)).flatMap((hold) => hold.seats)
      return [performance, locked.filter(pricedIn(shop, performance, priceType)).length]
    }),
  )

/** Whether a seat of a performance is in a band with a price of a price type; each seat without one. */
export function pricedIn(
  shop: Pick<MockShop, 'pricedPerformanceOf'>,
  performance: string,
  priceType: string | undefined,
): (seat: number) => boolean {
  const { list, bandOf } = shop.pricedPerformanceOf(performance)!
  return (seat) => {
    const band = bands[bandOf[seat] ?? -1]
    return priceType === undefined || (band !== undefined && priceOf(list, band, priceType) !== undefined)
  }
}

/** Takes seats out of the locks of a draw. */
export function takeLocked({ holds }: Holds, performance: string, quantity: number, isPriced: (seat: number) => boolean) {
  const lockOf = new Map<number, string>()
  for (const hold of holds.filter(isOfDraw(performance)))
    for (const seat of hold.seats.filter(isPriced)) if (lockOf.size < quantity) lockOf.set(seat, hold.id)
  for (const hold of holds.filter(isOfDraw(performance))) hold.seats = hold.seats.filter((seat) => !lockOf.has(seat))
  return {
    seats: [...lockOf.keys()],
    /** Returns a seat to its lock, where that has not ended. @returns whether it is locked again */
    returnToLock: (seat: number, now: number): boolean => {
      const hold = holds.find(({ id, releaseAt }) => id === lockOf.get(seat) && (releaseAt === null || releaseAt > now))
      hold?.seats.push(seat)
      return hold !== undefined
    },
  }
}
