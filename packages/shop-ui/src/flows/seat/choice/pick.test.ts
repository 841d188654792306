import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeOrphans, seatTypes } from '@playhouse/domain/plan'
import { seatAvailability } from '@playhouse/domain/seat'
import { assertProperty } from '@playhouse/testing/property'
import { type Choice, type RemainingCapacity, totalOf } from './choice.ts'
import { type SeatingModel, hallOccupancy } from '../model/seating-model.ts'
import { moveChoice, pickAt, pickInFrame } from './pick.ts'
import { sampleModel as model, samplePlan as plan } from '../model/sample-model.ts'

const capacity: RemainingCapacity = { maximum: 9, remaining: 9, inBasket: {} }
const seat = (id: string): number => plan.indexOf(`stalls.${id}`)!
const choiceOf = (...ids: string[]): Choice => ids.map((id) => ({ seat: `stalls.${id}`, priceType: 'full' }))
const idsOf = (choice: Choice): string[] => choice.map((chosenSeat) => chosenSeat.seat.replace('stalls.', ''))
const allFree = new Uint8Array(plan.seatCount)
const press = (choice: Choice, id: string, party: number, at: SeatingModel = model, outlook = allFree) => {
  const result = pickAt(choice, at, hallOccupancy(at, outlook, []), seat(id), party, capacity)
  if (!result.ok) throw new Error(result.error.reason)
  return result.value
}

describe('one press', () => {
  it('chooses one seat or clears it', () => {
    expect(idsOf(press([], 'B.2', 1).choice)).toEqual(['B.2'])
    expect(press(choiceOf('B.2', 'B.3'), 'B.2', 1)).toMatchObject({ choice: choiceOf('B.3'), how: 'cleared' })
  })

  it('chooses seats for the whole party', () => {
    expect(press([], 'B.2', 3)).toMatchObject({ choice: choiceOf('B.1', 'B.2', 'B.3'), how: 'together' })
  })

  it('clears one seat of a party, and then seats the missing person', () => {
    const three = press([], 'B.2', 3).choice
    const two = press(three, 'B.2', 3)
    expect(idsOf(two.choice)).toEqual(['B.1', 'B.3'])
    expect(idsOf(press(two.choice, 'A.2', 3).choice)).toEqual(['B.1', 'B.3', 'A.2'])
  })

  it('moves a party that has all its seats', () => {
    expect(idsOf(press(choiceOf('B.1', 'B.2'), 'A.3', 2).choice)).toEqual(['A.3', 'A.4'])
  })

  it('reports when there are too few seats for the party', () => {
    const outlook = allFree.slice()
    for (const id of ['A.3', 'B.1', 'B.2', 'B.3', 'B.4']) outlook[seat(id)] = seatAvailability.taken
    expect(press([], 'A.1', 3, model, outlook)).toMatchObject({ choice: choiceOf('A.1', 'A.2'), how: 'fewer' })
  })

  it('never chooses an unavailable seat or more seats than the capacity', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
        fc.array(fc.nat(11)),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 6 }),
        (states, presses, party, remainingCount) => {
          const outlook = Uint8Array.from(states)
          const hall = hallOccupancy(model, outlook, [])
          let choice: Choice = []
          for (const at of presses) {
            const result = pickAt(choice, model, hall, at, party, { ...capacity, remaining: remainingCount })
            if (!result.ok || (!hall.isOpen(at) && !choice.some((chosenSeat) => chosenSeat.seat === plan.idOf(at)))) continue
            choice = result.value.choice
            expect(choice.length).toBeLessThanOrEqual(remainingCount)
            expect(choice.every((chosenSeat) => hall.isOpen(plan.indexOf(chosenSeat.seat)!))).toBe(true)
            expect(new Set(idsOf(choice)).size).toBe(choice.length)
          }
        },
      ),
    )
  })
})

describe('seats sold only together', () => {
  const blocked: SeatingModel = { ...model, blocks: [[seat('B.1'), 2]] }

  it('are chosen and cleared together for any party size', () => {
    const taken = press([], 'B.2', 4, blocked)
    expect(taken).toMatchObject({ choice: choiceOf('B.1', 'B.2'), how: 'block' })
    expect(press(taken.choice, 'B.1', 1, blocked)).toMatchObject({ choice: [], how: 'cleared' })
  })

  it('are not chosen when one of them is taken', () => {
    const outlook = allFree.slice()
    outlook[seat('B.1')] = seatAvailability.taken
    expect(press([], 'B.2', 1, blocked, outlook).choice).toEqual([])
  })

  it('are all chosen or none', () => {
    const result = pickAt([], blocked, hallOccupancy(blocked, allFree, []), seat('B.1'), 1, { ...capacity, remaining: 1 })
    expect(result).toEqual({ ok: false, error: { reason: 'order-limit', maximum: 9 } })
  })
})

describe('a frame', () => {
  const frame = (choice: Choice, ids: readonly string[], at: SeatingModel = model, outlook = allFree, remainingCapacity = capacity) =>
    pickInFrame(choice, at, hallOccupancy(at, outlook, []), ids.map(seat), remainingCapacity)
  const framed = (...frameArguments: Parameters<typeof frame>): string[] => {
    const result = frame(...frameArguments)
    return result.ok ? idsOf(result.value.choice) : []
  }

  it('adds all its seats to the selection for any party size', () => {
    expect(framed(choiceOf('A.1'), ['A.1', 'A.2', 'B.2'])).toEqual(['A.1', 'A.2', 'B.2'])
    expect(frame([], [])).toMatchObject({ value: { choice: [], seats: [] } })
  })

  it('chooses none when the capacity is too small for all', () => {
    expect(frame([], ['A.1', 'A.2', 'A.3'], model, allFree, { ...capacity, remaining: 2 })).toMatchObject({
      error: { reason: 'order-limit' },
    })
  })

  it('chooses whole seat blocks only', () => {
    const first = seat('A.1')
    const distanced: SeatingModel = { ...model, blocks: [[first, 2]] }
    expect(framed([], ['A.2', 'A.3'], distanced)).toEqual(['A.1', 'A.2', 'A.3'])
    const outlook = allFree.slice()
    outlook[first] = seatAvailability.taken
    expect(framed([], ['A.2', 'A.3'], distanced, outlook)).toEqual(['A.3'])
  })

  it('skips access seats unless it contains no others', () => {
    const type = Uint8Array.from(plan.type)
    type[seat('B.1')] = seatTypes.indexOf('wheelchair')
    const adapted: SeatingModel = { ...model, plan: { ...plan, type } }
    expect(framed([], ['B.1', 'B.2'], adapted)).toEqual(['B.2'])
    expect(framed([], ['B.1'], adapted)).toEqual(['B.1'])
  })
})

describe('a move', () => {
  const mixed: Choice = [
    { seat: 'stalls.B.2', priceType: 'under-26' },
    { seat: 'stalls.A.2', priceType: 'full' },
    { seat: 'stalls.A.3', priceType: 'full' },
  ]

  it('keeps price types within each band and the total, for any order of choosing', () => {
    const result = moveChoice(mixed, model, ['A.1', 'A.2', 'B.1'].map(seat))!
    expect(result.choice).toEqual([
      { seat: 'stalls.B.1', priceType: 'under-26' },
      { seat: 'stalls.A.2', priceType: 'full' },
      { seat: 'stalls.A.1', priceType: 'full' },
    ])
    expect(totalOf(result.choice, model)).toBe(totalOf(mixed, model))
  })

  it('rejects a seat of another band', () => {
    expect(moveChoice(mixed, model, ['A.1', 'A.2', 'A.3'].map(seat))).toBeUndefined()
    expect(moveChoice(mixed, model, ['A.1', 'A.2'].map(seat))).toBeUndefined()
  })

  it('keeps the total for any selection and the better seats of the orphan rule', () => {
    const bandOf = model.bandOf.map((_, index) => (index % 3 === 0 ? 2 : 3))
    const patched: SeatingModel = {
      ...model,
      bandOf,
      prices: { ...model.prices, a: { ...model.prices.a, 'under-26': model.prices.a!['full']! } },
    }
    assertProperty(
      [fc.uniqueArray(fc.nat(10), { minLength: 1, maxLength: 6 }), fc.array(fc.boolean(), { minLength: 6, maxLength: 6 })],
      (skip, at, young) => {
        const choice = at.map((index, place) => ({ seat: plan.idOf(index), priceType: young[place] ? 'under-26' : 'full' }))
        const { better } = judgeOrphans('warn', hallOccupancy(patched, allFree, []), at)
        if (!better) return skip()
        const result = moveChoice(choice, patched, better)!
        expect(result.choice.map((chosenSeat) => plan.indexOf(chosenSeat.seat)!).sort((a, b) => a - b)).toEqual(better)
        expect(totalOf(result.choice, patched)).toBe(totalOf(choice, patched))
      },
      { numRuns: 300 },
    )
  })
})
