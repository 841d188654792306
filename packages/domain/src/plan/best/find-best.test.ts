import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { isAccessSeat, isBeside, usualGap } from '../adjacency/adjacent.ts'
import { isWhole } from '../model/block.ts'
import { orphansOf } from '../adjacency/orphan.ts'
import { hasFlag, typeOf } from '../model/plan.ts'
import { anyBestHall, anyBestWish } from '../testing/best-hall.arbitrary.ts'
import { drawnHall } from '../testing/hall.arbitrary.ts'
import { beginSearch, costAt } from './search.ts'
import {
  type BookableHall,
  type BestSeatsRequest,
  canFind,
  findBest,
  reasonFor,
  type SeatNeed,
  seatStatus,
  findAlternatives,
} from './index.ts'

const isFree = ({ seats }: BookableHall, seat: number): boolean => seats[seat] === seatStatus.free

/** Whether a seat may be part of a result: a second, slow implementation. */
function isEligible(hall: BookableHall, wish: BestSeatsRequest, seat: number): boolean {
  const { plan, bandOf } = hall
  return (
    isFree(hall, seat) &&
    (wish.bands?.has(bandOf[seat]!) ?? true) &&
    (wish.area === undefined || plan.areaOf[seat] === wish.area) &&
    !wish.excludedSeats?.includes(seat) &&
    (!wish.needs?.includes('step-free') || hasFlag(plan, seat, 'stepFree')) &&
    (!wish.needs?.includes('hearing-loop') || hasFlag(plan, seat, 'hearingLoop')) &&
    (wish.needs?.includes('wheelchair') || !isAccessSeat(plan, seat))
  )
}

function suits(hall: BookableHall, wish: BestSeatsRequest, seats: readonly number[]): boolean {
  const { plan } = hall
  const of = (type: string): number[] => seats.filter((seat) => typeOf(plan, seat) === type)
  const needs = wish.needs ?? []
  const spaces = of('wheelchair')
  return (
    isWhole(hall.blocks, seats) &&
    (!needs.includes('wheelchair') || spaces.length === 1) &&
    (!needs.includes('wheelchair') ||
      !needs.includes('companion') ||
      of('companion').some((seat) => areTogether(hall, Math.min(seat, spaces[0]!), Math.max(seat, spaces[0]!)))) &&
    (!needs.includes('end-of-row') || seats.some((seat) => hasFlag(plan, seat, 'endOfRow'))) &&
    (['audio-described', 'captioned', 'bsl'] as const).every((kind) => !needs.includes(kind) || of(kind).length > 0)
  )
}

const areTogether = ({ plan, blocks }: BookableHall, a: number, b: number): boolean =>
  b === a + 1 && (isBeside(plan, a, b) || (blocks ?? []).some(([first, seats]) => a >= first && b < first + seats))

/** The cost of seats, by the rule and not by its implementation; lower is better. */
function scoreOf(hall: BookableHall, wish: BestSeatsRequest, seats: readonly number[]): number {
  const search = beginSearch(hall, wish)
  const bands = new Set(seats.map((seat) => hall.bandOf[seat])).size
  const orphans = hall.blocks ? 0 : orphansOf({ ...hall, isOpen: (seat) => isFree(hall, seat) }, seats).length
  return (
    seats.reduce((sum, seat) => sum + costAt(search, seat), 0) + seats.length * ((bands - 1) * search.perBand + orphans * search.perOrphan)
  )
}

/** Every way to sit side by side. */
function* allTogether(hall: BookableHall, wish: BestSeatsRequest, size: number, isAll = true): Generator<number[]> {
  for (let first = 0; first + size <= hall.plan.seatCount; first++) {
    const seats = Array.from({ length: size }, (_, place) => first + place)
    const isOne = seats.every((seat, place) => place === 0 || areTogether(hall, seat - 1, seat))
    if (isOne && seats.every((seat) => isEligible(hall, wish, seat)) && (isAll ? suits(hall, wish, seats) : isWhole(hall.blocks, seats)))
      yield seats
  }
}

/** Every way to sit in two parts, with its score. */
function* allInTwo(hall: BookableHall, wish: BestSeatsRequest): Generator<number> {
  const fewest = wish.size < 4 ? 1 : Math.max(2, Math.floor(wish.size / 4))
  const { plan } = hall
  const gap = usualGap(plan)
  const middle = (seats: readonly number[]): readonly [number, number] => [
    (plan.x[seats[0]!]! + plan.x[seats.at(-1)!]!) / 2,
    (plan.y[seats[0]!]! + plan.y[seats.at(-1)!]!) / 2,
  ]
  // A part is in one row, even if a block spans several.
  const isInRow = (seats: readonly number[]): boolean => plan.rowOf[seats[0]!] === plan.rowOf[seats.at(-1)!]
  const runs = (size: number): number[][] =>
    [...allTogether(hall, { ...wish, needs: wish.needs!.filter(isOfSeat) }, size, false)].filter(isInRow)
  for (let firstPart = fewest; firstPart <= wish.size - fewest; firstPart++)
    for (const a of runs(firstPart))
      for (const b of runs(wish.size - firstPart)) {
        const rows = plan.rowOf[b[0]!]! - plan.rowOf[a[0]!]!
        const isBehind = rows === 1 || (rows === 0 && a.at(-1)! < b[0]!)
        if (!isBehind || plan.areaOf[a[0]!] !== plan.areaOf[b[0]!] || !suits(hall, wish, [...a, ...b])) continue
        const [firstMiddle, secondMiddle] = rows === 0 ? [middle([a.at(-1)!]), middle([b[0]!])] : [middle(a), middle(b)]
        const distance = Math.hypot(firstMiddle[0] - secondMiddle[0], firstMiddle[1] - secondMiddle[1])
        const awkward = Math.round(wish.size * gap * Math.abs(a.length - b.length)) + Math.round(wish.size * distance)
        if (distance <= 4 * gap) yield scoreOf(hall, wish, [...a, ...b]) + awkward
      }
}

/** Whether each single seat must meet the need. */
const isOfSeat = (need: SeatNeed): boolean => need === 'step-free' || need === 'hearing-loop' || need === 'wheelchair'

const best = (hall: BookableHall, wish: BestSeatsRequest) => findBest(hall, wish)[0]

/**
 * A hall and a request that has a result. They are one in seven of all halls and requests, so properties of results draw
 * only these.
 */
const granted = fc.tuple(anyBestHall, anyBestWish).filter(([hall, wish]) => best(hall, wish) !== undefined)

describe('the best seats', () => {
  it('are free, eligible, in whole blocks and of the requested size, in any hall', () => {
    assertProperty(
      [granted],
      (_, [hall, wish]) => {
        const bestSeats = best(hall, wish)!
        expect(new Set(bestSeats.seats).size).toBe(bestSeats.seats.length)
        for (const seat of bestSeats.seats) expect(isEligible(hall, wish, seat), `seat ${seat}`).toBe(true)
        expect(suits(hall, wish, bestSeats.seats)).toBe(true)
        if (hall.blocks) expect(bestSeats.seats.length).toBeLessThanOrEqual(Math.max(wish.size, wish.maxSeats ?? 0))
        else expect(bestSeats.seats).toHaveLength(wish.size)
        expect(bestSeats.seats.length).toBeGreaterThanOrEqual(wish.size)
        if (bestSeats.how === 'split') expect(wish.together).toBe(false)
      },
      { numRuns: 200 },
    )
  })

  it('have the lowest score of all adjacent seats', () => {
    fc.assert(
      fc.property(anyBestHall, anyBestWish, (hall, wish) => {
        const bestSeats = best(hall, { ...wish, together: true })
        // Completing the blocks at the ends takes fewer seats than the largest block has.
        const spare = Math.max(1, ...(hall.blocks ?? []).map(([, seats]) => seats)) - 1
        const sizes = hall.blocks
          ? Array.from({ length: spare + 1 }, (_, more) => wish.size + more).filter((size) => size <= wish.maxSeats!)
          : [wish.size]
        const smallest = sizes.map((size) => [...allTogether(hall, wish, size)]).find((all) => all.length > 0) ?? []
        const scores = smallest.map((seats) => scoreOf(hall, wish, seats))
        if (scores.length === 0) {
          expect(bestSeats).toBeUndefined()
          return
        }
        const least = Math.min(...scores)
        expect(bestSeats?.score).toBe(least)
        expect(bestSeats?.seats).toEqual(smallest[scores.indexOf(least)])
      }),
      { numRuns: 600 },
    )
  })

  it('are split whenever two parts exist, and no other two parts score better', () => {
    assertProperty(
      [anyBestHall, anyBestWish],
      (skip, hall, wish) => {
        const splitWish = { ...wish, together: false, maxSeats: wish.size }
        const bestSeats = best(hall, splitWish)
        if (bestSeats?.how === 'together') return skip()
        const least = [...allInTwo(hall, splitWish)].reduce((a, b) => Math.min(a, b), Infinity)
        if (wish.size < 6) expect(bestSeats?.score ?? Infinity).toBe(least)
        else expect(bestSeats?.score ?? Infinity).toBeLessThanOrEqual(least)
      },
      { numRuns: 300 },
    )
  })

  it('are equal for equal requests, and several results share no seat', () => {
    fc.assert(
      fc.property(anyBestHall, anyBestWish, (hall, wish) => {
        const bestParties = findBest(hall, wish, 5)
        expect(findBest({ ...hall, seats: Uint8Array.from(hall.seats) }, { ...wish }, 5)).toEqual(bestParties)
        const seats = bestParties.flatMap((response) => response.seats)
        expect(new Set(seats).size).toBe(seats.length)
        expect(bestParties.map(({ score }) => score)).toEqual(bestParties.map(({ score }) => score).toSorted((a, b) => a - b))
        expect(bestParties[0]).toEqual(best(hall, wish))
      }),
    )
  })

  it('are detected by canFind(), also below a score, exactly if they exist', () => {
    const upTo = fc.constantFrom(seatStatus.free, seatStatus.taken)
    fc.assert(
      fc.property(anyBestHall, anyBestWish, upTo, (hall, wish, upTo) => {
        expect(canFind(hall, wish, undefined, upTo)).toBe(findBest(hall, wish, 1, upTo).length > 0)
      }),
      { numRuns: 200 },
    )
    const compared = granted.filter(([hall, wish]) => !hall.blocks && !beginSearch(hall, wish).hasFloor)
    assertProperty(
      [compared, upTo],
      (skip, [hall, wish], upTo) => {
        const [best] = findBest(hall, wish, 1, upTo)
        if (!best) return skip()
        const alike = { ...wish, together: best.how === 'together' }
        expect(canFind(hall, alike, best.score, upTo)).toBe(false)
        expect(canFind(hall, alike, best.score + 1, upTo)).toBe(true)
      },
      { numRuns: 60 },
    )
  })

  it('exclude seats that were shown before', () => {
    const answersOf = ([hall, wish]: readonly [BookableHall, BestSeatsRequest]) => {
      const first = best(hall, wish)!
      return [first, best(hall, { ...wish, excludedSeats: [...wish.excludedSeats!, ...first.seats] })] as const
    }
    const grantedTwice = granted.filter((request) => answersOf(request)[1] !== undefined)
    assertProperty([grantedTwice], (skip, request) => {
      const [first, next] = answersOf(request)
      if (!next) return skip()
      expect(next.seats.some((seat) => first.seats.includes(seat))).toBe(false)
      if (next.how === first.how && next.seats.length === first.seats.length) expect(next.score).toBeGreaterThanOrEqual(first.score)
    })
  })
})

const hallOf = (...rows: string[]): BookableHall => {
  const { plan, isOpen, bandOf } = drawnHall(...rows)
  const seats = Uint8Array.from({ length: plan.seatCount }, (_, seat) => (isOpen(seat) ? seatStatus.free : seatStatus.taken))
  return { plan, seats, bandOf: Uint8Array.from(bandOf), orphans: 'block-unless-nothing-better' }
}
const together = { together: true }

describe('the choices of a box office', () => {
  it('begins in the middle, near the stage', () => {
    expect(best(hallOf('...........', '...........'), { size: 3, ...together })?.seats).toEqual([4, 5, 6])
  })

  it('leaves no orphan, as far as the policy requires', () => {
    const hall = hallOf('xxx.....xxx')
    expect(best({ ...hall, orphans: 'off' }, { size: 3, ...together })?.seats).toEqual([4, 5, 6])
    expect(best(hall, { size: 3, ...together })?.seats).toEqual([3, 4, 5])
  })

  it('seats six as three behind three if there are no six adjacent seats', () => {
    const hall = hallOf('xxxx...xxxx', 'xxxx...xxxx', 'xxxx...xxxx')
    expect(findBest(hall, { size: 6, ...together })).toEqual([])
    const bestSeats = best(hall, { size: 6, together: false })!
    expect(bestSeats).toMatchObject({ how: 'split' })
    expect(reasonFor(hall, { size: 6, together: false }, bestSeats)).toMatchObject({
      parts: [3, 3],
      rows: 2,
      notBetter: expect.arrayContaining(['taken']),
    })
  })

  it('splits a party across an aisle, but isolates no person of a party of four', () => {
    expect(best(hallOf('... ...'), { size: 6, together: false })?.seats).toEqual([0, 1, 2, 3, 4, 5])
    expect(best(hallOf('x...x', 'x.xxx'), { size: 4, together: false })).toBeUndefined()
  })

  it('keeps the wheelchair space with the companion seat, and both for requests with that need', () => {
    const hall = hallOf('wc....', '......')
    expect(best(hall, { size: 2, needs: ['wheelchair', 'companion'], ...together })?.seats).toEqual([0, 1])
    expect(best(hall, { size: 4, needs: ['wheelchair', 'companion'], ...together })?.seats).toEqual([0, 1, 2, 3])
    expect(best(hall, { size: 6, ...together })?.seats).toEqual([6, 7, 8, 9, 10, 11])
    expect(best(hallOf('w.c'), { size: 2, needs: ['wheelchair', 'companion'], ...together })).toBeUndefined()
  })

  it('takes whole blocks, the smallest that hold the party', () => {
    const hall = { ...hallOf('.......'), blocks: [[0, 2] as const, [2, 5] as const] }
    expect(best(hall, { size: 2, ...together })?.seats).toEqual([0, 1])
    expect(best({ ...hall, blocks: [[0, 4] as const, [4, 3] as const] }, { size: 2, maxSeats: 9, ...together })?.seats).toEqual([4, 5, 6])
    expect(best({ ...hall, blocks: [[0, 4] as const, [4, 3] as const] }, { size: 2, maxSeats: 2, ...together })).toBeUndefined()
  })
})

describe('reasons and alternatives', () => {
  it('gives the reason for worse seats, and their price', () => {
    const hall = hallOf('....xxx....', '22222222222')
    const wish = { size: 2, bands: new Set([1]), ...together }
    const reason = reasonFor(hall, wish, best(hall, wish)!)
    expect(reason).toMatchObject({ how: 'together', parts: [2], rows: 1, view: 'aside', rowsInFront: 0 })
    expect(reason.notBetter).toEqual(['taken', 'price'])
  })

  it('offers only alternatives for which seats are available', () => {
    const hall = hallOf('.x.x', '2222')
    expect(findAlternatives(hall, { size: 2, bands: new Set([1]), ...together })).toEqual({ apart: true, bands: [2], areas: [], atMost: 1 })
    expect(findAlternatives(hallOf('x..x', 'x..x'), { size: 4, ...together })).toEqual({ apart: true, bands: [], areas: [], atMost: 2 })
    assertProperty([anyBestHall, anyBestWish], (skip, any, wish) => {
      if (findBest(any, wish).length > 0) return skip()
      const ways = findAlternatives(any, wish)
      for (const band of ways.bands) expect(findBest(any, { ...wish, bands: new Set([band]) })).not.toEqual([])
      for (const area of ways.areas) expect(findBest(any, { ...wish, area, together: true })).not.toEqual([])
      if (ways.apart) expect(findBest(any, { ...wish, together: false })).not.toEqual([])
      if (ways.atMost > 0) expect(findBest(any, { ...wish, size: ways.atMost })).not.toEqual([])
    })
  })
})
