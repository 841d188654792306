import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { isAccessSeat, type Plan, placeName } from '../plan/index.ts'
import { money } from '../money/money.ts'
import type { PriceList } from '../pricing/pricing.ts'
import { anyOpenHall, drawnHall } from '../plan/testing/hall.arbitrary.ts'
import {
  areMovesConfirmed,
  bandAfterMove,
  countStuckHolds,
  planMoves,
  type Replan,
  samePlaces,
  type SeatMove,
  type TakenSeat,
} from './replan.ts'

const none: ReadonlyMap<number, number> = new Map()
const bandsOf = (hall: { readonly plan: Plan; readonly bandOf: ArrayLike<number> }): Uint8Array => Uint8Array.from(hall.bandOf)

const anyReplan: fc.Arbitrary<Replan> = fc
  .tuple(anyOpenHall, anyOpenHall, fc.array(fc.nat(4), { minLength: 72, maxLength: 72 }), fc.nat(3))
  .map(([former, next, parties, lockEvery]) => {
    const taken: TakenSeat[] = []
    for (let seat = 0; seat < former.plan.seatCount; seat++)
      if (!former.isOpen(seat)) {
        const isLocked = lockEvery > 0 && seat % (lockEvery + 1) === 0
        taken.push({ seat, holder: isLocked ? 'locked' : 'sold', party: isLocked ? 'house' : String(parties[seat]) })
      }
    return { from: former.plan, to: next.plan, bandFrom: bandsOf(former), bandTo: bandsOf(next), taken, byHand: none }
  })

const placed = (moves: readonly SeatMove[]) => moves.filter((move): move is SeatMove & { readonly to: number } => move.to !== null)

describe('the seats of a new plan', () => {
  it('are given once, of the same band or a better one, and for access needs of the same kind', () => {
    fc.assert(
      fc.property(anyReplan, (replan) => {
        const moves = planMoves(replan)
        expect(moves.map(({ seat }) => seat)).toEqual(replan.taken.map(({ seat }) => seat))
        const used = placed(moves).map(({ to }) => to)
        expect(new Set(used).size).toBe(used.length)
        for (const { seat, to } of placed(moves)) {
          expect(replan.bandTo[to]).toBeLessThanOrEqual(replan.bandFrom[seat]!)
          if (isAccessSeat(replan.from, seat) || isAccessSeat(replan.to, to)) expect(replan.to.type[to]).toBe(replan.from.type[seat])
        }
      }),
    )
  })

  it('are the same places for a party that keeps all of them, whatever others need', () => {
    fc.assert(
      fc.property(anyReplan, (replan) => {
        const same = samePlaces(replan.from, replan.to)
        const moves = planMoves(replan)
        for (const { seat, to, kind } of placed(moves)) {
          if (kind !== 'same') continue
          expect(same.get(seat)).toBe(to)
          expect(placeName(replan.to, to)).toMatchObject({
            row: placeName(replan.from, seat).row,
            number: placeName(replan.from, seat).number,
          })
        }
        // The same plan moves no seat.
        const unchanged = { ...replan, to: replan.from, bandTo: replan.bandFrom }
        for (const move of planMoves(unchanged)) expect(move).toMatchObject({ to: move.seat, kind: 'same' })
      }),
    )
  })

  it('are those that a person chose, also against the rules, and no other party gets them', () => {
    fc.assert(
      fc.property(anyReplan, fc.nat(), (replan, choice) => {
        const [first] = replan.taken
        if (!first) return
        const to = choice % replan.to.seatCount
        const moves = planMoves({ ...replan, byHand: new Map([[first.seat, to]]) })
        expect(moves[0]).toMatchObject({ to, kind: 'by-hand' })
        expect(placed(moves).filter((move) => move.to === to)).toHaveLength(1)
      }),
    )
  })
})

describe('a party that loses a place', () => {
  const moves = (
    former: readonly string[],
    next: readonly string[],
    parties: Readonly<Record<number, string>>,
    holder: TakenSeat['holder'] = 'sold',
  ) => {
    const [from, to] = [drawnHall(...former), drawnHall(...next)]
    const taken = Object.entries(parties).map(([seat, party]): TakenSeat => ({ seat: Number(seat), holder, party }))
    return planMoves({ from: from.plan, to: to.plan, bandFrom: bandsOf(from), bandTo: bandsOf(to), taken, byHand: none }).map(
      ({ to: seat, kind }) => (seat === null ? null : `${kind} ${to.plan.idOf(seat)}`),
    )
  }

  it('moves together to adjacent seats near it, and leaves those of others', () => {
    // Row 1 loses its last two seats: of the party on 3 to 5, all move, and the party on 1 and 2 stays.
    expect(moves(['.....', '.....'], ['...', '.....'], { 0: 'a', 1: 'a', 2: 'b', 3: 'b', 4: 'b' })).toEqual([
      'same a.1.1',
      'same a.1.2',
      'as-good a.2.3',
      'as-good a.2.4',
      'as-good a.2.5',
    ])
  })

  it('is parted where no adjacent seats are left, and those who can stay do', () => {
    expect(moves(['....', '....'], ['..', '. .'], { 0: 'a', 1: 'a', 2: 'a', 3: 'a' })).toEqual([
      'same a.1.1',
      'same a.1.2',
      expect.stringMatching(/^as-good a\.2/),
      expect.stringMatching(/^as-good a\.2/),
    ])
  })

  it('gets no worse band and no wheelchair space, and keeps its own; without such a seat it has none', () => {
    expect(moves(['..'], ['.', '2'], { 0: 'a', 1: 'b' })).toEqual(['same a.1.1', null])
    expect(moves(['w.'], ['.w'], { 0: 'a' })).toEqual(['as-good a.1.2'])
    expect(moves(['..'], ['.w'], { 0: 'a', 1: 'b' })).toEqual(['same a.1.1', null])
  })

  it('comes after orders if it holds its seats in a basket, however large it is', () => {
    const [from, to] = [drawnHall('.....'), drawnHall('..')]
    const taken: TakenSeat[] = [
      { seat: 2, holder: 'held', party: 'a' },
      { seat: 3, holder: 'held', party: 'a' },
      { seat: 4, holder: 'sold', party: 'b' },
    ]
    const result = planMoves({
      ...{ from: from.plan, to: to.plan, bandFrom: bandsOf(from), bandTo: bandsOf(to), taken, byHand: none },
    })
    expect(result.map(({ to: seat }) => seat)).toEqual([0, null, 1])
  })

  it('comes before a lock, which keeps its seats apart', () => {
    const [from, to] = [drawnHall('...'), drawnHall('..')]
    const taken: TakenSeat[] = [
      { seat: 0, holder: 'locked', party: 'house' },
      { seat: 2, holder: 'sold', party: 'a' },
    ]
    const result = planMoves({ from: from.plan, to: to.plan, bandFrom: bandsOf(from), bandTo: bandsOf(to), taken, byHand: none })
    expect(result.map(({ to: seat }) => seat)).toEqual([0, 1])
  })
})

describe('the change of a plan', () => {
  const move = (holder: TakenSeat['holder'], from: string, to: string | null) => ({
    holder,
    from: { id: from },
    to: to === null ? null : { id: to },
  })

  it('needs a confirmation of each seat that is not in a basket', () => {
    const moves = [move('sold', 'a', 'b'), move('held', 'c', 'd'), move('locked', 'e', 'f')]
    const confirmed = [
      { from: 'a', to: 'b' },
      { from: 'e', to: 'f' },
    ]
    expect(areMovesConfirmed(moves, confirmed)).toBe(true)
    expect(areMovesConfirmed(moves, [...confirmed, { from: 'c', to: 'x' }])).toBe(true)
    expect(areMovesConfirmed(moves, confirmed.slice(1))).toBe(false)
    expect(areMovesConfirmed(moves, [{ from: 'a', to: 'f' }, confirmed[1]!])).toBe(false)
    expect(areMovesConfirmed([move('sold', 'a', null)], [{ from: 'a', to: 'b' }])).toBe(false)
  })

  it('counts seats in baskets that have no seat of the other plan', () => {
    expect(countStuckHolds([move('held', 'a', null), move('held', 'b', 'c'), move('sold', 'd', null)])).toBe(1)
  })

  it('prices a ticket in a basket by its former band while the price list has it', () => {
    const price = { price: money(20_00), fee: money(0) }
    const list = { prices: { a: { full: price }, b: { full: price } } } as unknown as PriceList
    expect(bandAfterMove(list, { band: 'b', priceType: 'full' }, 'a')).toBe('b')
    expect(bandAfterMove(list, { band: 'c', priceType: 'full' }, 'a')).toBe('a')
  })
})
