import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertProperty } from '@playhouse/testing/property'
import { neighboursOf, isAccessSeat } from './adjacent.ts'
import { blockOf, isWhole, type SeatBlocks, wholeBlocks } from '../model/block.ts'
import { judgeOrphans, judgeSeriesOrphans, type HallOccupancy, orphansOf } from './orphan.ts'
import { anyOpenHall, drawnHall } from '../testing/hall.arbitrary.ts'

const hallAndChoice = fc
  .tuple(anyOpenHall, fc.uniqueArray(fc.nat(80), { maxLength: 9 }))
  .map(([hall, picks]) => ({ hall, chosen: [...new Set(picks.map((pick) => pick % hall.plan.seatCount))].filter(hall.isOpen) }))

describe('orphan seats', () => {
  it('are free, beside the choice, without a free neighbour, and never access seats', () => {
    fc.assert(
      fc.property(hallAndChoice, ({ hall, chosen }) => {
        for (const orphan of orphansOf(hall, chosen)) {
          expect(hall.isOpen(orphan) && !chosen.includes(orphan)).toBe(true)
          expect(isAccessSeat(hall.plan, orphan)).toBe(false)
          const neighbours = neighboursOf(hall.plan, orphan)
          expect(neighbours.some((seat) => chosen.includes(seat))).toBe(true)
          expect(neighbours.every((seat) => !hall.isOpen(seat) || chosen.includes(seat))).toBe(true)
        }
      }),
    )
  })

  it('do not include seats that were alone before', () => {
    expect(orphansOf(drawnHall('.x.x.'), [0])).toEqual([])
  })

  it('are between a choice and a wall, an aisle, a taken seat or another choice', () => {
    expect(orphansOf(drawnHall('.....'), [1, 2])).toEqual([0])
    expect(orphansOf(drawnHall('... ...'), [1])).toEqual([0, 2])
    expect(orphansOf(drawnHall('..x...'), [0, 4])).toEqual([1, 3, 5])
  })

  it('are not caused by a wheelchair space and its companion seat', () => {
    expect(orphansOf(drawnHall('.wc.'), [1, 2])).toEqual([])
  })
})

describe('the verdict by policy', () => {
  it('offers only seats that leave fewer orphans in the same bands', () => {
    const judge = ({ hall, chosen }: { hall: HallOccupancy; chosen: number[] }) => judgeOrphans('block-unless-nothing-better', hall, chosen)
    fc.assert(
      fc.property(hallAndChoice, (situation) => {
        const { isRefused, better } = judge(situation)
        expect(isRefused).toBe(better !== undefined)
      }),
    )
    const refusal = hallAndChoice.filter((situation) => judge(situation).better !== undefined)
    assertProperty([refusal], (skip, { hall, chosen }) => {
      const verdict = judge({ hall, chosen })
      if (!verdict.better) return skip()
      expect(verdict.orphans.length).toBeGreaterThan(0)
      expect(verdict.better).toHaveLength(chosen.length)
      expect(new Set(verdict.better).size).toBe(chosen.length)
      expect(verdict.better.every(hall.isOpen)).toBe(true)
      expect(orphansOf(hall, verdict.better)).toEqual([])
      const bandsOf = (seats: readonly number[]): (number | undefined)[] => seats.map((seat) => hall.bandOf[seat]).sort()
      expect(bandsOf(verdict.better)).toEqual(bandsOf(chosen))
      expect(judgeOrphans('warn', hall, chosen)).toEqual({ ...verdict, isRefused: false })
      expect(judgeOrphans('off', hall, chosen).orphans).toEqual([])
    })
  })

  it('offers the same seats shifted by one', () => {
    expect(judgeOrphans('warn', drawnHall('.....'), [1, 2])).toEqual({ orphans: [0], better: [0, 1], isRefused: false })
  })

  it('offers another row if there is nothing better in the same row', () => {
    expect(judgeOrphans('warn', drawnHall('x...x', 'x..xx'), [1, 2]).better).toEqual([6, 7])
  })

  it('offers seats of the same two bands for a pair in two bands, also if a more expensive pair is nearer', () => {
    expect(judgeOrphans('block-unless-nothing-better', drawnHall('x..22x', 'x..xxx'), [2, 3])).toMatchObject({
      better: undefined,
      isRefused: false,
    })
    expect(judgeOrphans('block-unless-nothing-better', drawnHall('x..22x', 'x.2xxx'), [2, 3])).toMatchObject({
      better: [7, 8],
      isRefused: true,
    })
  })

  it('refuses no choice if no better one exists', () => {
    expect(judgeOrphans('block-unless-nothing-better', drawnHall('x...x'), [1, 2])).toEqual({
      orphans: [3],
      better: undefined,
      isRefused: false,
    })
  })
})

describe('blocks', () => {
  const blocks: SeatBlocks = [
    [2, 3],
    [6, 2],
  ]
  it('are sold only as a whole', () => {
    expect(blockOf(blocks, 3)).toEqual([2, 3, 4])
    expect(blockOf(blocks, 5)).toEqual([5])
    expect(blockOf(undefined, 5)).toEqual([5])
    expect([isWhole(blocks, [2, 3, 4, 5]), isWhole(blocks, [2, 3, 5]), isWhole(undefined, [2])]).toEqual([true, false, true])
  })

  it('are complete after wholeBlocks()', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(9)), (seats) => {
        const wholeBlockSeats = wholeBlocks(blocks, seats)
        expect(isWhole(blocks, wholeBlockSeats)).toBe(true)
        expect(seats.every((seat) => wholeBlockSeats.includes(seat))).toBe(true)
      }),
    )
  })
})

describe('orphan seats of a series', () => {
  const policy = 'block-unless-nothing-better'

  it('are those that the choice leaves alone on every date', () => {
    const [empty, taken] = [drawnHall('.....'), drawnHall('x....')]
    expect(judgeSeriesOrphans(policy, [empty, empty], [1, 2])).toMatchObject({ orphans: [0], isRefused: true })
    // On the second date the seat is taken.
    expect(judgeSeriesOrphans(policy, [empty, taken], [1, 2])).toEqual({ orphans: [], better: undefined, isRefused: false })
    expect(judgeSeriesOrphans('off', [empty, empty], [1, 2])).toEqual({ orphans: [], better: undefined, isRefused: false })
    expect(judgeSeriesOrphans('warn', [empty, empty], [1, 2])).toMatchObject({ orphans: [0], isRefused: false })
  })

  it('do not block a choice where no seats that are open on all dates are better', () => {
    const dates = [drawnHall('...x'), drawnHall('...x')]
    expect(judgeSeriesOrphans(policy, dates, [0, 1])).toMatchObject({ orphans: [2], better: undefined, isRefused: false })
  })

  it('are not left by the better seats, which are open on all dates', () => {
    fc.assert(
      fc.property(
        hallAndChoice,
        fc.array(fc.uniqueArray(fc.nat(80), { maxLength: 9 }), { minLength: 1, maxLength: 3 }),
        ({ hall, chosen }, taken) => {
          const dates = taken.map((seats): HallOccupancy => ({
            ...hall,
            isOpen: (seat) => hall.isOpen(seat) && (chosen.includes(seat) || !seats.includes(seat)),
          }))
          const { orphans, better } = judgeSeriesOrphans(policy, dates, chosen)
          for (const orphan of orphans) expect(dates.every((date) => orphansOf(date, chosen).includes(orphan))).toBe(true)
          if (!better) return
          expect(better).toHaveLength(chosen.length)
          expect(better.every((seat) => dates.every((date) => date.isOpen(seat)))).toBe(true)
          expect(judgeSeriesOrphans(policy, dates, better).orphans).toEqual([])
        },
      ),
    )
  })
})
