import { describe, expect, it } from 'vitest'
import { basketMoves } from './basket/basket.ts'
import { allows, next, statesThatAllow } from './machine.ts'
import { orderMoves, reservationMoves } from './order/order.ts'
import { mandateMoves, paymentMoves } from './payment/payment.ts'
import { seatMoves } from './seat/seat.ts'

const machines: [string, Record<string, Record<string, string>>, string[]][] = [
  ['seat', seatMoves, ['free']],
  ['basket', basketMoves, ['open']],
  ['payment', paymentMoves, ['created']],
  ['mandate', mandateMoves, ['created']],
  ['order', orderMoves, ['completing']],
  ['reservation', reservationMoves, ['reserved']],
]

describe.each(machines)('the %s machine', (_name, table, starts) => {
  it('reaches every state from its start', () => {
    const reached = new Set(starts)
    for (const state of reached) for (const target of Object.values(table[state] ?? {})) reached.add(target)
    expect([...reached].sort()).toEqual(Object.keys(table).sort())
  })
})

describe('a transition table', () => {
  it('returns whether a move is allowed and to which state', () => {
    expect(allows(basketMoves, 'open', 'pay')).toBe(true)
    expect(allows(basketMoves, 'completed', 'pay')).toBe(false)
    expect(next(seatMoves, 'held', 'lapse')).toBe('free')
    expect(next(seatMoves, 'sold', 'hold')).toBeUndefined()
    expect(statesThatAllow(seatMoves, 'sell')).toEqual(['held', 'paying'])
  })
  it('never takes an inherited property for a verb', () => {
    expect(allows(basketMoves, 'open', 'toString' as 'pay')).toBe(false)
  })
})
