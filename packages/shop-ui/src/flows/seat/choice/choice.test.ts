import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changePriceType,
  chooseSeat,
  type Choice,
  clearSeat,
  reconcileSelection,
  splitUnavailable,
  type RemainingCapacity,
  totalOf,
} from './choice.ts'
import { sampleModel as model, samplePlan } from '../model/sample-model.ts'

const roomy: RemainingCapacity = { maximum: 9, remaining: 9, inBasket: {} }
const seat = (id: string): number => samplePlan.indexOf(`stalls.${id}`)!
const choiceOf = (...ids: string[]): Choice => ids.map((id) => ({ seat: `stalls.${id}`, priceType: 'full' }))

describe('choosing', () => {
  it('adds a seat at its default price type', () => {
    expect(chooseSeat([], model, seat('B.2'), roomy)).toEqual({ ok: true, value: choiceOf('B.2') })
  })

  it('does not add a seat twice', () => {
    const choice = choiceOf('B.2')
    expect(chooseSeat(choice, model, seat('B.2'), roomy)).toEqual({ ok: true, value: choice })
  })

  it('rejects a seat above the remaining capacity, with the maximum of an order', () => {
    const capacity = { ...roomy, remaining: 2 }
    expect(chooseSeat(choiceOf('A.1', 'A.2'), model, seat('A.3'), capacity)).toEqual({
      ok: false,
      error: { reason: 'order-limit', maximum: 9 },
    })
  })

  it('removes a cleared seat', () => {
    expect(clearSeat(choiceOf('A.1', 'A.2'), 'stalls.A.1')).toEqual(choiceOf('A.2'))
  })

  it('never exceeds the limit, and clearing undoes choosing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10)), fc.integer({ min: 0, max: 9 }), (seats, capacity) => {
        let choice: Choice = []
        for (const index of seats) {
          const next = chooseSeat(choice, model, index, { ...roomy, remaining: capacity })
          if (!next.ok) continue
          const id = samplePlan.idOf(index)
          if (!choice.some((chosenSeat) => chosenSeat.seat === id)) expect(clearSeat(next.value, id)).toEqual(choice)
          choice = next.value
        }
        expect(choice.length).toBeLessThanOrEqual(capacity)
        expect(new Set(choice.map((chosenSeat) => chosenSeat.seat)).size).toBe(choice.length)
      }),
    )
  })
})

describe('price types', () => {
  it('changes one seat alone', () => {
    const changed = changePriceType(choiceOf('B.1', 'B.2'), model, 'stalls.B.2', 'under-26', roomy)
    expect(changed).toEqual({
      ok: true,
      value: [
        { seat: 'stalls.B.1', priceType: 'full' },
        { seat: 'stalls.B.2', priceType: 'under-26' },
      ],
    })
    expect(changed.ok && totalOf(changed.value, model)).toBe(6000)
  })

  it('counts tickets in the basket towards a limit', () => {
    const capacity = { ...roomy, inBasket: { 'under-26': 2 } }
    expect(changePriceType(choiceOf('B.1'), model, 'stalls.B.1', 'under-26', capacity)).toEqual({
      ok: false,
      error: { reason: 'price-type-limit', maximum: 2, priceType: 'Under 26' },
    })
  })
})

describe('unavailable seats', () => {
  it('returns the unavailable seats and keeps the order of the others', () => {
    const { available: availableSeats, lostSeats } = splitUnavailable(choiceOf('A.1', 'A.2', 'A.3'), (id) => id !== 'stalls.A.2')
    expect(availableSeats).toEqual(choiceOf('A.1', 'A.3'))
    expect(lostSeats).toEqual(['stalls.A.2'])
  })

  it('returns the same selection when all seats are available', () => {
    const choice = choiceOf('A.1')
    expect(splitUnavailable(choice, () => true).available).toBe(choice)
  })
})

describe('a selection restored after a reload', () => {
  it('is unchanged when it is still valid', () => {
    const choice = choiceOf('A.1', 'B.1')
    expect(reconcileSelection(choice, model, [], roomy)).toBe(choice)
  })

  it('drops seats that are unknown, not sold, in the basket or above the limit', () => {
    const keptChoice = choiceOf('Z.9', 'C.4', 'A.1', 'A.2', 'A.3', 'A.4')
    expect(reconcileSelection(keptChoice, model, ['stalls.A.1'], { ...roomy, remaining: 2 })).toEqual(choiceOf('A.2', 'A.3'))
  })

  it('falls back to the default price type', () => {
    expect(reconcileSelection([{ seat: 'stalls.A.1', priceType: 'gone' }], model, [], roomy)).toEqual(choiceOf('A.1'))
  })
})
